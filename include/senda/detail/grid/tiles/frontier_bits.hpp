// SPDX-License-Identifier: MIT
// The frontier of a breadth-first search in tiles as bits, and which tiles it is about to enter.
#pragma once

#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// The frontier in each tile. A tile is active while the frontier is in it or about to enter.
class frontier_bits {
public:
    frontier_bits(visited_tiles& visited, memory_budget& budget) noexcept
        : visited_(visited), bits_(budget) {}

    /// Takes the memory; false if there is not enough.
    [[nodiscard]] SENDA_COLD bool prepare() {
        if (!bits_.assign_zeros(visited_.tiles())) return false;
        prefer_huge_pages(bits_.data(), bits_.size() * sizeof(tile_bits), visited_.is_large());
        return true;
    }

    /// Whether a cell is in the last frontier of its colour.
    [[nodiscard]] bool has(tile_place p) const noexcept {
        return (bits_[p >> 10].rows[p >> 9 & 1][p >> 4 & 15] >> (p & 15) & 1) != 0;
    }

protected:
    // Flags of a tile: bit `d` says whether the tile beside it on side `d` is active.
    static constexpr std::uint8_t is_active = 16;
    enum side : unsigned { north, east, south, west };

    // The last frontier of each colour: the next is written while the last is read.
    struct tile_bits {
        tile_row rows[2][tile_side];
    };
    static constexpr std::ptrdiff_t rows_a_tile = std::ptrdiff_t{2} * tile_side;

    [[nodiscard]] std::array<std::uint32_t, 4> tiles_beside(std::uint32_t tile) const noexcept {
        return {tile - visited_.stride(), tile + 1, tile + visited_.stride(), tile - 1};
    }

    /// The sides, a bit each, on which the frontier is about to enter an inactive tile.
    [[nodiscard]] SENDA_NOINLINE unsigned entered_beside(std::uint32_t tile, int colour) noexcept {
        static constexpr tile_row nothing[tile_side] = {};
        const tile_row* const rows = bits_[tile].rows[colour];
        const bit_tile::even_rows even(colour);
        const bit_tile here = bit_tile::load(rows);
        const unsigned active = visited_.flags()[tile];
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        const auto unvisited = [&](side d) {
            return (active >> d & 1) != 0 ? nothing
                                          : visited_.states()[beside[d]].of[colour ^ 1].unvisited;
        };
        const bit_tile in_east = bit_tile::load(unvisited(east));
        const bit_tile in_west = bit_tile::load(unvisited(west));
        unsigned entered = 0;
        if ((rows[0] & unvisited(north)[15]) != 0) entered |= 1u << north;
        if ((bit_tile::entering_from(even, {}, here) & in_east).any()) entered |= 1u << east;
        if ((rows[15] & unvisited(south)[0]) != 0) entered |= 1u << south;
        if ((bit_tile::entering_from(even, here, {}) & in_west).any()) entered |= 1u << west;
        return entered;
    }

    /// Whether the frontier in the tiles beside a tile is about to enter it.
    [[nodiscard]] bool is_entered(std::uint32_t tile, int colour) const noexcept {
        const view seen =
            view_of(bits_[tile].rows[colour], static_cast<std::ptrdiff_t>(visited_.stride()),
                    visited_.states()[tile].of[colour ^ 1]);
        const bit_tile entering = bit_tile::neighbours(bit_tile::even_rows(colour), {}, seen.north,
                                                       seen.east, seen.south, seen.west);
        return (entering & seen.unvisited).any();
    }

    /// Activates the tiles beside a tile on the sides `entered`; `note(tile)` for each new one.
    template <class Note>
    void activate_beside(std::uint32_t tile, unsigned entered, visited_tiles::ready_count& ready,
                         Note&& note) {
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        for (unsigned d = 0; d < 4; ++d)
            if ((entered >> d & 1) != 0 && activate(beside[d], ready)) note(beside[d]);
    }
    /// Whether the tile was not active yet.
    SENDA_NOINLINE bool activate(std::uint32_t tile, visited_tiles::ready_count& ready) noexcept {
        std::uint8_t* const flags = visited_.flags();
        if ((flags[tile] & is_active) != 0) return false;
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        if ((flags[tile] & visited_tiles::is_ready) == 0) {
            // Memory that is first read and then written is handed out twice.
            for (const std::uint32_t t : {beside[north], beside[south]}) {
                if ((flags[t] & visited_tiles::is_loaded) == 0) bits_[t] = {};
            }
            visited_.make_ready(tile, ready);
        }
        flags[tile] |= is_active;
        for (unsigned d = 0; d < 4; ++d) {
            flags[beside[d]] = static_cast<std::uint8_t>(flags[beside[d]] | 1u << (d ^ 2));
        }
        return true;
    }
    void deactivate(std::uint32_t tile) noexcept {
        std::uint8_t* const flags = visited_.flags();
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        flags[tile] = static_cast<std::uint8_t>(flags[tile] & ~is_active);
        for (unsigned d = 0; d < 4; ++d) {
            flags[beside[d]] = static_cast<std::uint8_t>(flags[beside[d]] & ~(1u << (d ^ 2)));
        }
    }

    /// Adds to the tiles that were made ready.
    SENDA_NOINLINE void count_ready(const visited_tiles::ready_count& ready) noexcept {
        const bool was_large = visited_.is_large();
        visited_.count_ready(ready);
        if (visited_.is_large() && !was_large) {
            prefer_huge_pages(bits_.data(), bits_.size() * sizeof(tile_bits), true);
        }
    }

