// SPDX-License-Identifier: MIT
// Characters in rows and columns, for a terminal: printed whole, or only what changed.
#pragma once

#include <senda/detail/draw/terminal/terminal_codes.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw {

/// How much room there is in a terminal, in characters.
struct text_room {
    int rows = 24;  ///< of characters
    int cols = 80;  ///< of characters
};

/// A part of a grid: its upper left cell and its size.
struct text_area {
    int row = 0;   ///< the upper one
    int col = 0;   ///< the left one
    int rows = 1;  ///< how many
    int cols = 1;  ///< how many
};

/// The characters of frames, in reading order: three above, two at the sides and three below.
namespace frames {

inline constexpr std::u32string_view square = U"┌─┐││└─┘";   ///< thin lines
inline constexpr std::u32string_view round = U"╭─╮││╰─╯";    ///< thin lines, round corners
inline constexpr std::u32string_view twofold = U"╔═╗║║╚═╝";  ///< double lines
inline constexpr std::u32string_view block = U"▗▄▖▐▌▝▀▘";    ///< half blocks

static_assert(square.size() == 8, "senda is written in UTF-8: compile with /utf-8");

}  // namespace frames

/// A rectangle of characters, each with its colours. Characters that fill two columns take two
/// cells, the second of which has the code 0.
class text_grid {
public:
    /// A grid of blanks.
    text_grid(int rows, int cols)
        : rows_(std::max(rows, 0)),
          cols_(std::max(cols, 0)),
          cells_(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_)) {}

    /// The rows of characters.
    [[nodiscard]] int rows() const noexcept { return rows_; }
    /// The columns of characters.
    [[nodiscard]] int cols() const noexcept { return cols_; }

    /// The cell at a place, which must be inside.
    [[nodiscard]] const text_cell& at(int row, int col) const noexcept {
        assert(is_inside(row, col));
        return cells_[index(row, col)];
    }

    /// Puts a character into a cell; nothing if it is outside. What cannot be printed becomes
    /// U+FFFD, and what would reach out of the row a blank.
    void set(int row, int col, text_cell cell) {
        if (!is_inside(row, col)) return;
        const bool is_surrogate = cell.code >= 0xD800 && cell.code <= 0xDFFF;
        const utf8_character c{cell.code, 1, cell.code <= 0x10FFFF && !is_surrogate};
        if (!is_printable(c) || display_width(cell.code) == 0) cell.code = U'\uFFFD';
        const bool is_wide = display_width(cell.code) == 2;
        if (is_wide && col + 1 == cols_) cell.code = U' ';
        clear_around(row, col);
        cells_[index(row, col)] = cell;
        if (is_wide && col + 1 < cols_) {
            clear_around(row, col + 1);
            cell.code = 0;
            cells_[index(row, col + 1)] = cell;
        }
    }

    /// Puts a character in the colours of `look` into a cell.
    void set(int row, int col, char32_t code, text_cell look) {
        look.code = code;
        set(row, col, look);
    }

    /// Puts a cell into all places of an area.
    void fill(const text_area& area, const text_cell& cell) {
        for (int row = area.row; row < area.row + area.rows; ++row)
            for (int col = area.col; col < area.col + area.cols; ++col) set(row, col, cell);
    }

    /// Draws a frame, one of `frames`, inside the edge of an area.
    void frame(const text_area& area, std::u32string_view parts, const text_cell& look) {
        const int bottom = area.row + area.rows - 1;
        const int right = area.col + area.cols - 1;
        for (int row = area.row; row <= bottom; ++row) {
            const bool is_inside = row > area.row && row < bottom;
            const std::size_t first = row == area.row ? 0 : is_inside ? 3 : 5;
            set(row, area.col, parts[first], look);
            for (int col = area.col + 1; col < right && !is_inside; ++col)
                set(row, col, parts[first + 1], look);
            set(row, right, parts[first + (is_inside ? 1 : 2)], look);
        }
    }

    /// Writes characters from a cell on, one a cell, in the colours of `look`.
    void put(int row, int col, std::u32string_view codes, const text_cell& look = {}) {
        for (const char32_t code : codes) set(row, col++, code, look);
    }

    /// Writes a text from a cell on, as far as it is inside; returns the column after it.
    int put(int row, int col, std::string_view text, text_cell look = {}) {
        while (!text.empty()) {
            const utf8_character c = first_character(text);
            text.remove_prefix(c.size);
            look.code = is_printable(c) ? c.code : U'\uFFFD';
            const auto width = static_cast<int>(display_width(look.code));
            if (width == 0) continue;  // there is no cell that it could join
            if (col >= cols_) break;
            set(row, col, look);
            col += width;
        }
        return col;
    }

    /// Copies another grid, its first cell here, as far as it is inside.
    void put(int row, int col, const text_grid& part) {
        for (int r = 0; r < part.rows(); ++r)
            for (int c = 0; c < part.cols(); ++c)
                if (part.at(r, c).code != 0) set(row + r, col + c, part.at(r, c));
    }

    /// Gives a rectangle of cells another ground, with both halves of a wide character.
    void paint(int row, int col, int height, int width, color ground) {
        for (int r = std::max(row, 0); r < std::min(rows_, row + height); ++r) {
            int first = std::max(col, 0);
            int last = std::min(cols_, col + width);
            if (first < last && at(r, first).code == 0) --first;
            if (first < last && last < cols_ && at(r, last).code == 0) ++last;
            for (int c = first; c < last; ++c) cells_[index(r, c)].ground = ground;
        }
    }

    friend bool operator==(const text_grid&, const text_grid&) = default;

