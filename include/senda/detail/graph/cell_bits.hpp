// SPDX-License-Identifier: MIT
// The cells of a grid as bits, 64 of a row in a word.
#pragma once

#include <senda/detail/graph/cell_arrays.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

namespace senda::detail {

/// Eight bytes, the first of them lowest.
[[nodiscard]] inline std::uint64_t eight_bytes(const unsigned char* from) noexcept {
    std::uint64_t bytes = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&bytes, from, sizeof bytes);
    } else {
        for (unsigned i = 0; i < 8; ++i) bytes |= std::uint64_t{from[i]} << 8 * i;
    }
    return bytes;
}

/// The lowest bit of each of eight bytes, which have no other: the product carries them into the
/// highest byte.
[[nodiscard]] constexpr std::uint64_t lowest_bits(std::uint64_t eight) noexcept {
    return eight * 0x0102'0408'1020'4080U >> 56;
}

/// 16 bits with a gap behind each.
[[nodiscard]] constexpr std::uint64_t with_gaps(std::uint64_t bits) noexcept {
    bits = (bits | bits << 8) & 0x00FF'00FFU;
    bits = (bits | bits << 4) & 0x0F0F'0F0FU;
    bits = (bits | bits << 2) & 0x3333'3333U;
    return (bits | bits << 1) & 0x5555'5555U;
}

/// The 64 cells of a row from `x` on, a multiple of 64, as bits that are set where they are open;
/// outside of the grid none is.
template <grid_moves Moves>
[[nodiscard]] std::uint64_t open_bits(const basic_grid<Moves>& g, std::int64_t x,
                                      std::int64_t y) noexcept {
    if (x < 0 || x >= g.width() || y < 0 || y >= g.height()) return 0;
    const cell first{static_cast<int>(x), static_cast<int>(y)};
    const int columns = std::min(g.width() - first.x, 64);
    std::uint64_t bits = 0;
    if constexpr (Moves == grid_moves::straight) {
        for (int i = 0; i < columns; i += tiled_cells::columns) {
            const std::uint16_t* const of_colour =
                g.tiles().rows(g.tiles().tile(first.x + i, first.y)) + y % 16;
            const std::uint64_t even = of_colour[y % 2 == 0 ? 0 : 16];
            const std::uint64_t odd = of_colour[y % 2 == 0 ? 16 : 0];
            bits |= (with_gaps(even) | with_gaps(odd) << 1) << i;
        }
    } else {
        const unsigned char* const cells = g.data() + g.index(first);
        int i = 0;
        for (; i + 8 <= columns; i += 8) bits |= lowest_bits(eight_bytes(cells + i)) << i;
        for (; i < columns; ++i) bits |= std::uint64_t{cells[i]} << i;
    }
    return bits;
}

}  // namespace senda::detail
