// SPDX-License-Identifier: MIT
// A*: the cheapest path, guided by an estimate of what is left; and greedy best-first search.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/engines/batched_astar.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/parallel/by_cost/shared_astar.hpp>
#include <senda/detail/engines/parallel/by_cost/shared_best_first.hpp>
#include <senda/detail/grid/octile/octile_astar.hpp>
#include <senda/detail/grid/tiles/two_stack_astar.hpp>

#include <cstdint>
#include <type_traits>

namespace senda {

/// A greedy best-first search that can be stepped; it refers to lvalues and keeps temporaries.
template <class G, class Node, class Goal, class H, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && WeightedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class greedy_search
    : public detail::best_first<detail::order::estimate, G, Node, Goal, H, Observer, Id> {
    using base = detail::best_first<detail::order::estimate, G, Node, Goal, H, Observer, Id>;

public:
    using base::base;
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
greedy_search(G&&, const Start&, const Goal&, H&&, const options& = {}, Observer&& = {})
    -> greedy_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H, Observer>;

/// Finds a path from `start` to `goal`, often soon and seldom the cheapest: always expands the node
/// that seems nearest to a goal, each at most once. Where all that is left is beyond the limit on
/// costs it looks for cheaper paths to what it knows. The result's `lower_bound` is 0.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal; `infinite` says "none".
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto greedy(G&& g, const Start& start, const Goal& goal, H&& h, const options& o = {},
                          Observer&& observer = {}) {
    return detail::run_to_end(
        greedy_search(g, start, detail::goal_from<G, Start>(goal), h, o, observer));
}

/// An A* search that can be stepped; it refers to lvalues that it is given and keeps temporaries.
template <class G, class Node, class Goal, class H, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && WeightedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class astar_search
    : public detail::best_first<detail::order::cost_and_estimate, G, Node, Goal, H, Observer, Id> {
    using base =
        detail::best_first<detail::order::cost_and_estimate, G, Node, Goal, H, Observer, Id>;

public:
    using base::base;
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
astar_search(G&&, const Start&, const Goal&, H&&, const options& = {}, Observer&& = {})
    -> astar_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H, Observer>;

namespace detail {

/// The answer of `astar`. What threads share is compiled only if they may.
template <bool MayShare, class G, class Start, class Goal, class H, class Observer>
[[nodiscard]] auto run_astar(G&& g, const Start& start, const Goal& goal, H&& h, const options& o,
                             Observer& observer) {
    using node = node_of<G, Start>;
    constexpr bool by_manhattan = is_manhattan<std::remove_cvref_t<H>>;
    constexpr bool in_tiles = TiledQuery<G, Start, Goal, Observer> && by_manhattan;
    constexpr bool one_cell_to_another = TiledQuery<G, Start, Goal, no_observer>;
    constexpr bool other_cells =
        TiledGrid<std::remove_cvref_t<G>> && !is_one_to_one<Start, Goal, node>;
    engine_fallback fallback(
        o, one_cell_to_another && !by_manhattan
               ? fallback_reason::other_estimate
               : reason_not_tried<Observer>(one_cell_to_another || BatchedGraph<G, node>,
                                            other_cells));
    const bool is_weighted = o.weight >= 0 && o.weight != 1;
    if constexpr (in_tiles) {
        two_stack_astar search(g, start, goal, h, fallback.remaining_options());
        if (fallback.run(search)) return fallback.result(search);
    }
    if constexpr (OctileQuery<G, Start, Goal, Observer> && is_octile<std::remove_cvref_t<H>>) {
        octile_astar search(g, start, goal, h, fallback.remaining_options());
        if (fallback.run(search)) return fallback.result(search);
    }
    if constexpr (HasTerminalCosts<node, Start, Goal>) {
        fallback.set_reason(fallback_reason::terminal_costs);
    } else if constexpr (BatchedGraph<G, node> && !has_observer<Observer>) {
        if (!is_weighted) {
            batched_astar search(g, start, goal_from<G, Start>(goal), h,
                                 fallback.remaining_options());
            if constexpr (MayShare && is_only_read_by_f<G, node, Goal, H>) {
                if (o.threads > 1) {
                    return run_by_f<shared_astar<decltype(search)>>(search, fallback);
                }
            }
            (void)fallback.run(search);
            return fallback.result(search);
        }
        fallback.set_reason(fallback_reason::weighted_estimate);
    }
    // What the tiles leave over, a search with another weight, is not worth much compiling.
    constexpr auto queue = in_tiles ? queue_kind::heap : queue_kind::by_cost;
    best_first<order::cost_and_estimate, G&, node, goal_type<Goal, node>, H&, Observer&,
               std::uint32_t, queue>
        search(g, start, goal_from<G, Start>(goal), h, fallback.remaining_options(), observer);
    if constexpr (MayShare && !BatchedGraph<G, node> && !HasTerminalCosts<node, Start, Goal> &&
                  !has_observer<Observer> && is_only_read_by_f<G, node, Goal, H>) {
        if (o.threads > 1 && !is_weighted) {
            return run_by_f<shared_best_first<decltype(search)>>(search, fallback);
        }
    }
    (void)fallback.run(search);
    return fallback.result(search);
}

}  // namespace detail

/// Finds the cheapest path from `start` to `goal`, if `h` never exceeds the true cost to a goal;
/// otherwise a path, of the cost it says. A node is expanded again when a cheaper path to it turns
/// up, so `h` need not be consistent.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal, what it costs to end there
///             included; `infinite` says "none".
/// `o`         limits, a stop token, the weight of the estimate, threads.
/// `observer`  hooks that are called as it works; see `no_observer`.
///
/// From one cell of a `grid` to another by `manhattan{goal}` it needs two bits a cell: of several
/// cheapest paths it may find another one. Where it must expand much it searches as `bfs` does, 256
/// cells at a time. From one cell of an 8-connected grid to another by `octile{goal}`, without
/// weights or with whole ones up to 126, lengths are whole units and `cost` is exact. With a weight
/// the general search does it, on a heap; `astar_search` has buckets, which are faster where much
/// is expanded.
///
/// With `o.threads` above 1 a large search is shared, without a weight: `g`, `h` and a predicate
/// are then asked by several threads at once, if they can be asked as `const`. The path may be
/// another one, but is the same for any number of threads from 2 up.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto astar(G&& g, const Start& start, const Goal& goal, H&& h, const Options& o,
                         Observer&& observer = {}) {
    return detail::run_astar<true>(g, start, goal, h, o, observer);
}

/// `astar` on one thread: without options, or with braces that do not name `threads`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto astar(G&& g, const Start& start, const Goal& goal, H&& h,
                         const serial_options& o = {}, Observer&& observer = {}) {
    return detail::run_astar<false>(g, start, goal, h, o, observer);
}

}  // namespace senda
