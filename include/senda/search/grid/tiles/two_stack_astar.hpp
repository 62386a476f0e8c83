// SPDX-License-Identifier: MIT
// A* with the Manhattan distance between two cells of a tiled grid, for `astar`.
#pragma once

#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/contract/cost_bounds.hpp>
#include <senda/search/grid/tiles/grid_query.hpp>
#include <senda/search/grid/tiles/visited_tiles.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace senda::detail {

/// A step toward the goal keeps f = g + h, any other adds 2: the open list is two stacks, of the
/// least f and the next, and g is not stored. The deepest cell is expanded first.
class two_stack_astar : public grid_query {
public:
    using result_type = senda::result<cell, steps>;

    /// A search that fits no estimate but the Manhattan distance to the goal.
    template <TiledGrid G, class H>
    two_stack_astar(const G& g, cell start, cell goal, const H& h, const options& o)
        : grid_query(g, start, goal, o, engine_kind::tiles),
          visited_(g.tiles(), control_.budget()),
          now_(control_.budget()),
          next_(control_.budget()),
          bounds_(o.limits),
          f_(manhattan{goal}(start)) {
        if (!control_.running()) return;
        const bool has_weight = o.weight >= 0 && o.weight != 1;
        const bool is_distance = h.goal == goal && h.scale == 1;
        gave_up_ = !is_distance ? general_because::other_estimate
                   : has_weight ? general_because::weighted_estimate
                                : general_because::no_tiles;
        fits_ = is_distance && !has_weight && visited_.prepare(start) && make_room();
    }

    /// Why another search must answer.
    [[nodiscard]] std::string_view gave_up() const noexcept { return gave_up_; }

    /// Searches to the end.
    void run() {
        if (!fits_ || !control_.running()) return;
        if (!make_ready(visited_.place(start_))) return;
        if (!bounds_.admits(f_)) return control_.end(status::cost_limit);
        (void)now_.push(start_);
        while (fits_ && control_.running()) {
            expand_layer();
            if (fits_ && control_.running()) begin_layer();
        }
        if (is_found()) visited_.make_ready(visited_.place(goal_) >> 10);
    }

    [[nodiscard]] result_type result() const {
        return answer(f_, [this] { return visited_.path_to(goal_, f_); });
    }

private:
    void expand_layer() {
        while (!now_.empty()) {
            const cell at = now_.back();
            now_.set_size(now_.size() - 1);
            tile_place p = visited_.place(at);
            if (!visited_.is_unvisited(p)) continue;  // visited by now on another path
            if (at == goal_) return control_.end(status::found);
            if (!control_.may_expand()) return;
            if (!make_room()) return control_.end(status::memory_limit);
            if ((visited_.flags()[p >> 10] & visited_tiles::is_ready) == 0) [[unlikely]] {
                if (!make_ready(p)) return;
                p = visited_.place(at);
            }
            expand(at, p);
        }
    }

    /// Loads the tiles around a cell, whose place that may change; false if there is no memory.
    [[nodiscard]] SENDA_NOINLINE bool make_ready(tile_place p) {
        visited_.make_ready(p >> 10);
        fits_ = !visited_.is_at_edge() || visited_.widen();
        return fits_;
    }

    void expand(cell at, tile_place p) noexcept {
        const int right = goal_.x - at.x;
        const int down = goal_.y - at.y;
        const steps across = right < 0 ? -right : right;
        const steps along = down < 0 ? -down : down;
        visited_.visit(p, f_ - across - along);
        const std::size_t before = now_.size() + next_.size();
        const auto [north, east, south, west] = visited_.window().neighbours(p);
        const auto meet_across = [&, to_east = east, to_west = west] {
            meet({at.x + 1, at.y}, to_east, right > 0);
            meet({at.x - 1, at.y}, to_west, right < 0);
        };
        const auto meet_along = [&, to_north = north, to_south = south] {
            meet({at.x, at.y + 1}, to_south, down > 0);
            meet({at.x, at.y - 1}, to_north, down < 0);
        };
        // Expanded first is the longer axis: near the diagonal more paths lead around a wall.
        if (across > along) {
            meet_along();
            meet_across();
        } else {
            meet_across();
            meet_along();
        }
        control_.count_generated(now_.size() + next_.size() - before);
    }

    // Written to both stacks and kept in one if unvisited, without an unpredictable branch.
    void meet(cell to, tile_place p, bool toward_goal) noexcept {
        const bool unvisited = visited_.is_unvisited(p);
        now_.data()[now_.size()] = to;
        now_.set_size(now_.size() + (unvisited && toward_goal));
        next_.data()[next_.size()] = to;
        next_.set_size(next_.size() + (unvisited && !toward_goal));
    }

    /// Goes on to the cells of the next f, if any of them is still to be reached.
    void begin_layer() {
        while (!next_.empty() && !visited_.is_unvisited(visited_.place(next_.back()))) {
            next_.set_size(next_.size() - 1);
        }
        if (next_.empty()) return control_.end(status::exhausted);
        f_ += 2;
        if (!bounds_.admits(f_)) return control_.end(status::cost_limit);
        std::swap(now_, next_);
    }

    /// Room in both stacks for what one cell leads to, and one that is not kept.
    [[nodiscard]] bool make_room() {
        return (now_.size() + 5 <= now_.capacity() || now_.grow()) &&
               (next_.size() + 5 <= next_.capacity() || next_.grow());
    }

    visited_tiles visited_;
    buffer<cell> now_;   // the cells of f
    buffer<cell> next_;  // and those of f + 2
    cost_bounds<steps> bounds_;
    steps f_;
    std::string_view gave_up_ = {};
};

/// The distance that `two_stack_astar` goes by.
template <class H>
inline constexpr bool is_manhattan = false;
template <Cost Scale>
inline constexpr bool is_manhattan<manhattan<cell, Scale>> = true;

}  // namespace senda::detail
