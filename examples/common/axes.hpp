// SPDX-License-Identifier: MIT
// The coordinates of cells beside a picture, and beside characters.
#pragma once

#include <common/text_grid.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace senda::draw {

/// From one labelled place to the next: the least of 1, 2, 5, 10, 20, 50 ... that is not below.
[[nodiscard]] constexpr std::int64_t tick_step(double least) noexcept {
    std::int64_t power = 1;
    for (;; power *= 10)
        for (const std::int64_t factor : {1, 2, 5})
            if (static_cast<double>(factor * power) >= least || power > 1'000'000'000'000)
                return factor * power;
}

namespace detail {

[[nodiscard]] inline int digits_of(std::int64_t number) {
    return static_cast<int>(std::to_string(number).size());
}

}  // namespace detail

/// The room for the coordinates of a grid in a picture, in pixels.
struct axes_layout {
    int left = 0;   ///< of the grid, for those of the rows
    int below = 0;  ///< the grid, for those of the columns
    int size = 11;  ///< of the letters

    /// Room for the numbers of `rows` rows in a picture of that size.
    [[nodiscard]] static axes_layout for_grid(std::int64_t rows, int width, int height) {
        const int size = std::clamp(std::max(width, height) / 80, 11, 24);
        return {static_cast<int>(std::ceil(detail::digits_of(rows - 1) * size * 0.6)) + size,
                size + size / 2 + 4, size};
    }
};

/// A grid whose cells have coordinates.
struct labelled_grid {
    box where;                     ///< all cells, in the picture
    std::int64_t rows = 1;         ///< of cells
    std::int64_t cols = 1;         ///< of cells
    int margin = 0;                ///< between the cells and their coordinates
    color paint = palette::slate;  ///< of the coordinates
};

/// Draws the coordinates of a grid to its left and below it, as many as are readable.
inline void draw_axes(canvas& picture, const labelled_grid& grid, const axes_layout& layout) {
    const double size = layout.size;
    const double cell = grid.where.width / static_cast<double>(grid.cols);
    const double left = grid.where.x - grid.margin;
    const double bottom = grid.where.y + grid.where.height;
    const double below = bottom + grid.margin;
    const double tick = std::max(size / 4, 3.0);
    const stroke line{palette::stone, std::max(size / 12, 1.0)};
    const lettering on_left{.paint = grid.paint, .size = size, .at = anchor::end};
    const std::int64_t rows_apart = tick_step(size * 1.3 / cell);
    for (std::int64_t y = 0; y < grid.rows; y += rows_apart) {
        const double at = bottom - (static_cast<double>(y) + 0.5) * cell;
        picture.line({left - tick, at}, {left, at}, line);
        picture.text({left - tick - size * 0.3, at}, std::to_string(y), on_left);
    }
    const double longest = detail::digits_of(grid.cols - 1) * 0.6 * size;
    const std::int64_t cols_apart = tick_step((longest + size * 0.6) / cell);
    for (std::int64_t x = 0; x < grid.cols; x += cols_apart) {
        const double at = grid.where.x + (static_cast<double>(x) + 0.5) * cell;
        picture.line({at, below}, {at, below + tick}, line);
        picture.text({at, below + tick + size * 0.75}, std::to_string(x),
                     {.paint = grid.paint, .size = size});
    }
}

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
