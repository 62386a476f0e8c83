// SPDX-License-Identifier: MIT
// Jump point search: A* on an 8-connected grid that queues only where a path may have to turn.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/contract/cost_bounds.hpp>
#include <senda/search/contract/engine_texts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/jumps/jump_point_scan.hpp>
#include <senda/search/grid/jumps/wall_bitmaps.hpp>
#include <senda/search/grid/octile/octile_units.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/node_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

struct jump_point_node {
    grid_point at;
    octile_length from_start;
    std::uint32_t parent;
    direction_set entered;  ///< in which it was entered by paths of that length
    direction_set ahead;    ///< in which it is still to scan
    direction_set done;     ///< in which it has scanned
    bool left_out;          ///< for the limit on costs
};

template <grid_moves Moves>
class jump_point_search {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr unsigned margin = wall_bitmaps<Moves>::margin;

    struct queued {
        double through;      // f: a lower bound on the length of a path through the node
        std::uint32_t left;  // on the steps to the goal: of equals, the nearest goes first
        std::uint32_t node;
    };
    struct sooner {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.through < b.through || (a.through == b.through && a.left < b.left);
        }
    };

public:
    using result_type = senda::result<cell, double>;

    jump_point_search(const wall_bitmaps<Moves>& walls, cell start, cell goal,
                      search_control& control)
        : goal_(to_point(goal)),
          control_(control),
          scan_(walls, goal_),
          nodes_(control.budget()),
          index_(control.budget()),
          open_(control.budget()),
          bounds_(control.limits()) {
        begin(walls.grid(), start, goal);
    }

    [[nodiscard]] result_type run() {
        while (control_.running())
            open_.empty() ? control_.end(bounds_.ending()) : visit(open_.pop());
        return result();
    }

