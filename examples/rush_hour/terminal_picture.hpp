// SPDX-License-Identifier: MIT
#pragma once

#include <common/frames.hpp>
#include <common/text_grid.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/picture.hpp>
#include <senda/draw/color.hpp>

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
          shape_(b.shape()),
          above_(shape_.exit == edge::top ? 1 : 0),
          before_(shape_.exit == edge::left ? 2 : 0),
          grid_(rows_for(shape_, high), columns_for(shape_, wide)) {}

    /// The rows of characters that a board takes, with cells of so many.
    [[nodiscard]] static int rows_for(const board_shape& s, int high) noexcept {
        return s.rows * high + 2 + (s.red_direction() == axis::vertical ? 1 : 0);
    }
    /// The columns of characters that it takes.
    [[nodiscard]] static int columns_for(const board_shape& s, int wide) noexcept {
        return s.columns * wide + 2 + (s.red_direction() == axis::horizontal ? 2 : 0);
    }

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
        return {above_ + row * high_ + 1, before_ + column * wide_ + 1, down * high_,
                right * wide_};
    }

    void kerb() {
        const draw::text_cell line{.ink = colors::wall};
        const int rows = shape_.rows * high_ + 2;
        const int columns = shape_.columns * wide_ + 2;
        draw_frame(grid_, {above_, before_, rows, columns}, draw::frames::square, line);
        const int at = shape_.exit_line;
        const draw::text_area row = area_of(at, 0);
        const draw::text_area column = area_of(0, at);
        const int middle = row.row + high_ / 2;
        const int center = column.col + (wide_ - 1) / 2;
        switch (shape_.exit) {
            case edge::right:
                grid_.fill({row.row, columns - 1, high_, 1}, line);
                grid_.set(middle, columns, U'▶', line);
                break;
            case edge::left:
                grid_.fill({row.row, before_, high_, 1}, line);
                grid_.set(middle, before_ - 1, U'◀', line);
                break;
            case edge::top:
                grid_.fill({above_, column.col, 1, wide_}, line);
                grid_.set(above_ - 1, center, U'▲', line);
                break;
            case edge::bottom:
                grid_.fill({rows - 1, column.col, 1, wide_}, line);
                grid_.set(rows, center, U'▼', line);
                break;
        }
    }

    void floor() {
        const draw::text_cell ground{U' ', draw::mix(colors::floor, draw::palette::ink, 0.35),
                                     colors::floor};
        const draw::text_cell wall{style_.is_ascii() ? U'#' : U'▒',
                                   draw::mix(colors::wall, draw::palette::ink, 0.4), colors::wall};
        for (int place = 0; place < shape_.cells(); ++place) {
            const draw::text_area a = area_of(place / shape_.columns, place % shape_.columns);
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
            if (!style_.is_ascii()) draw_frame(grid_, a, draw::frames::block, edge);
            return;
        }
        grid_.fill(a, body);
        draw_frame(grid_, a, is_red ? draw::frames::twofold : draw::frames::round, body);
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
    board_shape shape_;
    int above_;   // rows of characters above the kerb
    int before_;  // columns left of it
    draw::text_grid grid_;
};

}  // namespace detail

/// A board as large as there is room for in so many characters: boxes with 20 rows and 40 columns
/// for a classic board, or else letters with 8 and 16. The vehicle with the letter `selected` is
/// marked.
[[nodiscard]] inline draw::text_grid to_text_grid(const board& b, draw::terminal_style style,
                                                  int rows = 24, int cols = 80,
                                                  char selected = '\0') {
    using detail::text_painter;
    const bool has_room = rows >= text_painter::rows_for(b.shape(), 3) &&
                          cols >= text_painter::columns_for(b.shape(), 6);
    return text_painter(b, style, selected, has_room ? 3 : 1, has_room ? 6 : 2).drawn();
}

}  // namespace senda::rush_hour
