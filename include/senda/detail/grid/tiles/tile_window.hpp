// SPDX-License-Identifier: MIT
// How the tiles of a grid, or of a part of it, and their cells are numbered by a search.
#pragma once

#include <senda/detail/graph/cell_arrays.hpp>
#include <senda/graph/cell.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// A cell: its tile, colour, a bit that is 0, its row and its bit in the row. Its row of unvisited
/// cells is at `place >> 4` in the states of all tiles.
using tile_place = std::uint32_t;

/// What is added to a place for the other colour.
[[nodiscard]] constexpr std::uint32_t recolour(tile_place p) noexcept {
    return (p & 512) != 0 ? 0u - 512 : 512;
}

// What a step to the side adds, by the colour, whether the row is odd, and the bit.
using side_offsets = std::array<std::uint32_t, 0x220>;
[[nodiscard]] constexpr side_offsets make_side_offsets(bool to_east) noexcept {
    side_offsets all{};
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const bool in_odd_column = ((i >> 9 ^ i >> 4) & 1) != 0;
        const std::uint32_t next = (i & 15) == 15 ? 1024 - 15 : 1;
        const std::uint32_t before = (i & 15) == 0 ? 15u - 1024 : 0u - 1;
        all[i] = recolour(i) + (in_odd_column != to_east ? 0 : to_east ? next : before);
    }
    return all;
}
inline constexpr side_offsets east_and_west[] = {make_side_offsets(true), make_side_offsets(false)};

/// The cells by which paths of a length may lead from one cell to another: an ellipse, if steps
/// are counted. It has every cell unless a length is set.
struct cells_between {
    cell from, to;
    std::int64_t length = -1;

    [[nodiscard]] bool is_all() const noexcept { return length < 0; }
    /// The shortest way between the cells that leads by these columns, or rows, along one axis.
    [[nodiscard]] static std::int64_t way(std::int64_t a, std::int64_t b, std::int64_t first,
                                          std::int64_t last) noexcept {
        if (a > b) std::swap(a, b);
        return b - a + 2 * std::max({first - b, a - last, std::int64_t{0}});
    }
};

/// A part of the tiles of a grid, in a ring as they are in the grid.
class tile_window {
public:
    /// All tiles.
    explicit tile_window(const tiled_cells& cells) noexcept
        : tile_window(cells, 0, columns_of(cells), 0, rows_of(cells)) {}

    /// So many columns around a cell, and twice as many rows; fewer where the grid ends.
    [[nodiscard]] static tile_window around(const tiled_cells& cells, cell middle,
                                            std::uint32_t columns) noexcept {
        const std::uint32_t wide = std::min(columns, columns_of(cells));
        const std::uint32_t high = std::min(2 * columns, rows_of(cells));
        const auto first = [](int tile, std::uint32_t size, std::uint32_t all) {
            const auto middle_tile = static_cast<std::uint32_t>(tile);
            return std::min(middle_tile - std::min(middle_tile, size / 2), all - size);
        };
        return tile_window(cells, first(middle.x >> 5, wide, columns_of(cells)), wide,
                           first(middle.y >> 4, high, rows_of(cells)), high);
    }

