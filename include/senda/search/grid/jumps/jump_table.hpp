// SPDX-License-Identifier: MIT
// The walls of a grid with the next stop of each line from each cell, for many searches (JPS+: S.
// Rabin, "JPS+: Over 100x Faster than A*", 2015).
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/grid/jumps/jump_point_scan.hpp>
#include <senda/search/grid/jumps/wall_lines.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Eight bytes a cell: how far it is to the next stop to the north, east, south and west.
template <grid_moves Moves>
class jump_table : public wall_lines<Moves> {
    using lines = wall_lines<Moves>;

public:
    explicit jump_table(const basic_grid<Moves>& g, memory_budget& budget)
        : lines(g, budget), stops_(budget), stride_(static_cast<std::size_t>(g.width())) {}

    /// Makes the table; without it, or without memory for it, the lines are looked along.
    void make_stops() {
        constexpr int most = std::numeric_limits<std::int16_t>::max() - 1;
        const auto cells = stride_ * static_cast<std::size_t>(this->height());
        if (!this->has_memory() || this->width() > most || this->height() > most) return;
        if (!stops_.reserve(cells)) return;
        stops_.set_size(cells);
        const lines& walls = *this;
        const jump_point_scan<Moves, lines> scan(walls, {});
        for (int y = 0; y < this->height(); ++y)
            for (int x = 0; x < this->width(); ++x)
                if (this->open({x, y})) stops_[place(x, y)] = stops_from(scan, x, y);
    }

    [[nodiscard]] bool has_stops() const noexcept { return stops_.size() != 0; }

    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE line_stop stop(unsigned line, unsigned from) const noexcept {
        constexpr std::size_t direction =
            Along == along::rows ? (Step > 0 ? 1 : 3) : (Step > 0 ? 2 : 0);
        const unsigned x = (Along == along::rows ? from : line) - grid_margin;
        const unsigned y = (Along == along::rows ? line : from) - grid_margin;
        const int steps = stops_[y * stride_ + x][direction];
        const auto far = static_cast<unsigned>(steps < 0 ? -steps : steps);
        return {Step > 0 ? from + far : from - far, steps < 0};
    }

    /// Bytes that are held.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return lines::bytes() + stops_.size() * sizeof(stops);
    }

private:
    using stops = std::array<std::int16_t, 4>;  // below 0 if the stop is a wall

    [[nodiscard]] std::size_t place(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x);
    }

    [[nodiscard]] static stops stops_from(const jump_point_scan<Moves, lines>& scan, int at_x,
                                          int at_y) {
        const unsigned x = static_cast<unsigned>(at_x) + grid_margin;
        const unsigned y = static_cast<unsigned>(at_y) + grid_margin;
        const auto far = [](unsigned from, line_stop to) {
            const int steps = static_cast<int>(to.place < from ? from - to.place : to.place - from);
            return static_cast<std::int16_t>(to.is_wall ? -steps : steps);
        };
        return {far(y, scan.template look_along<along::columns, -1>(x, y)),
                far(x, scan.template look_along<along::rows, 1>(y, x)),
                far(y, scan.template look_along<along::columns, 1>(x, y)),
                far(x, scan.template look_along<along::rows, -1>(y, x))};
    }

    buffer<stops> stops_;
    std::size_t stride_;
};

}  // namespace senda::detail