private:
    static constexpr grid_point to_point(cell c) noexcept {
        return {static_cast<unsigned>(c.x) + margin, static_cast<unsigned>(c.y) + margin};
    }
    static constexpr cell to_cell(grid_point p) noexcept {
        return {static_cast<int>(p.x - margin), static_cast<int>(p.y - margin)};
    }

    void begin(const basic_grid<Moves>& g, cell start, cell goal) {
        if (!g.open(start) || !g.open(goal)) return control_.end(status::exhausted);
        const std::uint32_t number = node_at(to_point(start));
        if (number == none) return control_.end(status::memory_limit);
        nodes_[number].entered = nodes_[number].ahead = all_directions;
        enqueue(number);
    }

    /// The number of the node at a cell, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t node_at(grid_point where) {
        const std::size_t count = nodes_.size();
        if (index_.is_full(count) &&
            !(count == 0 ? index_.prepare(*this) : index_.make_room(count)))
            return none;
        const std::uint64_t spread =
            (std::uint64_t{where.y} << 32 | where.x) * 0x9E37'79B9'7F4A'7C15U;
        const auto key = static_cast<std::uint32_t>(spread >> 32);
        std::uint64_t* const entry =
            index_.find(key, [&](std::uint32_t i) { return nodes_[i].at == where; });
        if (*entry == 0) {
            if (!nodes_.push(jump_point_node{where, {}, none, 0, 0, 0, false})) return none;
            index_.set(entry, key, static_cast<std::uint32_t>(nodes_.size()));
        }
        return index_.value(entry) - 1;
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
        const grid_point from = node.at;
        const octile_length so_far = node.from_start;
        const direction_set ahead = std::exchange(node.ahead, direction_set{0});
        node.done |= ahead;
        const auto take = [&](grid_point to, direction h, unsigned straight, unsigned diagonal) {
            control_.count_generated();
            reach(to, h, so_far + octile_length{straight, diagonal}, number);
        };
        if (ahead & 1) scan_.template jump<0, -1>(from, take);
        if (ahead & 2) scan_.template jump<1, 0>(from, take);
        if (ahead & 4) scan_.template jump<0, 1>(from, take);
        if (ahead & 8) scan_.template jump<-1, 0>(from, take);
        if (ahead & 16) scan_.template jump<1, -1>(from, take);
        if (ahead & 32) scan_.template jump<1, 1>(from, take);
        if (ahead & 64) scan_.template jump<-1, 1>(from, take);
        if (ahead & 128) scan_.template jump<-1, -1>(from, take);
    }

    // Equally long paths that enter a cell in different directions go on in all of theirs.
    SENDA_NOINLINE void reach(grid_point to, direction h, octile_length from_start,
                              std::uint32_t parent) {
        const std::uint32_t number = node_at(to);
        if (number == none) return control_.end(status::memory_limit);
        jump_point_node& node = nodes_[number];
        if (node.entered != 0 && node.from_start == from_start) {
            if ((node.entered & h.bit()) != 0) return;
            node.entered |= h.bit();
            const bool waits = node.ahead != 0;
            node.ahead |= static_cast<direction_set>(scan_.pruned_directions(to, h) & ~node.done);
            if (node.ahead == 0 || waits) return;
        } else if (node.entered != 0 && node.from_start.value() <= from_start.value()) {
            return;
        } else {
            if (node.done != 0) control_.count_reopened();
            node = {to, from_start,   parent, h.bit(), scan_.pruned_directions(to, h),
                    0,  node.left_out};
        }
        enqueue(number);
    }

    void enqueue(std::uint32_t number) {
        jump_point_node& node = nodes_[number];
        const octile_length left = estimate(node.at);
        const double through = (node.from_start + left).value();
        const bool was_left_out = std::exchange(node.left_out, !bounds_.admits(through));
        if (node.left_out) {
            node.ahead = 0;
            return was_left_out ? bounds_.lower_cut(through) : bounds_.leave_out(through);
        }
        if (was_left_out) bounds_.take_in();
        control_.fits(open_.push(
            {through, static_cast<std::uint32_t>(left.straight + left.diagonal), number}));
    }

    /// The length of a path to the goal if there were no walls.
    [[nodiscard]] octile_length estimate(grid_point from) const noexcept {
        const unsigned x = from.x < goal_.x ? goal_.x - from.x : from.x - goal_.x;
        const unsigned y = from.y < goal_.y ? goal_.y - from.y : from.y - goal_.y;
        return {std::max(x, y) - std::min(x, y), std::min(x, y)};
    }

    [[nodiscard]] result_type result() const {
        result_type r{.status = control_.status(),
                      .statistics = control_.statistics(),
                      .engine = engine_text(control_.engine())};
        if (found_ != none) {
            r.cost = r.lower_bound = nodes_[found_].from_start.value();
            append_path(r.path);
        } else {
            r.lower_bound = bounds_.lower_bound(r.status);
        }
        return r;
    }

    /// From each node to the next the path goes diagonally first, then straight.
    void append_path(std::vector<cell>& path) const {
        path.push_back(to_cell(nodes_[found_].at));
        for (std::uint32_t number = nodes_[found_].parent; number != none;
             number = nodes_[number].parent) {
            const cell from = to_cell(nodes_[number].at);
            while (path.back() != from) {
                cell at = path.back();
                const int x = at.x - from.x;
                const int y = at.y - from.y;
                if (std::abs(x) >= std::abs(y)) at.x -= (x > 0) - (x < 0);
                if (std::abs(y) >= std::abs(x)) at.y -= (y > 0) - (y < 0);
                path.push_back(at);
            }
        }
        std::reverse(path.begin(), path.end());
    }

    grid_point goal_;
    search_control& control_;
    jump_point_scan<Moves> scan_;
    buffer<jump_point_node> nodes_;
    hashed_index<grid_point, std::uint32_t> index_;  // finds nodes by their cells
    detail::four_ary_heap<queued, sooner> open_;
    cost_bounds<double> bounds_;
    std::uint32_t found_ = none;
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
    detail::wall_bitmaps<Moves> walls(g, control.budget());
    if (!walls.prepare()) control.end(status::memory_limit);
    return detail::jump_point_search<Moves>(walls, start, goal, control).run();
}

}  // namespace senda
