// SPDX-License-Identifier: MIT
// Walls between rooms in rows and columns: as few long lines, or as the lines of a terminal.
#pragma once

#include <common/braille_dots.hpp>
#include <common/room_layout.hpp>
#include <common/text_grid.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>

namespace senda::draw {

/// Rooms in rows and columns with walls between them. Valid expressions, for walls `w`:
///   `w.rows()`, `w.cols()`   how many rooms there are;
///   `w.above(row, col)`      whether there is a wall above a room; the row may be `rows()`;
///   `w.left_of(row, col)`    whether there is a wall left of a room; the column may be `cols()`.
template <class W>
concept Walls = requires(const W& w, int i) {
    { w.rows() } -> std::convertible_to<int>;
    { w.cols() } -> std::convertible_to<int>;
    { w.above(i, i) } -> std::convertible_to<bool>;
    { w.left_of(i, i) } -> std::convertible_to<bool>;
};

/// Some rows of rooms, by themselves all.
struct row_range {
    int first = 0;                              ///< the first of them
    int end = std::numeric_limits<int>::max();  ///< the one after the last, or more than there are
};

/// Calls `emit(row, col, to_row, to_col)` with the corners of each unbroken line of walls: level
/// lines first, row by row, then upright ones, column by column. (0, 0) is the upper left corner.
template <Walls W, class Emit>
void for_each_wall_line(const W& walls, Emit emit, row_range rows = {}) {
    const auto lines = [](row_range outer, row_range inner, auto is_wall, auto found) {
        for (int line = outer.first; line <= outer.end; ++line) {
            for (int at = inner.first; at < inner.end; ++at) {
                const int from = at;
                while (at < inner.end && is_wall(line, at)) ++at;
                if (at > from) found(line, from, at);
            }
        }
    };
    rows.end = std::min(rows.end, static_cast<int>(walls.rows()));
    const row_range cols{0, static_cast<int>(walls.cols())};
    lines(
        rows, cols, [&](int row, int col) -> bool { return walls.above(row, col); },
        [&](int row, int from, int to) { emit(row, from, row, to); });
    lines(
        cols, rows, [&](int col, int row) -> bool { return walls.left_of(row, col); },
        [&](int col, int from, int to) { emit(from, col, to, col); });
}

/// Draws the walls of some rows as long lines.
template <Walls W>
void draw_walls(canvas& picture, const W& walls, const room_layout& layout, color paint,
                row_range rows = {}) {
    const stroke how{.paint = paint, .width = layout.wall, .ends = cap::square};
    const auto draw_line = [&](int row, int col, int to_row, int to_col) {
        picture.line(layout.corner(row, col), layout.corner(to_row, to_col), how);
    };
    for_each_wall_line(walls, draw_line, rows);
}

/// Walls in the box characters of a terminal. The middle of the room (row, col) is at row
/// 2 * row + 1 and column col * (room_cols + 1) + (room_cols + 1) / 2.
template <Walls W>
[[nodiscard]] text_grid box_walls(const W& walls, int room_cols = 3, const text_cell& look = {}) {
    // By the walls that go up, right, down and left from a corner, as bits 0 to 3.
    constexpr std::u32string_view corners = U" ╵╶└╷│┌├╴┘─┴┐┤┬┼";
    const auto rows = static_cast<int>(walls.rows());
    const auto cols = static_cast<int>(walls.cols());
    const int pitch = std::max(room_cols, 1) + 1;
    text_grid grid{2 * rows + 1, cols * pitch + 1};
    text_cell level = look;
    level.code = U'─';
    for (int row = 0; row <= rows; ++row) {
        for (int col = 0; col <= cols; ++col) {
            const bool up = row > 0 && walls.left_of(row - 1, col);
            const bool right = col < cols && walls.above(row, col);
            const bool down = row < rows && walls.left_of(row, col);
            const bool left = col > 0 && walls.above(row, col - 1);
            const std::size_t arms =
                (up ? 1U : 0U) | (right ? 2U : 0U) | (down ? 4U : 0U) | (left ? 8U : 0U);
            grid.set(2 * row, col * pitch, corners[arms], look);
            if (down) grid.set(2 * row + 1, col * pitch, U'│', look);
            if (right) grid.fill({2 * row, col * pitch + 1, 1, pitch - 1}, level);
        }
    }
    return grid;
}

/// Walls in dots of Braille characters. The middle of the room (row, col) is the dot at row
/// 2 * row + 1 and column 2 * col + 1.
template <Walls W>
[[nodiscard]] braille_dots braille_walls(const W& walls, color ink = transparent) {
    braille_dots dots{2 * static_cast<int>(walls.rows()) + 1,
                      2 * static_cast<int>(walls.cols()) + 1};
    for_each_wall_line(walls, [&](int row, int col, int to_row, int to_col) {
        for (int y = 2 * row; y <= 2 * to_row; ++y)
            for (int x = 2 * col; x <= 2 * to_col; ++x) dots.set(y, x, ink);
    });
    return dots;
}

}  // namespace senda::draw
