// SPDX-License-Identifier: MIT
// A map in a terminal: large cells with round things in them where there is room, else three
// characters a cell, and the part around Pac-Man where there is not even that.
#pragma once

#include <common/frames.hpp>
#include <common/route.hpp>
#include <common/text_grid.hpp>
#include <pacman/board.hpp>
#include <pacman/game.hpp>
#include <pacman/picture.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman {

using draw::text_room;

namespace detail {

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
          route_(g.board(), route),
          leaves_(directions_of(g.board(), route)),
          colored_(style.has_colors()),
          ascii_(style.is_ascii()),
          area_(cell_size_in(room)),
          columns_(text_range::around(here().x, g.board().width(), room.cols / area_.cols)),
          rows_(text_range::around(here().y, g.board().height(), room.rows / area_.rows)),
          edge_(room.rows >= height() + 2 && room.cols >= width() + 2 ? 1 : 0),
          grid_(height() + 2 * edge_, width() + 2 * edge_) {}

    [[nodiscard]] draw::text_grid drawn() && {
        if (edge_ > 0)
            draw_frame(grid_, {0, 0, grid_.rows(), grid_.cols()}, draw::frames::square,
                       {.ink = draw::palette::stone});
        for (std::uint32_t row = 0; row < rows_.count; ++row)
            for (std::uint32_t column = 0; column < columns_.count; ++column) {
                area_.row = edge_ + static_cast<int>(row) * area_.rows;
                area_.col = edge_ + static_cast<int>(column) * area_.cols;
                cell(game_->board().at(columns_.first + column, rows_.first + row));
            }
        return std::move(grid_);
    }

private:
    [[nodiscard]] point here() const noexcept { return game_->board().xy(game_->position()); }
    [[nodiscard]] int width() const noexcept {
        return static_cast<int>(columns_.count) * area_.cols;
    }
    [[nodiscard]] int height() const noexcept { return static_cast<int>(rows_.count) * area_.rows; }

    /// How many characters a cell has.
    [[nodiscard]] draw::text_area cell_size_in(const text_room& room) const {
        constexpr draw::text_area large{.rows = 3, .cols = 7};
        const board& b = game_->board();
        std::size_t longest = 1;
        for (place p = 0; p < b.bound(); ++p)
            if (has_value(b[p].what))
                longest = std::max(longest, std::to_string(b[p].value).size());
        const bool has_room = room.rows >= std::int64_t{b.height()} * large.rows &&
                              room.cols >= std::int64_t{b.width()} * large.cols;
        if (longest <= 4 && has_room) return large;
        return {.rows = 1, .cols = static_cast<int>(longest) + 2};
    }

    [[nodiscard]] bool is_large() const noexcept { return area_.rows > 1; }

    void cell(place p) {
        const tile t = game_->tile_at(p);
        const bool has_disc = is_disc(p) && p != game_->position();
        const bool is_goal = p == game_->board().goal();
        draw::color ground = is_goal ? colors::goal : has_disc ? colors::empty : colors::of(t);
        // A line alone is lost among many values.
        const bool is_passed = route_.passes(p) && t.what != kind::solid;
        if (is_passed && !is_large()) ground = draw::mix(ground, colors::route, 0.4);
        floor(p, t, ground);
        if (is_passed) route_part(p, ground);
        if (p == game_->position()) return pacman();
        if (is_goal) return label(ascii_ ? U"G" : U"⚑", ground);
        if (has_disc) disc(colors::of(t), t.what == kind::food);
        if (const std::u32string text = text_of(p, t); !text.empty())
            label(text, has_disc ? colors::of(t) : ground);
    }

    /// The ground of a cell; walls without colours have a texture.
    void floor(place p, tile t, draw::color ground) {
        char32_t texture = U' ';
        if (!colored_ && t.what == kind::solid) texture = U'█';
        if (!colored_ && t.what == kind::wall && is_large()) texture = ascii_ ? U':' : U'░';
        grid_.fill(area_, {texture, draw::transparent, ground});
        const bool is_bare = t.what == kind::empty && p != game_->board().goal();
        if (!colored_ && is_bare) grid_.set(middle_row(), middle_col(), U'·', {});
    }

    /// The part of the route in a cell.
    void route_part(place p, draw::color ground) {
        const draw::text_cell look{U' ', colors::route, ground, true};
        using marks = draw::route_marks;
        for (int col = area_.col; col < area_.col + area_.cols; ++col)
            if (route_.joins(p, col < middle_col() ? marks::left : marks::right))
                grid_.set(middle_row(), col, U'─', look);
        for (int row = area_.row; row < area_.row + area_.rows; ++row)
            if (route_.joins(p, row < middle_row() ? marks::up : marks::down))
                grid_.set(row, middle_col(), U'│', look);
        grid_.set(middle_row(), middle_col(), ascii_ ? U'*' : route_.line_in(p), look);
        arrows(p, look);
    }

