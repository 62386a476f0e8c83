// SPDX-License-Identifier: MIT
// Jump point search: A* on an 8-connected grid that queues only the cells where a shortest path may
// have to turn.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/contract/cost_bounds.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/jumps/jump_point_nodes.hpp>
#include <senda/search/grid/jumps/jump_point_scan.hpp>
#include <senda/search/grid/jumps/wall_bitmaps.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

template <grid_moves Moves>
class jump_point_search {
    using nodes = jump_point_nodes;
    static constexpr unsigned margin = wall_lines<Moves>::margin;

    struct queued {
        double through;      // the length of a path through the node, at least
        std::uint32_t left;  // steps to the goal, at least: of equals, the nearest goes first
        std::uint32_t node;

        friend constexpr bool operator<(const queued& a, const queued& b) noexcept {
            return a.through < b.through || (a.through == b.through && a.left < b.left);
        }
    };
    struct sooner {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept { return a < b; }
    };

public:
    using result_type = senda::result<cell, double>;

    jump_point_search(const wall_lines<Moves>& walls, cell start, cell goal,
                      search_control& control)
        : goal_(to_place(goal)),
          control_(control),
          scan_(walls, goal_),
          nodes_(control.budget()),
          open_(control.budget()),
          bounds_(control.limits()) {
        begin(walls.grid(), start, goal);
    }

    [[nodiscard]] result_type run() {
        while (control_.running()) {
            if (open_.empty()) {
                control_.end(bounds_.ending());
            } else {
                visit(open_.pop());
            }
        }
        return result();
    }

private:
    static constexpr place to_place(cell c) noexcept {
        return {static_cast<unsigned>(c.x) + margin, static_cast<unsigned>(c.y) + margin};
    }
    static constexpr cell to_cell(place p) noexcept {
        return {static_cast<int>(p.x - margin), static_cast<int>(p.y - margin)};
    }

    void begin(const basic_grid<Moves>& g, cell start, cell goal) {
        if (!g.open(start) || !g.open(goal)) {
            control_.end(status::exhausted);
        } else {
            const std::uint32_t number = nodes_.at(to_place(start));
            if (number == nodes::none) return control_.end(status::memory_limit);
            nodes_[number].entered = nodes_[number].ahead = all_directions;
            enqueue(number);
        }
    }

    void visit(const queued& first) {
        if (nodes_[first.node].ahead == 0) return;  // it was queued twice
        bounds_.raise(first.through);
        if (nodes_[first.node].at == goal_) {
            found_ = first.node;
            control_.end(status::found);
        } else if (control_.may_expand()) {
            expand(first.node);
        }
    }

    void expand(std::uint32_t number) {
        jump_point_node& node = nodes_[number];
        const place from = node.at;
        const octile_length so_far = node.from_start;
        const directions ahead = std::exchange(node.ahead, directions{0});
        node.done |= ahead;
        const auto take = [&](place to, heading h, unsigned straight, unsigned diagonal) {
            control_.count_generated();
            reach(to, h, so_far + octile_length{straight, diagonal}, number);
        };
        if (ahead & 1) scan_.template look<0, -1>(from, take);
        if (ahead & 2) scan_.template look<1, 0>(from, take);
        if (ahead & 4) scan_.template look<0, 1>(from, take);
        if (ahead & 8) scan_.template look<-1, 0>(from, take);
        if (ahead & 16) scan_.template look<1, -1>(from, take);
        if (ahead & 32) scan_.template look<1, 1>(from, take);
        if (ahead & 64) scan_.template look<-1, 1>(from, take);
        if (ahead & 128) scan_.template look<-1, -1>(from, take);
    }

