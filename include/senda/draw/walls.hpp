// SPDX-License-Identifier: MIT
// Walls between rooms in rows and columns: as few long lines, or as the lines of a terminal.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/text_grid.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::draw {

/// Rooms in rows and columns with walls between them. Valid expressions, for walls `w`:
///   `w.rows()`, `w.cols()`   how many rooms there are;
///   `w.above(row, col)`      whether there is a wall above a room; the row may be `rows()`, for
///   the
///                            walls below the last;
///   `w.left_of(row, col)`    whether there is a wall left of a room; the column may be `cols()`.
template <class W>
concept Walls = requires(const W& w, int i) {
    { w.rows() } -> std::convertible_to<int>;
    { w.cols() } -> std::convertible_to<int>;
    { w.above(i, i) } -> std::convertible_to<bool>;
    { w.left_of(i, i) } -> std::convertible_to<bool>;
};

/// Calls `emit(row, col, to_row, to_col)` for each line of walls, as long as it goes on, with the
/// corners where it begins and ends. The corner (0, 0) is the upper left of all. Level lines come
/// first, row by row, then upright ones, column by column.
template <Walls W, class Emit>
void for_each_wall_line(const W& walls, Emit emit) {
    const auto lines = [](int outer, int inner, auto is_wall, auto found) {
        for (int line = 0; line <= outer; ++line) {
            for (int at = 0; at < inner;) {
                if (!is_wall(line, at)) {
                    ++at;
                    continue;
                }
                const int from = at;
                while (at < inner && is_wall(line, at)) ++at;
                found(line, from, at);
            }
        }
    };
    const auto rows = static_cast<int>(walls.rows());
    const auto cols = static_cast<int>(walls.cols());
    lines(
        rows, cols, [&](int row, int col) -> bool { return walls.above(row, col); },
        [&](int row, int from, int to) { emit(row, from, row, to); });
    lines(
        cols, rows, [&](int col, int row) -> bool { return walls.left_of(row, col); },
        [&](int col, int from, int to) { emit(from, col, to, col); });
}

/// Where rooms are in a picture, in pixels.
struct room_layout {
    int room = 15;    ///< the side of a room
    int wall = 1;     ///< the thickness of walls, at the same distance whether there is one or not
    int margin = 10;  ///< around all

    /// From one room to the next.
    [[nodiscard]] constexpr int pitch() const noexcept { return room + wall; }

    /// The side of a picture with so many rooms in a row, or the longest there can be.
    [[nodiscard]] constexpr int length(int rooms) const noexcept {
        const std::int64_t needed = 2 * std::int64_t{margin} + std::int64_t{rooms} * pitch() + wall;
        return static_cast<int>(std::clamp<std::int64_t>(needed, 1, coordinate::reach));
    }

    /// The middle of the walls at a corner.
    [[nodiscard]] constexpr point corner(int row, int col) const noexcept {
        return {margin + wall / 2.0 + double(col) * pitch(),
                margin + wall / 2.0 + double(row) * pitch()};
    }

    /// The inside of a room.
    [[nodiscard]] constexpr box inside(int row, int col) const noexcept {
        return {margin + wall + double(col) * pitch(), margin + wall + double(row) * pitch(), room,
                room};
    }

    /// The middle of a room.
    [[nodiscard]] constexpr point middle(int row, int col) const noexcept {
        const box b = inside(row, col);
        return {b.x + room / 2.0, b.y + room / 2.0};
    }
};

/// Draws walls as long lines.
template <Walls W>
void draw_walls(canvas& picture, const W& walls, const room_layout& layout, color paint) {
    const stroke how{.paint = paint, .width = layout.wall, .ends = cap::square};
    for_each_wall_line(walls, [&](int row, int col, int to_row, int to_col) {
        picture.line(layout.corner(row, col), layout.corner(to_row, to_col), how);
    });
}

/// Walls in the box characters of a terminal: a room is a row of text, `room_cols` wide, so that
/// the middle of the room (row, col) is at row 2 * row + 1 and column col * (room_cols + 1) +
/// (room_cols + 1) / 2.
template <Walls W>
[[nodiscard]] text_grid box_walls(const W& walls, int room_cols = 3, text_cell look = {}) {
    // By the walls that go up, right, down and left from a corner, as bits 0 to 3.
    constexpr std::u32string_view corners = U" ╵╶└╷│┌├╴┘─┴┐┤┬┼";
    const auto rows = static_cast<int>(walls.rows());
    const auto cols = static_cast<int>(walls.cols());
    const int pitch = std::max(room_cols, 1) + 1;
    text_grid grid{2 * rows + 1, cols * pitch + 1};
    const auto set = [&](int row, int col, char32_t code) {
        look.code = code;
        grid.set(row, col, look);
    };
    for (int row = 0; row <= rows; ++row) {
        for (int col = 0; col <= cols; ++col) {
            const bool up = row > 0 && walls.left_of(row - 1, col);
            const bool right = col < cols && walls.above(row, col);
            const bool down = row < rows && walls.left_of(row, col);
            const bool left = col > 0 && walls.above(row, col - 1);
            const std::size_t ways =
                (up ? 1U : 0U) | (right ? 2U : 0U) | (down ? 4U : 0U) | (left ? 8U : 0U);
            set(2 * row, col * pitch, corners[ways]);
            if (down) set(2 * row + 1, col * pitch, U'│');
            for (int i = 1; right && i < pitch; ++i) set(2 * row, col * pitch + i, U'─');
        }
    }
    return grid;
}

}  // namespace senda::draw
