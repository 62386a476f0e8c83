// SPDX-License-Identifier: MIT
// What a search of a grid in tiles knows of each cell, in two bits, and how a path is read from it.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cell_arrays.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/grid/tiles/bit_tile.hpp>
#include <senda/search/grid/tiles/tile_window.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace senda::detail {

/// Of one tile and one colour the free cells, which are open and were not reached, and of those
/// that were reached the late ones, whose distance has bit 1 set.
struct colour_marks {
    tile_row free[tile_side];
    tile_row late[tile_side];
};
struct tile_marks {
    colour_marks of[2];
};

/// The marks of the tiles in a window. A tile is filled in from the grid when a search comes near
/// it, so that a query between two near cells costs the same on a large grid as on a small one.
class tile_field {
public:
    /// The width of the window that a search begins with: 640 cells, and as many high.
    static constexpr std::uint32_t columns_at_first = 20;

    // What is known of a tile; the bits below are left to the search.
    static constexpr std::uint8_t is_filled = 32;  // its marks are those of the grid
    static constexpr std::uint8_t is_ready = 64;   // and so are those of the tiles beside it

    tile_field(const tiled_cells& cells, memory_budget& budget) noexcept
        : cells_(&cells), window_(cells), marks_(budget), flags_(budget) {}

    /// Takes the memory; false if there is not enough, or if places of 32 bits are too few. Begins
    /// with a window about the start if the grid is much larger.
    [[nodiscard]] bool prepare(cell start, std::uint32_t columns_near = columns_at_first) {
        if (cells_->tiles() >= std::size_t{1} << 22) return false;
        const tile_window near(*cells_, start, columns_near);
        if (near.tiles() > cells_->tiles() / 4) {
            return take_memory(marks_, flags_, cells_->tiles());
        }
        window_ = near;
        // A tile is written when it is filled in, and not read before.
        if (!flags_.assign_zeros(window_.tiles()) || !marks_.reserve(window_.tiles())) return false;
        marks_.set_size(window_.tiles());
        return true;
    }

    [[nodiscard]] const tile_window& window() const noexcept { return window_; }
    [[nodiscard]] std::size_t tiles() const noexcept { return marks_.size(); }
    [[nodiscard]] std::uint32_t stride() const noexcept { return window_.stride(); }
    [[nodiscard]] tile_marks* marks() noexcept { return marks_.data(); }
    [[nodiscard]] std::uint8_t* flags() noexcept { return flags_.data(); }
    /// The marks as one array of rows; the row of late cells is 16 behind that of free ones.
    [[nodiscard]] tile_row* rows() noexcept { return reinterpret_cast<tile_row*>(marks_.data()); }

    [[nodiscard]] tile_place place(cell c) const noexcept { return window_.place(c); }

    /// Which tiles were made ready. Threads that make tiles ready at the same time count apart.
    struct tally {
        std::uint32_t first = ~0u;  // the tiles filled in lie between these
        std::uint32_t last = 0;
        std::uint32_t ready = 0;
        bool at_edge = false;  // one of them lies at the edge of the window
    };

    /// Fills a tile in, and the four beside it. Not for tiles of the ring.
    [[gnu::noinline]] void make_ready(std::uint32_t tile, tally& counted) noexcept {
        for (const std::uint32_t t : {tile, tile - 1, tile + 1, tile - stride(), tile + stride()}) {
            if ((flags_[t] & is_filled) == 0) fill(t);
        }
        flags_[tile] |= is_ready;
        counted.first = std::min(counted.first, tile - stride());
        counted.last = std::max(counted.last, tile + stride());
        ++counted.ready;
        counted.at_edge = counted.at_edge || window_.is_edge(tile);
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
        all_.at_edge = all_.at_edge || counted.at_edge;
        if (is_far() && !was_far) {
            prefer_huge_pages(marks_.data(), tiles() * sizeof(tile_marks), true);
        }
    }
    /// Whether the search has come to so many tiles that huge pages are worth their price.
    [[nodiscard]] bool is_far() const noexcept { return all_.ready >= 512; }

