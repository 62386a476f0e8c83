// SPDX-License-Identifier: MIT
// Coordinates along the sides of a grid in a terminal.
#pragma once

#include <senda/draw/axes.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/text_grid.hpp>

#include <cstdint>
#include <string>

namespace senda::draw {

/// How cells are seen in a grid of characters.
struct text_cells {
    std::int64_t rows = 1;  ///< of cells
    std::int64_t cols = 1;  ///< of cells
    double height = 1;      ///< rows of characters a cell
    double width = 1;       ///< columns of characters a cell
    std::int64_t low = 0;   ///< the coordinate of the row at the bottom
    std::int64_t west = 0;  ///< the coordinate of the column on the left

    /// The columns of characters that coordinates take on the left.
    [[nodiscard]] int left() const { return detail::digits_of(low + rows - 1) + 1; }
};

/// A grid of characters with the coordinates of its cells on the left and below.
[[nodiscard]] inline text_grid with_axes(const text_grid& inner, const text_cells& cells,
                                         const text_cell& look = {.ink = palette::stone}) {
    const int left = cells.left();
    text_grid grid(inner.rows() + 1, inner.cols() + left);
    grid.put(0, left, inner);
    const std::int64_t rows_apart = tick_step(cells.height < 1 ? 2 / cells.height : 1);
    const auto first_tick = [](std::int64_t from, std::int64_t apart) {
        return (from + apart - 1) / apart * apart - from;
    };
    for (std::int64_t y = first_tick(cells.low, rows_apart); y < cells.rows; y += rows_apart) {
        const auto row =
            static_cast<int>((static_cast<double>(cells.rows - 1 - y) + 0.5) * cells.height);
        const std::string text = std::to_string(cells.low + y);
        grid.put(row, left - 1 - static_cast<int>(text.size()), text, look);
    }
    const std::int64_t cols_apart =
        tick_step((detail::digits_of(cells.west + cells.cols - 1) + 1) / cells.width);
    for (std::int64_t x = first_tick(cells.west, cols_apart); x < cells.cols; x += cols_apart) {
        const std::string text = std::to_string(cells.west + x);
        const auto col = left + static_cast<int>(static_cast<double>(x) * cells.width);
        // What would be cut off at the right end says a wrong number.
        if (col + static_cast<int>(text.size()) <= grid.cols())
            grid.put(inner.rows(), col, text, look);
    }
    return grid;
}

}  // namespace senda::draw
