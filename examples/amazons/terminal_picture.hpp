// SPDX-License-Identifier: MIT
// An Amazons board in a terminal: crowns where there is room and colour for them, else characters.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/picture.hpp>
#include <amazons/play.hpp>
#include <common/text_grid.hpp>
#include <senda/draw/color.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace senda::amazons {

/// What is pointed out on a board.
struct board_marks {
    cell_set choices = {};               ///< cells that can be chosen
    std::optional<cell> chosen = {};     ///< the cell that was
    std::optional<cell> cursor = {};     ///< where the player is looking
    std::optional<play> last_play = {};  ///< the play that led here
    cell_set first_white = {};           ///< cells that white comes to first
    cell_set first_black = {};           ///< cells that black comes to first
};

/// How large the cells of a board are in a terminal, in rows and columns of characters.
enum class text_size {
    tiny,   ///< 1 x 2, with blanks between characters
    small,  ///< 1 x 3, with room for brackets
    large,  ///< 2 x 4, with crowns for amazons, which need colours
};

/// The characters of a board of so many columns and rows, with their names around them.
[[nodiscard]] constexpr draw::text_room room_of(text_size size, int columns, int rows) noexcept {
    switch (size) {
        case text_size::tiny: return {rows + 1, columns * 2 + 3};
        case text_size::small: return {rows + 2, columns * 3 + 6};
        case text_size::large: break;
    }
    return {rows * 2 + 2, columns * 4 + 6};
}

/// The largest size of a board of so many columns and rows that there is room for; the smallest if
/// there is room for none.
[[nodiscard]] constexpr text_size size_for(draw::terminal_style style, draw::text_room room,
                                           int columns, int rows) noexcept {
    const bool is_rich = style.has_colors() && !style.is_ascii();
    for (const text_size size : {text_size::large, text_size::small}) {
        const draw::text_room needed = room_of(size, columns, rows);
        if (size == text_size::large && !is_rich) continue;
        if (needed.rows <= room.rows && needed.cols <= room.cols) return size;
    }
    return text_size::tiny;
}

namespace detail {

/// Draws a board into characters, each cell `high_` rows and `wide_` columns of them.
template <class Board>
class text_painter {
public:
    text_painter(const Board& b, draw::terminal_style style, const board_marks& marks,
                 text_size size)
        : board_(&b),
          marks_(&marks),
          colored_(style.has_colors()),
          is_tiny_(size == text_size::tiny),
          high_(size == text_size::large ? 2 : 1),
          wide_(is_tiny_                   ? 2
                : size == text_size::large ? 4
                                           : 3),
          grid_(room_of(size, b.size().columns, b.size().rows).rows,
                room_of(size, b.size().columns, b.size().rows).cols) {}

    [[nodiscard]] draw::text_grid drawn() && {
        labels();
        for_each_cell(board_->area(),
                      [this](cell c) { return high_ > 1 ? large_cell(c) : small_cell(c); });
        return std::move(grid_);
    }

private:
    /// Tiny boards have names at the left and below only.
    void labels() {
        const draw::text_cell look{.ink = draw::palette::stone};
        for (int column = 0; column < board_->size().columns; ++column) {
            const std::string name(1, static_cast<char>('a' + column));
            if (!is_tiny_) grid_.put(0, left_of(column) + 1, name, look);
            grid_.put(grid_.rows() - 1, left_of(column) + 1, name, look);
        }
        for (int row = 0; row < board_->size().rows; ++row) {
            const std::string name = std::to_string(row + 1);
            grid_.put(top_of(row), 2 - static_cast<int>(name.size()), name, look);
            if (!is_tiny_) grid_.put(top_of(row), grid_.cols() - 2, name, look);
        }
    }

    [[nodiscard]] int top_of(int row) const noexcept {
        return (is_tiny_ ? 0 : 1) + (board_->size().rows - 1 - row) * high_;
    }
    [[nodiscard]] int left_of(int column) const noexcept {
        return (is_tiny_ ? 2 : 3) + column * wide_;
    }

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
        const int top = top_of(c.row());
        const int left = left_of(c.column());
        grid_.put(top, left + 1, std::u32string{code_of(c)}, look);
        // Tiny cells share what is between them, where the brackets of the cursor are the last
        // word.
        if (!is_tiny_ || is_cursor || grid_.at(top, left).code == U' ')
            grid_.put(top, left, around.substr(0, 1), look);
        if (is_tiny_ && around[1] == U' ') return;
        const bool is_marked = has_territory_mark(c) && marks_->choices.contains(c);
        grid_.put(top, left + 2, is_marked && around[1] == U' ' ? U"+" : around.substr(1), look);
    }

    [[nodiscard]] char32_t code_of(cell c) const noexcept {
        if (is_amazon(c))
            return static_cast<char32_t>(symbol_of(is_white(c) ? player::white : player::black));
        if (is_arrow(c)) return static_cast<char32_t>(arrow_symbol);
        if (has_territory_mark(c)) return marks_->first_white.contains(c) ? U'o' : U'x';
        if (marks_->choices.contains(c)) return U'+';
        return colored_ ? U'·' : static_cast<char32_t>(empty_symbol);
    }

    /// Without colours a character says who comes first; in tiny cells, if nothing else is to be
    /// said.
    [[nodiscard]] bool has_territory_mark(cell c) const noexcept {
        if (colored_ || is_amazon(c) || is_arrow(c)) return false;
        if (is_tiny_ && marks_->choices.contains(c)) return false;
        return (marks_->first_white | marks_->first_black).contains(c);
    }

    const Board* board_;
    const board_marks* marks_;
    bool colored_;
    bool is_tiny_;
    int high_;
    int wide_;
    draw::text_grid grid_;
};

}  // namespace detail

/// A board in a size, with the names of its rows and columns. Amazons, arrows and empty cells are
/// `0`, `X`, `*` and `.`, but for the crowns of `large`.
template <int Columns, int Rows>
[[nodiscard]] draw::text_grid to_text_grid(const basic_board<Columns, Rows>& b,
                                           draw::terminal_style style, text_size size,
                                           const board_marks& marks = {}) {
    return detail::text_painter(b, style, marks, size).drawn();
}

/// The same as large as `rows` and `cols` of characters have room for: 10 x 10 cells take 22 and 46
/// with crowns, which need colours, 12 and 36 with characters, or 11 and 23 at the least.
template <int Columns, int Rows>
[[nodiscard]] draw::text_grid to_text_grid(const basic_board<Columns, Rows>& b,
                                           draw::terminal_style style, int rows = 24, int cols = 80,
                                           const board_marks& marks = {}) {
    return to_text_grid(b, style, size_for(style, {rows, cols}, b.size().columns, b.size().rows),
                        marks);
}

}  // namespace senda::amazons
