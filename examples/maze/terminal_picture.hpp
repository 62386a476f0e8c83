// SPDX-License-Identifier: MIT
// A maze in a terminal: two characters a cell where there is room for them, and less where not,
// down to a dot of a Braille character.
#pragma once

#include <common/axes.hpp>
#include <common/braille_dots.hpp>
#include <common/half_blocks.hpp>
#include <common/route.hpp>
#include <common/text_grid.hpp>
#include <maze/picture.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/raster.hpp>
#include <senda/maze/board.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace senda::maze {

using draw::route_marks;
using draw::text_room;

/// A cell of a maze as two characters of a terminal, about as wide as high.
using two_cells = std::array<draw::text_cell, 2>;

/// How a cell looks in two characters, with the part of a route that passes it.
///
/// `cell`   its character; that of a treasure that is gone is a `0`.
/// `p`      where it is, for the route.
/// `route`  the marks of the route, or of none.
/// `style`  what the terminal can show.
[[nodiscard]] inline two_cells in_two_characters(char cell, place p, const route_marks& route,
                                                 draw::terminal_style style) noexcept {
    const bool ascii = style.is_ascii();
    const draw::color ground = cell == 'T' ? colors::floor(cell) : colors::of(cell);
    draw::text_cell left{U' ', draw::mix(ground, draw::palette::ink, 0.6), ground, false};
    draw::text_cell right = left;
    if (cell == '#') {
        if (!style.has_colors()) left.code = right.code = U'█';
        return {left, right};
    }
    if (route.passes(p)) {
        left.code = ascii ? U'*' : route.line_in(p);
        if (route.joins(p, route_marks::right)) right.code = ascii ? U' ' : U'─';
        left.ink = right.ink = colors::route;
        left.bold = right.bold = true;
        if (cell >= '1' && cell <= '9')  // beside the line, where both can be read
            right = {static_cast<char32_t>(cell), draw::palette::ink, ground, false};
    } else if (cell >= '1' && cell <= '9') {
        left.code = static_cast<char32_t>(cell);
    }
    if (cell == 'T') {
        left = {ascii ? U'T' : U'◆', draw::mix(colors::treasure, draw::palette::ink, 0.15), ground,
                true};
    } else if (cell == 'S' || cell == 'E') {
        left = {static_cast<char32_t>(cell), draw::palette::paper, ground, true};
        right.ink = draw::palette::paper;
    }
    return {left, right};
}

namespace detail {

/// What stands out most in the square of `side` by `side` cells from a cell on: `S`, `E`, the route
/// as `*`, a treasure; else what most of it is, a wall or the mean of the floors.
[[nodiscard]] inline char most_visible(const board& b, const route_marks& route, std::uint32_t top,
                                       std::uint32_t left, std::uint32_t side) noexcept {
    std::uint32_t walls = 0;
    std::uint32_t floors = 0;
    std::uint32_t cost = 0;
    std::size_t best = 0;
    constexpr std::string_view ranks = " T*ES";
    for (std::uint32_t row = top; row < std::min(top + side, b.rows()); ++row) {
        for (std::uint32_t col = left; col < std::min(left + side, b.cols()); ++col) {
            const place p = b.at(row, col);
            const char cell = b[p];
            ++(cell == '#' ? walls : floors);
            if (cell >= '0' && cell <= '9') cost += static_cast<std::uint32_t>(cell - '0');
            const bool is_hidden = cell != '#' && cell != 'S' && cell != 'E' && route.passes(p);
            const std::size_t rank = ranks.find(is_hidden ? '*' : cell);
            if (rank != ranks.npos) best = std::max(best, rank);
        }
    }
    if (best > 0) return ranks[best];
    return walls > floors ? '#' : static_cast<char>('0' + cost / std::max(floors, 1U));
}

}  // namespace detail

/// How a cell looks that nobody survives.
[[nodiscard]] inline draw::text_cell deadly_character(draw::terminal_style style) noexcept {
    return {style.is_ascii() ? U'x' : U'×', draw::palette::paper, colors::deadly, true};
}

/// A maze with two characters a cell. The cells `deadly` are marked, as in the others below.
[[nodiscard]] inline draw::text_grid wide_text_grid(const board& b, const route_marks& route,
                                                    draw::terminal_style style,
                                                    std::span<const place> deadly = {}) {
    draw::text_grid grid(static_cast<int>(b.rows()), static_cast<int>(2 * b.cols()));
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        for (std::uint32_t col = 0; col < b.cols(); ++col) {
            const place p = b.at(row, col);
            const two_cells pair = in_two_characters(b[p], p, route, style);
            grid.set(static_cast<int>(row), static_cast<int>(2 * col), pair[0]);
            grid.set(static_cast<int>(row), static_cast<int>(2 * col + 1), pair[1]);
        }
    }
    for (const place p : deadly)
        grid.set(static_cast<int>(b.row_of(p)), static_cast<int>(2 * b.col_of(p)),
                 deadly_character(style));
    return grid;
}

/// A maze with a character for each square of `side` by `side` cells; in colours, one for two of
/// them, one above the other.
[[nodiscard]] inline draw::text_grid small_text_grid(const board& b, const route_marks& route,
                                                     draw::terminal_style style,
                                                     std::uint32_t side = 1,
                                                     std::span<const place> deadly = {}) {
    const bool is_halved = style.has_colors() && !style.is_ascii();
    const auto rows = static_cast<int>((b.rows() + side - 1) / side);
    const auto cols = static_cast<int>((b.cols() + side - 1) / side);
    draw::image pixels(cols, rows);
    draw::text_grid grid(rows, cols);
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) {
            const char seen = detail::most_visible(b, route, static_cast<std::uint32_t>(row) * side,
                                                   static_cast<std::uint32_t>(col) * side, side);
            const draw::color ground = seen == '*' ? colors::route : colors::of(seen);
            pixels.at(col, row) = ground;
            grid.set(row, col,
                     {static_cast<char32_t>(seen == '0' ? ' ' : seen), draw::readable_on(ground),
                      ground});
        }
    }
    for (const place p : deadly) {
        const auto row = static_cast<int>(b.row_of(p) / side);
        const auto col = static_cast<int>(b.col_of(p) / side);
        pixels.at(col, row) = colors::deadly;
        grid.set(row, col, deadly_character(style));
    }
    return is_halved ? draw::to_text_grid(pixels, style) : grid;
}

