// SPDX-License-Identifier: MIT
// Bit-parallel breadth-first search that moves all cells of a tile at once, for wide frontiers.
#pragma once

#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// The cells at one distance. A tile is active while the frontier is in it or about to enter. A
/// step looks at the active tiles and writes only the tile it looks at: a cell joins the next
/// frontier if it is unvisited and beside this one.
class tile_frontier {
public:
    tile_frontier(visited_tiles& visited, memory_budget& budget) noexcept
        : visited_(visited), bits_(budget), active_(budget), at_border_(budget), empty_(budget) {}

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

    [[nodiscard]] std::size_t active() const noexcept { return active_.size(); }
    [[nodiscard]] bool full() const noexcept { return full_; }

    /// Puts an unvisited cell into the frontier of a distance.
    SENDA_NOINLINE void add(tile_place p, steps distance) {
        if (!visited_.is_unvisited(p)) return;
        visited_.visit(p, distance);
        tile_row& row = bits_[p >> 10].rows[p >> 9 & 1][p >> 4 & 15];
        row = static_cast<tile_row>(row | 1u << (p & 15));
        activate(p >> 10);
    }
    /// Called when all cells of the first frontier, which are of one colour, were added.
    SENDA_NOINLINE void begin(int colour) {
        const std::size_t count = active_.size();
        for (std::size_t i = 0; i < count; ++i) activate_beside(active_[i], colour);
    }

    /// How many cells are in the frontier, which is of a colour.
    [[nodiscard]] SENDA_NOINLINE std::uint64_t count(int colour) const noexcept {
        std::uint64_t cells = 0;
        for (const std::uint32_t tile : active_) cells += count_cells(bits_[tile].rows[colour]);
        return cells;
    }

    /// Empties the frontier of a colour: its cells are unvisited again and given to `take(place)`.
    template <class Take>
    void dissolve(int colour, Take&& take) {
        for (const std::uint32_t tile : active_) {
            const tile_row* const rows = bits_[tile].rows[colour];
            for (std::uint32_t y = 0; y < tile_side; ++y) {
                for (unsigned row = rows[y]; row != 0; row &= row - 1) {
                    const auto x = static_cast<std::uint32_t>(std::countr_zero(row));
                    const tile_place p =
                        tile << 10 | static_cast<std::uint32_t>(colour) << 9 | y << 4 | x;
                    visited_.unvisit(p);
                    take(p);
                }
            }
            bits_[tile] = {};
            deactivate(tile);
        }
        active_.clear();
    }

    /// Goes on from the frontier of a distance, which is of a colour, to the next.
    void step(int colour, steps distance) {
        if (!make_room()) return;
        ((distance + 1) & 2) != 0 ? sweep<true>(colour) : sweep<false>(colour);
        settle(colour ^ 1);
    }

    /// Follows the visited tiles, when their window was widened; false if there is no memory.
    [[nodiscard]] SENDA_COLD bool widen(const tile_window& nearby) {
        for (std::uint32_t& tile : active_) tile = nearby.grid_tile(tile);
        const buffer<tile_bits> before = std::move(bits_);
        if (!prepare()) return false;
        for (std::uint32_t t = 0; t < nearby.tiles(); ++t) {
            if (!nearby.is_outside(t)) bits_[nearby.grid_tile(t)] = before[t];
        }
        return true;
    }

    /// The first cell of a colour that is in the last frontiers of both, which are in the same
    /// tiles, or 0: no other order of the active tiles gives another one.
    [[nodiscard]] SENDA_NOINLINE tile_place common_cell(const tile_frontier& other,
                                                        int colour) const noexcept {
        if (other.active() < active()) return other.common_cell(*this, colour);
        std::uint32_t first = ~0u;
        for (const std::uint32_t tile : active_) {
            if (tile >= first || (other.visited_.flags()[tile] & is_active) == 0) continue;
            const bit_tile here = bit_tile::load(bits_[tile].rows[colour]);
            if ((here & bit_tile::load(other.bits_[tile].rows[colour])).any()) first = tile;
        }
        for (std::uint32_t y = 0; first != ~0u; ++y) {
            const unsigned row = bits_[first].rows[colour][y] & other.bits_[first].rows[colour][y];
            if (row == 0) continue;
            return first << 10 | static_cast<std::uint32_t>(colour) << 9 | y << 4 |
                   static_cast<std::uint32_t>(std::countr_zero(row));
        }
        return 0;
    }

private:
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