    /// Whether the search is about to leave the window: it must not go on before `widen`.
    [[nodiscard]] bool is_at_edge() const noexcept { return all_.at_edge; }
    /// Makes the window as large as the grid; false if there is no memory for that. All tiles get
    /// the numbers that `far_tile` of the window says.
    [[nodiscard, gnu::noinline]] bool widen() {
        buffer<tile_marks> marks(marks_.budget());
        buffer<std::uint8_t> flags(marks_.budget());
        if (!take_memory(marks, flags, cells_->tiles())) return false;
        std::swap(marks, marks_);
        std::swap(flags, flags_);
        const tile_window near = std::exchange(window_, tile_window(*cells_));
        for (std::uint32_t t = 0; t < near.tiles(); ++t) {
            if (near.is_outside(t) || (flags[t] & is_filled) == 0) continue;
            flags_[near.far_tile(t)] = flags[t];
            marks_[near.far_tile(t)] = marks[t];
        }
        all_ = {};
        for (std::uint32_t t = 0; t < near.tiles(); ++t) {
            if ((flags[t] & is_ready) != 0) make_ready(near.far_tile(t));
        }
        return true;
    }

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
        for (std::uint32_t t = all_.first; t <= all_.last; ++t) {
            if ((flags_[t] & is_filled) == 0 || window_.is_outside(t)) continue;
            const tile_row* const open = cells_->rows(window_.far_tile(t));
            count += count_cells(open) - count_cells(marks_[t].of[0].free);
            count += count_cells(open + tile_side) - count_cells(marks_[t].of[1].free);
        }
        return count;
    }

    /// The cells of a shortest path to `goal`. Distances of neighbours differ by one, so where one
    /// is known, bit 1 tells whether the other is one less or one more: no parents are stored. The
    /// tile of the goal must be ready: all cells beside it are looked at.
    [[nodiscard]] std::vector<cell> path_to(cell goal, steps length) const {
        static constexpr cell changes[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        std::vector<cell> path(static_cast<std::size_t>(length) + 1);
        const tile_window::compass ways(window_);
        tile_place at = place(goal);
        unsigned way = 0;
        for (std::size_t left = path.size() - 1;; --left) {
            path[left] = goal;
            if (left == 0) return path;
            const auto late = static_cast<std::uint32_t>((left - 1) >> 1 & 1);
            tile_place next = ways.next(at, way);
            // Corridors are straight more often than not; which way they turn is hard to guess for
            // the processor. Only the first step can lead back.
            if (!was_reached(next, late)) {
                const tile_place right = ways.next(at, (way + 1) & 3);
                const tile_place left_hand = ways.next(at, (way + 3) & 3);
                const bool to_right = was_reached(right, late);
                next = to_right ? right : left_hand;
                way = (way + (to_right ? 1 : 3)) & 3;
                if (left + 1 == path.size() && !was_reached(next, late)) {
                    way = 2;
                    next = ways.next(at, way);
                }
            }
            at = next;
            goal.x += changes[way].x;
            goal.y += changes[way].y;
        }
    }

private:
    [[nodiscard]] static bool take_memory(buffer<tile_marks>& marks, buffer<std::uint8_t>& flags,
                                          std::size_t count) {
        if (!flags.assign_zeros(count) || !marks.assign_zeros(count)) return false;
        prefer_huge_pages(marks.data(), count * sizeof(tile_marks), false);
        return true;
    }

    void fill(std::uint32_t t) noexcept {
        flags_[t] |= is_filled;
        marks_[t] = {};
        if (window_.is_outside(t)) return;
        const tile_row* const open = cells_->rows(window_.far_tile(t));
        std::memcpy(marks_[t].of[0].free, open, sizeof marks_[t].of[0].free);
        std::memcpy(marks_[t].of[1].free, open + tile_side, sizeof marks_[t].of[1].free);
    }

    [[nodiscard]] bool was_reached(tile_place p, std::uint32_t late) const noexcept {
        const std::uint32_t tile = p >> 10;
        const colour_marks& marks = marks_[tile].of[p >> 9 & 1];
        const std::uint32_t row = p >> 4 & 15;
        const std::uint32_t open = cells_->rows(window_.far_tile(tile))[(p >> 5 & 16) + row];
        const std::uint32_t reached = open & ~std::uint32_t{marks.free[row]};
        return (reached & (marks.late[row] ^ (late - 1)) & 1u << (p & 15)) != 0;
    }

    const tiled_cells* cells_;
    tile_window window_;
    buffer<tile_marks> marks_;
    buffer<std::uint8_t> flags_;
    tally all_;
};

}  // namespace senda::detail
