// SPDX-License-Identifier: MIT
// A car park in a terminal: boxes with letters where there is room for them, and letters where not.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/pictures/colors.hpp>

#include <cstddef>
#include <string_view>

namespace senda::rush_hour {

namespace detail {

/// The characters of a frame: its upper left, upper, upper right, left, right, lower left, lower
/// and lower right parts.
using frame_characters = std::u32string_view;

inline constexpr frame_characters block_frame = U"▗▄▖▐▌▝▀▘";
inline constexpr frame_characters round_frame = U"╭─╮││╰─╯";
inline constexpr frame_characters double_frame = U"╔═╗║║╚═╝";
inline constexpr frame_characters square_frame = U"┌─┐││└─┘";
inline constexpr frame_characters ascii_frame = U"+-+||+-+";
inline constexpr frame_characters ascii_double_frame = U"+=+||+=+";

/// Draws a board into characters, each cell `high` rows and `wide` columns of them.
class text_painter {
public:
    text_painter(const board& b, draw::terminal_style style, char selected, int high, int wide)
        : board_(&b),
          colored_(style.colors != draw::terminal_colors::none),
          ascii_(style.charset == draw::terminal_charset::ascii),
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
    struct area {
        int row;
        int col;
        int rows;
        int cols;
    };

    [[nodiscard]] bool is_large() const noexcept { return high_ > 1; }

    [[nodiscard]] area area_of(int row, int column, int down = 1, int right = 1) const noexcept {
        return {row * high_ + 1, column * wide_ + 1, down * high_, right * wide_};
    }

    [[nodiscard]] draw::text_cell look(draw::color ink, draw::color ground) const noexcept {
        return colored_ ? draw::text_cell{U' ', ink, ground, false} : draw::text_cell{};
    }

    void put(int row, int col, draw::text_cell look, char32_t code) {
        look.code = code;
        grid_.set(row, col, look);
    }

    void frame(const area& a, frame_characters parts, draw::text_cell look) {
        for (int r = 0; r < a.rows; ++r) {
            for (int c = 0; c < a.cols; ++c) {
                const int across = c == 0 ? 0 : c + 1 == a.cols ? 2 : 1;
                const int down = r == 0 ? 0 : r + 1 == a.rows ? 5 : 3;
                if (down == 3 && across == 1) continue;
                const int part = down == 3 ? 3 + across / 2 : down + across;
                put(a.row + r, a.col + c, look, parts[static_cast<std::size_t>(part)]);
            }
        }
    }

    void fill(const area& a, draw::text_cell look, char32_t code) {
        for (int r = 0; r < a.rows; ++r)
            for (int c = 0; c < a.cols; ++c) put(a.row + r, a.col + c, look, code);
    }

    void kerb() {
        draw::text_cell line;
        if (colored_) line.ink = colors::wall;
        frame({0, 0, side * high_ + 2, side * wide_ + 2}, ascii_ ? ascii_frame : square_frame,
              line);
        const area way_out = area_of(exit_row, side);
        for (int r = 0; r < high_; ++r) put(way_out.row + r, way_out.col, line, U' ');
        put(way_out.row + high_ / 2, way_out.col + 1, line, ascii_ ? U'>' : U'▶');
    }

    void floor() {
        const draw::text_cell ground =
            look(draw::mix(colors::floor, draw::palette::ink, 0.35), colors::floor);
        const draw::text_cell wall =
            look(draw::mix(colors::wall, draw::palette::ink, 0.4), colors::wall);
        for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
                const area a = area_of(row, column);
                const bool is_wall = (board_->walls() >> (row * side + column) & 1U) != 0;
                if (is_wall) {
                    fill(a, wall, ascii_ ? U'#' : U'▒');
                } else {
                    fill(a, ground, U' ');
                    put(a.row + high_ / 2, a.col + (wide_ - 1) / 2, ground, ascii_ ? U'.' : U'·');
                }
            }
        }
    }

    void vehicle_of(const vehicle& v, draw::color paint) {
        const bool lies = v.direction == axis::horizontal;
        const area a = area_of(v.row, v.column, lies ? 1 : v.length, lies ? v.length : 1);
        const bool is_selected = v.id == selected_;
        if (is_selected) paint = draw::mix(paint, draw::palette::paper, 0.5);
        draw::text_cell body = look(draw::readable_on(paint), paint);
        if (is_large()) {
            box(a, body, v.id == 'A');
            name(v.id, a, is_selected, body);
        } else {
            letters(v, a, is_selected, body);
        }
    }

    void box(const area& a, const draw::text_cell& body, bool is_red) {
        if (colored_) {
            const area inside{a.row, a.col + 1, a.rows, a.cols - 2};
            fill(inside, body, U' ');
            if (!ascii_) frame(a, block_frame, look(body.ground, colors::floor));
            return;
        }
        fill(a, body, U' ');
        const frame_characters parts = ascii_ ? (is_red ? ascii_double_frame : ascii_frame)
                                              : (is_red ? double_frame : round_frame);
        frame(a, parts, body);
    }

    void name(char id, const area& a, bool is_selected, draw::text_cell body) {
        body.bold = true;
        const int row = a.row + a.rows / 2;
        const int col = a.col + (a.cols - 1) / 2;
        put(row, col, body, static_cast<char32_t>(id));
        if (!is_selected) return;
        put(row, col - 1, body, U'[');
        put(row, col + 1, body, U']');
    }

    void letters(const vehicle& v, const area& a, bool is_selected, draw::text_cell body) {
        body.bold = is_selected || v.id == 'A';
        fill(a, body, U' ');
        for (int r = 0; r < a.rows; ++r)
            for (int c = 0; c < a.cols; c += wide_)
                put(a.row + r, a.col + c, body, static_cast<char32_t>(v.id));
        if (!is_selected || v.direction != axis::horizontal) return;
        for (int c = 1; c + 1 < a.cols; ++c)
            if (c % wide_ != 0) put(a.row, a.col + c, body, U'-');
    }

    const board* board_;
    bool colored_;
    bool ascii_;
    char selected_;
    int high_;
    int wide_;
    draw::text_grid grid_;
};

}  // namespace detail

/// A board as large as there is room for: boxes with 20 rows and 40 columns, or else letters with 8
/// and 16, as they are written in files.
///
/// `b`             the board.
/// `style`         what the terminal can show.
/// `rows`, `cols`  how many characters there is room for.
/// `selected`      a vehicle to mark, by its letter.
[[nodiscard]] inline draw::text_grid to_text_grid(const board& b, draw::terminal_style style,
                                                  int rows = 24, int cols = 80,
                                                  char selected = '\0') {
    const bool has_room = rows >= side * 3 + 2 && cols >= side * 6 + 4;
    return detail::text_painter(b, style, selected, has_room ? 3 : 1, has_room ? 6 : 2).drawn();
}

}  // namespace senda::rush_hour
