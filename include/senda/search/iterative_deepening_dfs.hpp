// SPDX-License-Identifier: MIT
// Depth-first searches of growing depth: the fewest edges, with memory for one path only.
#pragma once

#include <senda/detail/engines/deepening/depth_rounds.hpp>
#include <senda/search/ida_star.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace senda {

/// An iterative-deepening search that can be stepped. It needs only `==`, and remembers only the
/// path it is on. What is given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer>
class iterative_deepening_dfs_search : public detail::depth_rounds<G, Node, Goal, Observer> {
    using base = detail::depth_rounds<G, Node, Goal, Observer>;

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
/// meets itself, so that without a path to a goal only a limit ends it, or the table of
/// `transposition_options`.
///
/// `g`         the graph; each edge counts one, as in `bfs`.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `o`         limits, a stop token; `limits.cost` is the most edges. `threads` changes nothing:
///             one thread works.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Options = options, class Observer = no_observer>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto iterative_deepening_dfs(G&& g, const Start& start, const Goal& goal,
                                           const Options& o = {}, Observer&& observer = {}) {
    using node = node_of<G, Start>;
    auto target = detail::goal_from<G, Start>(goal);
    if constexpr (detail::InPlaceGraph<G, node> && !detail::watched<Observer>) {
        detail::goal_test<G&, node, decltype(target)> is_goal(g, target);
        const auto one_step = [&](const node& n) { return is_goal(g, n) ? 0 : 1; };
        return detail::run_ida_star<false>(g, start, target, one_step, o, observer);
    } else {
        return detail::run_to_end(iterative_deepening_dfs_search(g, start, target, o, observer));
    }
}

}  // namespace senda
