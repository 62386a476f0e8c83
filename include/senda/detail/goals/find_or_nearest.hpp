// SPDX-License-Identifier: MIT
// A search, and if it finds no path a sweep of what can be reached instead.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/goals/cell_sweep.hpp>
#include <senda/detail/goals/tree_sweep.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::detail {

template <class Estimate, class Node>
concept NearnessOf = requires(Estimate& estimate, const Node& n) {
    requires std::is_arithmetic_v<std::remove_cvref_t<decltype(estimate(n))>>;
};
/// A message about the concept would go through what was asked of the estimate.
template <class Estimate, class Node>
inline constexpr bool estimates_nodes = NearnessOf<Estimate, Node>;

/// Whether a search for a goal could find it: nodes that are not in the graph it cannot.
template <class Node, class G, class Goal>
[[nodiscard]] bool may_be_found(const G& g, const Goal& goal) {
    if constexpr (is_any_of<Goal>) {
        return std::any_of(goal.begin(), goal.end(), [&](const auto& each) {
            bool is_there = false;
            take_terminal<Node>(each, [&](const auto& node, auto...) {
                is_there = is_in(g, static_cast<Node>(node));
            });
            return is_there;
        });
    } else if constexpr (GoalPredicate<Goal, Node>) {
        return true;
    } else {
        return is_in(g, static_cast<Node>(goal));
    }
}

/// The answer of `search()`, or if it is exhausted that of `sweep(left)` within what it left of the
/// limits, which asks an estimate of nodes.
template <class Estimate, class Node, class Search, class Sweep>
[[nodiscard]] auto find_or_sweep(bool may_find, const options& o, Search&& search, Sweep&& sweep) {
    using answer_type = decltype(search());
    answer_type first;
    if (may_find) {
        first = search();
        if (first.status != status::exhausted) return first;
    }
    if constexpr (estimates_nodes<Estimate, Node>) {
        engine_fallback fallback(o);
        fallback.charge(first.statistics);
        answer_type answer = sweep(fallback.remaining_options());
        answer.lower_bound = infinite<decltype(answer.cost)>;
        engine_fallback::add(answer.statistics, first.statistics);
        answer.statistics.threads = std::max(answer.statistics.threads, first.statistics.threads);
        return answer;
    } else {
        static_assert(estimates_nodes<Estimate, Node>,
                      "nearest: the estimate takes a node and returns a number; without one of "
                      "its own the search must have it, as in astar(g, start, nearest{goal}, h)");
        return first;
    }
}

/// Whether the cells of a grid can be swept in words: where its own searches know shortest paths.
template <bool CountsEdges, class G>
inline constexpr bool is_swept_by_cells = false;
template <bool CountsEdges, grid_moves Moves>
inline constexpr bool is_swept_by_cells<CountsEdges, basic_grid<Moves>> =
    Moves == grid_moves::straight || !CountsEdges;

/// A shortest path between two cells, by the search that is fastest.
template <grid_moves Moves>
[[nodiscard]] auto shortest_between(const basic_grid<Moves>& g, cell start, cell goal,
                                    const options& o) {
    if constexpr (Moves == grid_moves::straight) {
        no_observer unobserved;
        return run_bfs<false>(g, start, goal, o, unobserved);
    } else {
        return jump_point(g, start, goal, o);
    }
}

/// The answer of `search()` to a goal, or the path to the nearest by the cost of edges, or by their
/// number.
template <bool CountsEdges = false, class G, class Start, class Goal, class Estimate,
          class Observer, class Search>
[[nodiscard]] auto find_or_nearest(G& g, const Start& start, const Goal& goal, Estimate& estimate,
                                   const options& o, Observer& observer, Search&& search) {
    using node = node_of<G, Start>;
    constexpr bool by_cells = is_swept_by_cells<CountsEdges, std::remove_const_t<G>> &&
                              std::same_as<Start, cell> && !has_observer<Observer>;
    const auto sweep = [&](const auto& left) {
        if constexpr (by_cells) {
            if (!has_cost_limit(left)) {
                return sweep_cells(g, start, estimate, left, [&](cell to, const options& rest) {
                    return shortest_between(g, start, to, rest);
                });
            }
        }
        return sweep_tree<CountsEdges>(g, start, estimate, left, observer);
    };
    return find_or_sweep<Estimate, node>(may_be_found<node>(g, goal), o, search, sweep);
}

/// The answer of a search by labels, or the path to the nearest node. A search is made anew for
/// each goal: `search_to(goal, options)`.
template <class G, class Start, class Goal, class Estimate, class Search, class SearchTo>
[[nodiscard]] auto constrained_or_nearest(G& g, const Start&, const Goal& goal, Estimate& estimate,
                                          const options& o, Search&& search, SearchTo&& search_to) {
    using node = node_of<G, Start>;
    const auto sweep = [&](const auto& left) {
        using number = std::remove_cvref_t<decltype(estimate(std::declval<const node&>()))>;
        std::optional<node> best;
        number least{};
        // Labels come in the order of costs: of several nodes the first costs least.
        auto all = search_to(
            [&](const node& n) {
                const number here = as_nearness(estimate(n));
                if (best && !(here < least)) return false;
                best.emplace(n);
                least = here;
                return false;
            },
            left);
        if (all.status != status::exhausted || !best) return all;
        engine_fallback fallback(left);
        fallback.charge(all.statistics);
        auto answer = search_to(*best, fallback.remaining_options());
        if (answer) answer.status = status::nearest;
        engine_fallback::add(answer.statistics, all.statistics);
        return answer;
    };
    return find_or_sweep<Estimate, node>(may_be_found<node>(g, goal), o, search, sweep);
}

}  // namespace senda::detail
