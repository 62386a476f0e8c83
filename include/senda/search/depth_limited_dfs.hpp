// SPDX-License-Identifier: MIT
// Depth-first search up to a depth: a path of at most so many edges, with memory for one path only.
#pragma once

#include <senda/detail/engines/deepening/depth_rounds.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace senda {

/// A depth-limited search that can be stepped. It needs only `==`, and remembers only the path it
/// is on. What is given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer>
class depth_limited_dfs_search : public detail::depth_rounds<G, Node, Goal, Observer> {
    using base = detail::depth_rounds<G, Node, Goal, Observer>;

public:
    /// A search from `start`, a node or `any_of` several, to `goal`, of at most `depth` edges.
    template <class Start>
    depth_limited_dfs_search(G&& g, const Start& start, const Goal& goal, steps depth,
                             const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, {.first = depth, .last = depth}, o,
               std::forward<Observer>(observer)) {}
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
/// `observer`  hooks that look on; see `no_observer`.
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
