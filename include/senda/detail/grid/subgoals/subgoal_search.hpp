// SPDX-License-Identifier: MIT
// Shortest paths over a hierarchy of subgoals: A* from both ends, upward.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/subgoals/subgoal_graph.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::detail {

/// A search that can be restarted in its memory. An expansion is that of a subgoal.
template <grid_moves Moves>
class subgoal_search : public engine<subgoal_search<Moves>> {
    using base = engine<subgoal_search>;
    friend base;
    using base::control_;
    using units = typename subgoal_graph<Moves>::units;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

public:
    using result_type = senda::result<cell, double>;

    subgoal_search(const subgoal_graph<Moves>& graph, cell start, cell goal, const options& o)
        : base(o, engine_kind::subgoals),
          graph_(graph),
          from_start_(control_.budget()),
          from_goal_(control_.budget()),
          bounds_(o.limits) {
        begin(start, goal);
    }

    /// Starts again with other options.
    void restart(cell start, cell goal, const options& o) {
        control_.set_options(o);
        this->start_again([&] { begin(start, goal); });
    }

    /// The length of the path, or `infinite`.
    [[nodiscard]] double cost() const noexcept {
        return this->status() == status::found ? length(best_) : infinite<double>;
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{{.status = this->status(),
                       .statistics = this->statistics(),
                       .engine = engine_text(engine_kind::subgoals)}};
        if (r.status == status::found) {
            r.cost = r.lower_bound = length(best_);
            append_path(r.path);
        } else {
            r.lower_bound = bounds_.lower_bound(r.status);
        }
        return r;
    }

private:
    /// How a node was reached from one end.
    struct label {
        std::uint64_t length;
        std::uint32_t parent;  // `none` if from the end itself
        std::uint32_t round;   // labels of other searches do not count
    };
    struct item {
        std::uint64_t through;  // a lower bound of paths through the node
        std::uint64_t length;
        std::uint32_t node;
    };
    struct before {
        bool operator()(const item& a, const item& b) const noexcept {
            return a.through != b.through ? a.through < b.through : a.length > b.length;
        }
    };
    /// The search from one end.
    struct side {
        explicit side(memory_budget& budget) noexcept : labels(budget), open(budget) {}

        [[nodiscard]] std::uint64_t least() const noexcept {
            return open.empty() ? unknown : open.top().through;
        }

        buffer<label> labels;
        four_ary_heap<item, before> open;
        cell to = {};  // the other end
        std::uint32_t part = none;
    };

    void begin(cell start, cell goal) {
        bounds_ = cost_bounds<double>(control_.limits());
        best_ = unknown;
        meeting_node_ = none;
        start_ = start;
        goal_ = goal;
        if (!graph_.map().open(start) || !graph_.map().open(goal))
            return control_.end(status::exhausted);
        if (graph_.map().is_free(start, goal)) {
            take_path(units::sum(octile_distance(start, goal)), none);
            return control_.end(best_ != unknown ? status::found : status::cost_limit);
        }
        if (!control_.fits(next_round())) return;
        begin(from_start_, start, goal);
        begin(from_goal_, goal, start);
        if (from_start_.part != from_goal_.part || from_start_.part == none)
            control_.end(status::exhausted);
    }
    void begin(side& from, cell start, cell goal) {
        from.to = goal;
        from.part = none;
        graph_.for_each_next(start, [&](std::uint32_t node, std::uint64_t so_far) {
            from.part = graph_.part(node);
            reach(from, node, so_far, none);
        });
    }
    [[nodiscard]] bool next_round() {
        if (from_start_.labels.size() == graph_.size() &&
            from_goal_.labels.size() == graph_.size() && ++round_ != 0)
            return true;
        round_ = 1;
        return from_start_.labels.assign_zeros(graph_.size()) &&
               from_goal_.labels.assign_zeros(graph_.size());
    }

    void forget() noexcept {
        from_start_.open.clear();
        from_goal_.open.clear();
    }

