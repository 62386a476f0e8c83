// SPDX-License-Identifier: MIT
// The steps of an 8-connected grid, by the indexes of its cells.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// A length in the units of jump point search, with a sign for differences.
using cell_length = std::int64_t;

inline constexpr cell_length straight_step = jump_units::straight;
inline constexpr cell_length diagonal_step = jump_units::diagonal;
inline constexpr cell_length no_length = std::numeric_limits<cell_length>::max() / 4;

/// The length of a path on an empty grid.
[[nodiscard]] constexpr cell_length empty_length(cell a, cell b) noexcept {
    return static_cast<cell_length>(jump_units::sum(octile_distance(a, b)));
}

/// A length as a number of straight steps, rounded down.
[[nodiscard]] constexpr double as_number(cell_length length) noexcept {
    constexpr double below = 1 - 0x1p-50;
    return length >= no_length
               ? std::numeric_limits<double>::infinity()
               : static_cast<double>(length) / static_cast<double>(straight_step) * below;
}

/// Walks from index to index. It refers to the cells of a grid, which may open and close.
template <grid_moves Moves>
class cell_moves {
public:
    using index = std::uint32_t;

    cell_moves() = default;
    explicit cell_moves(const basic_grid<Moves>& g) noexcept
        : cells_(g.data()),
          stride_(static_cast<index>(g.width()) + 1),
          per_row_(1.0 / static_cast<double>(stride_)) {}

    /// These moves where other cells are open.
    [[nodiscard]] cell_moves over(const unsigned char* cells) const noexcept {
        cell_moves other = *this;
        other.cells_ = cells;
        return other;
    }

    [[nodiscard]] index stride() const noexcept { return stride_; }
    [[nodiscard]] bool is_open(index at) const noexcept { return cells_[at] != 0; }
    [[nodiscard]] const unsigned char* cells() const noexcept { return cells_; }

    [[nodiscard]] index index_of(cell c) const noexcept {
        return static_cast<index>(c.y + 1) * stride_ + static_cast<index>(c.x + 1);
    }
    /// The cell of an index, without a division: half a cell to the right the quotient is far
    /// enough from a whole number.
    [[nodiscard]] cell cell_at(index at) const noexcept {
        const auto row = static_cast<index>((static_cast<double>(at) + 0.5) * per_row_);
        return {static_cast<int>(at - row * stride_) - 1, static_cast<int>(row) - 1};
    }

    /// Calls `visit(to, step)` for each step out of an open cell.
    template <class Visit>
    void for_each(index at, Visit visit) const {
        const unsigned char* const here = cells_ + at;
        const auto down = static_cast<std::ptrdiff_t>(stride_);
        const bool north = here[-down] != 0;
        const bool east = here[1] != 0;
        const bool south = here[down] != 0;
        const bool west = here[-1] != 0;
        if (north) visit(at - stride_, straight_step);
        if (east) visit(at + 1, straight_step);
        if (south) visit(at + stride_, straight_step);
        if (west) visit(at - 1, straight_step);
        const auto diagonal = [&](bool one, bool other, std::ptrdiff_t by) {
            if (Moves == grid_moves::octile && !(one && other)) return;
            if (here[by] != 0) visit(at + static_cast<index>(by), diagonal_step);
        };
        diagonal(north, east, 1 - down);
        diagonal(south, east, 1 + down);
        diagonal(south, west, down - 1);
        diagonal(north, west, -1 - down);
    }
    /// Calls `visit(index)` for the eight cells around one.
    template <class Visit>
    void for_each_around(index at, Visit visit) const {
        for (const index row : {at - stride_, at, at + stride_})
            for (const index by : {row - 1, row, row + 1})
                if (by != at) visit(by);
    }

    /// Whether a step leads between two cells that are side by side or share a corner.
    [[nodiscard]] bool leads(index from, index to) const noexcept {
        if (!is_open(from) || !is_open(to)) return false;
        if (Moves == grid_moves::octile_cutting || !is_diagonal(from, to)) return true;
        const cell a = cell_at(from);
        const cell b = cell_at(to);
        return is_open(from + static_cast<index>(b.x - a.x)) &&
               is_open(to - static_cast<index>(b.x - a.x));
    }
    /// Whether two cells with a step between them share but a corner.
    [[nodiscard]] bool is_diagonal(index from, index to) const noexcept {
        const index by = from < to ? to - from : from - to;
        return by != 1 && by != stride_;
    }

private:
    const unsigned char* cells_ = nullptr;
    index stride_ = 1;
    double per_row_ = 1;
};

}  // namespace senda::detail
