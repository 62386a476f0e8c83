// SPDX-License-Identifier: MIT
// A map in a terminal: large cells with round things in them where there is room, else three
// characters a cell, and the part around Pac-Man where there is not even that.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/route_marks.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/game.hpp>
#include <senda/pacman/pictures/colors.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace senda::pacman {

/// How much room there is in a terminal, in characters.
struct text_room {
    int rows = 24;  ///< of characters
    int cols = 80;  ///< of characters
};

namespace detail {

/// How many characters a cell has.
struct text_cell_size {
    int rows = 1;
    int cols = 3;

    [[nodiscard]] bool is_large() const noexcept { return rows > 1; }
};

inline constexpr text_cell_size large_text_cell{3, 7};

/// The cells that are shown of a row or of a column of a map: the first, from 1, and how many.
struct text_range {
    std::uint32_t first = 1;
    std::uint32_t count = 0;

    /// As many as there is room for, with a cell as near to the middle as can be.
    [[nodiscard]] static text_range around(std::uint32_t cell, std::uint32_t all, int room) {
        const std::uint32_t count = std::min(static_cast<std::uint32_t>(std::max(room, 1)), all);
        const std::uint32_t before = std::min(cell - 1, count / 2);
        return {std::min(cell - before, all - count + 1), count};
    }
};

/// Draws a game into characters.
class game_text {
public:
    game_text(const game& g, std::span<const place> route, draw::terminal_style style,
              const text_room& room)
        : game_(&g),
          route_(g.board().bound(), g.board().stride(), route),
          colored_(style.colors != draw::terminal_colors::none),
          ascii_(style.charset == draw::terminal_charset::ascii),
          size_(size_in(room)),
          columns_(text_range::around(here().x, g.board().width(), room.cols / size_.cols)),
          rows_(text_range::around(here().y, g.board().height(), room.rows / size_.rows)),
          edge_(room.rows >= height() + 2 && room.cols >= width() + 2 ? 1 : 0),
          grid_(height() + 2 * edge_, width() + 2 * edge_) {}

    [[nodiscard]] draw::text_grid drawn() && {
        if (edge_ > 0) edge();
        for (std::uint32_t row = 0; row < rows_.count; ++row)
            for (std::uint32_t column = 0; column < columns_.count; ++column) {
                top_ = edge_ + static_cast<int>(row) * size_.rows;
                left_ = edge_ + static_cast<int>(column) * size_.cols;
                cell(game_->board().at(columns_.first + column, rows_.first + row));
            }
        return std::move(grid_);
    }

private:
    [[nodiscard]] point here() const noexcept { return game_->board().xy(game_->position()); }
    [[nodiscard]] int width() const noexcept {
        return static_cast<int>(columns_.count) * size_.cols;
    }
    [[nodiscard]] int height() const noexcept { return static_cast<int>(rows_.count) * size_.rows; }

    [[nodiscard]] text_cell_size size_in(const text_room& room) const {
        const board& b = game_->board();
        std::size_t longest = 1;
        for (place p = 0; p < b.bound(); ++p)
            if (has_value(b[p].what))
                longest = std::max(longest, std::to_string(b[p].value).size());
        const auto fits = [&](const text_cell_size& size) {
            return static_cast<std::uint64_t>(std::max(room.rows, 0)) >=
                       std::uint64_t{b.height()} * static_cast<std::uint64_t>(size.rows) &&
                   static_cast<std::uint64_t>(std::max(room.cols, 0)) >=
                       std::uint64_t{b.width()} * static_cast<std::uint64_t>(size.cols);
        };
        if (longest <= 4 && fits(large_text_cell)) return large_text_cell;
        return {1, static_cast<int>(longest) + 2};
    }

    void edge() {
        constexpr std::u32string_view lines = U"┌─┐│└┘";
        const draw::text_cell look{U' ', colored_ ? draw::palette::stone : draw::transparent};
        const auto put_line = [&](int row, int col, std::size_t which, char32_t plain) {
            put(row, col, ascii_ ? plain : lines[which], look);
        };
        const int bottom = grid_.rows() - 1;
        const int right = grid_.cols() - 1;
        for (int col = 1; col < right; ++col) {
            put_line(0, col, 1, U'-');
            put_line(bottom, col, 1, U'-');
        }
        for (int row = 1; row < bottom; ++row) {
            put_line(row, 0, 3, U'|');
            put_line(row, right, 3, U'|');
        }
        put_line(0, 0, 0, U'+');
        put_line(0, right, 2, U'+');
        put_line(bottom, 0, 4, U'+');
        put_line(bottom, right, 5, U'+');
    }

