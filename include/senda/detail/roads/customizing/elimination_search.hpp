// SPDX-License-Identifier: MIT
// A shortest path in a customised hierarchy: up the elimination tree from both ends, without a
// queue.
#pragma once

#include <senda/detail/roads/customizing/arc_costs.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_path.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search_base.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// A search that can be restarted in its memory. All that can be reached upward from a node is on
/// its path to the root of the elimination tree, so that walking this path visits nodes in the
/// order of their ranks, which is one in which each is reached at its least cost before it is left.
template <Cost C>
class elimination_search : public upward_search_base<elimination_search<C>, C> {
    using base = upward_search_base<elimination_search, C>;
    friend base;
    friend typename base::engine_type;
    using base::control_, base::graph_, base::bounds_, base::best_, base::start_, base::goal_;
    using base::meeting_node_, base::none;

public:
    /// `arcs`  those of the hierarchy.
    elimination_search(const arc_costs<C>& arcs, std::uint32_t start, std::uint32_t goal,
                       const options& o)
        : base(arcs.view(), engine_kind::elimination, o), arcs_(arcs), parent_(arcs.parents()) {
        begin(start, goal);
    }

private:
    /// The search from one end.
    struct side {
        explicit side(buffer<parent_arc>& taken) noexcept : costs(taken.budget()), steps(taken) {}

        [[nodiscard]] bool prepare(std::size_t nodes) {
            if (costs.size() == nodes) return true;
            if (!costs.reserve(nodes)) return false;
            costs.set_size(nodes);
            std::fill(costs.begin(), costs.end(), infinite<C>);
            return true;
        }

        buffer<C> costs;  // `infinite` wherever the search did not come or is past
        buffer<parent_arc>& steps;
        std::uint32_t at = none;  // how far up it is
    };

    void begin(std::uint32_t start, std::uint32_t goal) {
        if (!this->set_ends(start, goal)) return;
        if (!control_.fits(this->has_steps() && from_start_.prepare(graph_.node_count) &&
                           from_goal_.prepare(graph_.node_count)))
            return;
        begin_at(from_start_, start_);
        begin_at(from_goal_, goal_);
    }
    static void begin_at(side& s, std::uint32_t rank) {
        s.at = rank;
        s.costs[rank] = C{0};
        s.steps[rank] = {};
    }

    /// A search that a limit ended has not been past all that it reached.
    void forget() noexcept {
        for (side* s : {&from_start_, &from_goal_})
            for (; s->at != none; s->at = parent_[s->at]) s->costs[s->at] = infinite<C>;
    }

    void advance(std::uint64_t most) {
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() != end;) {
            const std::uint32_t next = std::min(from_start_.at, from_goal_.at);
            if (next == none) return finish();
            if (!control_.may_expand()) return;
            if (from_start_.at == next && from_goal_.at == next) meet(next);
            if (from_start_.at == next) climb(from_start_, graph_.forward);
            if (from_goal_.at == next) climb(from_goal_, graph_.backward);
        }
    }

    void meet(std::uint32_t rank) {
        const C through = add_costs(from_start_.costs[rank], from_goal_.costs[rank]);
        if (through < best_) {
            best_ = through;
            meeting_node_ = rank;
        }
    }

    /// Goes on from a node and leaves it behind.
    void climb(side& from, const upward_arcs<C>& up) {
        const std::uint32_t rank = from.at;
        const C here = from.costs[rank];
        from.at = parent_[rank];
        from.costs[rank] = infinite<C>;
        if (here >= best_) return;
        const std::uint32_t last = up.first[rank + 1];
        control_.count_generated(last - up.first[rank]);
        for (std::uint32_t i = up.first[rank]; i < last; ++i) {
            const C there = add_costs(here, up.arcs[i].cost);
            C& known = from.costs[up.arcs[i].to];
            if (there < known) {
                known = there;
                from.steps[up.arcs[i].to] = {rank, i};
            }
        }
    }

    void finish() {
        const bool is_found = best_ != infinite<C>;
        if (is_found && bounds_.admits(best_)) return control_.end(status::found);
        if (!is_found && !(arcs_.may_overflow() && is_connected(graph_, start_, goal_)))
            return control_.end(status::exhausted);
        bounds_.prune(best_);
        control_.end(status::cost_limit);
    }

    const arc_costs<C>& arcs_;
    const std::uint32_t* parent_;
    side from_start_{base::steps_ahead_};
    side from_goal_{base::steps_behind_};
};

}  // namespace senda::detail