/// A maze with a dot of a Braille character for each wall, and its route as dots in another colour.
/// The walls around a treasure have its colour.
[[nodiscard]] inline draw::text_grid braille_text_grid(const board& b, const route_marks& route,
                                                       std::span<const place> deadly = {}) {
    draw::braille_dots dots(static_cast<int>(b.rows()), static_cast<int>(b.cols()));
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        for (std::uint32_t col = 0; col < b.cols(); ++col) {
            const place p = b.at(row, col);
            const int y = static_cast<int>(row);
            const int x = static_cast<int>(col);
            const char cell = b[p];
            if (cell == 'S' || cell == 'E') {
                const draw::color paint = colors::of(cell);
                dots.mark(y, x,
                          {static_cast<char32_t>(cell), draw::readable_on(paint), paint, true});
            } else if (route.passes(p)) {
                dots.set(y, x, colors::route, 1);
            } else if (cell == 'T') {
                dots.tint(y, x, colors::treasure);  // a dot would be taken for a wall
            } else if (cell == '#') {
                dots.set(y, x, draw::palette::stone);
            }
        }
    }
    for (const place p : deadly)
        dots.mark(static_cast<int>(b.row_of(p)), static_cast<int>(b.col_of(p)),
                  {U'×', draw::palette::paper, colors::deadly, true});
    return dots.to_text_grid();
}

/// How much of a maze a terminal shows.
enum class text_detail {
    wide,     ///< two characters a cell: all
    narrow,   ///< a character a cell, or half of one: colours instead of digits
    braille,  ///< a dot a cell: walls and the route
    coarse    ///< a character for several cells
};

namespace detail {

/// How a maze is shown: with what detail, how many cells a character has if it is coarse, and
/// whether there is room for coordinates.
struct text_layout {
    text_detail what = text_detail::wide;
    std::uint32_t side = 1;
    bool has_axes = false;
};

[[nodiscard]] inline text_layout text_layout_for(const board& b, std::span<const place> route,
                                                 draw::terminal_style style,
                                                 const text_room& room) {
    // A picture that is somewhat too high can be scrolled; one that is too wide is torn.
    constexpr std::uint32_t always_high_enough = 40;
    const std::uint32_t rows =
        std::max(static_cast<std::uint32_t>(std::max(room.rows, 1)), always_high_enough);
    const auto all_cols = static_cast<std::uint32_t>(std::max(room.cols, 1));
    const auto axes = static_cast<std::uint32_t>(draw::text_cells{b.rows(), b.cols()}.left());
    constexpr std::uint32_t least = 10;
    const bool has_axes = all_cols >= axes + least;
    const std::uint32_t cols = has_axes ? all_cols - axes : all_cols;
    const std::uint32_t halves = style.has_colors() && !style.is_ascii() ? 2 : 1;
    if (b.cols() <= cols / 2 && b.rows() <= rows) return {text_detail::wide, 1, has_axes};
    if (b.cols() <= cols && b.rows() <= rows * halves) return {text_detail::narrow, 1, has_axes};
    // Without colours the dots of a route would be taken for walls.
    const bool tells_dots_apart = style.has_colors() || route.empty();
    if (!style.is_ascii() && tells_dots_apart && b.cols() <= 2 * cols && b.rows() <= 4 * rows)
        return {text_detail::braille, 1, has_axes};
    const std::uint32_t side =
        std::max((b.cols() + cols - 1) / cols, (b.rows() + rows * halves - 1) / (rows * halves));
    return {side == 1 ? text_detail::narrow : text_detail::coarse, side, has_axes};
}

}  // namespace detail

/// How much of a maze with a route there is room for.
[[nodiscard]] inline text_detail detail_in(const board& b, std::span<const place> route,
                                           draw::terminal_style style, const text_room& room) {
    return detail::text_layout_for(b, route, style, room).what;
}

/// A maze as large as there is room for, with its coordinates, and with marks on the cells
/// `deadly`.
[[nodiscard]] inline draw::text_grid to_text_grid(const board& b, std::span<const place> route,
                                                  draw::terminal_style style,
                                                  const text_room& room = {},
                                                  std::span<const place> deadly = {}) {
    const route_marks marks(b, route);
    const detail::text_layout layout = detail::text_layout_for(b, route, style, room);
    draw::text_cells cells{b.rows(), b.cols()};
    const draw::text_grid picture = [&] {
        switch (layout.what) {
            case text_detail::wide: cells.width = 2; return wide_text_grid(b, marks, style, deadly);
            case text_detail::braille:
                cells.height = 1.0 / draw::braille_dots::rows_a_character;
                cells.width = 1.0 / draw::braille_dots::cols_a_character;
                return braille_text_grid(b, marks, deadly);
            case text_detail::narrow:
            case text_detail::coarse: break;
        }
        cells.width = 1.0 / layout.side;
        cells.height = cells.width / (style.has_colors() && !style.is_ascii() ? 2 : 1);
        return small_text_grid(b, marks, style, layout.side, deadly);
    }();
    return layout.has_axes ? draw::with_axes(picture, cells) : picture;
}

}  // namespace senda::maze