    [[nodiscard]] static double length(std::uint64_t of_units) noexcept {
        return units::length(of_units).value();
    }

    void advance(std::uint64_t most) {
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() - end != 0;) {
            const bool is_forward = from_start_.least() <= from_goal_.least();
            side& from = is_forward ? from_start_ : from_goal_;
            side& other = is_forward ? from_goal_ : from_start_;
            if (from.least() >= best_) {
                control_.end(best_ != unknown ? status::found : status::cost_limit);
            } else {
                visit(from, other, from.open.pop());
            }
        }
    }

    void visit(side& from, const side& other, const item& first) {
        if (first.length != from.labels[first.node].length) return;  // it was queued twice
        bounds_.raise_lower_bound(length(first.through));
        if (!control_.may_expand()) return;
        const label& there = other.labels[first.node];
        if (there.round == round_ && first.length + there.length < best_)
            take_path(first.length + there.length, first.node);
        // Within the core one search is enough: that from the start.
        const bool goes_on =
            graph_.is_in_core(first.node) ? &from == &from_start_ : !is_stalled(from, first);
        if (goes_on) expand(from, first);
    }

    /// Whether a path over a higher node is shorter: then no shortest path goes on from here.
    [[nodiscard]] bool is_stalled(const side& from, const item& at) const noexcept {
        for (const hierarchy_edge& e : graph_.up(at.node)) {
            const label& above = from.labels[e.to];
            if (above.round == round_ && above.length + e.length < at.length) return true;
        }
        return false;
    }

    void expand(side& from, const item& at) {
        const auto edges = graph_.up(at.node);
        control_.count_generated(edges.size());
        for (const hierarchy_edge& e : edges) reach(from, e.to, at.length + e.length, at.node);
    }

    void reach(side& from, std::uint32_t node, std::uint64_t units_so_far, std::uint32_t parent) {
        label& known = from.labels[node];
        if (known.round == round_ && known.length <= units_so_far) return;
        known = {units_so_far, parent, round_};
        const std::uint64_t through =
            units_so_far + units::sum(octile_distance(graph_.at(node), from.to));
        if (through >= best_) return;
        if (bounds_.cost_limit() < largest_cost<double> && !bounds_.admits(length(through)))
            return bounds_.prune(length(through));
        (void)control_.fits(from.open.push({through, units_so_far, node}));
    }

    /// Keeps a path that is shorter than those before, unless it is beyond the limit on costs.
    void take_path(std::uint64_t of_units, std::uint32_t over) {
        if (!bounds_.admits(length(of_units))) return bounds_.prune(length(of_units));
        best_ = of_units;
        meeting_node_ = over;
    }

    void append_path(std::vector<cell>& path) const {
        const octile_length steps = units::length(best_);
        path.reserve(std::size_t{steps.straight} + steps.diagonal + 1);
        path.push_back(start_);
        for (const cell turn : turns()) graph_.map().append_free(path, turn);
    }

    /// Where the path may turn, from the first subgoal to the goal.
    [[nodiscard]] std::vector<cell> turns() const {
        if (meeting_node_ == none) return {goal_};
        std::vector<std::uint32_t> nodes{meeting_node_};
        while (from_start_.labels[nodes.back()].parent != none)
            nodes.push_back(from_start_.labels[nodes.back()].parent);
        std::reverse(nodes.begin(), nodes.end());
        while (from_goal_.labels[nodes.back()].parent != none)
            nodes.push_back(from_goal_.labels[nodes.back()].parent);
        std::vector<cell> cells = graph_.unpacked(nodes);
        cells.push_back(goal_);
        return cells;
    }

    const subgoal_graph<Moves>& graph_;
    side from_start_;
    side from_goal_;
    cell start_ = {};
    cell goal_ = {};
    cost_bounds<double> bounds_;
    std::uint64_t best_ = unknown;
    std::uint32_t meeting_node_ = none;
    std::uint32_t round_ = 0;
};

}  // namespace senda::detail
