// SPDX-License-Identifier: MIT
// A* with the Manhattan distance between two cells of a grid that keeps its cells in tiles of bits:
// what `astar` does by itself on `grid`.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/contract/cost_bounds.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/tiles/grid_query.hpp>
#include <senda/search/grid/tiles/tile_query.hpp>
#include <senda/search/grid/tiles/visited_tiles.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// A* where a step changes the estimate by exactly one. Then f = g + h stays as it is on a step
/// toward the goal and grows by 2 on any other: two stacks are the queue, the near one with the
/// cells of the least f and the far one with those of the next, and g need not be stored. The
/// deepest cell is expanded first.
class layered_astar {
public:
    using result_type = senda::result<cell, steps>;

    /// A search from a cell to another, led by a Manhattan distance.
    template <TiledGrid G, class H>
    layered_astar(const G& g, cell start, cell goal, const H& h, const options& o)
        : control_(o, engine_kind::tiles),
          field_(g.tiles(), control_.budget()),
          near_(control_.budget()),
          far_(control_.budget()),
          bounds_(o.limits),
          f_(manhattan{goal}(start)),
          start_(start),
          goal_(goal) {
        control_.end_unless_running(status_between(g, start, goal));
        const bool has_no_weight = !(o.weight >= 0) || o.weight == 1;
        fits_ = !control_.running() || (h.goal == goal && h.scale == 1 && has_no_weight &&
                                        field_.prepare(start) && make_room());
    }

    /// False if another search must answer: the estimate is another, or the tiles do not fit into
    /// the memory allowed.
    [[nodiscard]] bool fits() const noexcept { return fits_; }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// Searches to the end.
    void run() {
        if (!fits_ || !control_.running()) return;
        if (!make_ready(field_.place(start_))) return;
        if (!bounds_.admits(f_)) return control_.end(status::cost_limit);
        (void)near_.push(start_);
        while (fits_ && control_.running()) {
            expand_near();
            if (fits_ && control_.running()) begin_layer();
        }
        if (control_.status() == status::found) field_.make_ready(field_.place(goal_) >> 10);
    }

    [[nodiscard]] result_type result() const {
        result_type r{.status = control_.status(),
                      .lower_bound = control_.status() == status::exhausted ? infinite<steps> : f_,
                      .statistics = control_.statistics()};
        if (control_.status() == status::found) {
            r.cost = f_;
            r.path = field_.path_to(goal_, f_);
        }
        return r;
    }

private:
    void expand_near() {
        while (!near_.empty()) {
            const cell at = near_.back();
            near_.set_size(near_.size() - 1);
            tile_place p = field_.place(at);
            if (!field_.is_free(p)) continue;  // reached by now on another way
            if (at == goal_) return control_.end(status::found);
            if (!control_.may_expand()) return;
            if (!make_room()) return control_.end(status::memory_limit);
            if ((field_.flags()[p >> 10] & tile_field::is_ready) == 0) [[unlikely]] {
                if (!make_ready(p)) return;
                p = field_.place(at);
            }
            expand(at, p);
        }
    }

    /// Fills the tiles about a cell in; its place changes if that widens the field. False if there
    /// is no memory for that.
    [[nodiscard, gnu::noinline]] bool make_ready(tile_place p) {
        field_.make_ready(p >> 10);
        fits_ = !field_.is_at_edge() || field_.widen();
        return fits_;
    }

    void expand(cell at, tile_place p) noexcept {
        const int right = goal_.x - at.x;
        const int down = goal_.y - at.y;
        const steps across = right < 0 ? -right : right;
        const steps along = down < 0 ? -down : down;
        field_.reach(p, f_ - across - along);
        const std::size_t before = near_.size() + far_.size();
        const tile_window& window = field_.window();
        const auto meet_across = [&] {
            meet({at.x + 1, at.y}, window.east(p), right > 0);
            meet({at.x - 1, at.y}, window.west(p), right < 0);
        };
        const auto meet_along = [&] {
            meet({at.x, at.y + 1}, window.south(p), down > 0);
            meet({at.x, at.y - 1}, window.north(p), down < 0);
        };
        // Last, and so expanded first, comes the way on which more is left: near the diagonal there
        // are more ways around a wall.
        if (across > along) {
            meet_along();
            meet_across();
        } else {
            meet_across();
            meet_along();
        }
        control_.count_generated(near_.size() + far_.size() - before);
    }

    // Written to both stacks and kept in the right one if it is free: which it is, is hard to guess
    // for the processor.
    void meet(cell to, tile_place p, bool toward_goal) noexcept {
        const bool free = field_.is_free(p);
        near_.data()[near_.size()] = to;
        near_.set_size(near_.size() + (free && toward_goal));
        far_.data()[far_.size()] = to;
        far_.set_size(far_.size() + (free && !toward_goal));
    }

    /// Goes on to the cells of the next f, if any of them is still to be reached.
    void begin_layer() {
        while (!far_.empty() && !field_.is_free(field_.place(far_.back()))) {
            far_.set_size(far_.size() - 1);
        }
        if (far_.empty()) return control_.end(status::exhausted);
        f_ += 2;
        if (!bounds_.admits(f_)) return control_.end(status::cost_limit);
        std::swap(near_, far_);
    }

    /// Room in both stacks for what one cell leads to, and one that is not kept.
    [[nodiscard]] bool make_room() {
        return (near_.size() + 5 <= near_.capacity() || near_.grow()) &&
               (far_.size() + 5 <= far_.capacity() || far_.grow());
    }

    search_control control_;
    tile_field field_;
    buffer<cell> near_;
    buffer<cell> far_;
    cost_bounds<steps> bounds_;
    steps f_;
    cell start_;
    cell goal_;
    bool fits_ = true;
};

/// The distance that `layered_astar` goes by.
template <class H>
inline constexpr bool is_manhattan = false;
template <Cost Scale>
inline constexpr bool is_manhattan<manhattan<cell, Scale>> = true;

}  // namespace senda::detail
