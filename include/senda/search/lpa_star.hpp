// SPDX-License-Identifier: MIT
// Lifelong planning A*: a path between two nodes that is repaired where the graph changes.
#pragma once

#include <senda/detail/repair/adaptive_grid_search.hpp>
#include <senda/detail/repair/estimates.hpp>
#include <senda/detail/repair/lifelong_search.hpp>

#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

/// The engine under `lpa_star`.
template <class G, class Node, class H>
struct lpa_star_engine : lifelong_search<true, G, Node, estimate_to_goal<H>> {
    lpa_star_engine(G&& g, const Node& start, const Node& goal, H&& h, const options& o)
        : lpa_star_engine::lifelong_search(std::forward<G>(g), start, goal, {std::forward<H>(h)},
                                           o) {}
};
template <class G, class Node, class H>
    requires AdaptiveGrid<G, H>
struct lpa_star_engine<G, Node, H> : adaptive_grid_search<moves_of<G>> {
    lpa_star_engine(const std::remove_reference_t<G>& g, cell start, cell goal, const H&,
                    const options& o)
        : lpa_star_engine::adaptive_grid_search(g, start, goal, o) {}
};

}  // namespace detail

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
class lpa_star : public detail::lpa_star_engine<G, Node, H> {
    using base = detail::lpa_star_engine<G, Node, H>;

public:
    /// A plan from `start` to `goal`.
    ///
    /// `g`      the graph; costs are not negative.
    /// `start`  where the path begins.
    /// `goal`   where it ends.
    /// `h`      the estimated cost from a node to the goal, consistent whatever changes.
    /// `o`      limits and a stop token.
    lpa_star(G&& g, const Node& start, const Node& goal, H&& h = {}, const options& o = {})
        : base(std::forward<G>(g), start, goal, std::forward<H>(h), o) {}
};

template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class H = zero_heuristic>
lpa_star(G&&, const Start&, const Goal&, H&& = {}, const options& = {})
    -> lpa_star<G, node_of<G, Start>, H>;

}  // namespace senda
