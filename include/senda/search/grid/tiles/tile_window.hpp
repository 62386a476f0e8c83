// SPDX-License-Identifier: MIT
// How the tiles of a grid, or of a part of it, and their cells are numbered by a search.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cell_arrays.hpp>
#include <senda/search/grid/tiles/bit_tile.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The number of a cell: its tile, its colour, a bit that is 0, its row and its bit in the row. In
/// the marks of all tiles, read as one array of rows, its row of free cells is at `place >> 4`.
using tile_place = std::uint32_t;

/// What is added to a place for the other colour.
[[nodiscard]] constexpr std::uint32_t recolour(tile_place p) noexcept {
    return (p & 512) != 0 ? 0u - 512 : 512;
}

// A step to the side leads to the same bit of the other colour, or to one beside it. What is added
// is told by the colour, by whether the row is odd, and by the bit.
using by_column = std::array<std::uint32_t, 0x220>;
[[nodiscard]] constexpr by_column steps_aside(bool to_east) noexcept {
    by_column all{};
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const bool in_odd_column = ((i >> 9 ^ i >> 4) & 1) != 0;
        const std::uint32_t next = (i & 15) == 15 ? 1024 - 15 : 1;
        const std::uint32_t before = (i & 15) == 0 ? 15u - 1024 : 0u - 1;
        all[i] = recolour(i) + (in_odd_column != to_east ? 0 : to_east ? next : before);
    }
    return all;
}
inline constexpr by_column steps_to_east = steps_aside(true);
inline constexpr by_column steps_to_west = steps_aside(false);

/// A part of the tiles of a grid, in a ring as they are in the grid.
class tile_window {
public:
    /// All tiles.
    explicit tile_window(const tiled_cells& cells) noexcept
        : tile_window(cells, 0, cells.stride() - 1, 0,
                      static_cast<std::uint32_t>(cells.tiles() / cells.stride()) - 2) {}

    /// So many columns about a cell, and twice as many rows; fewer where the grid ends.
    tile_window(const tiled_cells& cells, cell middle, std::uint32_t columns) noexcept
        : tile_window(around(cells, middle, columns)) {}

