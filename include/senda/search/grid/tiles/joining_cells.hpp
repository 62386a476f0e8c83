// SPDX-License-Identifier: MIT
// Cells that a search by layers meets at distances that are known beforehand.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/grid/tiles/visited_tiles.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// Cells with their distances from the start, nearest first; some may be visited by now.
class joining_cells {
    struct entry {
        steps distance;
        tile_place place;
    };

public:
    explicit joining_cells(memory_budget& budget) noexcept : cells_(budget) {}

    /// Adds a cell, in any order; false if there is no memory.
    [[nodiscard]] bool add(tile_place p, steps distance) {
        nearest_ = std::min(nearest_, distance);
        farthest_ = std::max(farthest_, distance);
        return cells_.push(entry{distance, p});
    }

    /// Called when all were added; false if there is no memory. Distances lie as close together
    /// as a grid is wide and high, so they are counted.
    [[nodiscard]] bool sort() {
        if (cells_.empty()) return true;
        buffer<entry> sorted(cells_.budget());
        buffer<std::size_t> places(cells_.budget());
        if (!sorted.reserve(cells_.size()) ||
            !places.assign_zeros(static_cast<std::size_t>(farthest_ - nearest_) + 2)) {
            return false;
        }
        const auto slot = [&](const entry& e) -> std::size_t& {
            return places[static_cast<std::size_t>(e.distance - nearest_)];
        };
        for (const entry& e : cells_) ++slot(e);
        std::size_t before = 0;
        for (std::size_t& place : places) before += std::exchange(place, before);
        sorted.set_size(cells_.size());
        for (const entry& e : cells_) sorted[slot(e)++] = e;
        cells_ = std::move(sorted);
        return true;
    }

    /// The distance at which the next ones join, or infinity.
    [[nodiscard]] steps distance() const noexcept {
        return next_ < cells_.size() ? cells_[next_].distance : infinite<steps>;
    }

    /// Gives each cell of a distance to `take(place)`.
    template <class Take>
    void join(steps distance, Take&& take) {
        for (; this->distance() == distance; ++next_) take(cells_[next_].place);
    }

    void release() noexcept { cells_.release(); }

    /// Whether none is left that is still to be visited.
    [[nodiscard]] bool is_done(visited_tiles& visited) noexcept {
        while (next_ < cells_.size() && !visited.is_unvisited(cells_[next_].place)) ++next_;
        return next_ == cells_.size();
    }

    /// Follows the visited tiles, when their window was widened.
    void widen(const tile_window& nearby) noexcept {
        for (entry& e : cells_) e.place = nearby.grid_place(e.place);
    }

private:
    buffer<entry> cells_;
    std::size_t next_ = 0;
    steps nearest_ = infinite<steps>;
    steps farthest_ = 0;
};

}  // namespace senda::detail
