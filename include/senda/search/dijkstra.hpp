// SPDX-License-Identifier: MIT
// Dijkstra's algorithm: the cheapest path.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/compact_dijkstra.hpp>
#include <senda/detail/engines/csr/csr_dijkstra.hpp>
#include <senda/detail/engines/parallel/by_cost/shared_best_first.hpp>
#include <senda/detail/grid/dial/dial.hpp>
#include <senda/detail/grid/octile/octile_astar.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

/// The engine under `dijkstra_search`.
template <class G, class Node, class Goal, class Observer, class Id>
struct dijkstra_engine {
    using type = best_first<order::cost, G, Node, Goal, no_heuristic, Observer, Id>;
};
template <class G, class Node, class Goal, class Observer, class Id>
    requires CsrCosts<G, Node, Goal, Observer>
struct dijkstra_engine<G, Node, Goal, Observer, Id> {
    using type = csr_dijkstra<G, Node, Goal, Observer>;
};

}  // namespace detail

/// Dijkstra's algorithm as a search that can be stepped; it refers to lvalues, keeps temporaries.
template <class G, class Node, class Goal = no_goal, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && WeightedGoalOf<Goal, Node>
class dijkstra_search : public detail::dijkstra_engine<G, Node, Goal, Observer, Id>::type {
    using base = typename detail::dijkstra_engine<G, Node, Goal, Observer, Id>::type;

public:
    /// A search from `start`, a node or `any_of` several, to `goal`; without one it sees all.
    template <class Start>
    explicit dijkstra_search(G&& g, const Start& start, const Goal& goal = {},
                             const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, detail::no_heuristic{}, o,
               std::forward<Observer>(observer)) {}
};

template <class G, class Start, class Goal = no_goal, class Observer = no_observer>
dijkstra_search(G&&, const Start&, const Goal& = {}, const options& = {}, Observer&& = {})
    -> dijkstra_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, Observer>;

namespace detail {

/// The answer of `dijkstra`. What threads share is compiled only if they may.
template <bool MayShare, class G, class Start, class Goal, class Observer>
[[nodiscard]] auto run_dijkstra(G&& g, const Start& start, const Goal& goal, const options& o,
                                Observer& observer) {
    using node = node_of<G, Start>;
    constexpr bool on_dial_grid = is_dial_grid<std::remove_cvref_t<G>>;
    constexpr bool one_cell_to_another = is_one_to_one<Start, Goal, node>;
    engine_fallback fallback(o,
                             reason_not_tried<Observer>(on_dial_grid || IntegerNodeGraph<G, node>,
                                                        on_dial_grid && !one_cell_to_another));
    if constexpr (on_dial_grid && one_cell_to_another && !has_observer<Observer>) {
        dial_search search(g, start, goal_from<G, Start>(goal), fallback.remaining_options());
        if (fallback.run(search)) return fallback.result(search);
    }
    if constexpr (OctileQuery<G, Start, Goal, Observer>) {
        options unweighted_estimate = fallback.remaining_options();
        unweighted_estimate.weight = 1;
        octile_astar search(g, start, goal, octile<cell>{goal, 0}, unweighted_estimate);
        if (fallback.run(search)) return fallback.result(search);
    }
    if constexpr (CsrCosts<G, node, Goal, Observer>) {
        // `dijkstra_search` is the fastest.
    } else if constexpr (HasTerminalCosts<node, Start, Goal>) {
        fallback.set_reason(fallback_reason::terminal_costs);
    } else if constexpr (IntegerNodeGraph<G, node> && !has_observer<Observer>) {
        compact_dijkstra search(g, start, goal_from<G, Start>(goal), fallback.remaining_options());
        if (fallback.run(search)) return fallback.result(search);
    }
    constexpr bool shares = MayShare && !CsrCosts<G, node, Goal, Observer> &&
                            !HasTerminalCosts<node, Start, Goal> && !has_observer<Observer> &&
                            is_only_read<std::remove_cvref_t<G>, node, Goal>;
    dijkstra_search search(g, start, goal_from<G, Start>(goal), fallback.remaining_options(),
                           observer);
    if constexpr (shares) {
        if (o.threads > 1) {
            using engine = best_first<order::cost, G, node, goal_type<Goal, node>, no_heuristic,
                                      Observer&, std::uint32_t>;
            return run_by_f<shared_best_first<engine>>(search, fallback);
        }
    }
    (void)fallback.run(search);
    return fallback.result(search);
}

}  // namespace detail

/// Finds the cheapest path from `start` to `goal`. Between two cells of a 4-connected grid whose
/// weights are small whole numbers a faster search does it, unobserved; among paths of the same
/// cost it may choose another. The same holds on 8-connected grids without weights, or with such.
/// A graph whose nodes are numbers (`IndexedGraph`) and whose edges cost whole numbers below 127 is
/// searched in two bytes a node, unobserved; the path is the same.
/// On a `csr` with whole costs of at most 32 bits all nodes of the same cost are expanded together,
/// unobserved, and shared by threads where they are many; among paths of the same cost the one is
/// found whose nodes, from the goal back, have the least numbers, for any number of threads. With
/// `o.threads` above 1 a large search by the general engine is shared, as `astar` shares it.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `o`         limits, a stop token, threads.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dijkstra(G&& g, const Start& start, const Goal& goal, const Options& o,
                            Observer&& observer = {}) {
    return detail::run_dijkstra<true>(g, start, goal, o, observer);
}

/// `dijkstra` on one thread: without options, or with braces that do not name `threads`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dijkstra(G&& g, const Start& start, const Goal& goal,
                            const serial_options& o = {}, Observer&& observer = {}) {
    return detail::run_dijkstra<false>(g, start, goal, o, observer);
}

}  // namespace senda
