// SPDX-License-Identifier: MIT
// A* with the Manhattan distance between two cells of a tiled grid, for `astar`.
#pragma once

#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/grid/tiles/grid_query.hpp>
#include <senda/search/grid/tiles/tile_layers.hpp>
#include <senda/search/grid/tiles/visited_tiles.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace senda::detail {

/// A step toward the goal keeps f = g + h, any other adds 2: the open list is two stacks, of the
/// least f and the next, and g is not stored. The deepest cell is expanded first. Where many cells
/// turn out to be in the way, layers of bits are faster, and they take over what is open.
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
          columns_(g.tiles().stride() - 1),
          rows_(g.tiles().tiles() / g.tiles().stride() - 2),
          ask_at_(tuning.guided) {
        if (!control_.running()) return;
        const bool has_weight = o.weight >= 0 && o.weight != 1;
        const bool is_distance = h.goal == goal && h.scale == 1;
        gave_up_ = !is_distance ? general_because::other_estimate
                   : has_weight ? general_because::weighted_estimate
                                : general_because::no_tiles;
        fits_ = is_distance && !has_weight && visited_.prepare(start, tuning.nearby) &&
                now_.grow() && next_.grow();
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
            if (expanded_enough() && hand_over()) {
                search_layers();
                f_ = is_found() ? distance_ : std::max(f_, distance_ + 1);
                return;
            }
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
    /// Whether a search in layers is worth it. It comes to all cells as near as the goal must be,
    /// A* only to those not too far from the goal either, but takes longer for each. So it is, if
    /// A* has come to some cells in vain and those that it may still come to are no small part of
    /// all; or if they are a large part and f has risen: it will rise more, and they will be more.
    [[nodiscard]] bool expanded_enough() noexcept {
        const std::uint64_t expanded = control_.expanded();
        if (expanded < ask_at_) return false;
        const std::uint64_t all = cells_within(2 * std::int64_t{f_}, start_);
        const std::uint64_t guided = cells_within(f_, goal_);
        const std::uint64_t enough = all / tuning_.share;
        ask_at_ = std::max(std::min(enough, 2 * expanded), expanded + expanded / 4);
        const bool has_risen = f_ >= manhattan{goal_}(start_) + 32;
        return (expanded >= enough && guided >= all / tuning_.part + (expanded - enough)) ||
               (has_risen && 5 * guided >= all);
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
        for (std::int64_t row = first; row <= last; ++row) {
            const std::int64_t y = row * tile_side + tile_side / 2;
            const std::int64_t left = length - apart - distance(y, start_.y) - distance(y, end.y);
            if (left < 0) continue;
            cells += static_cast<std::uint64_t>(std::min(east + left / 2, width - 1) -
                                                std::max(west - left / 2, std::int64_t{0}) + 1) *
                     tile_side;
        }
        return cells;
    }

    /// Leaves the open cells, whose distances are known, to the search in layers; false if there is
    /// no memory for that.
    [[nodiscard]] SENDA_NOINLINE bool hand_over() {
        const auto add = [this](const buffer<cell>& cells, steps f) {
            const manhattan estimate{goal_};
            return std::all_of(cells.begin(), cells.end(), [&](cell c) {
                const tile_place p = visited_.place(c);
                return !visited_.is_unvisited(p) || joining_.add(p, f - estimate(c));
            });
        };
        in_layers_ = add(now_, f_) && add(next_, f_ + 2) && joining_.sort();
        if (in_layers_) {
            now_.release();
            next_.release();
        } else {
            joining_.release();
            ask_at_ = ~std::uint64_t{0};
        }
        return in_layers_;
    }

    /// Expands the cells of the least f, and goes on to the next, or stops to think where it is.
    void expand_layer() {
        tops top{now_.end(), next_.end()};
        while (top.now != now_.begin()) {
            const cell at = *--top.now;
            tile_place p = visited_.place(at);
            if (!visited_.is_unvisited(p)) continue;  // visited by now on another path
            if (at == goal_) return control_.end(status::found);
            if (!control_.may_expand()) return;
            if (!has_room(now_, top.now) || !has_room(next_, top.next)) [[unlikely]] {
                if (!make_room(top)) return control_.end(status::memory_limit);
            }
            if ((visited_.flags()[p >> 10] & visited_tiles::is_ready) == 0) [[unlikely]] {
                if (!make_ready(p)) return;
                p = visited_.place(at);
            }
            expand(at, p, top);
            if (control_.expanded() >= ask_at_) return set_sizes(top);
        }
        set_sizes(top);
        begin_layer();
    }

    /// Loads the tiles around a cell, whose place that may change; false if there is no memory.
    [[nodiscard]] SENDA_NOINLINE bool make_ready(tile_place p) {
        visited_.make_ready(p >> 10);
        fits_ = !visited_.is_at_edge() || visited_.widen();
        return fits_;
    }

    // The ends of the stacks, in registers while a layer is expanded.
    struct tops {
        cell* now;
        cell* next;
    };
    void set_sizes(const tops& top) noexcept {
        now_.set_size(static_cast<std::size_t>(top.now - now_.data()));
        next_.set_size(static_cast<std::size_t>(top.next - next_.data()));
    }

    SENDA_ALWAYS_INLINE void expand(cell at, tile_place p, tops& top) noexcept {
        const int right = goal_.x - at.x;
        const int down = goal_.y - at.y;
        const steps across = right < 0 ? -right : right;
        const steps along = down < 0 ? -down : down;
        visited_.visit(p, f_ - across - along);
        const tops before = top;
        const auto [north, east, south, west] = visited_.window().neighbours(p);
        const auto meet_across = [&, to_east = east, to_west = west] {
            meet({at.x + 1, at.y}, to_east, right > 0, top);
            meet({at.x - 1, at.y}, to_west, right < 0, top);
        };
        const auto meet_along = [&, to_north = north, to_south = south] {
            meet({at.x, at.y + 1}, to_south, down > 0, top);
            meet({at.x, at.y - 1}, to_north, down < 0, top);
        };
        // Expanded first is the longer axis: near the diagonal more paths lead around a wall.
        if (across > along) {
            meet_along();
            meet_across();
        } else {
            meet_across();
            meet_along();
        }
        control_.count_generated(
            static_cast<std::uint64_t>((top.now - before.now) + (top.next - before.next)));
    }

    // Written to both stacks and kept in one if unvisited, without an unpredictable branch.
    SENDA_ALWAYS_INLINE void meet(cell to, tile_place p, bool toward_goal, tops& top) noexcept {
        const bool unvisited = visited_.is_unvisited(p);
        *top.now = to;
        top.now += unvisited && toward_goal;
        *top.next = to;
        top.next += unvisited && !toward_goal;
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
    [[nodiscard]] SENDA_NOINLINE bool make_room(tops& top) {
        set_sizes(top);
        const bool had_room =
            (has_room(now_, top.now) || now_.grow()) && (has_room(next_, top.next) || next_.grow());
        top = {now_.end(), next_.end()};
        return had_room;
    }

    buffer<cell> now_;   // the cells of f
    buffer<cell> next_;  // and those of f + 2
    steps f_;
    std::size_t columns_;  // of tiles, and their rows
    std::size_t rows_;
    std::uint64_t ask_at_;    // expansions before the next question whether layers are better
    bool in_layers_ = false;  // the open cells were handed over
    std::string_view gave_up_ = {};
};

/// The distance that `two_stack_astar` goes by.
template <class H>
inline constexpr bool is_manhattan = false;
template <Cost Scale>
inline constexpr bool is_manhattan<manhattan<cell, Scale>> = true;

}  // namespace senda::detail