private:
    [[nodiscard]] bool is_inside(int row, int col) const noexcept {
        return row >= 0 && row < rows_ && col >= 0 && col < cols_;
    }
    [[nodiscard]] std::size_t index(int row, int col) const noexcept {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_) +
               static_cast<std::size_t>(col);
    }

    /// Half of a wide character cannot stay when the other half goes.
    void clear_around(int row, int col) noexcept {
        if (at(row, col).code == 0) cells_[index(row, col - 1)].code = U' ';
        if (col + 1 < cols_ && at(row, col + 1).code == 0) cells_[index(row, col + 1)].code = U' ';
    }

    int rows_;
    int cols_;
    std::vector<text_cell> cells_;
};

/// The lines of a grid for a terminal, or for a file if the style has no colours: blanks at the end
/// of a line are left out, and no colour is set that is set already.
[[nodiscard]] inline std::string to_text(const text_grid& grid, terminal_style style) {
    std::string out;
    terminal_pen pen{out, style};
    for (int row = 0; row < grid.rows(); ++row) {
        int end = grid.cols();
        while (end > 0 && pen.is_empty(grid.at(row, end - 1))) --end;
        for (int col = 0; col < end; ++col) pen.print(grid.at(row, col));
        pen.end_line();
    }
    pen.reset();
    return out;
}

/// What turns `shown`, which a terminal shows from its upper left corner on, into `wanted`: only
/// the cells that changed. If the sizes differ, the terminal is cleared first.
[[nodiscard]] inline std::string redraw(const text_grid& shown, const text_grid& wanted,
                                        terminal_style style) {
    std::string out;
    terminal_pen pen{out, style};
    const bool is_same_size = shown.rows() == wanted.rows() && shown.cols() == wanted.cols();
    if (!is_same_size) out += terminal_codes::clear;
    const text_cell blank;
    for (int row = 0; row < wanted.rows(); ++row) {
        for (int col = 0; col < wanted.cols(); ++col) {
            const text_cell& cell = wanted.at(row, col);
            if (cell == (is_same_size ? shown.at(row, col) : blank)) continue;
            if (pen.is_second_half(cell)) continue;  // the first half changed, too, and brings it
            pen.move_to(row, col);
            pen.print(cell);
        }
    }
    pen.reset();
    return out;
}

}  // namespace senda::draw
