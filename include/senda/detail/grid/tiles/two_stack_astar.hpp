// SPDX-License-Identifier: MIT
// A* with the Manhattan distance between two cells of a tiled grid, for `astar`.
#pragma once

#include <senda/detail/grid/tiles/grid_query.hpp>
#include <senda/detail/grid/tiles/tile_layers.hpp>
#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace senda::detail {

/// A step toward the goal keeps f = g + h, any other adds 2: the open list is two stacks, of the
/// least f and the next, and g is not stored. The deepest cell is expanded first. Where many cells
/// turn out to be in the way, layers of bits are faster, and it begins again with these.
class two_stack_astar : public tile_layers<no_team> {
public:
    /// A search that fits no estimate but the Manhattan distance to the goal.
    template <TiledGrid G, class H>
    two_stack_astar(const G& g, cell start, cell goal, const H& h, const options& o,
                    const tile_tuning& tuning = {})
        : tile_layers(g, start, goal, o, tuning, unprepared{}),
          now_(control_.budget()),
          next_(control_.budget()),
          f_(manhattan{goal}(start)),
          estimate_(f_),
          columns_(g.tiles().stride() - 1),
          rows_(g.tiles().tiles() / g.tiles().stride() - 2),
          ask_at_(tuning.astar_cells_first) {
        if (!control_.running()) return;
        const bool has_weight = o.weight >= 0 && o.weight != 1;
        const bool is_distance = h.goal == goal && h.scale == 1;
        decline_reason_ = !is_distance ? fallback_reason::other_estimate
                          : has_weight ? fallback_reason::weighted_estimate
                                       : fallback_reason::no_tiles;
        applicable_ = is_distance && !has_weight &&
                      visited_.prepare(start, tuning.initial_columns) && now_.grow() &&
                      next_.grow();
    }

    /// Why another search must answer.
    [[nodiscard]] std::string_view decline_reason() const noexcept { return decline_reason_; }

    /// Searches to the end.
    void run() {
        if (!applicable_ || !control_.running()) return;
        if (!make_ready(visited_.place(start_))) return;
        if (!bounds_.admits(f_)) return control_.end(status::cost_limit);
        (void)now_.push(start_);
        while (applicable_ && control_.running()) {
            if (should_switch_to_bfs()) return search_in_layers();
            expand_layer();
        }
        if (is_found()) visited_.make_ready(visited_.place(goal_) >> 10);
    }

    [[nodiscard]] result_type result() const {
        result_type found = answer(f_, [this] { return visited_.path_to(goal_, f_); });
        if (in_layers_) found.engine = in_layers;
        return found;
    }

private:
    /// What a search in layers would look at next.
    struct layer_cost_model {
        std::int64_t length;  ///< the longest paths that it looks for, or -1 for all
        std::uint64_t some;   ///< cells by which these may lead, and what their layers cost besides
        std::uint64_t all;    ///< as `some`, of all cells that are as near
    };

    /// Whether a search in layers is worth it: if A* has taken a part of the time that layers take.
    /// Until then it may turn out to be faster, and after that it costs them little.
    [[nodiscard]] SENDA_COLD bool should_switch_to_bfs() noexcept {
        if (ask_at_ != 0) return false;
        const std::uint64_t expanded = control_.expanded();
        const layer_cost_model ahead = look_ahead(f_);
        const std::uint64_t part = is_estimate_useless(f_) ? ahead.all / 16 : ahead.all / 7;
        const std::uint64_t enough = (ahead.length < 0 ? part : std::min(part, ahead.some)) /
                                     tuning_.layer_cells_per_astar_cell;
        ask_at_ = std::max(enough, expanded + expanded / 8 + 1);
        return expanded >= enough;
    }

    /// Whether no path of a length is left, and the estimate is of little use: more are to follow.
    [[nodiscard]] bool is_estimate_useless(std::int64_t length) const noexcept {
        return length >= estimate_ + estimate_ / 12 + 32;
    }

