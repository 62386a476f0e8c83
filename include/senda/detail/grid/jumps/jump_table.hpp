// SPDX-License-Identifier: MIT
// The walls of a grid with the next stop of each line from each cell, for many searches (JPS+: S.
// Rabin, "JPS+: Over 100x Faster than A*", 2015).
#pragma once

#include <senda/detail/grid/jumps/jump_point_scan.hpp>
#include <senda/detail/grid/jumps/wall_lines.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Sixteen bytes a cell: how far it is to the next stop in each direction. Along a diagonal one
/// stops where a line to either side leads to a jump point.
template <grid_moves Moves>
class jump_table : public wall_lines<Moves> {
    using lines = wall_lines<Moves>;

public:
    explicit jump_table(const basic_grid<Moves>& g, memory_budget& budget)
        : lines(g, budget), stops_(budget), stride_(static_cast<std::size_t>(g.width())) {}

    /// Makes the table; without it, or without memory for it, which is false, the lines are looked
    /// along.
    [[nodiscard]] bool make_stops() {
        constexpr int most = std::numeric_limits<std::int16_t>::max() - 1;
        const auto cells = stride_ * static_cast<std::size_t>(this->height());
        if (this->width() > most || this->height() > most) return true;
        if (!this->has_memory() || !stops_.reserve(cells)) return false;
        stops_.set_size(cells);
        const lines& walls = *this;
        const jump_point_scan<Moves, lines> scan(walls, {});
        for (int y = 0; y < this->height(); ++y)
            for (int x = 0; x < this->width(); ++x)
                if (this->open({x, y})) stops_[place(x, y)] = straight_stops(scan, x, y);
        make_diagonals<1, -1>(scan);
        make_diagonals<1, 1>(scan);
        make_diagonals<-1, 1>(scan);
        make_diagonals<-1, -1>(scan);
        return true;
    }

    [[nodiscard]] bool has_stops() const noexcept { return !stops_.empty(); }

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

    /// How many diagonal steps there are to the next stop; if there is none but a wall, it is how
    /// many can be made, negative or 0.
    template <int X, int Y>
    [[nodiscard]] SENDA_ALWAYS_INLINE int diagonal_stop(grid_point from) const noexcept {
        return stops_[(from.y - grid_margin) * stride_ + from.x - grid_margin][diagonal<X, Y>];
    }

    /// Bytes that are held.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return lines::bytes() + stops_.size() * sizeof(stops);
    }

private:
    using stops = std::array<std::int16_t, 8>;  // below 0 if the stop is a wall
    template <int X, int Y>
    static constexpr std::size_t diagonal = X > 0 ? (Y < 0 ? 4 : 5) : (Y > 0 ? 6 : 7);

    [[nodiscard]] std::size_t place(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x);
    }

    [[nodiscard]] static stops straight_stops(const jump_point_scan<Moves, lines>& scan, int at_x,
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
                far(x, scan.template look_along<along::rows, -1>(y, x)),
                0,
                0,
                0,
                0};
    }

    /// From the far end of each diagonal back.
    template <int X, int Y>
    void make_diagonals(const jump_point_scan<Moves, lines>& scan) {
        constexpr std::size_t across = X > 0 ? 1 : 3;
        constexpr std::size_t along = Y > 0 ? 2 : 0;
        for (int row = 0; row < this->height(); ++row) {
            for (int column = 0; column < this->width(); ++column) {
                const int x = X > 0 ? this->width() - 1 - column : column;
                const int y = Y > 0 ? this->height() - 1 - row : row;
                const grid_point at{static_cast<unsigned>(x) + grid_margin,
                                    static_cast<unsigned>(y) + grid_margin};
                if (!this->open({x, y}) || !scan.can_step(at, {X, Y})) continue;
                const stops& next = stops_[place(x + X, y + Y)];
                const int left = next[diagonal<X, Y>];
                const bool is_stop =
                    next[across] > 0 || next[along] > 0 || scan.must_turn(at, {X, Y});
                stops_[place(x, y)][diagonal<X, Y>] =
                    static_cast<std::int16_t>(is_stop    ? 1
                                              : left > 0 ? left + 1
                                                         : left - 1);
            }
        }
    }

    buffer<stops> stops_;
    std::size_t stride_;
};

}  // namespace senda::detail
