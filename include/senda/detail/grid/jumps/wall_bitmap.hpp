// SPDX-License-Identifier: MIT
// The closed cells of a grid as bits in whole lines, by rows and by columns, for many searches.
#pragma once

#include <senda/detail/grid/jumps/wall_bitmaps.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace senda::detail {

/// The walls of a grid as it was when they were made, but for what `set` says of cells that were
/// opened or closed since; counted from the corner of a margin.
template <grid_moves Moves>
class wall_bitmap {
    using graph = basic_grid<Moves>;

public:
    static constexpr unsigned margin = grid_margin;
    /// Made for many searches: see `jump_point_nodes`.
    static constexpr bool lasts = true;
    /// How many places beside the first are seen in a window.
    static constexpr unsigned sight = 56;

    wall_bitmap(const graph& g, memory_budget& budget)
        : width_(g.width()), height_(g.height()), rows_(budget), columns_(budget) {
        row_bytes_ = bytes_of(g.width());
        column_bytes_ = bytes_of(g.height());
        has_memory_ = rows_.reserve(row_bytes_ * (static_cast<std::size_t>(g.height()) + 2)) &&
                      columns_.reserve(column_bytes_ * (static_cast<std::size_t>(g.width()) + 2));
        if (has_memory_) make(g);
    }

    [[nodiscard]] bool has_memory() const noexcept { return has_memory_; }
    [[nodiscard]] bool open(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_ &&
               !closed(static_cast<unsigned>(c.x) + margin, static_cast<unsigned>(c.y) + margin);
    }
    /// Opens or closes a cell of the grid.
    void set(cell c, bool is_open) noexcept {
        set_bit(rows_, row_bytes_, c.y, c.x, !is_open);
        set_bit(columns_, column_bytes_, c.x, c.y, !is_open);
    }
    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }
    /// Bytes that are held.
    [[nodiscard]] std::size_t bytes() const noexcept { return rows_.size() + columns_.size(); }

    /// The lowest bit is that of `place`, in a line and in those before and after it.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window ahead(unsigned line,
                                                        unsigned place) const noexcept {
        const std::size_t bytes = Along == along::rows ? row_bytes_ : column_bytes_;
        const unsigned char* const at = line_at<Along>(line) + place / 8;
        const unsigned shift = place % 8;
        return {load(at - bytes) >> shift, load(at) >> shift, load(at + bytes) >> shift};
    }
    /// The highest bit is that of `place`.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window behind(unsigned line,
                                                         unsigned place) const noexcept {
        const std::size_t bytes = Along == along::rows ? row_bytes_ : column_bytes_;
        const unsigned char* const at = line_at<Along>(line) + place / 8 - 7;
        const unsigned shift = 7 - place % 8;
        return {load(at - bytes) << shift, load(at) << shift, load(at + bytes) << shift};
    }
    [[nodiscard]] bool closed(unsigned x, unsigned y) const noexcept {
        return (line_at<along::rows>(y)[x / 8] >> x % 8 & 1) != 0;
    }

private:
    static std::size_t bytes_of(int side) noexcept {
        const std::size_t places = std::size_t{2} * margin + static_cast<std::size_t>(side);
        return places / 8 + 1;
    }
    /// The first line is that before the first cells.
    template <along Along>
    [[nodiscard]] const unsigned char* line_at(unsigned line) const noexcept {
        return Along == along::rows ? rows_.data() + (line - margin + 1) * row_bytes_
                                    : columns_.data() + (line - margin + 1) * column_bytes_;
    }
    /// Eight bytes, the first of them lowest.
    [[nodiscard]] static std::uint64_t load(const unsigned char* from) noexcept {
        std::uint64_t bits = 0;
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(&bits, from, 8);
        } else {
            for (unsigned i = 0; i < 8; ++i) bits |= std::uint64_t{from[i]} << 8 * i;
        }
        return bits;
    }

    void make(const graph& g) {
        rows_.set_size(rows_.capacity());
        columns_.set_size(columns_.capacity());
        std::memset(rows_.data(), 255, rows_.size());
        std::memset(columns_.data(), 255, columns_.size());
        for (int y = 0; y < height_; y += 64) {
            for (int x = 0; x < width_; x += 64) {
                std::array<std::uint64_t, 64> square = wall_square(g, x, y);
                store(rows_, row_bytes_, y, height_, x, square);
                transpose(square);
                store(columns_, column_bytes_, x, width_, y, square);
            }
        }
    }
    /// Writes 64 places of each of 64 lines, or of those that there are.
    static void store(buffer<unsigned char>& lines, std::size_t bytes, int line, int end, int place,
                      const std::array<std::uint64_t, 64>& square) noexcept {
        const auto count = static_cast<unsigned>(end - line < 64 ? end - line : 64);
        unsigned char* to = lines.data() + (static_cast<std::size_t>(line) + 1) * bytes +
                            (static_cast<std::size_t>(place) + margin) / 8;
        for (unsigned i = 0; i < count; ++i, to += bytes)
            for (unsigned k = 0; k < 8; ++k) to[k] = static_cast<unsigned char>(square[i] >> 8 * k);
    }
    static void set_bit(buffer<unsigned char>& lines, std::size_t bytes, int line, int place,
                        bool is_closed) noexcept {
        const std::size_t at = static_cast<std::size_t>(place) + margin;
        unsigned char& byte = lines[(static_cast<std::size_t>(line) + 1) * bytes + at / 8];
        const unsigned bit = 1U << at % 8;
        byte = static_cast<unsigned char>(is_closed ? byte | bit : byte & ~bit);
    }

    int width_;
    int height_;
    std::size_t row_bytes_ = 0;
    std::size_t column_bytes_ = 0;
    buffer<unsigned char> rows_;
    buffer<unsigned char> columns_;
    bool has_memory_ = false;
};

}  // namespace senda::detail
