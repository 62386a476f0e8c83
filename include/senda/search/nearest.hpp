// SPDX-License-Identifier: MIT
// Nearest instead of none: if the goal cannot be reached, the path to what is nearest to it.
#pragma once

#include <senda/detail/goals/cell_sweep.hpp>
#include <senda/detail/goals/declarations.hpp>
#include <senda/detail/goals/find_or_nearest.hpp>
#include <senda/detail/goals/tree_sweep.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <concepts>
#include <type_traits>

namespace senda {

/// The estimate of a `nearest` that has none: that of the search.
struct own_estimate {};

/// A goal that any search for one path takes in the place of its own: if there is no path to
/// `goal`, then one to the node with the smallest estimate of all that can be reached, with
/// `status::nearest`. Of several such nodes it is the one that costs least to reach, and of these
/// the one with the least number, or where nodes have none the one that was reached first. That is
/// the same for every engine and for any number of threads.
///
///   `bfs(g, a, nearest{b, manhattan{b}})`   by this estimate;
///   `astar(g, a, nearest{b}, h)`            by that of the search, which is `h`.
///
/// The search for `goal` is the one that it always is, and is left out if that is no node of the
/// graph, such as a closed cell. Only if it is `exhausted` everything that can be reached is
/// searched once more. Limits hold for all of it together, and what ends any part of it is the
/// status. With the cheapest path to that node come its `cost` and the statistics of
/// all parts; `lower_bound` is `infinite`, as there is no path to `goal`, and the result is false
/// in a condition.
template <class Goal, class Estimate>
struct nearest {
    Goal goal;               ///< where the path shall end
    Estimate estimate = {};  ///< of what is left from a node: a number
};

template <class Goal>
nearest(Goal) -> nearest<Goal, own_estimate>;
template <class Goal, class Estimate>
nearest(Goal, Estimate&&) -> nearest<Goal, Estimate>;

namespace detail {

/// The estimate that says what is nearest: one of its own, or that of the search.
template <class Goal, class Estimate, class H>
[[nodiscard]] constexpr auto& estimate_of(const nearest<Goal, Estimate>& to, H& h) noexcept {
    if constexpr (std::same_as<Estimate, own_estimate>) {
        return h;
    } else {
        return to.estimate;
    }
}

template <grid_moves Moves, class Estimate, class Shortest>
auto shortest_or_nearest(const basic_grid<Moves>& g, cell start, const nearest<cell, Estimate>& to,
                         const options& o, const Shortest& shortest) {
    const empty_grid_estimate<Moves> by_length{to.goal};
    auto& estimate = estimate_of(to, by_length);
    return find_or_sweep<std::remove_reference_t<decltype(estimate)>, cell>(
        g.open(to.goal), o, [&] { return shortest(to.goal, o); },
        [&](const auto& left) {
            if (!has_cost_limit(left)) return sweep_cells(g, start, estimate, left, shortest);
            no_observer unobserved;
            return sweep_tree<false>(g, start, estimate, left, unobserved);
        });
}

}  // namespace detail

// The searches themselves are found by the types of their options where they are called: a program
// includes those that it uses.

/// `bfs`, or the path with the fewest edges to the nearest: see `nearest`.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto bfs(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                       const Options& o, Observer&& observer = {}) {
    return detail::find_or_nearest<true>(g, start, to.goal, to.estimate, o, observer,
                                         [&] { return bfs(g, start, to.goal, o, observer); });
}
/// `bfs` to a goal or to the nearest node, on one thread.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto bfs(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                       const serial_options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest<true>(g, start, to.goal, to.estimate, o, observer,
                                         [&] { return bfs(g, start, to.goal, o, observer); });
}

/// `dijkstra`, or the cheapest path to the nearest: see `nearest`.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dijkstra(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                            const Options& o, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, to.estimate, o, observer,
                                   [&] { return dijkstra(g, start, to.goal, o, observer); });
}
/// `dijkstra` to a goal or to the nearest node, on one thread.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dijkstra(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                            const serial_options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, to.estimate, o, observer,
                                   [&] { return dijkstra(g, start, to.goal, o, observer); });
}

/// `astar`, or the cheapest path to the nearest: see `nearest`.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class H,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto astar(G&& g, const Start& start, const nearest<Goal, Estimate>& to, H&& h,
                         const Options& o, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, detail::estimate_of(to, h), o, observer,
                                   [&] { return astar(g, start, to.goal, h, o, observer); });
}
/// `astar` to a goal or to the nearest node, on one thread.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto astar(G&& g, const Start& start, const nearest<Goal, Estimate>& to, H&& h,
                         const serial_options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, detail::estimate_of(to, h), o, observer,
                                   [&] { return astar(g, start, to.goal, h, o, observer); });
}

