// SPDX-License-Identifier: MIT
// 256 cells of one colour in a tile of `tiled_cells`, in vector registers where there are any.
#pragma once

#include <senda/language/extensions.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

namespace senda::detail {

/// The cells of one colour in a row of a tile: bit 0 is the one in the west. In the rows with the
/// parity of the colour they stand in the even columns, in the others in the odd ones.
using tile_row = std::uint16_t;

inline constexpr int tile_side = 16;

/// A set of cells of one colour in one tile.
class bit_tile {
    using half = vector_of_8;

public:
    [[nodiscard]] static bit_tile load(const tile_row* rows) noexcept {
        bit_tile loaded;
        std::memcpy(&loaded.upper_, rows, 16);
        std::memcpy(&loaded.lower_, rows + 8, 16);
        return loaded;
    }
    void store(tile_row* rows) const noexcept {
        std::memcpy(rows, &upper_, 16);
        std::memcpy(rows + 8, &lower_, 16);
    }

    friend bit_tile operator|(bit_tile a, bit_tile b) noexcept {
        return {a.upper_ | b.upper_, a.lower_ | b.lower_};
    }
    friend bit_tile operator&(bit_tile a, bit_tile b) noexcept {
        return {a.upper_ & b.upper_, a.lower_ & b.lower_};
    }
    [[nodiscard]] bit_tile without(bit_tile other) const noexcept {
        return {upper_ & ~other.upper_, lower_ & ~other.lower_};
    }
    [[nodiscard]] bool any() const noexcept {
        const half both = upper_ | lower_;
        std::uint64_t words[2];
        std::memcpy(words, &both, sizeof words);
        return (words[0] | words[1]) != 0;
    }

    /// The rows in which cells of a colour stand in the even columns.
    class even_rows {
    public:
        explicit even_rows(int colour) noexcept
            : mask_(colour == 0 ? half{0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0}
                                : half{0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF}) {}

    private:
        friend bit_tile;
        half mask_;
    };

    /// The neighbours of cells of a colour, within the tile and from the tiles around it.
    [[nodiscard]] static bit_tile neighbours(even_rows even, bit_tile here, bit_tile north,
                                             bit_tile east, bit_tile south,
                                             bit_tile west) noexcept {
        const bit_tile upward{shuffle<1, 2, 3, 4, 5, 6, 7, 8>(here.upper_, here.lower_),
                              shuffle<1, 2, 3, 4, 5, 6, 7, 8>(here.lower_, south.upper_)};
        const bit_tile downward{shuffle<7, 8, 9, 10, 11, 12, 13, 14>(north.lower_, here.upper_),
                                shuffle<7, 8, 9, 10, 11, 12, 13, 14>(here.upper_, here.lower_)};
        // One of the two neighbours in the row has the same bit.
        return (here | other_side(even, here, east, west)) | (upward | downward);
    }

    /// The cells of a tile that are neighbours of the nearest column of the tiles at its sides.
    [[nodiscard]] static bit_tile entering_from(even_rows even, bit_tile east,
                                                bit_tile west) noexcept {
        return other_side(even, {}, east, west);
    }

    bit_tile() noexcept : upper_{}, lower_{} {}

private:
    bit_tile(half upper, half lower) noexcept : upper_(upper), lower_(lower) {}

    // In every other row, from the first on if the colour is 0, cells stand in even columns, and
    // the bit before is west of a cell. In the others they stand in odd ones, and the next is east.
    [[nodiscard]] static half other_side(even_rows even, half here, half east, half west) noexcept {
        const half to_west = (east << 15) + (here >> 1);
        const half to_east = (here << 1) + (west >> 15);
        return to_east ^ ((to_east ^ to_west) & even.mask_);
    }
    [[nodiscard]] static bit_tile other_side(even_rows even, bit_tile here, bit_tile east,
                                             bit_tile west) noexcept {
        return {other_side(even, here.upper_, east.upper_, west.upper_),
                other_side(even, here.lower_, east.lower_, west.lower_)};
    }

    half upper_, lower_;
};

/// How many cells of a tile are set in `rows`.
[[nodiscard]] inline std::uint64_t count_cells(const tile_row* rows) noexcept {
    std::uint64_t words[4];
    std::memcpy(words, rows, sizeof words);
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    return static_cast<std::uint64_t>(count);
}

}  // namespace senda::detail
