// SPDX-License-Identifier: MIT
// Depth-first searches of growing depth: the fewest edges, with memory for one path only.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/search/ida_star.hpp>

#include <concepts>
#include <utility>

namespace senda {

/// An iterative-deepening search that can be stepped. It needs only `==`, and remembers only the
/// path it is on. What is given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer>
class iterative_deepening_dfs_search
    : public detail::deepening_search<true, G, Node, Goal, detail::no_heuristic, Observer> {
    using base = detail::deepening_search<true, G, Node, Goal, detail::no_heuristic, Observer>;

public:
    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    iterative_deepening_dfs_search(G&& g, const Start& start, const Goal& goal,
                                   const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, {}, o, std::forward<Observer>(observer)) {}
};

template <class G, class Start, class Goal, class Observer = no_observer>
iterative_deepening_dfs_search(G&&, const Start&, const Goal&, const options& = {}, Observer&& = {})
    -> iterative_deepening_dfs_search<G, node_of<G, Start>,
                                      detail::goal_type<Goal, node_of<G, Start>>, Observer>;

/// Finds the fewest edges from `start` to `goal` by depth-first searches of growing depth. Takes
/// memory for one path only, and time for every path of up to that many edges: for trees, and for
/// spaces with few paths to each node.
///
/// It ends `exhausted` when no path that does not meet itself is longer than the last depth. On a
/// graph that applies and undoes its actions in place, an `ActionGraph`, it is `ida_star` that
/// searches, with an estimate of one step: no node is copied, and it does not look whether its path
/// meets itself, so that without a path to a goal only a limit ends it.
///
/// `g`         the graph; each edge counts one, as in `bfs`.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `o`         limits, a stop token; `limits.cost` is the most edges. `threads` changes nothing:
///             one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto iterative_deepening_dfs(G&& g, const Start& start, const Goal& goal,
                                           const options& o = {}, Observer&& observer = {}) {
    using node = node_of<G, Start>;
    auto target = detail::goal_from<G, Start>(goal);
    if constexpr (detail::InPlaceGraph<G, node> && !detail::has_observer<Observer>) {
        detail::goal_test<G&, node, decltype(target)> is_goal(g, target);
        const auto one_step = [&](const node& n) { return is_goal(g, n) ? 0 : 1; };
        return detail::run_ida_star<false>(g, start, target, one_step, o, observer);
    } else {
        return detail::run_to_end(iterative_deepening_dfs_search(g, start, target, o, observer));
    }
}

/// A depth-limited search that can be stepped. It needs only `==`, and remembers only the path it
/// is on. What is given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer>
class depth_limited_dfs_search
    : public detail::deepening_search<true, G, Node, Goal, detail::no_heuristic, Observer> {
    using base = detail::deepening_search<true, G, Node, Goal, detail::no_heuristic, Observer>;

public:
    /// A search from `start`, a node or `any_of` several, to `goal`, of at most `depth` edges.
    template <class Start>
    depth_limited_dfs_search(G&& g, const Start& start, const Goal& goal, steps depth,
                             const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, {}, o, std::forward<Observer>(observer),
               {.first = std::max(depth, 0), .last = std::max(depth, 0)}) {}
};

template <class G, class Start, class Goal, class Observer = no_observer>
depth_limited_dfs_search(G&&, const Start&, const Goal&, steps, const options& = {},
                         Observer&& = {})
    -> depth_limited_dfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                                Observer>;

/// Finds some path from `start` to `goal` of at most `depth` edges if there is one, depth first.
/// Takes memory for one path only, and time for every path of that many edges. Where it finds none,
/// `cost_limit` says that there may be longer ones, and `exhausted` that there are none: `depth`
/// left nothing out.
///
/// `g`         the graph; each edge counts one, as in `bfs`.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `depth`     the most edges of a path; below 0 counts as 0. `limits.cost` is such a limit, too.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto depth_limited_dfs(G&& g, const Start& start, const Goal& goal, steps depth,
                                     const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        depth_limited_dfs_search(g, start, detail::goal_from<G, Start>(goal), depth, o, observer));
}

}  // namespace senda