    // The cells of a tile at borders with inactive tiles, by colour and by the lowest flags: in
    // every other row a colour's first cell is in the first column, else its last in the last.
    struct border {
        tile_row rows[tile_side];
    };
    static constexpr std::array<std::array<border, 16>, 2> borders = [] {
        std::array<std::array<border, 16>, 2> all{};
        for (unsigned colour = 0; colour < 2; ++colour) {
            for (unsigned active = 0; active < 16; ++active) {
                border& at = all[colour][active];
                for (unsigned y = 0; y < tile_side; ++y) {
                    const bool is_last = ((y ^ colour) & 1) != 0;
                    const bool is_inner = (active >> (is_last ? east : west) & 1) != 0;
                    at.rows[y] = static_cast<tile_row>(is_inner ? 0u : is_last ? 0x8000u : 1u);
                }
                if ((active >> north & 1) == 0) at.rows[0] = 0xFFFF;
                if ((active >> south & 1) == 0) at.rows[15] = 0xFFFF;
            }
        }
        return all;
    }();

    /// Bits of up to 64 tiles: where the frontier came to an inactive tile, and where it left.
    struct outcome {
        std::uint64_t at_border;
        std::uint64_t empty;
    };

    /// What a step reads of a tile and those beside it: nothing that another thread may write.
    struct view {
        bit_tile here, north, east, south, west, unvisited;
    };
    [[nodiscard]] SENDA_ALWAYS_INLINE static view view_of(const tile_row* at, std::ptrdiff_t stride,
                                                          const colour_state& state) noexcept {
        return {bit_tile::load(at),
                bit_tile::load(at - stride * rows_a_tile),
                bit_tile::load(at + rows_a_tile),
                bit_tile::load(at + stride * rows_a_tile),
                bit_tile::load(at - rows_a_tile),
                bit_tile::load(state.unvisited)};
    }

    /// Makes a step in `some` of `count` tiles, to distances whose bit 1 is `DistanceBit`.
    template <bool DistanceBit>
    [[nodiscard]] SENDA_ALWAYS_INLINE outcome step_tiles(int colour, const std::uint32_t* tiles,
                                                         std::size_t some,
                                                         std::size_t count) noexcept {
        const int next = colour ^ 1;
        const auto stride = static_cast<std::ptrdiff_t>(visited_.stride());
        // Those of the colour in the first tile; in the others they lie as far apart.
        colour_state* const states = visited_.states()->of + next;
        const tile_row* const frontier = bits_.data()->rows[colour];
        tile_row* const next_frontier = bits_.data()->rows[next];
        const bit_tile::even_rows even(colour);
        const std::uint8_t* const flags = visited_.flags();
        const border* const edges = borders[static_cast<std::size_t>(next)].data();
        const bool is_large = visited_.is_large();  // else all of it is in the cache
        std::uint64_t at_border = 0;
        std::uint64_t empty = 0;
        const auto look_at = [=](std::uint32_t tile) {
            return view_of(frontier + tile * rows_a_tile, stride, states[2 * std::size_t{tile}]);
        };
        view coming = look_at(tiles[0]);
        for (std::size_t i = 0; i < some; ++i) {
            const std::uint32_t tile = tiles[i];
            if (is_large) {
                const auto ahead = static_cast<std::ptrdiff_t>(tiles[std::min(i + 6, count - 1)]);
                prefetch(states + 2 * ahead);
                prefetch(frontier + ahead * rows_a_tile);
                prefetch(frontier + (ahead - stride) * rows_a_tile);
                prefetch(frontier + (ahead + stride) * rows_a_tile);
            }
            // A tile is read while the one before it is worked on.
            const view seen = coming;
            coming = look_at(tiles[std::min(i + 1, count - 1)]);
            colour_state& state = states[2 * std::size_t{tile}];
            const bit_tile reached =
                seen.unvisited &
                bit_tile::neighbours(even, seen.here, seen.north, seen.east, seen.south, seen.west);
            seen.unvisited.without(reached).store(state.unvisited);
            if constexpr (DistanceBit) {
                (bit_tile::load(state.distance_bit) | reached).store(state.distance_bit);
            }
            reached.store(next_frontier + tile * rows_a_tile);
            const bit_tile edge = bit_tile::load(edges[flags[tile] & 15].rows);
            at_border = at_border >> 1 | std::uint64_t{(reached & edge).any()} << 63;
            // A tile that was left may stay active for a while: one step in four looks.
            if (DistanceBit && next != 0) {
                empty = empty >> 1 | std::uint64_t{!(reached | seen.here).any()} << 63;
            }
        }
        return {at_border >> (64 - some), empty >> (64 - some)};
    }

    /// Follows the visited tiles, when their window was widened.
    [[nodiscard]] SENDA_COLD bool widen(const tile_window& nearby) {
        const buffer<tile_bits> before = std::move(bits_);
        if (!prepare()) return false;
        for (std::uint32_t t = 0; t < nearby.tiles(); ++t) {
            if (!nearby.is_outside(t)) bits_[nearby.grid_tile(t)] = before[t];
        }
        return true;
    }

    visited_tiles& visited_;
    buffer<tile_bits> bits_;
};

}  // namespace senda::detail