    // Ways of the same length that enter a cell in different directions go on in all that each of
    // them may.
    [[gnu::noinline]] void reach(place to, heading h, octile_length from_start,
                                 std::uint32_t parent) {
        const std::uint32_t number = nodes_.at(to);
        if (number == nodes::none) return control_.end(status::memory_limit);
        jump_point_node& node = nodes_[number];
        if (node.entered != 0 && node.from_start == from_start) {
            if ((node.entered & h.bit()) != 0) return;
            node.entered |= h.bit();
            const bool waits = node.ahead != 0;
            node.ahead |= static_cast<directions>(scan_.onward(to, h) & ~node.done);
            if (node.ahead == 0 || waits) return;
        } else if (node.entered != 0 && node.from_start.value() <= from_start.value()) {
            return;
        } else {
            if (node.done != 0) control_.count_reopened();
            node = {to, from_start, parent, h.bit(), scan_.onward(to, h), 0, node.left_out};
        }
        enqueue(number);
    }

    void enqueue(std::uint32_t number) {
        jump_point_node& node = nodes_[number];
        const octile_length left = at_least(node.at);
        const double through = (node.from_start + left).value();
        const bool was_left_out = std::exchange(node.left_out, !bounds_.admits(through));
        if (node.left_out) {
            node.ahead = 0;
            return was_left_out ? bounds_.lower_cut(through) : bounds_.leave_out(through);
        }
        if (was_left_out) bounds_.take_in();
        if (!open_.push({through, left.straight + left.diagonal, number})) {
            control_.end(status::memory_limit);
        }
    }

    /// The way to the goal if there were no walls.
    [[nodiscard]] octile_length at_least(place from) const noexcept {
        const unsigned x = from.x < goal_.x ? goal_.x - from.x : from.x - goal_.x;
        const unsigned y = from.y < goal_.y ? goal_.y - from.y : from.y - goal_.y;
        return {std::max(x, y) - std::min(x, y), std::min(x, y)};
    }

    [[nodiscard]] result_type result() const {
        result_type r{.status = control_.status(), .statistics = control_.statistics()};
        if (found_ != nodes::none) {
            r.cost = r.lower_bound = nodes_[found_].from_start.value();
            append_path(r.path);
        } else {
            r.lower_bound = bounds_.lower_bound(r.status);
        }
        return r;
    }

    /// From each node to the next the path goes diagonally first, then straight.
    void append_path(std::vector<cell>& path) const {
        for (std::uint32_t number = found_; number != nodes::none; number = nodes_[number].parent) {
            const cell to = to_cell(nodes_[number].at);
            path.push_back(to);
            if (nodes_[number].parent == nodes::none) break;
            const cell from = to_cell(nodes_[nodes_[number].parent].at);
            const cell way{to.x - from.x, to.y - from.y};
            const int x = (way.x > 0) - (way.x < 0);
            const int y = (way.y > 0) - (way.y < 0);
            const int diagonal = std::min(way.x * x, way.y * y);
            const int steps = std::max(way.x * x, way.y * y);
            for (int i = steps - 1; i > 0; --i) {
                path.push_back({from.x + x * (way.x * x > way.y * y ? i : std::min(i, diagonal)),
                                from.y + y * (way.x * x > way.y * y ? std::min(i, diagonal) : i)});
            }
        }
        std::reverse(path.begin(), path.end());
    }

    place goal_;
    search_control& control_;
    jump_point_scan<Moves> scan_;
    nodes nodes_;
    detail::four_ary_heap<queued, sooner> open_;
    cost_bounds<double> bounds_;
    std::uint32_t found_ = nodes::none;
};

}  // namespace detail

/// Finds a shortest path between two cells of an 8-connected grid by jump point search. It is as
/// long as the one that `astar` finds with `octile`, found with far fewer nodes; `cost` is exact:
/// the straight steps plus sqrt(2) times the diagonal ones.
///
/// `g`      the grid, without weights: `octile_grid` or `octile_grid_cutting`.
/// `start`  where the path begins.
/// `goal`   where it ends.
/// `o`      limits, a stop token. An expansion is that of a cell where paths turn.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
[[nodiscard]] result<cell, double> jump_point(const basic_grid<Moves>& g, cell start, cell goal,
                                              const options& o = {}) {
    detail::search_control control(o, engine_kind::jump_points);
    detail::wall_lines<Moves> walls(g, control.budget());
    if (!walls.prepare()) control.end(status::memory_limit);
    return detail::jump_point_search<Moves>(walls, start, goal, control).run();
}

}  // namespace senda