/// `ida_star`, or the cheapest path to the nearest: see `nearest`. That it needs the memory of
/// everything that can be reached.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class H,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto ida_star(G&& g, const Start& start, const nearest<Goal, Estimate>& to, H&& h,
                            const Options& o, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, detail::estimate_of(to, h), o, observer,
                                   [&] { return ida_star(g, start, to.goal, h, o, observer); });
}
/// `ida_star` to a goal or to the nearest node, on one thread.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto ida_star(G&& g, const Start& start, const nearest<Goal, Estimate>& to, H&& h,
                            const serial_options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, detail::estimate_of(to, h), o, observer,
                                   [&] { return ida_star(g, start, to.goal, h, o, observer); });
}

/// `greedy`, or the cheapest path to the nearest: see `nearest`.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto greedy(G&& g, const Start& start, const nearest<Goal, Estimate>& to, H&& h,
                          const options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, detail::estimate_of(to, h), o, observer,
                                   [&] { return greedy(g, start, to.goal, h, o, observer); });
}

/// `dfs`, or the cheapest path to the nearest: see `nearest`.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dfs(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                       const options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, to.estimate, o, observer,
                                   [&] { return dfs(g, start, to.goal, o, observer); });
}

/// `bidirectional`, or the cheapest path to the nearest: see `nearest`.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && ReversibleGraph<G, node_of<G, Start>> &&
             WeightedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto bidirectional(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                                 const options& o = {}, Observer&& observer = {}) {
    return detail::find_or_nearest(g, start, to.goal, to.estimate, o, observer,
                                   [&] { return bidirectional(g, start, to.goal, o, observer); });
}

/// `constrained`, or the cheapest path that its resource survives to the nearest: see `nearest`. Of
/// nodes with the smallest estimate that cost the same it is the one that is expanded first.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class M,
          class Resource, class H, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             (!std::convertible_to<H, options>)
[[nodiscard]] auto constrained(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                               M&& model, const Resource& resource, H&& h, const options& o = {},
                               Observer&& observer = {}) {
    return detail::constrained_or_nearest(
        g, start, to.goal, detail::estimate_of(to, h), o,
        [&] { return constrained(g, start, to.goal, model, resource, h, o, observer); },
        [&](const auto& goal, const options& left) {
            return constrained(g, start, goal, model, resource, left, observer);
        });
}
/// `constrained` to a goal or to the nearest node, without an estimate of what is left.
template <class G, class Start = detail::declared_node_t<G>, class Goal, class Estimate, class M,
          class Resource, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto constrained(G&& g, const Start& start, const nearest<Goal, Estimate>& to,
                               M&& model, const Resource& resource, const options& o = {},
                               Observer&& observer = {}) {
    const auto search = [&](const auto& goal, const options& left) {
        return constrained(g, start, goal, model, resource, left, observer);
    };
    return detail::constrained_or_nearest(
        g, start, to.goal, to.estimate, o, [&] { return search(to.goal, o); }, search);
}

/// `jump_point`, or a shortest path to the nearest: see `nearest`. Without an estimate that is by
/// `octile{goal}`.
template <grid_moves Moves, class Estimate>
    requires(Moves != grid_moves::straight)
[[nodiscard]] result<cell, double> jump_point(const basic_grid<Moves>& g, cell start,
                                              const nearest<cell, Estimate>& to,
                                              const options& o = {}) {
    return detail::shortest_or_nearest(g, start, to, o, [&](cell goal, const options& left) {
        return jump_point(g, start, goal, left);
    });
}

/// The answer of a search that can be stepped and has ended without a path: with the path to the
/// nearest of what it reached, and `status::nearest`. Of several nodes with the smallest estimate
/// it is the one that costs least, and of these the first in `search.tree()`. As long as the search
/// is not `exhausted` it is `search.result()`.
///
/// `search`    a search with `tree()` and `result_to(node)`: of `bfs`, `dijkstra`, `astar` or
///             `greedy`.
/// `estimate`  what is left from a node: a number.
template <class Search, class Estimate>
    requires requires(Search& s, const typename Search::result_type& r) {
        s.tree();
        s.result_to(r.path[0]);
    }
[[nodiscard]] auto nearest_reached(Search& search, Estimate&& estimate) {
    return detail::nearest_in(search, detail::unknown_graph{}, estimate, options{});
}

}  // namespace senda
