// SPDX-License-Identifier: MIT
// Depth-first searches up to a depth, one or several of growing depth, on a path that is all they
// remember.
#pragma once

#include <senda/detail/contract/engine.hpp>
#include <senda/detail/engines/deepening/path_walk.hpp>

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

/// Searches the paths of up to so many edges that do not meet themselves, deeper and deeper. A
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
        r.engine = general_because::path_only;
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
        depth_ = std::min({std::max(depths_.first, 0), std::max(depths_.last, 0), bounds_.cap()});
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
        if (depth_ >= std::min(depths_.last, bounds_.cap())) {
            bounds_.leave_out(add_costs(depth_, steps{1}));
            return control_.end(status::cost_limit);
        }
        bounds_.raise(++depth_);
        is_cut_ = false;
        walk_.frames.back().next = 0;
    }

    depth_range depths_;
    walk walk_;
    steps depth_ = 0;      // of this round
    bool is_cut_ = false;  // something lies deeper
};

}  // namespace senda::detail
