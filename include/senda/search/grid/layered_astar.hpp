// SPDX-License-Identifier: MIT
// A* with the Manhattan distance between two cells of a grid that keeps its cells in tiles of bits:
// what `astar` does by itself on `grid`.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/tile_field.hpp>
#include <senda/search/grid/tile_query.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace senda::detail {

/// A* where a step changes the estimate by exactly one. Then f = g + h stays as it is on a step
/// toward the goal and grows by 2 on any other: two stacks are the queue, the near one with the
/// cells of the least f and the far one with those of the next, and g need not be stored. The
/// deepest cell is expanded first.
class layered_astar {
public:
    using result_type = senda::result<cell, steps>;

    layered_astar(const tiled_cells& cells, const options& o)
        : control_(o),
          field_(cells, control_.budget()),
          near_(control_.budget()),
          far_(control_.budget()),
          cap_(cost_cap<steps>(o.limits.cost)) {}

    /// Takes the memory; false if there is not enough.
    [[nodiscard]] bool prepare(cell start) { return field_.prepare(start) && make_room(); }

    /// Searches from an open cell to another.
    void run(cell start, cell goal) {
        goal_ = goal;
        f_ = manhattan{goal}(start);
        if (!make_ready(field_.place(start))) return control_.end(status::memory_limit);
        if (f_ > cap_) return control_.end(status::cost_limit);
        (void)near_.push(start);
        while (control_.running()) {
            expand_near();
            if (control_.running()) begin_layer();
        }
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
                if (!make_ready(p)) return control_.end(status::memory_limit);
                p = field_.place(at);
            }
            expand(at, p);
        }
    }

    /// Fills the tiles about a cell in; its place changes if that widens the field.
    [[nodiscard, gnu::noinline]] bool make_ready(tile_place p) {
        field_.make_ready(p >> 10);
        return !field_.is_at_edge() || field_.widen();
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
        if (f_ > cap_) return control_.end(status::cost_limit);
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
    steps cap_;
    steps f_ = 0;
    cell goal_ = {};
};

/// The distance that `layered_astar` goes by.
template <class H>
inline constexpr bool is_manhattan = false;
template <Cost Scale>
inline constexpr bool is_manhattan<manhattan<cell, Scale>> = true;

/// The answer of `astar` from a cell to another, or nothing where the generic search must answer:
/// the estimate is another, the start is closed, or the tiles do not fit into the memory allowed.
template <TiledGrid G, class H>
[[nodiscard]] std::optional<result<cell, steps>> astar_in_tiles(const G& g, cell start, cell goal,
                                                                const H& h, const options& o) {
    if (h.goal != goal || h.scale != 1 || (o.weight >= 0 && o.weight != 1)) return std::nullopt;
    if (!g.open(start) || start == goal) return std::nullopt;
    if (!g.open(goal)) {
        return result<cell, steps>{.status = status::exhausted, .lower_bound = infinite<steps>};
    }
    layered_astar search(g.tiles(), o);
    if (!search.prepare(start)) return std::nullopt;
    search.run(start, goal);
    return search.result();
}

}  // namespace senda::detail
