// SPDX-License-Identifier: MIT
// The closed cells of a grid as bits in lines, by rows and by columns.
#pragma once

#include <senda/detail/graph/cell_bits.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
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

/// Three lines beside each other, 64 cells each; a set bit is a closed cell.
struct wall_window {
    std::uint64_t before, here, after;
};

/// A line of cells: a row, whose places are counted by x, or a column, by y.
enum class along { rows, columns };

/// The walls of a grid, which outlives it, counted from the corner of a margin of closed cells.
/// They are made in blocks of 64 x 64 when they are first read, and stay what they are but for what
/// `set` says.
template <grid_moves Moves>
class wall_bitmap {
    using graph = basic_grid<Moves>;

public:
    static constexpr unsigned margin = 64;
    /// How many places beside the first are seen in a window.
    static constexpr unsigned sight = 56;

    wall_bitmap(const graph& g, memory_budget& budget)
        : graph_(&g),
          width_(g.width()),
          height_(g.height()),
          blocks_across_(blocks_of(width_)),
          blocks_down_(blocks_of(height_)),
          rows_(budget),
          columns_(budget),
          states_(budget) {
        // Zeros cost nothing where they are not touched.
        has_memory_ =
            rows_.assign_zeros((static_cast<std::size_t>(height_) + 2) * blocks_across_ * 8) &&
            columns_.assign_zeros((static_cast<std::size_t>(width_) + 2) * blocks_down_ * 8) &&
            states_.assign_zeros(blocks_across_ * blocks_down_);
    }

    [[nodiscard]] bool has_memory() const noexcept { return has_memory_; }
    [[nodiscard]] bool open(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_ &&
               !closed(static_cast<unsigned>(c.x) + margin, static_cast<unsigned>(c.y) + margin);
    }
    /// Opens or closes a cell of the grid.
    void set(cell c, bool is_open) noexcept {
        const unsigned x = static_cast<unsigned>(c.x) + margin;
        const unsigned y = static_cast<unsigned>(c.y) + margin;
        look<along::rows>(y, x);
        set_bit(rows_[first_of<along::rows>(y) + x / 8], x % 8, !is_open);
        set_bit(columns_[first_of<along::columns>(x) + y / 8], y % 8, !is_open);
    }
    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }

    /// Makes all blocks, for a grid that will change.
    void make_all() const noexcept {
        for (std::size_t block = 0; block < states_.size(); ++block) make_around(block);
    }

    /// The lowest bit is that of `place`, in a line and in those before and after it.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window ahead(unsigned line,
                                                        unsigned place) const noexcept {
        look<Along>(line, place);
        const std::size_t bytes = bytes_of<Along>();
        const unsigned char* const at = line_at<Along>(line) + place / 8;
        const unsigned shift = place % 8;
        return {eight_bytes(at - bytes) >> shift, eight_bytes(at) >> shift,
                eight_bytes(at + bytes) >> shift};
    }
    /// The highest bit is that of `place`.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window behind(unsigned line,
                                                         unsigned place) const noexcept {
        look<Along>(line, place);
        const std::size_t bytes = bytes_of<Along>();
        const unsigned char* const at = line_at<Along>(line) + place / 8 - 7;
        const unsigned shift = 7 - place % 8;
        return {eight_bytes(at - bytes) << shift, eight_bytes(at) << shift,
                eight_bytes(at + bytes) << shift};
    }
    [[nodiscard]] bool closed(unsigned x, unsigned y) const noexcept {
        look<along::rows>(y, x);
        return (line_at<along::rows>(y)[x / 8] >> x % 8 & 1) != 0;
    }

private:
    /// What a block may be.
    static constexpr unsigned char is_made = 1;
    static constexpr unsigned char is_made_around = 2;  // and the eight around it are made, too

    static std::size_t blocks_of(int side) noexcept {
        return (static_cast<std::size_t>(side) + 63) / 64 + 2;
    }
    /// How many bytes a line has.
    template <along Along>
    [[nodiscard]] std::size_t bytes_of() const noexcept {
        return (Along == along::rows ? blocks_across_ : blocks_down_) * 8;
    }
    /// Where a line begins. The first is that before the first cells.
    template <along Along>
    [[nodiscard]] std::size_t first_of(unsigned line) const noexcept {
        return (line - margin + 1) * bytes_of<Along>();
    }
    template <along Along>
    [[nodiscard]] const unsigned char* line_at(unsigned line) const noexcept {
        return (Along == along::rows ? rows_ : columns_).data() + first_of<Along>(line);
    }
    static void set_bit(unsigned char& byte, unsigned bit, bool is_set) noexcept {
        byte = static_cast<unsigned char>((byte & ~(1U << bit)) | unsigned{is_set} << bit);
    }

    /// Makes what is seen from a place, unless it is.
    template <along Along>
    SENDA_ALWAYS_INLINE void look(unsigned line, unsigned place) const noexcept {
        const std::size_t block = Along == along::rows ? line / 64 * blocks_across_ + place / 64
                                                       : place / 64 * blocks_across_ + line / 64;
        if (states_[block] < is_made_around) [[unlikely]]
            make_around(block);
    }
    SENDA_COLD void make_around(std::size_t block) const noexcept {
        const std::size_t x = block % blocks_across_;
        const std::size_t y = block / blocks_across_;
        for (std::size_t down = y - (y > 0); down < std::min(y + 2, blocks_down_); ++down)
            for (std::size_t across = x - (x > 0); across < std::min(x + 2, blocks_across_);
                 ++across)
                make(across, down);
        states_[block] |= is_made_around;
    }
    void make(std::size_t across, std::size_t down) const noexcept {
        unsigned char& state = states_[down * blocks_across_ + across];
        if ((state & is_made) != 0) return;
        state |= is_made;
        const auto x = static_cast<std::int64_t>(across * 64) - margin;
        const auto y = static_cast<std::int64_t>(down * 64) - margin;
        std::array<std::uint64_t, 64> square{};
        for (unsigned row = 0; row < 64; ++row) square[row] = ~open_bits(*graph_, x, y + row);
        store(rows_.data() + across * 8, bytes_of<along::rows>(), y, height_, square);
        transpose(square);
        store(columns_.data() + down * 8, bytes_of<along::columns>(), x, width_, square);
    }
    /// Writes 64 places of each of 64 lines, or of those that there are.
    static void store(unsigned char* to, std::size_t bytes, std::int64_t line, int lines,
                      const std::array<std::uint64_t, 64>& square) noexcept {
        for (std::int64_t i = std::max<std::int64_t>(0, -1 - line); i < 64 && line + i <= lines;
             ++i)
            for (unsigned k = 0; k < 8; ++k)
                to[static_cast<std::size_t>(line + i + 1) * bytes + k] =
                    static_cast<unsigned char>(square[static_cast<std::size_t>(i)] >> 8 * k);
    }

    const graph* graph_;
    int width_;
    int height_;
    std::size_t blocks_across_;
    std::size_t blocks_down_;
    // Reading a block for the first time changes no answer.
    mutable buffer<unsigned char> rows_;
    mutable buffer<unsigned char> columns_;
    mutable buffer<unsigned char> states_;  // of blocks
    bool has_memory_ = false;
};

}  // namespace senda::detail