    void cell(place p) {
        const board& b = game_->board();
        const tile t = game_->tile_at(p);
        const bool is_round =
            t.what == kind::food || t.what == kind::bomb || t.what == kind::lethal;
        const bool is_goal = p == b.goal();
        draw::color ground = is_goal                        ? colors::goal
                             : is_round && size_.is_large() ? colors::empty
                                                            : colors::of(t);
        // A line alone is lost among many values.
        const bool is_passed = route_.passes(p) && t.what != kind::solid;
        if (is_passed && !size_.is_large()) ground = draw::mix(ground, colors::route, 0.4);
        floor(p, t, colored_ ? ground : draw::transparent);
        if (is_passed) way(p, ground);
        if (p == game_->position()) return pacman();
        if (is_goal) return label(ascii_ ? U"G" : U"⚑", ground);
        if (is_round && size_.is_large()) disc(colors::of(t), t.what == kind::food);
        if (const std::u32string text = text_of(p, t); !text.empty())
            label(text, is_round && size_.is_large() ? colors::of(t) : ground);
    }

    /// The ground of a cell; walls without colours are filled.
    void floor(place p, tile t, draw::color ground) {
        char32_t fill = U' ';
        if (!colored_ && t.what == kind::solid) fill = ascii_ ? U'#' : U'█';
        if (!colored_ && t.what == kind::wall && size_.is_large()) fill = ascii_ ? U':' : U'░';
        for (int row = 0; row < size_.rows; ++row)
            for (int col = 0; col < size_.cols; ++col)
                put(top_ + row, left_ + col, fill, {U' ', draw::transparent, ground});
        const bool is_bare = t.what == kind::empty && p != game_->board().goal();
        if (!colored_ && is_bare) put_middle(ascii_ ? U'.' : U'·', {});
    }

    /// The part of the route in a cell.
    void way(place p, draw::color ground) {
        const draw::text_cell look{U' ', colored_ ? colors::route : draw::transparent,
                                   colored_ ? ground : draw::transparent, true};
        using marks = draw::route_marks;
        const char32_t across = ascii_ ? U'-' : U'─';
        for (int col = 0; col < size_.cols; ++col)
            if (col != middle_col() &&
                route_.joins(p, col < middle_col() ? marks::left : marks::right))
                put(top_ + middle_row(), left_ + col, across, look);
        for (int row = 0; row < size_.rows; ++row)
            if (row != middle_row() &&
                route_.joins(p, row < middle_row() ? marks::up : marks::down))
                put(top_ + row, left_ + middle_col(), ascii_ ? U'|' : U'│', look);
        put_middle(ascii_ ? U'*' : route_.line_in(p), look);
    }

    /// A circle; one who lost is red, with a cross.
    void pacman() {
        const verdict v = game_->verdict();
        const bool lost = v == verdict::lost_energy || v == verdict::lost_bomb;
        const draw::color paint = lost ? colors::bomb : colors::pacman;
        if (size_.is_large()) {
            disc(paint, true);
        } else if (colored_) {
            grid_.paint(top_, left_, size_.rows, size_.cols, paint);
        }
        const bool is_filled = size_.is_large() && colored_;
        const char32_t sign = lost        ? (ascii_ ? U'X' : U'×')
                              : ascii_    ? U'@'
                              : is_filled ? U' '
                                          : U'●';
        label(std::u32string(1, sign), paint);
    }