    /// The next cells where paths of a length are too short: fewer than all only if they are few.
    [[nodiscard]] SENDA_COLD layer_cost_model look_ahead(std::int64_t length) const noexcept {
        const std::int64_t more = tuning_.min_extra_length + length / 32 + 2 * (length - estimate_);
        const std::int64_t longer = length + (more & ~std::int64_t{1});
        const auto of_layers = static_cast<std::uint64_t>(longer) * 32;
        const std::uint64_t some = cells_within(longer, goal_) + of_layers;
        const std::uint64_t all = cells_within(2 * longer, start_) + of_layers;
        const bool is_limited = !is_estimate_useless(length) &&
                                some * tuning_.ahead_divisor <= all && longer < infinite<steps>;
        return {is_limited ? longer : -1, some, all};
    }

    /// Begins again in layers, among more and more cells: a path among those by which one of a
    /// length may lead is a shortest one if it is no longer than that.
    SENDA_COLD void search_in_layers() {
        now_.release();
        next_.release();
        in_layers_ = true;
        for (std::int64_t length = f_;;) {
            length = look_ahead(length).length;
            restart({start_, goal_, length});
            go_on(length < 0 ? infinite<steps> : static_cast<steps>(length), no_limit);
            const bool is_done = control_.running() ? !applicable_ || length < 0
                                                    : control_.status() != status::exhausted ||
                                                          !visited_.has_left_out();
            if (is_done) break;
            control_.resume();
            f_ = std::max(f_, static_cast<steps>(length) + 1);
            if (visited_.has_left_out()) continue;
            visited_.leave_out_no_more();
            go_on(infinite<steps>, no_limit);
            break;
        }
        finish();
        f_ = is_found() ? distance_ : std::max(f_, distance_ + 1);
    }

    /// How many cells, walls included, lie on paths of a length from the start by way of them to
    /// an end, as if there were no walls.
    [[nodiscard]] std::uint64_t cells_within(std::int64_t length, cell end) const noexcept {
        const auto distance = [](std::int64_t a, std::int64_t b) { return a < b ? b - a : a - b; };
        const auto [west, east] = std::minmax(start_.x, end.x);
        const std::int64_t width = static_cast<std::int64_t>(columns_) * tiled_cells::columns;
        const std::int64_t apart = distance(start_.x, end.x);
        const auto [north, south] = std::minmax(start_.y, end.y);
        const std::int64_t beyond = (length - apart - (south - north)) / 2;
        const std::int64_t first = std::max<std::int64_t>(north - beyond, 0) / tile_side;
        const std::int64_t last =
            std::min((south + beyond) / tile_side, static_cast<std::int64_t>(rows_) - 1);
        std::uint64_t cells = 0;
        const std::int64_t stride = (last - first) / 16 + 1;
        for (std::int64_t row = first + stride / 2; row <= last; row += stride) {
            const std::int64_t y = row * tile_side + tile_side / 2;
            const std::int64_t left = length - apart - distance(y, start_.y) - distance(y, end.y);
            if (left < 0) continue;
            cells += static_cast<std::uint64_t>(std::min(east + left / 2, width - 1) -
                                                std::max(west - left / 2, std::int64_t{0}) + 1) *
                     static_cast<std::uint64_t>(tile_side * stride);
        }
        return cells;
    }

    // The ends of the stacks, in registers while a layer is expanded.
    struct tops {
        cell* now;
        cell* next;
    };
    /// Expands the cells of the least f, and goes on to the next, or stops to think where it is.
    void expand_layer() {
        tops top{now_.end(), next_.end()};
        while (top.now != now_.begin()) {
            const cell at = *--top.now;
            // Else visited by now on another path.
            if (visited_.is_unvisited(visited_.place(at)) && !follow(at, top)) return;
        }
        set_sizes(top);
        begin_layer();
    }

