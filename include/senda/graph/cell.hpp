// SPDX-License-Identifier: MIT
// A place in a grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>  // declares std::hash at the least cost

namespace senda {

/// Which neighbours a cell of a grid leads to.
enum class grid_moves {
    straight,       ///< the four that share a side
    octile,         ///< all eight; diagonally only where both cells beside the move are open
    octile_cutting  ///< all eight, whatever is beside the move
};

/// A place in a grid: `x` counts columns from the left, `y` rows from the top, both from 0.
struct cell {
    int x = 0;  ///< the column
    int y = 0;  ///< the row

    friend constexpr bool operator==(const cell&, const cell&) = default;
};

namespace detail {

/// The cells that share a side with a cell: north, east, south, west.
[[nodiscard]] constexpr std::array<cell, 4> four_neighbours(cell c) noexcept {
    return {{{c.x, c.y - 1}, {c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}}};
}

}  // namespace detail

}  // namespace senda

/// Spreads cells over all bits, so that neighbours do not crowd one part of a table.
template <>
struct std::hash<senda::cell> {
    [[nodiscard]] constexpr std::size_t operator()(senda::cell c) const noexcept {
        const auto x = static_cast<std::uint32_t>(c.x);
        const auto y = static_cast<std::uint32_t>(c.y);
        // The product carries both into its upper half, which is then folded onto the lower.
        const std::uint64_t bits = (std::uint64_t{x} << 32 | y) * 0x9E37'79B9'7F4A'7C15U;
        return static_cast<std::size_t>(bits ^ bits >> 32);
    }
};