    [[nodiscard]] std::size_t tiles() const noexcept {
        return std::size_t{stride_} * (rows_ + 2) + 1;
    }
    [[nodiscard]] std::uint32_t stride() const noexcept { return stride_; }
    /// Whether it is all of the grid.
    [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

    [[nodiscard]] bool contains(cell c) const noexcept {
        const std::uint32_t column = static_cast<std::uint32_t>(c.x >> 5) - west_;
        const std::uint32_t row = static_cast<std::uint32_t>(c.y >> 4) - north_;
        return column < stride_ - 1 && row < rows_;
    }

    /// Whether a tile is beside the window, and not in it.
    [[nodiscard]] bool is_outside(std::uint32_t tile) const noexcept {
        if (is_whole_) return false;
        const std::uint32_t row = tile / stride_;
        return tile % stride_ == 0 || row == 0 || row > rows_;
    }
    /// Whether beside a tile of the window there is one of the grid that is not in it.
    [[nodiscard]] bool is_edge(std::uint32_t tile) const noexcept {
        if (is_whole_) return false;
        const std::uint32_t column = tile % stride_;
        const std::uint32_t row = tile / stride_;
        return (column == 1 && west_ != 0) || (column == stride_ - 1 && more_in_east_) ||
               (row == 1 && north_ != 0) || (row == rows_ && more_in_south_);
    }

    /// The number of a tile of the window in the grid.
    [[nodiscard]] std::uint32_t far_tile(std::uint32_t tile) const noexcept {
        if (is_whole_) return tile;
        return (tile / stride_ + north_) * far_stride_ + tile % stride_ + west_;
    }
    [[nodiscard]] tile_place far_place(tile_place p) const noexcept {
        return far_tile(p >> 10) << 10 | (p & 1023);
    }

    [[nodiscard]] tile_place place(cell c) const noexcept {
        const std::uint32_t column = static_cast<std::uint32_t>(c.x >> 5) + 1 - west_;
        const std::uint32_t row = static_cast<std::uint32_t>(c.y >> 4) + 1 - north_;
        return (row * stride_ + column) << 10 | static_cast<std::uint32_t>((c.x ^ c.y) & 1) << 9 |
               static_cast<std::uint32_t>(c.y & 15) << 4 |
               static_cast<std::uint32_t>(c.x >> 1 & 15);
    }

    // What is added to a place on a step to the next.
    [[nodiscard]] std::uint32_t to_north(tile_place p) const noexcept {
        return to_north_[p >> 4 & 63];
    }
    [[nodiscard]] std::uint32_t to_south(tile_place p) const noexcept {
        return to_south_[p >> 4 & 63];
    }
    [[nodiscard]] static std::uint32_t to_east(tile_place p) noexcept {
        return steps_to_east[p & 0x21F];
    }
    [[nodiscard]] static std::uint32_t to_west(tile_place p) noexcept {
        return steps_to_west[p & 0x21F];
    }

    [[nodiscard]] tile_place north(tile_place p) const noexcept { return p + to_north(p); }
    [[nodiscard]] tile_place east(tile_place p) const noexcept { return p + to_east(p); }
    [[nodiscard]] tile_place south(tile_place p) const noexcept { return p + to_south(p); }
    [[nodiscard]] tile_place west(tile_place p) const noexcept { return p + to_west(p); }

    /// Steps by the number of a direction: north is 0, then as the clock goes.
    class compass {
    public:
        explicit compass(const tile_window& window) noexcept
            : changes_{window.to_north_.data(), steps_to_east.data(), window.to_south_.data(),
                       steps_to_west.data()} {}

        [[nodiscard]] tile_place next(tile_place p, unsigned way) const noexcept {
            return p + changes_[way][(way & 1) != 0 ? p & 0x21F : p >> 4 & 63];
        }

    private:
        const std::uint32_t* changes_[4];
    };

private:
    tile_window(const tiled_cells& cells, std::uint32_t west, std::uint32_t columns,
                std::uint32_t north, std::uint32_t rows) noexcept
        : stride_(columns + 1),
          rows_(rows),
          west_(west),
          north_(north),
          far_stride_(cells.stride()),
          more_in_east_(west + columns < cells.stride() - 1),
          more_in_south_(north + rows + 2 < cells.tiles() / cells.stride()),
          is_whole_(west == 0 && north == 0 && !more_in_east_ && !more_in_south_) {
        const std::uint32_t tile_row_of_places = 1024 * stride_;
        for (std::uint32_t i = 0; i < 64; ++i) {
            const std::uint32_t row = i & 15;
            to_north_[i] = recolour(i << 4) + (row == 0 ? 240 - tile_row_of_places : 0u - 16);
            to_south_[i] = recolour(i << 4) + (row == 15 ? tile_row_of_places - 240 : 16);
        }
    }

    static tile_window around(const tiled_cells& cells, cell middle,
                              std::uint32_t columns) noexcept {
        const std::uint32_t all_columns = cells.stride() - 1;
        const auto all_rows = static_cast<std::uint32_t>(cells.tiles() / cells.stride()) - 2;
        const std::uint32_t wide = std::min(columns, all_columns);
        const std::uint32_t high = std::min(2 * columns, all_rows);
        const auto column = static_cast<std::uint32_t>(middle.x >> 5);
        const auto row = static_cast<std::uint32_t>(middle.y >> 4);
        return tile_window(cells, std::min(column - std::min(column, wide / 2), all_columns - wide),
                           wide, std::min(row - std::min(row, high / 2), all_rows - high), high);
    }

    std::uint32_t stride_;  // the columns, and one of the ring
    std::uint32_t rows_;
    std::uint32_t west_;  // columns and rows of the grid before those of the window
    std::uint32_t north_;
    std::uint32_t far_stride_;
    bool more_in_east_;
    bool more_in_south_;
    bool is_whole_;
    // By the colour and the row.
    std::array<std::uint32_t, 64> to_north_;
    std::array<std::uint32_t, 64> to_south_;
};

}  // namespace senda::detail
