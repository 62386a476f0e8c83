// SPDX-License-Identifier: MIT
// What a search of a grid in tiles knows of each cell, in two bits, and how a path is read from it.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cell_arrays.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/grid/bit_tile.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace senda::detail {

/// Of one tile the free cells, which are open and were not reached, and of those that were reached
/// the late ones, whose distance has bit 1 set.
struct tile_marks {
    tile_row free[tile_side];
    tile_row late[tile_side];
};

/// The number of a cell: its tile, a bit that is 0, its row and its column. In the marks of all
/// tiles, read as one array of rows, its row of free cells is the one at `place >> 4`.
using tile_place = std::uint32_t;

/// The marks of all tiles. A tile is filled in from the grid when a search comes near it, so that a
/// query between two near cells costs the same on a large grid as on a small one.
class tile_field {
public:
    // What is known of a tile; the bits below are left to the search.
    static constexpr std::uint8_t is_filled = 32;  // its marks are those of the grid
    static constexpr std::uint8_t is_ready = 64;   // and so are those of the tiles beside it

    tile_field(const tiled_cells& cells, memory_budget& budget) noexcept
        : cells_(&cells), marks_(budget), flags_(budget) {
        const std::uint32_t tile_row_of_places = 512 * cells.stride();
        for (std::uint32_t i = 0; i < tile_side; ++i) {
            north_[i] = i == 0 ? 240 - tile_row_of_places : 0u - 16;
            east_[i] = i == 15 ? 512 - 15 : 1;
            south_[i] = i == 15 ? tile_row_of_places - 240 : 16;
            west_[i] = i == 0 ? 15u - 512 : 0u - 1;
        }
    }

    /// Takes the memory; false if there is not enough, or if places of 32 bits are too few.
    [[nodiscard]] bool prepare() {
        const std::size_t count = cells_->tiles();
        if (count >= std::size_t{1} << 23 || !flags_.assign_zeros(count) ||
            !marks_.assign_zeros(count)) {
            return false;
        }
        prefer_huge_pages(marks_.data(), count * sizeof(tile_marks), false);
        return true;
    }

    [[nodiscard]] std::size_t tiles() const noexcept { return marks_.size(); }
    [[nodiscard]] std::uint32_t stride() const noexcept { return cells_->stride(); }
    [[nodiscard]] tile_marks* marks() noexcept { return marks_.data(); }
    [[nodiscard]] std::uint8_t* flags() noexcept { return flags_.data(); }
    /// The marks as one array of rows; the row of late cells is 16 behind that of free ones.
    [[nodiscard]] tile_row* rows() noexcept { return &marks_.data()->free[0]; }

    [[nodiscard]] tile_place place(cell c) const noexcept {
        return cells_->tile(c.x, c.y) * 512 + static_cast<std::uint32_t>(c.y & 15) * 16 +
               static_cast<std::uint32_t>(c.x & 15);
    }
    [[nodiscard]] tile_place north(tile_place p) const noexcept { return p + north_[p >> 4 & 15]; }
    [[nodiscard]] tile_place east(tile_place p) const noexcept { return p + east_[p & 15]; }
    [[nodiscard]] tile_place south(tile_place p) const noexcept { return p + south_[p >> 4 & 15]; }
    [[nodiscard]] tile_place west(tile_place p) const noexcept { return p + west_[p & 15]; }

    /// Which tiles were made ready. Threads that make tiles ready at the same time count apart.
    struct tally {
        std::uint32_t first = ~0u;  // the tiles filled in lie between these
        std::uint32_t last = 0;
        std::uint32_t ready = 0;
    };

