// SPDX-License-Identifier: MIT
// A* with the Manhattan distance between two cells of a tiled grid, for `astar`.
#pragma once

#include <senda/detail/grid/tiles/grid_query.hpp>
#include <senda/detail/grid/tiles/tile_layers.hpp>
#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace senda::detail {

/// A step toward the goal keeps f = g + h, any other adds 2: the open list is two stacks, of the
/// least f and the next, and g is not stored. The deepest cell is expanded first. Once it has
/// expanded many, layers of bits are faster, and it begins again with these.
class two_stack_astar : public tile_layers {
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
          cells_(g.tiles().tiles() * (tiled_cells::columns * tile_side)) {
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
            if (is_in_vain_) return search_in_layers();
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
    /// How many cells layers look at, at most, for a path of a length.
    [[nodiscard]] std::uint64_t cells_within(steps length) const noexcept {
        const auto radius = static_cast<std::uint64_t>(length);
        return std::min(2 * radius * radius, cells_);
    }
    /// How many of them are on such paths between the ends.
    [[nodiscard]] std::uint64_t cells_between_ends(steps length) const noexcept {
        const auto apart = [](int a, int b) { return static_cast<std::uint64_t>(std::abs(a - b)); };
        const auto more = static_cast<std::uint64_t>(length - estimate_);
        return apart(start_.x, goal_.x) * apart(start_.y, goal_.y) +
               more * static_cast<std::uint64_t>(estimate_) + more * more / 2;
    }

    /// Begins again in layers. If the cells by which paths of a length may lead are fewer than all,
    /// it looks at these first: a path that is no longer is a shortest one. So it visits no cell
    /// more than three times, A* included, and only cells that are nearer than the goal.
    SENDA_COLD void search_in_layers() {
        now_.release();
        next_.release();
        in_layers_ = true;
        const std::int64_t longer = 8 * std::int64_t{f_ - estimate_} + tuning_.longer_first;
        const auto length =
            static_cast<steps>(std::min(estimate_ + longer, std::int64_t{largest_cost<steps>}));
        restart(cells_between_ends(length) < cells_within(length) ? length : infinite<steps>);
        go_on(longest_, no_limit);
        if (has_left_out_ && control_.status() == status::exhausted) control_.resume();
        if (applicable_ && control_.running()) {
            f_ = length + 1;
            if (has_left_out_) restart(infinite<steps>);
        }
        longest_ = infinite<steps>;
        go_on(infinite<steps>, no_limit);
        finish();
        f_ = is_found() ? distance_ : std::max(f_, distance_ + 1);
    }

    // The ends of the stacks, in registers while a layer is expanded.
    struct tops {
        cell* now;
        cell* next;
    };
    /// Expands the cells of the least f, and goes on to the next, or stops to think where it is.
    void expand_layer() {
        // Layers take many cells in the time of one.
        most_ = tuning_.astar_cells_first + cells_within(f_) / tuning_.layer_cells_per_astar_cell;
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
            if (control_.expanded() >= most_) [[unlikely]] {
                is_in_vain_ = true;
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
    steps estimate_;           // f of the start
    std::uint64_t cells_;      // of the grid
    std::uint64_t most_ = 0;   // that it may expand,
    bool is_in_vain_ = false;  // and it has
    bool in_layers_ = false;
    std::string_view decline_reason_ = {};
};

}  // namespace senda::detail
