// SPDX-License-Identifier: MIT
// Everything that can be reached, by a search that remembers its paths; and the nearest of it.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
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
#include <utility>

namespace senda::detail {

/// How near an estimate says that a node is; what is not a number is as far as can be.
template <class Number>
[[nodiscard]] constexpr Number as_nearness(Number estimate) noexcept {
    if constexpr (std::floating_point<Number>) {
        return estimate <= infinite<Number> ? estimate : infinite<Number>;
    } else {
        return estimate;
    }
}

/// The node with the smallest estimate of those that were shown, of several the cheapest, and of
/// these the one with the least number, or else the first.
template <class Node, class Number, class Cost>
class nearest_node {
public:
    template <class G>
    void show(const G& g, const Node& node, Number estimate, Cost cost) {
        if (node_ && !is_better(g, node, estimate, cost)) return;
        node_.emplace(node);
        estimate_ = estimate;
        cost_ = cost;
    }

    [[nodiscard]] const std::optional<Node>& node() const noexcept { return node_; }

private:
    template <class G>
    [[nodiscard]] bool is_better([[maybe_unused]] const G& g, const Node& node, Number estimate,
                                 Cost cost) const {
        if (estimate != estimate_) return estimate < estimate_;
        if (cost != cost_) return cost < cost_;
        if constexpr (IndexedGraph<G, Node>) {
            return index_in(g, node) < index_in(g, *node_);
        } else {
            return false;
        }
    }

    std::optional<Node> node_;
    Number estimate_{};
    Cost cost_{};
};

/// A graph of which nobody knows the numbers of nodes.
struct unknown_graph {};

/// The answer of a search that saw everything: with the path to the nearest of what it reached.
template <class Search, class G, class Estimate>
[[nodiscard]] auto nearest_in(Search& search, const G& g, Estimate& estimate, const options& left) {
    auto answer = search.result();
    if (answer.status != status::exhausted) return answer;
    using node = typename decltype(answer.path)::value_type;
    using number = std::remove_cvref_t<decltype(estimate(std::declval<const node&>()))>;
    nearest_node<node, number, decltype(answer.cost)> best;
    search_control control(left);
    for (const auto& [at, cost, parent, action] : search.tree()) {
        if (!control.tick()) {
            answer.status = control.status();
            return answer;
        }
        best.show(g, at, as_nearness(estimate(at)), cost);
    }
    if (!best.node()) return answer;
    answer = search.result_to(*best.node());
    answer.status = status::nearest;
    answer.lower_bound = infinite<decltype(answer.cost)>;
    return answer;
}

/// The search that sees everything by the costs of a verb: edges, or what they cost.
template <bool CountsEdges, class G, class Start, class Observer, class Node = node_of<G, Start>>
using tree_sweep =
    std::conditional_t<CountsEdges || (!is_weighted<G, Node> && !has_terminal_costs<Start, Node>),
                       bfs_search<G&, Node, no_goal, Observer&>,
                       dijkstra_search<G&, Node, no_goal, Observer&>>;

/// Sweeps what can be reached from a start, and answers with the path to the nearest of it.
template <bool CountsEdges, class G, class Start, class Estimate, class Observer>
[[nodiscard]] auto sweep_tree(G& g, const Start& start, Estimate& estimate, const options& o,
                              Observer& observer) {
    tree_sweep<CountsEdges, G, Start, Observer> sweep(g, start, no_goal{}, o, observer);
    (void)sweep.run();
    engine_fallback rest(o);
    rest.charge(sweep.statistics());
    return nearest_in(sweep, g, estimate, rest.remaining_options());
}

}  // namespace senda::detail
