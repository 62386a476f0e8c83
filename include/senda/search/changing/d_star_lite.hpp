// SPDX-License-Identifier: MIT
// D* Lite: a path that is repaired where the map changes, while the start moves along it.
#pragma once

#include <senda/search/changing/repair/estimates.hpp>
#include <senda/search/changing/repair/lifelong_search.hpp>

#include <type_traits>
#include <utility>

namespace senda {

/// A cheapest path from where one stands to a goal, on a graph that changes. `run()` finds it;
/// `changed(node)` says what has changed and `move_to(node)` where one stands now; the next `run()`
/// works only on what these concern.
/// ```
/// senda::d_star_lite plan{map, start, goal, senda::octile{goal}};
/// for (plan.run(); plan.status() == senda::status::found && plan.start() != goal; plan.run()) {
///     plan.move_to(plan.next());
///     for (senda::cell seen : look_around(map, plan.start())) plan.changed(seen);
/// }
/// ```
/// It refers to a graph that has a name: the one that changes. Steps, limits, the stop token and
/// the result are those of `astar_search`; the limits and the statistics are of one repair.
template <class G, class Node, class H = zero_heuristic>
    requires SearchableGraph<G, Node> && ReversibleGraph<G, Node> &&
             HeuristicBetween<H, Node, cost_of<G, Node>>
class d_star_lite
    : public detail::lifelong_search<false, G, Node, detail::estimate_between<H>> {
    using base = detail::lifelong_search<false, G, Node, detail::estimate_between<H>>;

public:
    /// A plan from `start` to `goal`.
    ///
    /// `g`  the graph; costs are not negative.
    /// `h`  an estimate of the cost between two nodes, consistent: `h(from, to)`, or one that comes
    ///      with senda, as `octile{goal}`.
    /// `o`  limits and a stop token.
    d_star_lite(G&& g, const Node& start, const Node& goal, H&& h = {}, const options& o = {})
        : base(std::forward<G>(g), goal, start, {std::forward<H>(h)}, o) {}

    /// Where the path begins.
    [[nodiscard]] const Node& start() const noexcept { return this->target(); }
    /// The node after the start on the path that was found; the start itself without one.
    [[nodiscard]] const Node& next() const noexcept { return this->before_target(); }
    /// Lets the path begin elsewhere: best at `next()`, where nothing is left to do.
    void move_to(const Node& start) { this->move_target(Node(start)); }
};

template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class H = zero_heuristic>
d_star_lite(G&&, const Start&, const Goal&, H&& = {}, const options& = {})
    -> d_star_lite<G, node_of<G, Start>, H>;

}  // namespace senda
