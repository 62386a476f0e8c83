// SPDX-License-Identifier: MIT
// D* Lite: a path that is repaired where the graph changes.
#pragma once

#include <senda/detail/repair/jump_point_replanner.hpp>
#include <senda/detail/repair/lifelong_search.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

template <class H, class Node, class Cost>
concept EstimatesBetween = requires(std::remove_reference_t<H>& h, const Node& n) {
    { h(n, n) } -> NumberFor<Cost>;
};

/// An estimate that can be aimed at another node, and is the same both ways.
template <class H, class Node>
inline constexpr bool can_be_aimed = false;
template <class Node, class Scale>
inline constexpr bool can_be_aimed<manhattan<Node, Scale>, Node> = true;
template <class Node, class Scale>
inline constexpr bool can_be_aimed<chebyshev<Node, Scale>, Node> = true;
template <class Node>
inline constexpr bool can_be_aimed<octile<Node>, Node> = true;
template <class Node>
inline constexpr bool can_be_aimed<zero_heuristic, Node> = true;

}  // namespace detail

/// An estimate of the cost from one node to another: `h(from, to)`, a number; or `manhattan`,
/// `chebyshev`, `octile` or `zero_heuristic`, whose goal may be any. It must be consistent: never
/// more than the cost of an edge, and `h(a, c) <= h(a, b) + h(b, c)`.
template <class H, class Node, class Cost>
concept HeuristicBetween =
    detail::EstimatesBetween<H, Node, Cost> || detail::can_be_aimed<std::remove_cvref_t<H>, Node>;

namespace detail {

/// `h(from, to)`, however the estimate is spelled.
template <class H>
struct estimate_between {
    H h;

    template <class Node>
    [[nodiscard]] auto operator()(const Node& from, const Node& to) {
        using heuristic = std::remove_cvref_t<H>;
        if constexpr (std::same_as<heuristic, zero_heuristic>) {
            return h(to);
        } else if constexpr (can_be_aimed<heuristic, Node>) {
            auto aimed = h;
            aimed.goal = from;
            return aimed(to);
        } else {
            return h(from, to);
        }
    }
};

/// An 8-connected grid without weights that lives elsewhere, and no estimate of one's own: there
/// jump points find a path anew sooner than a repair does.
template <class G>
inline constexpr grid_moves octile_moves = grid_moves::straight;
template <grid_moves Moves>
inline constexpr grid_moves octile_moves<basic_grid<Moves>&> = Moves;
template <grid_moves Moves>
inline constexpr grid_moves octile_moves<const basic_grid<Moves>&> = Moves;
template <class G, class H>
concept HasJumpPoints =
    octile_moves<G> != grid_moves::straight && can_be_aimed<std::remove_cvref_t<H>, cell>;

/// The engine under `d_star_lite`.
template <class G, class Node, class H>
struct d_star_lite_engine : lifelong_search<G, Node, estimate_between<H>> {
    d_star_lite_engine(G&& g, const Node& start, const Node& goal, H&& h, const options& o)
        : d_star_lite_engine::lifelong_search(std::forward<G>(g), goal, start, {std::forward<H>(h)},
                                              o) {}
};
template <class G, class Node, class H>
    requires HasJumpPoints<G, H>
struct d_star_lite_engine<G, Node, H> : jump_point_replanner<octile_moves<G>> {
    d_star_lite_engine(G g, cell start, cell goal, const H&, const options& o)
        : d_star_lite_engine::jump_point_replanner(g, start, goal, o) {}
};

}  // namespace detail

/// A cheapest path from where one stands to a goal, on a graph that changes. `run()` finds it;
/// `changed(node)` says what has changed and `move_to(node)` where one stands now; the next `run()`
/// works only on what these concern. The start may also stay where it is.
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
    ///          comes with senda, as `octile{goal}`.
    /// `o`      limits and a stop token.
    d_star_lite(G&& g, const Node& start, const Node& goal, H&& h = {}, const options& o = {})
        : base(std::forward<G>(g), start, goal, std::forward<H>(h), o) {}

    /// Where the path begins.
    [[nodiscard]] const Node& start() const noexcept { return this->target(); }
    /// The node after the start on the path that was found; the start itself without one.
    [[nodiscard]] Node next() const { return this->before_target(); }
    /// Lets the path begin elsewhere: best at `next()`, where nothing is left to do.
    void move_to(const Node& start) { this->move_target(start); }
};

template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class H = zero_heuristic>
d_star_lite(G&&, const Start&, const Goal&, H&& = {}, const options& = {})
    -> d_star_lite<G, node_of<G, Start>, H>;

}  // namespace senda
