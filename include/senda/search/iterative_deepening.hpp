// SPDX-License-Identifier: MIT
// Depth-first searches of growing depth: the fewest edges, with memory for one path only.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/engines/path_walk.hpp>
#include <senda/search/ida_star.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The depths that are searched, one after the other; each edge counts one.
struct depth_range {
    steps first = 0;
    steps last = largest_cost<steps>;
};

/// Searches the paths that do not meet themselves, up to a number of edges, deeper and deeper. A
/// depth that leaves nothing out proves that there is no path.
template <class G, class Node, class Goal, class Observer>
    requires Graph<G, Node> && std::equality_comparable<Node> && GoalOf<Goal, Node>
class depth_rounds : public restartable_engine<depth_rounds<G, Node, Goal, Observer>, G, Node, Goal,
                                               Observer, steps> {
    using base = restartable_engine<depth_rounds, G, Node, Goal, Observer, steps>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::action;
    using walk = path_walk<std::remove_cvref_t<G>, Node, steps, action>;

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    depth_rounds(G&& g, const Start& start, const Goal& goal, depth_range depths, const options& o,
                 Observer&& observer)
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          depths_(depths),
          walk_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        r.engine = fallback_reason::path_only;
        if (r.status == status::found) {
            walk_.append_to(r.path, r.actions);
            r.cost = walk_.last().g;
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() { walk_.clear(); }

    template <class Start>
    void begin(const Start& start) {
        depth_ =
            std::min({std::max(depths_.first, 0), std::max(depths_.last, 0), bounds_.cost_limit()});
        is_cut_ = false;
        if (!control_.fits(walk_.filter.clear())) return;
        for_each_start<Node>(graph_, start, [&](auto&& n) {
            control_.fits(walk_.children.push(std::forward<decltype(n)>(n), 0, action{}));
        });
        if (control_.running()) control_.fits(walk_.frames.push(path_frame{0, 0, 0}));
    }

    void advance(std::uint64_t) {
        if (walk_.at_end()) return walk_.depth() == 0 ? deepen() : walk_.leave(graph_);
        const std::size_t self = walk_.frames.back().next++;
        const auto& child = walk_.children[self];
        if (walk_.has(graph_, child.node)) return;
        const bool at_goal = goal_(graph_, child.node);
        const bool at_bottom = child.g == depth_;
        if (!at_goal && at_bottom && is_cut_) return;
        if (!at_goal && !control_.may_expand()) return;
        if (!control_.fits(walk_.enter(graph_, self))) return;
        if (at_goal) return control_.end(status::found);
        expand(self, at_bottom);
    }

    // Of a node at the bottom it is only asked whether something lies below, until one has said so.
    void expand(std::size_t self, bool at_bottom) {
        const Node node = walk_.children[self].node;  // the children move while they grow
        const steps g = walk_.children[self].g;
        if (!admits<expand_hook>(control_, observer_, node, g)) return;
        for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
            if (!control_.running()) return;
            control_.count_generated();
            if (!admits<generate_hook>(control_, observer_, node, to, g + 1)) return;
            if (at_bottom) {
                is_cut_ = is_cut_ || !walk_.has(graph_, to);
            } else {
                control_.fits(
                    walk_.children.push(std::forward<decltype(to)>(to), g + 1, std::move(a)));
            }
        });
    }

    void deepen() {
        if (!is_cut_) return control_.end(status::exhausted);
        if (depth_ >= std::min(depths_.last, bounds_.cost_limit())) {
            bounds_.prune(add_costs(depth_, steps{1}));
            return control_.end(status::cost_limit);
        }
        bounds_.raise_lower_bound(++depth_);
        is_cut_ = false;
        walk_.frames.back().next = 0;
    }

    depth_range depths_;
    walk walk_;
    steps depth_ = 0;      // of this round
    bool is_cut_ = false;  // something lies deeper
};

}  // namespace senda::detail

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
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Options = options, class Observer = no_observer>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto iterative_deepening_dfs(G&& g, const Start& start, const Goal& goal,
                                           const Options& o = {}, Observer&& observer = {}) {
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