    /// Goes from an unvisited cell toward the goal as far as it can; false to stop.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool follow(cell at, tops& top) {
        tile_place p = visited_.place(at);
        do {
            if (at == goal_) {
                control_.end(status::found);
                return false;
            }
            if (control_.expanded() >= ask_at_) [[unlikely]] {
                ask_at_ = 0;
                *top.now++ = at;
                set_sizes(top);
                return false;
            }
            if (!control_.may_expand()) return false;
            if (!has_room(now_, top.now) || !has_room(next_, top.next)) [[unlikely]] {
                if (!make_room(top)) {
                    control_.end(status::memory_limit);
                    return false;
                }
            }
            if ((visited_.flags()[p >> 10] & visited_tiles::is_ready) == 0) [[unlikely]] {
                if (!make_ready(p)) return false;
                p = visited_.place(at);
            }
        } while (expand(at, p, top));
        return true;
    }

    /// Loads the tiles around a cell, whose place that may change; false if there is no memory.
    [[nodiscard]] SENDA_NOINLINE bool make_ready(tile_place p) {
        visited_.make_ready(p >> 10);
        applicable_ = !visited_.is_at_edge() || visited_.widen();
        return applicable_;
    }

    void set_sizes(const tops& top) noexcept {
        now_.set_size(static_cast<std::size_t>(top.now - now_.data()));
        next_.set_size(static_cast<std::size_t>(top.next - next_.data()));
    }

    /// Goes on to the neighbour along the longer axis, near the diagonal more paths lead around a
    /// wall, and leaves the others; false if it is no unvisited one.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool expand(cell& at, tile_place& p, tops& top) noexcept {
        const int right = goal_.x - at.x;
        const int down = goal_.y - at.y;
        const steps across = right < 0 ? -right : right;
        const steps along = down < 0 ? -down : down;
        visited_.visit(p, f_ - across - along);
        const auto [north, east, south, west] = visited_.window().neighbours(p);
        const int x = right > 0 ? 1 : -1;
        const int y = down > 0 ? 1 : -1;
        const neighbour ahead[] = {{right > 0 ? east : west, {at.x + x, at.y}},
                                   {down > 0 ? south : north, {at.x, at.y + y}}};
        const neighbour behind[] = {{right > 0 ? west : east, {at.x - x, at.y}},
                                    {down > 0 ? north : south, {at.x, at.y - y}}};
        const bool is_wide = across > along;
        const tops before = top;
        discover(is_wide ? behind[1] : behind[0], top.next);
        const neighbour aside = is_wide ? ahead[1] : ahead[0];
        if ((is_wide ? along : across) != 0) [[likely]] {
            discover(aside, top.now);
        } else {
            discover(aside, top.next);
        }
        discover(is_wide ? behind[0] : behind[1], top.next);
        const neighbour next = is_wide ? ahead[0] : ahead[1];
        const bool goes_on = visited_.is_unvisited(next.place);
        control_.count_generated(static_cast<std::uint64_t>(
            (top.now - before.now) + (top.next - before.next) + (goes_on ? 1 : 0)));
        at = next.at;
        p = next.place;
        return goes_on;
    }

    struct neighbour {
        tile_place place;
        cell at;
    };
    // Written in any case and kept if unvisited, without an unpredictable branch.
    SENDA_ALWAYS_INLINE void discover(const neighbour& n, cell*& top) noexcept {
        *top = n.at;
        top += visited_.is_unvisited(n.place);
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

    /// Whether a stack has room for what one cell leads to, and one that is not kept.
    [[nodiscard]] static bool has_room(const buffer<cell>& stack, const cell* top) noexcept {
        return stack.data() + stack.capacity() - top >= 5;
    }
    [[nodiscard]] SENDA_COLD bool make_room(tops& top) {
        set_sizes(top);
        const bool had_room =
            (has_room(now_, top.now) || now_.grow()) && (has_room(next_, top.next) || next_.grow());
        top = {now_.end(), next_.end()};
        return had_room;
    }

    buffer<cell> now_;   // the cells of f
    buffer<cell> next_;  // and those of f + 2
    steps f_;
    std::int64_t estimate_;  // f of the start
    std::size_t columns_;    // of tiles, and their rows
    std::size_t rows_;
    std::uint64_t ask_at_;    // expansions before the next question whether layers are better
    bool in_layers_ = false;  // the open cells were handed over
    std::string_view decline_reason_ = {};
};

/// The distance that `two_stack_astar` goes by.
template <class H>
inline constexpr bool is_manhattan = false;
template <Cost Scale>
inline constexpr bool is_manhattan<manhattan<cell, Scale>> = true;

}  // namespace senda::detail
