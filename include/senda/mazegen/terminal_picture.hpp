// SPDX-License-Identifier: MIT
#pragma once

#include <senda/draw/braille.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/terminal.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/draw/walls.hpp>
#include <senda/graph/cell.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/picture.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen {

namespace detail {

/// A maze in box characters, with `S` and `E` where it is entered and left, and a route as dots.
[[nodiscard]] inline draw::text_grid in_boxes(const maze& m, const picture_style& style,
                                              const picture_extras& extras, int room_cols) {
    draw::text_grid grid = draw::box_walls(m, room_cols);
    const int pitch = room_cols + 1;
    const auto row_of = [](cell c) { return 2 * c.y + 1; };
    const auto col_of = [pitch](cell c) { return c.x * pitch + pitch / 2; };
    const draw::text_cell dot{U'•', style.route};
    for (std::size_t i = 0; i < extras.route.size(); ++i) {
        const cell c = extras.route[i];
        grid.set(row_of(c), col_of(c), dot);
        if (i == 0) continue;
        const cell before = extras.route[i - 1];
        grid.set((row_of(before) + row_of(c)) / 2, (col_of(before) + col_of(c)) / 2, dot);
    }
    const auto mark = [&](cell c, char32_t letter, draw::color paint) {
        grid.set(row_of(c), col_of(c), {.code = letter, .ink = paint, .bold = true});
    };
    if (extras.marks) {
        mark(extras.marks->exit, U'E', style.exit);
        mark(extras.marks->entrance, U'S', style.entrance);
    }
    return grid;
}

/// A maze in Braille dots, two by two a room, with `S` and `E` and a route in its colour. Without
/// colours the dots of a route would be taken for walls.
[[nodiscard]] inline draw::text_grid in_dots(const maze& m, draw::terminal_style terminal,
                                             const picture_style& style,
                                             const picture_extras& extras) {
    draw::braille_dots dots = draw::braille_walls(m);
    for (std::size_t i = 0; i < extras.route.size() && terminal.has_colors(); ++i) {
        const cell c = extras.route[i];
        const cell before = extras.route[i > 0 ? i - 1 : 0];
        dots.set(2 * c.y + 1, 2 * c.x + 1, style.route, 1);
        dots.set(before.y + c.y + 1, before.x + c.x + 1, style.route, 1);
    }
    const auto mark = [&](cell c, char32_t letter, draw::color paint) {
        dots.mark(2 * c.y + 1, 2 * c.x + 1, {.code = letter, .ink = paint, .bold = true});
    };
    if (extras.marks) {
        mark(extras.marks->exit, U'E', style.exit);
        mark(extras.marks->entrance, U'S', style.entrance);
    }
    return dots.to_text_grid();
}

/// Whether a maze in dots fits; somewhat too high can be scrolled.
[[nodiscard]] inline bool fits_in_dots(const maze& m, draw::terminal_style terminal, int rows,
                                       int cols) noexcept {
    return !terminal.is_ascii() && m.cols() + 1 <= cols && m.rows() / 2 + 1 <= std::max(rows, 40);
}

}  // namespace detail

/// Whether a terminal has room for all walls of a maze.
[[nodiscard]] inline bool fits_text(const maze& m, draw::terminal_style terminal, int rows,
                                    int cols) noexcept {
    return (2 * std::int64_t{m.cols()} + 1 <= cols && m.rows() <= 500) ||
           detail::fits_in_dots(m, terminal, rows, cols);
}

/// A maze as large as `cols` characters allow: three a room, or one, or a dot of a Braille
/// character for each wall; else, without all walls, at most `rows` characters.
[[nodiscard]] inline draw::text_grid to_text_grid(const maze& m, draw::terminal_style terminal,
                                                  int rows, int cols, picture_style style = {},
                                                  const picture_extras& extras = {}) {
    for (const int room_cols : {3, 1})
        if (std::int64_t{m.cols()} * (room_cols + 1) + 1 <= cols && m.rows() <= 500)
            return detail::in_boxes(m, style, extras, room_cols);
    if (detail::fits_in_dots(m, terminal, rows, cols))
        return detail::in_dots(m, terminal, style, extras);
    style.layout = {.room = 1, .wall = 1, .margin = 0};
    return draw::to_text_grid(to_picture(m, style, extras), rows, cols, terminal);
}

}  // namespace senda::mazegen
