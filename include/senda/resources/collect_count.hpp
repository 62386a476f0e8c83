// SPDX-License-Identifier: MIT
// How many cheapest paths collect prizes with a resource that does not run out.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/resources/collect.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace senda {

/// How many cheapest paths there are: `found`, `exhausted` if there is none, or what stopped it.
template <Cost C>
struct collected_count : answer {
    /// What each of them costs; `infinite<C>` if there is none.
    C cost = infinite<C>;
    /// How many; none if a cycle that costs nothing makes them endless, or if they are not found.
    std::optional<big_unsigned> count = {};
};

/// Counts the paths that cost as little as that of `collect`, however much they have left. Paths
/// differ in their nodes, or in what they have there; one ends at the first goal where it has all
/// the prizes that are wanted. The parameters are those of `collect`; costs are whole numbers.
///
/// It searches all nodes, resources and sets of prizes that a cheapest path can have, one by one.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             PrizeModel<M, node_of<G, Start>> && std::is_arithmetic_v<Resource> &&
             std::integral<cost_of<G, Start>>
[[nodiscard]] auto collect_count(G&& g, const Start& start, const Goal& goal, M&& model,
                                 Resource resource, const collect_options& o = {}) {
    using cost = cost_of<G, Start>;
    auto collector =
        detail::collect_by<detail::collect_aim::cheapest>(g, start, goal, model, resource, o);
    const auto cheapest = collector.path();
    collected_count<cost> all{{cheapest.status, cheapest.statistics, cheapest.engine},
                              cheapest.cost};
    if (!cheapest) return all;
    collector.graph().control().resume();
    if (!collector.search().measure_needed()) {
        all.status = collector.graph().control().status();
        return all;
    }

    // A node, what it may cost from there, what is left, and the prizes taken; or the first of all.
    using amount = typename decltype(collector)::amount;
    using state = std::tuple<std::uint32_t, cost, amount, std::vector<std::uint64_t>>;
    const auto& graph = collector.graph();
    const auto& search = collector.search();
    constexpr std::uint32_t none = std::remove_cvref_t<decltype(graph)>::none;
    const auto has_enough = [&](const std::vector<std::uint64_t>& taken) {
        std::size_t prizes = 0;
        for (std::size_t p = 0; p < graph.worth().size(); ++p)
            if (graph.worth()[p] >= 0) prizes += taken[p / 64] >> p % 64 & 1;
        return prizes >= o.prizes;
    };
    std::vector<std::pair<state, cost>> next;
    const auto reach = [&](std::uint32_t to, cost step, cost before, amount left,
                           std::vector<std::uint64_t> taken) {
        const std::uint32_t prize = graph[to].prize;
        if (prize != none && (taken[prize / 64] >> prize % 64 & 1) == 0) {
            taken[prize / 64] |= std::uint64_t{1} << prize % 64;
            left += graph.worth()[prize];
        }
        const cost needed = add_costs(step, search.to_goal(to));
        if (needed > before || left < search.needed(to)) return;
        next.emplace_back(state{to, before - step, left, std::move(taken)}, step);
    };
    const auto states = [&](const state& s) -> const std::vector<std::pair<state, cost>>& {
        const auto& [node, rest, left, taken] = s;
        next.clear();
        if (node == none) {
            for (const auto& from : collector.starts())
                reach(from.node, from.cost, rest, left, taken);
            return next;
        }
        for (std::uint32_t a = graph.begin_of(node); a != graph.begin_of(node + 1); ++a) {
            const auto& arc = graph.arc_at(a);
            reach(arc.to, arc.cost, rest, left - arc.loss, taken);
        }
        return next;
    };
    const auto is_goal = [&](const state& s) {
        return std::get<0>(s) != none && graph[std::get<0>(s)].is_goal &&
               has_enough(std::get<3>(s));
    };
    limits rest = o.limits;
    rest.expansions -= std::min(rest.expansions, cheapest.statistics.expanded);
    rest.time = std::max(0.0, rest.time.seconds() - cheapest.statistics.seconds);
    const auto routes =
        all_shortest(states,
                     state{none, cheapest.cost, static_cast<amount>(resource),
                           std::vector<std::uint64_t>((graph.worth().size() + 63) / 64)},
                     is_goal, {.limits = rest, .stop = o.stop});
    all.status = routes.status;
    all.statistics.expanded += routes.statistics.expanded;
    all.statistics.generated += routes.statistics.generated;
    all.statistics.seconds += routes.statistics.seconds;
    all.statistics.bytes = std::max(all.statistics.bytes, routes.statistics.bytes);
    if (routes) all.count = routes.count();
    return all;
}

}  // namespace senda
