// SPDX-License-Identifier: MIT
// As near as one can get: the cheapest path to the node with the smallest estimate.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/goals/cell_sweep.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <concepts>
#include <optional>
#include <type_traits>

namespace senda {

namespace detail {

/// A number for each node, the smaller the nearer.
template <class Estimate, class Node>
concept NearnessOf = requires(std::remove_reference_t<Estimate>& estimate, const Node& n) {
    requires std::is_arithmetic_v<std::remove_cvref_t<decltype(estimate(n))>>;
};

/// Searches everything that can be reached, and reads the path to the nearest node from the tree.
template <class G, class Start, class Estimate, class Observer>
[[nodiscard]] auto sweep_tree(G& g, const Start& start, Estimate& estimate, const options& o,
                              Observer& observer) {
    using node = node_of<G, Start>;
    constexpr bool by_steps = !is_weighted<G, node> && !has_terminal_costs<Start, node>;
    std::conditional_t<by_steps, bfs_search<G&, node, no_goal, Observer&>,
                       dijkstra_search<G&, node, no_goal, Observer&>>
        sweep(g, start, no_goal{}, o, observer);
    sweep.run();
    auto answer = sweep.result();
    if (answer.status != status::exhausted) return answer;
    std::optional<node> best;
    decltype(as_nearness(estimate(std::declval<const node&>()))) least{};
    const auto is_better = [&](const node& at, auto here, auto cost) {
        if (!best) return true;
        if (here != least) return here < least;
        if (cost != answer.cost) return cost < answer.cost;
        if constexpr (IndexedGraph<G, node>) {
            return index_in(g, at) < index_in(g, *best);
        } else {
            return false;
        }
    };
    engine_fallback rest(o);
    rest.charge(answer.statistics);
    search_control control(rest.remaining_options());
    for (const auto& [at, cost, parent, action] : sweep.tree()) {
        if (!control.tick()) break;
        const auto here = as_nearness(estimate(at));
        if (!is_better(at, here, cost)) continue;
        best.emplace(at);
        least = here;
        answer.cost = cost;
    }
    if (control.running() && best) {
        answer = sweep.result_to(*best);
        answer.lower_bound = answer.cost;
    } else if (!control.running()) {
        answer.status = control.status();
        answer.cost = infinite<decltype(answer.cost)>;
        answer.lower_bound = {};
    }
    return answer;
}

}  // namespace detail

/// Finds the cheapest path from `start` to the node with the smallest estimate of all that can be
/// reached: as near to a goal as one can get, though it may be a wall or across a river. Of several
/// such nodes it is the one that costs least to reach, and of these the one with the least number,
/// or where nodes have none the one that was reached first.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `estimate`  how near a node is: a number, the smaller the nearer, as of `manhattan{goal}`.
/// `o`         limits, a stop token.
/// `observer`  hooks that are called as it works; what they prune cannot be reached.
template <class G, class Start = detail::declared_node_t<G>, class Estimate,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> &&
             detail::NearnessOf<Estimate, node_of<G, Start>>
[[nodiscard]] auto nearest(G&& g, const Start& start, Estimate&& estimate, const options& o = {},
                           Observer&& observer = {}) {
    if constexpr (detail::is_swept_by_cells<std::remove_cvref_t<G>> && std::same_as<Start, cell> &&
                  !detail::has_observer<Observer>) {
        if (!detail::has_cost_limit(o)) return detail::sweep_cells(g, start, estimate, o);
    }
    return detail::sweep_tree(g, start, estimate, o, observer);
}

}  // namespace senda
