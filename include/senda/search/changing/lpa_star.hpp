// SPDX-License-Identifier: MIT
// Lifelong planning A*: a path between two nodes that is repaired where the graph changes.
#pragma once

#include <senda/search/changing/repair/estimates.hpp>
#include <senda/search/changing/repair/lifelong_search.hpp>

#include <type_traits>
#include <utility>

namespace senda {

/// A cheapest path between two nodes of a graph that changes. `run()` finds it, `changed(node)`
/// says what has changed, and the next `run()` works only on what that concerns.
/// ```
/// senda::lpa_star plan{roads, "Lima", "Cusco"};
/// plan.run();
/// roads.remove_edge("Lima", "Ica");
/// plan.changed("Ica");
/// plan.run();
/// ```
/// It refers to a graph that has a name: the one that changes. Steps, limits, the stop token and
/// the result are those of `astar_search`; the limits and the statistics are of one repair.
template <class G, class Node, class H = zero_heuristic>
    requires SearchableGraph<G, Node> && ReversibleGraph<G, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class lpa_star : public detail::lifelong_search<true, G, Node, detail::estimate_to_goal<H>> {
    using base = detail::lifelong_search<true, G, Node, detail::estimate_to_goal<H>>;

public:
    /// A plan from `start` to `goal`.
    ///
    /// `g`  the graph; costs are not negative.
    /// `h`  the estimated cost from a node to the goal, consistent whatever changes.
    /// `o`  limits and a stop token.
    lpa_star(G&& g, const Node& start, const Node& goal, H&& h = {}, const options& o = {})
        : base(std::forward<G>(g), start, goal, {std::forward<H>(h)}, o) {}
};

template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class H = zero_heuristic>
lpa_star(G&&, const Start&, const Goal&, H&& = {}, const options& = {})
    -> lpa_star<G, node_of<G, Start>, H>;

}  // namespace senda
