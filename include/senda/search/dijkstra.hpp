// SPDX-License-Identifier: MIT
// Dijkstra's algorithm: the cheapest path.
#pragma once

#include <senda/detail/core/engine_list.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/compact_dijkstra.hpp>
#include <senda/detail/engines/csr/csr_dijkstra.hpp>
#include <senda/detail/engines/parallel/by_cost/shared_best_first.hpp>
#include <senda/detail/grid/grid_engines.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#define SENDA_READS_DIJKSTRA
#include <senda/detail/grid/read_engines.hpp>

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

// The engines of `dijkstra`.

/// Between two cells of a 4-connected grid whose weights are whole numbers.
template <class Query>
struct dial_engine : engine_defaults {
    static constexpr bool is_on_grid = is_dial_grid<typename Query::graph>;
    static constexpr bool fits = is_on_grid && Query::is_one_to_one && !Query::is_observed;

    [[nodiscard]] static constexpr std::string_view why_not(const options&) noexcept {
        return is_on_grid ? why_not_one_cell<Query> : "";
    }
    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return dial_search(q.g, q.start, q.goal(), o);
    }
};

/// Between two cells of an 8-connected grid: A* whose estimate is 0.
template <class Query>
struct unguided_octile_engine : engine_defaults {
    static constexpr bool fits = OctileQuery<Query>;

    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return octile_astar(q.g, q.start, q.goal(), octile<cell>{q.goal(), 0}, o);
    }
};

/// On a stored graph with whole costs.
template <class Query>
struct rows_engine : engine_defaults {
    static constexpr bool fits =
        CsrCosts<typename Query::graph, typename Query::node, typename Query::goal_argument,
                 typename Query::observer_type>;

    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return dijkstra_search(q.g, q.start, q.goal(), o, q.observer);
    }
};

/// On nodes that are numbers, in graphs that need no memory of their own.
template <class Query>
struct bytes_engine : engine_defaults {
    static constexpr bool is_on_integers =
        IntegerNodeGraph<typename Query::graph, typename Query::node> &&
        !Adapted<typename Query::graph>;
    static constexpr bool fits = is_on_integers && !rows_engine<Query>::fits &&
                                 !Query::has_terminal_costs && !Query::is_observed;

    [[nodiscard]] static constexpr std::string_view why_not(const options&) noexcept {
        if (Query::has_terminal_costs) return fallback_reason::terminal_costs;
        return is_on_integers ? why_not_observed<Query> : "";
    }
    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return compact_dijkstra(q.g, q.start, q.goal(), o);
    }
};

/// On all others.
template <class Query>
struct general_dijkstra_engine : best_first_engine<Query, order::cost> {
    static constexpr bool fits = !rows_engine<Query>::fits;
};

struct dijkstra_engines : engine_list<dial_engine, unguided_octile_engine, bytes_engine,
                                      rows_engine, general_dijkstra_engine> {};

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
          class Observer = no_observer, detail::SearchOptions Options = serial_options>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dijkstra(G&& g, const Start& start, const Goal& goal, const Options& o = {},
                            Observer&& observer = {}) {
    detail::no_heuristic none;
    return detail::run_verb<detail::dijkstra_engines, cost_of<G, Start>,
                            detail::may_share<Options>>(g, start, goal, none, 1, o, observer);
}

}  // namespace senda