    /// A circle that fills a large cell, or the line around it.
    void disc(draw::color paint, bool is_soft) {
        using lines = std::array<std::u32string_view, 3>;
        constexpr lines filled = {U" ▄███▄ ", U"▐█████▌", U" ▀███▀ "};
        constexpr lines soft = {U" ╭───╮ ", U" │   │ ", U" ╰───╯ "};
        constexpr lines hard = {U" ╔═══╗ ", U" ║   ║ ", U" ╚═══╝ "};
        constexpr lines plain_filled = {U" █████ ", U" █████ ", U" █████ "};
        constexpr lines plain_soft = {U" .---. ", U" |   | ", U" '---' "};
        constexpr lines plain_hard = {U" ##### ", U" #   # ", U" ##### "};
        const lines& look = colored_  ? (ascii_ ? plain_filled : filled)
                            : is_soft ? (ascii_ ? plain_soft : soft)
                                      : (ascii_ ? plain_hard : hard);
        for (int row = 0; row < size_.rows; ++row) {
            const std::u32string_view line = look[static_cast<std::size_t>(row)];
            for (int col = 0; col < size_.cols; ++col) {
                const char32_t code = line[static_cast<std::size_t>(col)];
                const bool is_edge = col == 0 || col + 1 == size_.cols;
                if (code == U' ' && is_edge) continue;
                if (code == U'█') {
                    put(top_ + row, left_ + col, U' ', {U' ', draw::transparent, paint});
                } else {
                    draw::text_cell how = grid_.at(top_ + row, left_ + col);
                    how.ink = colored_ ? paint : draw::transparent;
                    put(top_ + row, left_ + col, code, how);
                }
            }
        }
    }

    /// What stands in a cell: with colours a sign and a value, else its token.
    [[nodiscard]] std::u32string text_of(place p, tile t) const {
        std::u32string text;
        const bool is_bare =
            colored_ && !size_.is_large() && route_.joins(p, draw::route_marks::left);
        switch (t.what) {
            case kind::empty:
                // A bomb that is gone leaves a trace, unless a route tells what happens here.
                if (game_->board()[p].what != kind::bomb || route_.passes(p)) return {};
                return ascii_ ? U"*" : U"∗";
            case kind::solid: return {};
            case kind::lethal: return colored_ ? (ascii_ ? U"X" : U"✖") : U"B";
            case kind::food: text = !colored_ ? U"J" : is_bare ? U"" : U"+"; break;
            case kind::bomb: text = !colored_ ? U"B" : is_bare ? U"" : U"-"; break;
            case kind::wall: text = colored_ ? U"" : U"Z"; break;
        }
        for (const char digit : std::to_string(t.value)) text += static_cast<char32_t>(digit);
        return text;
    }

    /// Writes a text into the middle of a cell, its last character in the middle column or right of
    /// it.
    void label(std::u32string_view text, draw::color ground) {
        const auto length = static_cast<int>(text.size());
        const int last = std::max(middle_col(), length - 1);
        const int first = size_.is_large() ? (size_.cols - length) / 2 : last - length + 1;
        draw::text_cell look{U' ', draw::readable_on(ground), ground, true};
        if (!colored_) look = {};
        for (int i = 0; i < length; ++i)
            put(top_ + middle_row(), left_ + first + i, text[static_cast<std::size_t>(i)], look);
    }

    [[nodiscard]] int middle_row() const noexcept { return size_.rows / 2; }
    [[nodiscard]] int middle_col() const noexcept {
        return size_.is_large() ? size_.cols / 2 : size_.cols - 2;
    }

    void put_middle(char32_t code, const draw::text_cell& look) {
        put(top_ + middle_row(), left_ + middle_col(), code, look);
    }
    void put(int row, int col, char32_t code, draw::text_cell look) {
        look.code = code;
        grid_.set(row, col, look);
    }

    const game* game_;
    draw::route_marks route_;
    bool colored_;
    bool ascii_;
    text_cell_size size_;
    text_range columns_;
    text_range rows_;
    int edge_;
    draw::text_grid grid_;
    int top_ = 0;  // of the cell that is drawn
    int left_ = 0;
};

}  // namespace detail

/// A game as large as there is room for: what is gone is not seen any more.
///
/// `g`      the game.
/// `route`  cells to draw a line through, such as the way on from there; empty for none.
/// `style`  what the terminal can show.
/// `room`   how many characters there is room for; of a map that needs more, the part around
///          Pac-Man is shown.
[[nodiscard]] inline draw::text_grid to_text_grid(const game& g, std::span<const place> route,
                                                  draw::terminal_style style,
                                                  const text_room& room = {}) {
    return detail::game_text(g, route, style, room).drawn();
}

/// A map before the first move.
[[nodiscard]] inline draw::text_grid to_text_grid(const board& b, std::span<const place> route,
                                                  draw::terminal_style style,
                                                  const text_room& room = {}) {
    return to_text_grid(game(b), route, style, room);
}

}  // namespace senda::pacman
