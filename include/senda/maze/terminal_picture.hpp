// SPDX-License-Identifier: MIT
// A maze in a terminal: two characters a cell where there is room for them, and less where not.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/image.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/route.hpp>
#include <senda/draw/terminal.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/pictures/colors.hpp>

#include <algorithm>
#include <array>
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
        if (!style.has_colors()) left.code = right.code = ascii ? U'#' : U'█';
        return {left, right};
    }
    if (route.passes(p)) {
        left.code = ascii ? U'*' : route.line_in(p);
        if (route.joins(p, route_marks::right)) right.code = ascii ? U' ' : U'─';
        left.ink = right.ink = colors::route;
        left.bold = right.bold = true;
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

/// Cells of a maze that share a pixel or a character when it is made smaller.
class cell_blocks {
public:
    cell_blocks(const board& b, const route_marks& route, std::uint32_t side)
        : board_(&b), route_(&route), side_(side) {}

    [[nodiscard]] int rows() const noexcept { return blocks(board_->rows()); }
    [[nodiscard]] int cols() const noexcept { return blocks(board_->cols()); }

    /// What stands out most in a block: `S`, `E`, the route as `*`, a treasure; else what most of
    /// it is, a wall or the mean of the floors.
    [[nodiscard]] char of(int row, int col) const noexcept {
        std::uint32_t walls = 0;
        std::uint32_t floors = 0;
        std::uint32_t cost = 0;
        char best = ' ';
        constexpr std::string_view ranks = " T*ES";
        for_each(row, col, [&](place p) {
            const char cell = (*board_)[p];
            if (cell == '#') return void(++walls);
            ++floors;
            if (cell >= '0' && cell <= '9') cost += static_cast<std::uint32_t>(cell - '0');
            const bool is_mark = cell == 'S' || cell == 'E';
            const char seen = !is_mark && route_->passes(p) ? '*' : cell;
            if (ranks.find(seen) != ranks.npos && ranks.find(seen) > ranks.find(best)) best = seen;
        });
        if (best != ' ') return best;
        if (walls > floors) return '#';
        return static_cast<char>('0' + cost / std::max(floors, 1U));
    }

private:
    [[nodiscard]] int blocks(std::uint32_t cells) const noexcept {
        return static_cast<int>((cells + side_ - 1) / side_);
    }

    template <class Visit>
    void for_each(int row, int col, Visit&& visit) const {
        const std::uint32_t top = static_cast<std::uint32_t>(row) * side_;
        const std::uint32_t left = static_cast<std::uint32_t>(col) * side_;
        for (std::uint32_t r = top; r < std::min(top + side_, board_->rows()); ++r)
            for (std::uint32_t c = left; c < std::min(left + side_, board_->cols()); ++c)
                visit(board_->at(r, c));
    }

    const board* board_;
    const route_marks* route_;
    std::uint32_t side_;
};

}  // namespace detail

/// A maze with two characters a cell.
[[nodiscard]] inline draw::text_grid wide_text_grid(const board& b, const route_marks& route,
                                                    draw::terminal_style style) {
    draw::text_grid grid(static_cast<int>(b.rows()), static_cast<int>(2 * b.cols()));
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        for (std::uint32_t col = 0; col < b.cols(); ++col) {
            const place p = b.at(row, col);
            const two_cells pair = in_two_characters(b[p], p, route, style);
            grid.set(static_cast<int>(row), static_cast<int>(2 * col), pair[0]);
            grid.set(static_cast<int>(row), static_cast<int>(2 * col + 1), pair[1]);
        }
    }
    return grid;
}

/// A maze with a character for each square of `side` by `side` cells; in colours, one for two of
/// them, one above the other.
[[nodiscard]] inline draw::text_grid small_text_grid(const board& b, const route_marks& route,
                                                     draw::terminal_style style,
                                                     std::uint32_t side = 1) {
    const detail::cell_blocks blocks(b, route, side);
    const bool is_halved = style.has_colors() && !style.is_ascii();
    draw::image pixels(blocks.cols(), blocks.rows());
    draw::text_grid grid(blocks.rows(), blocks.cols());
    for (int row = 0; row < blocks.rows(); ++row) {
        for (int col = 0; col < blocks.cols(); ++col) {
            const char seen = blocks.of(row, col);
            const draw::color ground = seen == '*' ? colors::route : colors::of(seen);
            pixels.at(col, row) = ground;
            grid.set(row, col,
                     {static_cast<char32_t>(seen == '0' ? ' ' : seen), draw::readable_on(ground),
                      ground});
        }
    }
    return is_halved ? draw::to_text_grid(pixels, style) : grid;
}

/// A maze as large as there is room for.
[[nodiscard]] inline draw::text_grid to_text_grid(const board& b, std::span<const place> route,
                                                  draw::terminal_style style,
                                                  const text_room& room = {}) {
    const route_marks marks(b, route);
    const auto rows = static_cast<std::uint32_t>(std::max(room.rows, 1));
    const auto cols = static_cast<std::uint32_t>(std::max(room.cols, 1));
    // A picture that is somewhat too high can be scrolled; one that is too wide is torn.
    constexpr std::uint32_t always_high_enough = 40;
    if (b.cols() <= cols / 2 && b.rows() <= std::max(rows, always_high_enough))
        return wide_text_grid(b, marks, style);
    return small_text_grid(b, marks, style, (b.cols() + cols - 1) / cols);
}

}  // namespace senda::maze
