// SPDX-License-Identifier: MIT
#pragma once

#include <common/half_blocks.hpp>
#include <common/text_grid.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/distances.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/picture.hpp>
#include <mazegen/rooms/outer_gaps.hpp>
#include <mazegen/walls.hpp>
#include <senda/draw/color.hpp>
#include <senda/graph/cell.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace senda::mazegen {

namespace detail {

/// The walls of a maze, with gaps where it is entered and left.
[[nodiscard]] inline walls_with_gaps walls_of(const maze& m, const picture_extras& extras) {
    if (!extras.marks) return walls_with_gaps(m);
    return {m, extras.marks->entrance, extras.marks->exit};
}

[[nodiscard]] inline draw::color color_of(const distance_map& distances,
                                          std::uint32_t steps) noexcept {
    return draw::distance_color(steps / std::max<double>(distances.most(), 1));
}

/// Colours rooms, and the passages to the east and south of them, by their distances.
inline void color_rooms(draw::text_grid& grid, const maze& m, const distance_map& distances,
                        int pitch) {
    for_each_room(m, [&](cell c) {
        const auto steps = distances(m, c);
        if (!steps) return;
        const draw::color ground = color_of(distances, *steps);
        const int col = c.x * pitch + 1;
        const int east = m.has_passage(c, direction::east) ? 1 : 0;
        grid.paint(2 * c.y + 1, col, 1, pitch - 1 + east, ground);
        if (m.has_passage(c, direction::south)) grid.paint(2 * c.y + 2, col, 1, pitch - 1, ground);
    });
}

/// A maze in box characters, with `S` and `E` where it is entered and left, and a route as dots.
[[nodiscard]] inline draw::text_grid in_boxes(const maze& m, const picture_style& style,
                                              const picture_extras& extras, int room_cols) {
    draw::text_grid grid = draw::box_walls(walls_of(m, extras), room_cols);
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
    if (extras.distances != nullptr) color_rooms(grid, m, *extras.distances, pitch);
    return grid;
}

/// A maze in Braille dots, two by two a room, with `S` and `E` and a route in its colour. Without
/// colours the dots of a route would be taken for walls.
[[nodiscard]] inline draw::text_grid in_dots(const maze& m, draw::terminal_style terminal,
                                             const picture_style& style,
                                             const picture_extras& extras) {
    draw::braille_dots dots = draw::braille_walls(walls_of(m, extras));
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
    draw::text_grid grid = dots.to_text_grid();
    if (extras.distances == nullptr) return grid;
    // A character covers one room across and two rooms down.
    for_each_room(m, [&](cell c) {
        if (const auto steps = (*extras.distances)(m, c); steps && c.y % 2 == 0)
            grid.paint(c.y / 2, c.x, 1, 1, color_of(*extras.distances, *steps));
    });
    return grid;
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
    picture_extras without_legend = extras;
    without_legend.legend = false;
    return draw::to_text_grid(to_picture(m, style, without_legend), rows, cols, terminal);
}

/// A line that says what the colours of distances mean.
[[nodiscard]] inline draw::text_grid distance_legend(const distance_map& distances) {
    constexpr int shades = 32;
    const std::string most = ' ' + std::to_string(distances.most()) + " steps from the entrance";
    draw::text_grid grid{1, 2 + shades + static_cast<int>(most.size())};
    grid.put(0, 0, "0");
    for (int i = 0; i < shades; ++i)
        grid.paint(0, 2 + i, 1, 1, draw::distance_color(i / (shades - 1.0)));
    grid.put(0, 2 + shades, most);
    return grid;
}

}  // namespace senda::mazegen
