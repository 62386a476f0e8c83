// SPDX-License-Identifier: MIT
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/picture.hpp>

#include <cstddef>
#include <utility>

namespace senda::rush_hour {

namespace detail {

/// Draws a board into characters, each cell `high` rows and `wide` columns of them.
class text_painter {
public:
    text_painter(const board& b, draw::terminal_style style, char selected, int high, int wide)
        : board_(&b),
          style_(style),
          selected_(selected),
          high_(high),
          wide_(wide),
          grid_(side * high + 2, side * wide + 4) {}

    [[nodiscard]] draw::text_grid drawn() && {
        kerb();
        floor();
        const auto vehicles = board_->vehicles();
        for (std::size_t i = 0; i < vehicles.size(); ++i)
            vehicle_of(vehicles[i], colors::of_vehicle(i, vehicles.size()));
        return std::move(grid_);
    }

private:
    [[nodiscard]] draw::text_area area_of(int row, int column, int down = 1,
                                          int right = 1) const noexcept {
        return {row * high_ + 1, column * wide_ + 1, down * high_, right * wide_};
    }

    void kerb() {
        const draw::text_cell line{.ink = colors::wall};
        grid_.frame({0, 0, side * high_ + 2, side * wide_ + 2}, draw::frames::square, line);
        const draw::text_area exit = area_of(exit_row, side);
        grid_.fill({exit.row, exit.col, high_, 1}, line);
        grid_.set(exit.row + high_ / 2, exit.col + 1, U'▶', line);
    }

    void floor() {
        const draw::text_cell ground{U' ', draw::mix(colors::floor, draw::palette::ink, 0.35),
                                     colors::floor};
        const draw::text_cell wall{style_.is_ascii() ? U'#' : U'▒',
                                   draw::mix(colors::wall, draw::palette::ink, 0.4), colors::wall};
        for (int place = 0; place < cell_count; ++place) {
            const draw::text_area a = area_of(place / side, place % side);
            const bool is_wall = (board_->walls() >> place & 1U) != 0;
            grid_.fill(a, is_wall ? wall : ground);
            if (!is_wall) grid_.set(a.row + high_ / 2, a.col + (wide_ - 1) / 2, U'·', ground);
        }
    }

    void vehicle_of(const vehicle& v, draw::color paint) {
        const bool lies = v.direction == axis::horizontal;
        const draw::text_area a =
            area_of(v.row, v.column, lies ? 1 : v.length, lies ? v.length : 1);
        const bool is_selected = v.id == selected_;
        const draw::text_cell body{U' ', draw::readable_on(paint), paint};
        if (high_ > 1) {
            box(a, body, v.id == red_id, is_selected);
            name(v.id, a, is_selected, body);
        } else {
            letters(v, a, is_selected, body);
        }
    }

    void box(const draw::text_area& a, const draw::text_cell& body, bool is_red, bool is_selected) {
        if (style_.has_colors()) {
            grid_.fill({a.row, a.col + 1, a.rows, a.cols - 2}, body);
            // A dark outline marks what is selected, so that all keep their colours.
            const draw::text_cell edge{U' ', body.ground,
                                       is_selected ? draw::palette::ink : colors::floor};
            if (!style_.is_ascii()) grid_.frame(a, draw::frames::block, edge);
            return;
        }
        grid_.fill(a, body);
        grid_.frame(a, is_red ? draw::frames::twofold : draw::frames::round, body);
    }

    void name(char id, const draw::text_area& a, bool is_selected, draw::text_cell body) {
        body.bold = true;
        const int row = a.row + a.rows / 2;
        const int col = a.col + (a.cols - 1) / 2;
        grid_.set(row, col, static_cast<char32_t>(id), body);
        if (!is_selected) return;
        grid_.set(row, col - 1, U'[', body);
        grid_.set(row, col + 1, U']', body);
    }

    void letters(const vehicle& v, const draw::text_area& a, bool is_selected,
                 draw::text_cell body) {
        body.bold = is_selected || v.id == 'A';
        const bool lies = v.direction == axis::horizontal;
        for (int r = 0; r < a.rows; ++r)
            for (int c = 0; c < a.cols; ++c) {
                const bool is_marked = is_selected && (!lies || c + 1 < a.cols);
                grid_.set(a.row + r, a.col + c,
                          c % wide_ == 0 ? static_cast<char32_t>(v.id)
                          : is_marked    ? (lies ? U'-' : U'|')
                                         : U' ',
                          body);
            }
    }

    const board* board_;
    draw::terminal_style style_;
    char selected_;
    int high_;
    int wide_;
    draw::text_grid grid_;
};

}  // namespace detail

/// A board as large as there is room for in so many characters: boxes with 20 rows and 40 columns,
/// or else letters with 8 and 16. The vehicle with the letter `selected` is marked.
[[nodiscard]] inline draw::text_grid to_text_grid(const board& b, draw::terminal_style style,
                                                  int rows = 24, int cols = 80,
                                                  char selected = '\0') {
    const bool has_room = rows >= side * 3 + 2 && cols >= side * 6 + 4;
    return detail::text_painter(b, style, selected, has_room ? 3 : 1, has_room ? 6 : 2).drawn();
}

}  // namespace senda::rush_hour