    [[nodiscard]] std::size_t tiles() const noexcept {
        return std::size_t{stride_} * (rows_ + 2) + 1;
    }
    [[nodiscard]] std::uint32_t stride() const noexcept { return stride_; }
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
        const std::uint32_t column = tile % stride_;
        const std::uint32_t row = tile / stride_;
        return (column == 1 && west_ != 0) || (row == 1 && north_ != 0) ||
               (column == stride_ - 1 && west_ + column + 1 < grid_stride_) ||
               (row == rows_ && north_ + row < grid_rows_);
    }

    /// Whether some cell of a tile is among those between two cells.
    [[nodiscard]] bool has_some(std::uint32_t tile, const cells_between& cells) const noexcept {
        const std::int64_t x = std::int64_t{32} * (tile % stride_ + west_) - 32;
        const std::int64_t y = std::int64_t{16} * (tile / stride_ + north_) - 16;
        return cells_between::way(cells.from.x, cells.to.x, x, x + 31) +
                   cells_between::way(cells.from.y, cells.to.y, y, y + 15) <=
               cells.length;
    }

    /// The number in the grid of a tile of the window.
    [[nodiscard]] std::uint32_t grid_tile(std::uint32_t tile) const noexcept {
        if (is_whole_) return tile;
        return (tile / stride_ + north_) * grid_stride_ + tile % stride_ + west_;
    }
    [[nodiscard]] tile_place grid_place(tile_place p) const noexcept {
        return grid_tile(p >> 10) << 10 | (p & 1023);
    }

    [[nodiscard]] tile_place place(cell c) const noexcept {
        const std::uint32_t column = static_cast<std::uint32_t>(c.x >> 5) + 1 - west_;
        const std::uint32_t row = static_cast<std::uint32_t>(c.y >> 4) + 1 - north_;
        return (row * stride_ + column) << 10 | static_cast<std::uint32_t>((c.x ^ c.y) & 1) << 9 |
               static_cast<std::uint32_t>(c.y & 15) << 4 |
               static_cast<std::uint32_t>(c.x >> 1 & 15);
    }

    /// The cell at a place.
    [[nodiscard]] cell cell_at(tile_place p) const noexcept {
        const std::uint32_t row = (p >> 10) / stride_ - 1 + north_;
        const std::uint32_t column = (p >> 10) % stride_ - 1 + west_;
        const std::uint32_t aside = (p >> 9 ^ p >> 4) & 1;
        return {static_cast<int>(column << 5 | (p & 15) << 1 | aside),
                static_cast<int>(row << 4 | (p >> 4 & 15))};
    }

    /// What is added to a place on a step in a direction: north is 0, then clockwise.
    [[nodiscard]] std::uint32_t offset(tile_place p, unsigned direction) const noexcept {
        const bool aside = (direction & 1) != 0;
        const std::uint32_t* const offsets =
            aside ? east_and_west[direction / 2].data() : north_and_south_[direction / 2].data();
        return offsets[aside ? p & 0x21F : p >> 4 & 63];
    }
    [[nodiscard]] std::array<tile_place, 4> neighbours(tile_place p) const noexcept {
        return {p + offset(p, 0), p + offset(p, 1), p + offset(p, 2), p + offset(p, 3)};
    }

private:
    [[nodiscard]] static std::uint32_t columns_of(const tiled_cells& cells) noexcept {
        return cells.stride() - 1;
    }
    [[nodiscard]] static std::uint32_t rows_of(const tiled_cells& cells) noexcept {
        return static_cast<std::uint32_t>(cells.tiles() / cells.stride()) - 2;
    }

    tile_window(const tiled_cells& cells, std::uint32_t west, std::uint32_t columns,
                std::uint32_t north, std::uint32_t rows) noexcept
        : stride_(columns + 1),
          rows_(rows),
          west_(west),
          north_(north),
          grid_stride_(cells.stride()),
          grid_rows_(rows_of(cells)),
          is_whole_(stride_ == grid_stride_ && rows_ == grid_rows_) {
        const std::uint32_t row_of_tiles = 1024 * stride_;
        for (std::uint32_t i = 0; i < 64; ++i) {
            const std::uint32_t row = i & 15;
            north_and_south_[0][i] = recolour(i << 4) + (row == 0 ? 240 - row_of_tiles : 0u - 16);
            north_and_south_[1][i] = recolour(i << 4) + (row == 15 ? row_of_tiles - 240 : 16);
        }
    }

    std::uint32_t stride_;  // the columns, and one of the ring
    std::uint32_t rows_;
    std::uint32_t west_;  // columns and rows of the grid before those of the window
    std::uint32_t north_;
    std::uint32_t grid_stride_;
    std::uint32_t grid_rows_;
    bool is_whole_;
    std::array<std::array<std::uint32_t, 64>, 2> north_and_south_;  // by the colour and the row
};

}  // namespace senda::detail
