// SPDX-License-Identifier: MIT
// An Amazons board in a terminal: crowns where there is room and colour for them, else letters.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/picture.hpp>
#include <senda/amazons/play.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace senda::amazons {

/// What is pointed out on a board, and the letters of its amazons.
struct board_marks {
    cell_set choices = {};               ///< cells that can be chosen
    std::optional<cell> chosen = {};     ///< the cell that was
    std::optional<cell> cursor = {};     ///< where the player is looking
    std::optional<play> last_play = {};  ///< the play that led here
    cell_set first_white = {};           ///< cells that white comes to first
    cell_set first_black = {};           ///< cells that black comes to first
    char white_letter = 'W';             ///< stands for an amazon of white
    char black_letter = 'B';             ///< stands for an amazon of black
};

namespace detail {

/// Draws a board into characters, each cell `high` rows and `wide` columns of them.
template <class Board>
class text_painter {
public:
    text_painter(const Board& b, draw::terminal_style style, const board_marks& marks, bool large)
        : board_(&b),
          marks_(&marks),
          colored_(style.has_colors()),
          high_(large ? 2 : 1),
          wide_(large ? 4 : 3),
          grid_(Board::rows * high_ + 2, Board::columns * wide_ + 2 * label_width) {}

    [[nodiscard]] draw::text_grid drawn() && {
        labels();
        for_each_cell(Board::cells,
                      [this](cell c) { return high_ > 1 ? large_cell(c) : small_cell(c); });
        return std::move(grid_);
    }

private:
    static constexpr int label_width = 3;

    void labels() {
        const draw::text_cell look{.ink = draw::palette::stone};
        for (int column = 0; column < Board::columns; ++column) {
            const std::string name(1, static_cast<char>('a' + column));
            grid_.put(0, left_of(column) + 1, name, look);
            grid_.put(grid_.rows() - 1, left_of(column) + 1, name, look);
        }
        for (int row = 0; row < Board::rows; ++row) {
            const std::string name = std::to_string(row + 1);
            grid_.put(top_of(row), label_width - 1 - static_cast<int>(name.size()), name, look);
            grid_.put(top_of(row), grid_.cols() - label_width + 1, name, look);
        }
    }

    [[nodiscard]] int top_of(int row) const noexcept { return 1 + (Board::rows - 1 - row) * high_; }
    [[nodiscard]] int left_of(int column) const noexcept { return label_width + column * wide_; }

    /// The ground of a cell with all that is pointed out about it.
    [[nodiscard]] draw::color ground_of(cell c) const noexcept {
        using draw::mix;
        draw::color ground = is_arrow(c) ? colors::arrow : colors::wood(c);
        if (marks_->first_white.contains(c)) ground = mix(ground, colors::white, 0.55);
        if (marks_->first_black.contains(c)) ground = mix(ground, colors::black, 0.40);
        const auto& last = marks_->last_play;
        if (last && (last->from == c || last->to == c || last->arrow == c))
            ground = mix(ground, colors::last_play, is_arrow(c) ? 0.55 : 0.25);
        if (marks_->choices.contains(c)) ground = mix(ground, colors::choice, 0.55);
        if (marks_->chosen == c) ground = mix(ground, colors::chosen, 0.55);
        if (marks_->cursor == c) ground = mix(ground, colors::cursor, 0.75);
        return ground;
    }

    [[nodiscard]] bool is_arrow(cell c) const noexcept { return board_->arrows().contains(c); }
    [[nodiscard]] bool is_white(cell c) const noexcept {
        return board_->amazons(player::white).contains(c);
    }
    [[nodiscard]] bool is_amazon(cell c) const noexcept {
        return is_white(c) || board_->amazons(player::black).contains(c);
    }

    void large_cell(cell c) {
        draw::text_cell look{.ground = ground_of(c)};
        std::u32string_view upper = U"    ";
        std::u32string_view lower = upper;
        if (is_amazon(c)) {
            look.ink = is_white(c) ? colors::white : colors::black;
            upper = U"▙▟▙▟";
            lower = U"▜██▛";
        } else if (is_arrow(c)) {
            look.ink = draw::palette::mist;
            upper = U" ╲╱ ";
            lower = U" ╱╲ ";
        } else if (marks_->choices.contains(c)) {
            look.ink = draw::mix(look.ground, draw::palette::ink, 0.5);
            upper = U" ▗▖ ";
            lower = U" ▝▘ ";
        }
        grid_.put(top_of(c.row()), left_of(c.column()), upper, look);
        grid_.put(top_of(c.row()) + 1, left_of(c.column()), lower, look);
    }

    void small_cell(cell c) {
        const bool is_chosen = marks_->chosen == c;
        const bool is_cursor = marks_->cursor == c;
        draw::text_cell look{.ground = ground_of(c), .bold = is_amazon(c)};
        look.ink = draw::readable_on(look.ground);
        if (is_amazon(c)) {
            // The ground tells whose it is, the brackets around it what is pointed out.
            look.ink = is_white(c) ? colors::white : colors::black;
            const draw::color other = is_white(c) ? colors::black : colors::white;
            if (!is_chosen && !is_cursor) look.ground = std::exchange(look.ink, other);
        }
        const std::u32string_view around = is_cursor ? U"[]" : is_chosen ? U"()" : U"  ";
        const std::u32string text{around[0], code_of(c), around[1]};
        grid_.put(top_of(c.row()), left_of(c.column()), text, look);
    }

    [[nodiscard]] char32_t code_of(cell c) const noexcept {
        if (is_amazon(c))
            return static_cast<char32_t>(is_white(c) ? marks_->white_letter : marks_->black_letter);
        if (is_arrow(c)) return U'x';
        if (marks_->choices.contains(c)) return U'+';
        return colored_ ? U'·' : U'.';
    }

    const Board* board_;
    const board_marks* marks_;
    bool colored_;
    int high_;
    int wide_;
    draw::text_grid grid_;
};

}  // namespace detail

/// A board with the names of its rows and columns, as large as `rows` and `cols` of characters have
/// room for: 10 x 10 cells take 22 and 46 with crowns, which need colours, or 12 and 36 with
/// letters.
template <int Columns, int Rows>
[[nodiscard]] draw::text_grid to_text_grid(const basic_board<Columns, Rows>& b,
                                           draw::terminal_style style, int rows = 24, int cols = 80,
                                           const board_marks& marks = {}) {
    const bool is_rich = style.has_colors() && !style.is_ascii();
    const bool has_room = rows >= Rows * 2 + 2 && cols >= Columns * 4 + 6;
    return detail::text_painter(b, style, marks, is_rich && has_room).drawn();
}

}  // namespace senda::amazons
