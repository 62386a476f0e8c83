// SPDX-License-Identifier: MIT
// D* Lite: a path that is repaired where the map changes, while the start moves along it.
#pragma once

#include <senda/detail/repair/adaptive_grid_search.hpp>
#include <senda/detail/repair/estimates.hpp>
#include <senda/detail/repair/lifelong_search.hpp>

#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

/// The engine under `d_star_lite`.
template <class G, class Node, class H>
struct d_star_lite_engine : lifelong_search<false, G, Node, estimate_between<H>> {
    d_star_lite_engine(G&& g, const Node& start, const Node& goal, H&& h, const options& o)
        : d_star_lite_engine::lifelong_search(std::forward<G>(g), goal, start, {std::forward<H>(h)},
                                              o) {}
    [[nodiscard]] const Node& first() const noexcept { return this->target(); }
    [[nodiscard]] const Node& second() const noexcept { return this->before_target(); }
    void set_first(const Node& n) { this->move_target(Node(n)); }
};
template <class G, class Node, class H>
    requires AdaptiveGrid<G, H>
struct d_star_lite_engine<G, Node, H> : adaptive_grid_search<moves_of<G>> {
    d_star_lite_engine(const std::remove_reference_t<G>& g, cell start, cell goal, const H&,
                       const options& o)
        : d_star_lite_engine::adaptive_grid_search(g, start, goal, o) {}
    [[nodiscard]] const cell& first() const noexcept { return this->start_cell(); }
    [[nodiscard]] cell second() const noexcept { return this->next_cell(); }
    void set_first(cell c) { this->move_start(c); }
};

}  // namespace detail

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
class d_star_lite : public detail::d_star_lite_engine<G, Node, H> {
    using base = detail::d_star_lite_engine<G, Node, H>;

public:
    /// A plan from `start` to `goal`.
    ///
    /// `g`      the graph; costs are not negative.
    /// `start`  where the path begins.
    /// `goal`   where it ends.
    /// `h`      an estimate of the cost between two nodes, consistent: `h(from, to)`, or one that
    /// comes
    ///          with senda, as `octile{goal}`.
    /// `o`      limits and a stop token.
    d_star_lite(G&& g, const Node& start, const Node& goal, H&& h = {}, const options& o = {})
        : base(std::forward<G>(g), start, goal, std::forward<H>(h), o) {}

    /// Where the path begins.
    [[nodiscard]] const Node& start() const noexcept { return this->first(); }
    /// The node after the start on the path that was found; the start itself without one.
    [[nodiscard]] Node next() const { return this->second(); }
    /// Lets the path begin elsewhere: best at `next()`, where nothing is left to do.
    void move_to(const Node& start) { this->set_first(start); }
};

template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class H = zero_heuristic>
d_star_lite(G&&, const Start&, const Goal&, H&& = {}, const options& = {})
    -> d_star_lite<G, node_of<G, Start>, H>;

}  // namespace senda