    /// Fills a tile in, and the four beside it. Not for tiles of the ring.
    [[gnu::noinline]] void make_ready(std::uint32_t tile, tally& counted) noexcept {
        for (const std::uint32_t t : {tile, tile - 1, tile + 1, tile - stride(), tile + stride()}) {
            if ((flags_[t] & is_filled) != 0) continue;
            flags_[t] |= is_filled;
            std::memcpy(marks_[t].free, cells_->rows(t), sizeof marks_[t].free);
        }
        flags_[tile] |= is_ready;
        counted.first = std::min(counted.first, tile - stride());
        counted.last = std::max(counted.last, tile + stride());
        ++counted.ready;
    }
    void make_ready(std::uint32_t tile) noexcept {
        tally one;
        make_ready(tile, one);
        add(one);
    }
    /// Adds to what was counted.
    void add(const tally& counted) noexcept {
        const bool was_far = is_far();
        all_.first = std::min(all_.first, counted.first);
        all_.last = std::max(all_.last, counted.last);
        all_.ready += counted.ready;
        if (is_far() && !was_far) {
            prefer_huge_pages(marks_.data(), tiles() * sizeof(tile_marks), true);
        }
    }
    /// Whether the search has come to so many tiles that huge pages are worth their price.
    [[nodiscard]] bool is_far() const noexcept { return all_.ready >= 1024; }

    [[nodiscard]] bool is_free(tile_place p) noexcept {
        return (rows()[p >> 4] >> (p & 15) & 1) != 0;
    }
    void free(tile_place p) noexcept {
        rows()[p >> 4] = static_cast<tile_row>(rows()[p >> 4] | 1u << (p & 15));
    }
    /// Marks a cell as reached at a distance.
    void reach(tile_place p, steps distance) noexcept {
        tile_row* const row = rows() + (p >> 4);
        row[0] = static_cast<tile_row>(row[0] & ~(1u << (p & 15)));
        row[tile_side] |= static_cast<tile_row>((distance & 2) != 0 ? 1u << (p & 15) : 0u);
    }

    /// How many cells were reached.
    [[nodiscard]] std::uint64_t count_reached() const noexcept {
        std::uint64_t count = 0;
        for (std::size_t t = all_.first; t <= all_.last; ++t) {
            if ((flags_[t] & is_filled) == 0) continue;
            count += count_cells(cells_->rows(static_cast<std::uint32_t>(t))) -
                     count_cells(marks_[t].free);
        }
        return count;
    }

    /// The cells of a shortest path to `goal`. Distances of neighbours differ by one, so where one
    /// is known, bit 1 tells whether the other is one less or one more: no parents are stored.
    [[nodiscard]] std::vector<cell> path_to(cell goal, steps length) const {
        std::vector<cell> path(static_cast<std::size_t>(length) + 1);
        tile_place at = place(goal);
        unsigned way = 0;
        for (std::size_t left = path.size() - 1;; --left) {
            path[left] = goal;
            if (left == 0) return path;
            const auto late = static_cast<std::uint32_t>((left - 1) >> 1 & 1);
            // Straight on first: corridors are straight more often than not.
            tile_place next = neighbour(at, way);
            for (const unsigned turn : {1u, 2u, 3u}) {
                if (was_reached(next, late)) break;
                way = (way + turn) & 3;
                next = neighbour(at, way);
            }
            at = next;
            goal.x += way == 1 ? 1 : way == 3 ? -1 : 0;
            goal.y += way == 2 ? 1 : way == 0 ? -1 : 0;
        }
    }

private:
    [[nodiscard]] tile_place neighbour(tile_place p, unsigned way) const noexcept {
        switch (way) {
            case 0: return north(p);
            case 1: return east(p);
            case 2: return south(p);
            default: return west(p);
        }
    }
    [[nodiscard]] bool was_reached(tile_place p, std::uint32_t late) const noexcept {
        const tile_marks& marks = marks_[p >> 9];
        const std::uint32_t row = p >> 4 & 15;
        const std::uint32_t open = cells_->rows(p >> 9)[row];
        const std::uint32_t reached = open & ~std::uint32_t{marks.free[row]};
        return (reached & (marks.late[row] ^ (late - 1)) & 1u << (p & 15)) != 0;
    }

    const tiled_cells* cells_;
    buffer<tile_marks> marks_;
    buffer<std::uint8_t> flags_;
    tally all_;
    // What is added to a place on a step from its row or its column; most steps stay in the tile.
    std::uint32_t north_[tile_side];
    std::uint32_t east_[tile_side];
    std::uint32_t south_[tile_side];
    std::uint32_t west_[tile_side];
};

}  // namespace senda::detail
