// SPDX-License-Identifier: MIT
// 256 cells of one colour in a tile of `tiled_cells`, in vector registers or in four words.
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

#if SENDA_HAS_VECTORS

/// A set of cells of one colour in one tile.
class bit_tile {
    using half = vector_of_8;
    using words = vector_of_2;

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
        const words both = reinterpret_cast<words>(upper_ | lower_);
        return (both[0] | both[1]) != 0;
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

#else

/// A set of cells of one colour in one tile.
class bit_tile {
    static constexpr std::uint64_t column = 0x0001'0001'0001'0001;  // the one in the west

public:
    /// As above.
    class even_rows {
    public:
        explicit even_rows(int colour) noexcept
            : mask_(std::uint64_t{0x0000'FFFF'0000'FFFF} << (colour == 0 ? 0 : 16)) {}

    private:
        friend bit_tile;
        std::uint64_t mask_;
    };

    [[nodiscard]] static bit_tile load(const tile_row* rows) noexcept {
        bit_tile loaded;
        for (int i = 0; i < 4; ++i) {
            for (int row = 0; row < 4; ++row) {
                loaded.words_[i] |= std::uint64_t{rows[4 * i + row]} << 16 * row;
            }
        }
        return loaded;
    }
    void store(tile_row* rows) const noexcept {
        for (int row = 0; row < tile_side; ++row) {
            rows[row] = static_cast<tile_row>(words_[row / 4] >> row % 4 * 16);
        }
    }

    friend bit_tile operator|(bit_tile a, bit_tile b) noexcept {
        for (int i = 0; i < 4; ++i) a.words_[i] |= b.words_[i];
        return a;
    }
    friend bit_tile operator&(bit_tile a, bit_tile b) noexcept {
        for (int i = 0; i < 4; ++i) a.words_[i] &= b.words_[i];
        return a;
    }
    [[nodiscard]] bit_tile without(bit_tile other) const noexcept {
        for (int i = 0; i < 4; ++i) other.words_[i] = words_[i] & ~other.words_[i];
        return other;
    }
    [[nodiscard]] bool any() const noexcept {
        return (words_[0] | words_[1] | words_[2] | words_[3]) != 0;
    }

    /// As above.
    [[nodiscard]] static bit_tile neighbours(even_rows even, bit_tile here, bit_tile north,
                                             bit_tile east, bit_tile south,
                                             bit_tile west) noexcept {
        bit_tile found = entering_from(even, east, west);
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t at = here.words_[i];
            const std::uint64_t above = i == 0 ? north.words_[3] : here.words_[i - 1];
            const std::uint64_t below = i == 3 ? south.words_[0] : here.words_[i + 1];
            // One of the cells at the sides has the same bit, the other the next or the one before.
            found.words_[i] |=
                at | (at & ~even.mask_ & ~(column << 15)) << 1 | (at & even.mask_ & ~column) >> 1;
            found.words_[i] |= at << 16 | above >> 48 | at >> 16 | below << 48;
        }
        return found;
    }

    /// As above.
    [[nodiscard]] static bit_tile entering_from(even_rows even, bit_tile east,
                                                bit_tile west) noexcept {
        for (int i = 0; i < 4; ++i) {
            east.words_[i] = (east.words_[i] & column & even.mask_) << 15 |
                             (west.words_[i] >> 15 & column & ~even.mask_);
        }
        return east;
    }

    bit_tile() noexcept = default;

private:
    std::uint64_t words_[4] = {};
};

#endif

/// How many cells of a tile are set in `rows`.
[[nodiscard]] inline std::uint64_t count_cells(const tile_row* rows) noexcept {
    std::uint64_t words[4];
    std::memcpy(words, rows, sizeof words);
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    return static_cast<std::uint64_t>(count);
}

}  // namespace senda::detail
