// SPDX-License-Identifier: MIT
// Frames around what is drawn in characters.
#pragma once

#include <common/text_grid.hpp>

#include <cstddef>
#include <string_view>

namespace senda::draw {

/// The characters of frames, in reading order: three above, two at the sides and three below.
namespace frames {

inline constexpr std::u32string_view square = U"┌─┐││└─┘";   ///< thin lines
inline constexpr std::u32string_view round = U"╭─╮││╰─╯";    ///< thin lines, round corners
inline constexpr std::u32string_view twofold = U"╔═╗║║╚═╝";  ///< double lines
inline constexpr std::u32string_view block = U"▗▄▖▐▌▝▀▘";    ///< half blocks

static_assert(square.size() == 8, "senda is written in UTF-8: compile with /utf-8");

}  // namespace frames

/// Draws a frame, one of `frames`, inside the edge of an area.
inline void draw_frame(text_grid& grid, const text_area& area, std::u32string_view parts,
                       const text_cell& look) {
    const int bottom = area.row + area.rows - 1;
    const int right = area.col + area.cols - 1;
    for (int row = area.row; row <= bottom; ++row) {
        const bool is_inside = row > area.row && row < bottom;
        const std::size_t first = row == area.row ? 0 : is_inside ? 3 : 5;
        grid.set(row, area.col, parts[first], look);
        for (int col = area.col + 1; col < right && !is_inside; ++col)
            grid.set(row, col, parts[first + 1], look);
        grid.set(row, right, parts[first + (is_inside ? 1 : 2)], look);
    }
}

}  // namespace senda::draw
