// SPDX-License-Identifier: MIT
// A*: the cheapest path, guided by an estimate of what is left; and greedy best-first search.
#pragma once

#include <senda/detail/core/engine_list.hpp>
#include <senda/detail/engines/batched_astar.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/parallel/by_cost/shared_best_first.hpp>
#include <senda/detail/grid/grid_engines.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

#define SENDA_READS_ASTAR
#include <senda/detail/grid/read_engines.hpp>

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

// The engines of `astar`.

/// Between two cells of a grid by the Manhattan distance.
template <class Query>
struct tiles_engine : engine_defaults {
    static constexpr bool is_on_grid = TiledGrid<typename Query::graph>;
    static constexpr bool is_by_distance =
        is_manhattan<std::remove_cv_t<typename Query::heuristic>>;
    static constexpr bool fits =
        is_on_grid && is_by_distance && Query::is_one_to_one && !Query::is_observed;

    [[nodiscard]] static constexpr std::string_view why_not(const options&) noexcept {
        if (!is_on_grid) return {};
        if (Query::is_one_to_one && !is_by_distance) return fallback_reason::other_estimate;
        return why_not_one_cell<Query>;
    }
    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return two_stack_astar(q.g, q.start, q.goal(), q.h, o);
    }
};

/// Between two cells of an 8-connected grid by the octile distance.
template <class Query>
struct octile_engine : engine_defaults {
    static constexpr bool fits =
        OctileQuery<Query> && is_octile<std::remove_cv_t<typename Query::heuristic>>;

    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return octile_astar(q.g, q.start, q.goal(), q.h, o);
    }
};

/// On small hashed nodes, with whole costs.
template <class Query>
struct batched_engine : engine_defaults {
    static constexpr bool is_on_words = BatchedGraph<typename Query::graph, typename Query::node>;
    static constexpr bool fits = is_on_words && !Query::has_terminal_costs && !Query::is_observed;
    static constexpr bool shares = best_first_engine<Query, order::cost_and_estimate>::shares;
    template <class Search>
    using shared = shared_best_first<Search>;

    [[nodiscard]] static constexpr std::string_view why_not(const options& o) noexcept {
        if (Query::has_terminal_costs) return fallback_reason::terminal_costs;
        if (!is_on_words || Query::is_observed) return is_on_words ? fallback_reason::observed : "";
        return o.weight != 1 ? fallback_reason::weighted_estimate : "";
    }
    [[nodiscard]] static auto make(const Query& q, const options& o) {
        return batched_astar(q.g, q.start, q.goal(), q.h, o);
    }
};

/// On all others. What the tiles leave over, a search with a weight, is not worth much compiling,
/// nor are threads for what the batches leave over.
template <class Query>
struct general_astar_engine
    : best_first_engine<Query, order::cost_and_estimate,
                        tiles_engine<Query>::fits ? queue_kind::heap : queue_kind::by_cost> {
    static constexpr bool shares =
        general_astar_engine::best_first_engine::shares && !batched_engine<Query>::fits;
};

struct astar_engines
    : engine_list<tiles_engine, octile_engine, batched_engine, general_astar_engine> {};

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
          class Observer = no_observer, detail::SearchOptions Options = serial_options>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto astar(G&& g, const Start& start, const Goal& goal, H&& h, const Options& o = {},
                         Observer&& observer = {}) {
    const double weight = o.weight >= 0 ? o.weight : 1;
    return detail::run_verb<detail::astar_engines, cost_of<G, Start>, detail::may_share<Options>>(
        g, start, goal, h, weight, o, observer);
}

}  // namespace senda
