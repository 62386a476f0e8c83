// SPDX-License-Identifier: MIT
// Coordinates along the sides of a grid: x from 0 at the left, y from 0 at the bottom.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>

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

    /// Room for so many rows in a picture of that size.
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

}  // namespace senda::draw