    /// Which way the route goes, where it goes only one way: between cells if there is room.
    void arrows(place p, const draw::text_cell& look) {
        const int last_row = area_.row + area_.rows - 1;
        if (const char32_t arrow = arrow_between(p, direction::right); arrow != 0)
            grid_.set(middle_row(), area_.col + area_.cols - 1, arrow, look);
        const char32_t down = arrow_between(p, direction::down);
        const place above = game_->board().neighbour(p, direction::up);
        if (!is_large()) {
            const bool is_straight = down != 0 && arrow_between(above, direction::down) == down;
            using marks = draw::route_marks;
            if (is_straight && !route_.joins(p, marks::left) && !route_.joins(p, marks::right))
                grid_.set(middle_row(), middle_col(), down, look);
        } else {
            if (down != 0) grid_.set(last_row, middle_col(), down, look);
            // A round thing above hides its own arrow.
            const char32_t up = arrow_between(above, direction::down);
            if (up != 0 && is_disc(above)) grid_.set(area_.row, middle_col(), up, look);
        }
    }

    /// The arrow between a cell and the one on its right or below; 0 if the route does not go
    /// there, or both ways.
    [[nodiscard]] char32_t arrow_between(place p, direction d) const {
        const bool is_right = d == direction::right;
        const bool there = leaves(p, d);
        const bool back =
            leaves(game_->board().neighbour(p, d), is_right ? direction::left : direction::up);
        if (there == back) return 0;
        if (is_right) return there ? (ascii_ ? U'>' : U'▸') : (ascii_ ? U'<' : U'◂');
        return there ? (ascii_ ? U'v' : U'▾') : (ascii_ ? U'^' : U'▴');
    }
    [[nodiscard]] bool leaves(place p, direction d) const {
        return !leaves_.empty() && (leaves_[p] >> static_cast<unsigned>(d) & 1U) != 0;
    }
    /// Where a route leaves each cell to, a bit for each direction.
    static std::vector<std::uint8_t> directions_of(const board& b, std::span<const place> route) {
        std::vector<std::uint8_t> out;
        if (route.size() > 1) out.resize(b.bound());
        for (std::size_t i = 1; i < route.size(); ++i)
            for (const direction d : directions)
                if (b.neighbour(route[i - 1], d) == route[i])
                    out[route[i - 1]] |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(d));
        return out;
    }

    /// Whether something round fills a large cell.
    [[nodiscard]] bool is_disc(place p) const {
        const tile t = game_->tile_at(p);
        return is_large() && (t.what == kind::food || t.what == kind::bomb ||
                              t.what == kind::lethal || p == game_->position());
    }

    /// A circle; one who lost is red, with a cross.
    void pacman() {
        const verdict v = game_->verdict();
        const bool lost = v == verdict::lost_energy || v == verdict::lost_bomb;
        const draw::color paint = lost ? colors::bomb : colors::pacman;
        if (is_large()) {
            disc(paint, true);
        } else if (colored_) {
            grid_.paint(area_.row, area_.col, area_.rows, area_.cols, paint);
        }
        const char32_t sign = lost                     ? (ascii_ ? U'X' : U'×')
                              : ascii_                 ? U'@'
                              : is_large() && colored_ ? U' '
                                                       : U'●';
        label({&sign, 1}, paint);
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
        for (int row = 0; row < area_.rows; ++row) {
            for (int col = 0; col < area_.cols; ++col) {
                const char32_t code =
                    look[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)];
                const bool is_edge = col == 0 || col + 1 == area_.cols;
                if (code == U' ' && is_edge) continue;
                draw::text_cell how = grid_.at(area_.row + row, area_.col + col);
                if (code == U'█') {
                    how = {.ground = paint};
                } else {
                    how.code = code;
                    how.ink = paint;
                }
                grid_.set(area_.row + row, area_.col + col, how);
            }
        }
    }

    /// What stands in a cell: with colours a sign and a value, else its token.
    [[nodiscard]] std::u32string text_of(place p, tile t) const {
        std::u32string text;
        const bool is_bare = colored_ && !is_large() && route_.joins(p, draw::route_marks::left);
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

    /// Writes a text into the middle of a cell, or to the right end of a small one.
    void label(std::u32string_view text, draw::color ground) {
        const auto length = static_cast<int>(text.size());
        const int first = is_large() ? area_.col + (area_.cols - length) / 2
                                     : std::max(middle_col() - length + 1, area_.col);
        grid_.put(middle_row(), first, text, {U' ', draw::readable_on(ground), ground, true});
    }

    [[nodiscard]] int middle_row() const noexcept { return area_.row + area_.rows / 2; }
    [[nodiscard]] int middle_col() const noexcept {
        return area_.col + (is_large() ? area_.cols / 2 : area_.cols - 2);
    }

    const game* game_;
    draw::route_marks route_;
    std::vector<std::uint8_t> leaves_;  // by cell; empty without a route
    bool colored_;
    bool ascii_;
    draw::text_area area_;  // of the cell that is drawn
    text_range columns_;
    text_range rows_;
    int edge_;
    draw::text_grid grid_;
};

}  // namespace detail

/// A game as large as there is room for: what is gone is not seen any more.
///
/// `g`      the game.
/// `route`  cells to draw a line through, such as the route on from there; empty for none.
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
