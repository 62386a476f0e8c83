// SPDX-License-Identifier: MIT
// The closed cells of a grid as bitmaps, by rows and by columns, made in blocks when first read.
#pragma once

#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// Transposes 64 x 64 bits by swapping ever smaller squares (Hacker's Delight, 7-3).
inline void transpose(std::array<std::uint64_t, 64>& lines) noexcept {
    std::uint64_t mask = 0xFFFF'FFFFU;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width) {
        for (unsigned i = 0; i < 64; i = ((i | width) + 1) & ~width) {
            const std::uint64_t swapped = (lines[i] >> width ^ lines[i | width]) & mask;
            lines[i] ^= swapped << width;
            lines[i | width] ^= swapped;
        }
    }
}

/// 64 cells of a row of a grid; a set bit is a closed cell, or none.
template <grid_moves Moves>
[[nodiscard]] std::uint64_t walls_of_row(const basic_grid<Moves>& g, std::int64_t x,
                                         std::int64_t y) noexcept {
    if (x < 0 || x >= g.width() || y < 0 || y >= g.height()) return ~std::uint64_t{0};
    const unsigned char* const cells =
        g.data() + g.index({static_cast<int>(x), static_cast<int>(y)});
    const std::int64_t left = g.width() - x;
    std::uint64_t open = 0;
    if (left < 64) {
        for (unsigned i = 0; i < left; ++i) open |= std::uint64_t{cells[i]} << i;
        return ~open;
    }
    // Eight cells at once: the product carries the lowest bit of each byte into the highest.
    for (unsigned i = 0; i < 64; i += 8) {
        std::uint64_t eight = 0;
        for (unsigned k = 0; k < 8; ++k) eight |= std::uint64_t{cells[i + k]} << 8 * k;
        open |= (eight * 0x0102'0408'1020'4080U >> 56) << i;
    }
    return ~open;
}

/// The walls of 64 cells in each of 64 rows.
template <grid_moves Moves>
[[nodiscard]] std::array<std::uint64_t, 64> wall_square(const basic_grid<Moves>& g, std::int64_t x,
                                                        std::int64_t y) noexcept {
    std::array<std::uint64_t, 64> rows{};
    for (unsigned row = 0; row < 64; ++row) rows[row] = walls_of_row(g, x, y + row);
    return rows;
}

/// Three lines beside each other, 64 cells each; a set bit is a closed cell.
struct wall_window {
    std::uint64_t before, here, after;
};

/// A line of cells: a row, whose places are counted by x, or a column, by y.
enum class along { rows, columns };

/// Places are counted from the corner of a margin of closed cells.
inline constexpr unsigned grid_margin = 64;

/// The walls of a grid, which outlives it, counted from the corner of a margin of closed cells.
template <grid_moves Moves>
class wall_bitmaps {
    using graph = basic_grid<Moves>;

public:
    static constexpr unsigned margin = grid_margin;
    /// Made for one search: see `jump_point_nodes`.
    static constexpr bool lasts = false;
    /// How many places beside the first are seen in a window.
    static constexpr unsigned sight = 63;

    wall_bitmaps(const graph& g, memory_budget& budget)
        : graph_(&g),
          blocks_across_((static_cast<std::size_t>(g.width()) + 63) / 64 + 2),
          blocks_down_((static_cast<std::size_t>(g.height()) + 63) / 64 + 2),
          blocks_(budget) {
        // Zeros cost nothing where they are not touched.
        has_memory_ = blocks_.assign_zeros(blocks_across_ * blocks_down_);
        if (has_memory_) {
            prefer_huge_pages(blocks_.data(), blocks_.size() * sizeof(block), false);
        }
    }

    [[nodiscard]] bool has_memory() const noexcept { return has_memory_; }
    [[nodiscard]] bool open(cell c) const noexcept { return graph_->open(c); }
    [[nodiscard]] int width() const noexcept { return graph_->width(); }
    [[nodiscard]] int height() const noexcept { return graph_->height(); }

    /// The lowest bit is that of `place`, in a line and in those before and after it.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window ahead(unsigned line, unsigned place) const {
        return window<Along>(line, place);
    }
    /// The highest bit is that of `place`.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window behind(unsigned line, unsigned place) const {
        return window<Along>(line, place - 63);
    }

    [[nodiscard]] bool closed(unsigned x, unsigned y) const {
        return (block_of<along::rows>(y / 64, x / 64)[y % 64] >> x % 64 & 1) != 0;
    }

private:
    /// The 64 places from `place` on.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window window(unsigned line, unsigned place) const {
        const unsigned shift = place % 64;
        const auto& first = block_of<Along>(line / 64, place / 64);
        const auto& second = block_of<Along>(line / 64, place / 64 + (shift != 0));
        const unsigned at = line % 64;
        if (at == 0 || at == 63) [[unlikely]] {
            return {bits<Along>(line - 1, place), bits<Along>(line, place),
                    bits<Along>(line + 1, place)};
        }
        return {joined(first[at - 1], second[at - 1], shift), joined(first[at], second[at], shift),
                joined(first[at + 1], second[at + 1], shift)};
    }

    using lines = std::array<std::uint64_t, 64>;
    struct block {
        lines rows;
        lines columns;
        std::uint64_t made;
    };

    [[nodiscard]] static constexpr std::uint64_t joined(std::uint64_t first, std::uint64_t second,
                                                        unsigned shift) noexcept {
        return first >> shift | second << 1 << (63 - shift);
    }

    template <along Along>
    [[nodiscard]] const lines& block_of(std::size_t line_block, std::size_t place_block) const {
        const std::size_t number = Along == along::rows ? line_block * blocks_across_ + place_block
                                                        : place_block * blocks_across_ + line_block;
        block& found = blocks_[number];
        if (found.made == 0) [[unlikely]]
            make(number);
        return Along == along::rows ? found.rows : found.columns;
    }

    template <along Along>
    [[nodiscard]] std::uint64_t bits(unsigned line, unsigned place) const {
        const unsigned shift = place % 64;
        return joined(block_of<Along>(line / 64, place / 64)[line % 64],
                      block_of<Along>(line / 64, place / 64 + (shift != 0))[line % 64], shift);
    }

    SENDA_COLD void make(std::size_t number) const {
        block& b = blocks_[number];
        const auto x = static_cast<std::int64_t>(number % blocks_across_ * 64) - margin;
        const auto y = static_cast<std::int64_t>(number / blocks_across_ * 64) - margin;
        b.columns = b.rows = wall_square(*graph_, x, y);
        transpose(b.columns);
        b.made = 1;
    }

    const graph* graph_;
    std::size_t blocks_across_;
    std::size_t blocks_down_;
    mutable buffer<block> blocks_;  // reading a block for the first time changes no answer
    bool has_memory_ = false;
};

}  // namespace senda::detail