    /// Activates the tiles beside a tile that the frontier is about to enter.
    SENDA_NOINLINE void activate_beside(std::uint32_t tile, int colour) {
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        for (unsigned entered = entered_beside(tile, colour); entered != 0; entered &= entered - 1)
            activate(beside[static_cast<unsigned>(std::countr_zero(entered))]);
    }
    SENDA_NOINLINE void activate(std::uint32_t tile) {
        std::uint8_t* const flags = visited_.flags();
        if ((flags[tile] & is_active) != 0) return;
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        if ((flags[tile] & visited_tiles::is_ready) == 0) {
            // Memory that is first read and then written is handed out twice.
            for (const std::uint32_t t : {beside[north], beside[south]}) {
                if ((flags[t] & visited_tiles::is_loaded) == 0) bits_[t] = {};
            }
            const bool was_large = visited_.is_large();
            visited_.make_ready(tile);
            if (visited_.is_large() && !was_large)
                prefer_huge_pages(bits_.data(), bits_.size() * sizeof(tile_bits), true);
        }
        flags[tile] |= is_active;
        for (unsigned d = 0; d < 4; ++d) {
            flags[beside[d]] = static_cast<std::uint8_t>(flags[beside[d]] | 1u << (d ^ 2));
        }
        full_ = full_ || !active_.push(tile);
    }
    void deactivate(std::uint32_t tile) noexcept {
        std::uint8_t* const flags = visited_.flags();
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        flags[tile] = static_cast<std::uint8_t>(flags[tile] & ~is_active);
        for (unsigned d = 0; d < 4; ++d) {
            flags[beside[d]] = static_cast<std::uint8_t>(flags[beside[d]] & ~(1u << (d ^ 2)));
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

    /// What a step reads of a tile and those beside it.
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

    // The hot loop: 64 tiles at once without a branch. Whether a frontier comes to a border or
    // leaves a tile is hard to predict: that is a bit a tile, noted down for later.
    template <bool DistanceBit>
    void sweep(int colour) noexcept {
        std::uint32_t* const tiles = active_.data();
        std::uint32_t* const at_border = at_border_.data();
        std::uint32_t* const empty = empty_.data();
        const std::size_t count = active_.size();
        std::size_t kept = 0;
        std::size_t bordering = 0;
        std::size_t emptied = 0;
        for (std::size_t first = 0; first < count; first += 64) {
            const std::size_t some = std::min(count - first, std::size_t{64});
            const outcome seen =
                step_tiles<DistanceBit>(colour, tiles + first, some, count - first);
            for (std::uint64_t bits = seen.at_border; bits != 0; bits &= bits - 1) {
                at_border[bordering++] = tiles[first + index_of_lowest(bits)];
            }
            if (emptied == 0 && seen.empty == 0) {
                kept += some;
                continue;
            }
            for (std::uint64_t bits = seen.empty; bits != 0; bits &= bits - 1) {
                empty[emptied++] = tiles[first + index_of_lowest(bits)];
            }
            for (std::size_t i = 0; i < some; ++i) {
                tiles[kept] = tiles[first + i];
                kept += (seen.empty >> i & 1) == 0;
            }
        }
        active_.set_size(kept);
        at_border_.set_size(bordering);
        empty_.set_size(emptied);
    }

    [[nodiscard]] static std::size_t index_of_lowest(std::uint64_t bits) noexcept {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    /// Activates the tiles about to be entered and deactivates empty ones. Inlined into `sweep`, it
    /// would take the registers of its loop.
    SENDA_NOINLINE void settle(int colour) {
        for (const std::uint32_t tile : at_border_) activate_beside(tile, colour);
        for (const std::uint32_t tile : empty_) {
            if (is_entered(tile, colour)) {
                full_ = full_ || !active_.push(tile);
            } else {
                deactivate(tile);
            }
        }
    }

    /// Room to note down every active tile.
    [[nodiscard]] bool make_room() {
        const std::size_t needed = active_.size();
        const std::size_t wanted = needed + needed / 2 + 64;
        full_ = full_ || (at_border_.capacity() < needed &&
                          !(empty_.reserve(wanted) && at_border_.reserve(wanted)));
        return !full_;
    }

    visited_tiles& visited_;
    buffer<tile_bits> bits_;
    buffer<std::uint32_t> active_;
    buffer<std::uint32_t> at_border_;  // whose frontier came to the border with an inactive tile
    buffer<std::uint32_t> empty_;      // that the frontier has left
    bool full_ = false;
};

}  // namespace senda::detail
