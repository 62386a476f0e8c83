// SPDX-License-Identifier: MIT
// Characters in rows and columns for a terminal, with their styles; printed whole, or only what
// changed.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw {

/// How many colours a terminal has.
enum class terminal_colors { none, ansi256, truecolor };

/// Which characters a terminal shows.
enum class terminal_charset { ascii, unicode };

/// What a terminal can show.
struct terminal_style {
    terminal_colors colors = terminal_colors::none;      ///< how many colours it has
    terminal_charset charset = terminal_charset::ascii;  ///< which characters it has

    /// Whether it has colours.
    [[nodiscard]] constexpr bool has_colors() const noexcept {
        return colors != terminal_colors::none;
    }
    /// Whether it shows ASCII only.
    [[nodiscard]] constexpr bool is_ascii() const noexcept {
        return charset == terminal_charset::ascii;
    }

    friend constexpr bool operator==(const terminal_style&, const terminal_style&) = default;
};

/// A character with its colours. A colour that is transparent is that of the terminal.
struct text_cell {
    char32_t code = U' ';        ///< the character
    color ink = transparent;     ///< its colour
    color ground = transparent;  ///< the colour behind it
    bool bold = false;           ///< whether it is in bold type

    friend constexpr bool operator==(const text_cell&, const text_cell&) = default;
};

/// What a terminal does on being sent these.
namespace terminal_codes {

/// Clears the screen and goes to its upper left corner.
inline constexpr std::string_view clear = "\x1b[H\x1b[2J";
/// Begins a screen of the program's own, without a cursor.
inline constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J";
/// Shows again what was there before `enter_screen`.
inline constexpr std::string_view leave_screen = "\x1b[m\x1b[?25h\x1b[?1049l";

}  // namespace terminal_codes

/// The colour of a terminal nearest to `c`, from 16 to 255; the user may change the first 16.
[[nodiscard]] constexpr int ansi256_of(color c) noexcept {
    constexpr int levels[] = {0, 95, 135, 175, 215, 255};
    const auto distance = [c](int red, int green, int blue) {
        const int r = c.red - red;
        const int g = c.green - green;
        const int b = c.blue - blue;
        return r * r + g * g + b * b;
    };
    const auto nearest = [&](int value) {
        const auto closer = [value](int a, int b) {
            return std::max(a - value, value - a) < std::max(b - value, value - b);
        };
        return static_cast<int>(std::min_element(levels, levels + 6, closer) - levels);
    };
    const int red = nearest(c.red);
    const int green = nearest(c.green);
    const int blue = nearest(c.blue);
    const int gray = std::clamp(((c.red + c.green + c.blue) / 3 - 3) / 10, 0, 23);
    const int shade = 8 + 10 * gray;
    return distance(shade, shade, shade) < distance(levels[red], levels[green], levels[blue])
               ? 232 + gray
               : 16 + 36 * red + 6 * green + blue;
}

/// Writes cells for a terminal, whose colours and cursor it knows: it sends only what changes them.
class terminal_pen {
public:
    /// Appends to `out` what a terminal of that style can show.
    terminal_pen(std::string& out, terminal_style style) noexcept : out_(out), style_(style) {}

    /// Whether a cell looks like one where nothing was written.
    [[nodiscard]] bool is_empty(const text_cell& cell) const noexcept {
        const bool is_blank = cell.code == U' ' || (cell.code == 0 && !is_second_half(cell));
        return is_blank && color_of(cell.ground) == own;
    }

    /// Whether a cell is written with the one before it. In ASCII each is written alone.
    [[nodiscard]] bool is_second_half(const text_cell& cell) const noexcept {
        return cell.code == 0 && !style_.is_ascii();
    }

    /// Writes a cell, and goes on to the next.
    void print(const text_cell& cell) {
        if (is_second_half(cell)) return;
        set_look(cell);
        if (style_.is_ascii()) {
            out_ += cell.code == 0 ? ' ' : ascii_of(cell.code);
            ++col_;
        } else {
            append_utf8(out_, cell.code);
            col_ += static_cast<int>(display_width(cell.code));
        }
    }

    /// Goes to a cell, which is counted from 0.
    void move_to(int row, int col) {
        if (row_ == row && col_ == col) return;
        if (row_ == row && col > col_) {
            const int cells = col - col_;
            out_ += "\x1b[" + (cells > 1 ? std::to_string(cells) : "") + 'C';
        } else {
            out_ += "\x1b[" + std::to_string(row + 1) + ';' + std::to_string(col + 1) + 'H';
        }
        row_ = row;
        col_ = col;
    }

    /// Goes to the next line, up to whose end the ground must not reach.
    void end_line() {
        if (ground_ != own) reset();
        out_ += '\n';
    }

    /// Goes back to the terminal's own colours.
    void reset() {
        if (ink_ != own || ground_ != own || bold_) out_ += "\x1b[m";
        ink_ = ground_ = own;
        bold_ = false;
    }

private:
    /// A colour as it is sent: its number among 256, or 24 bits; or the terminal's own.
    using color_code = std::int32_t;
    static constexpr color_code own = -1;

    [[nodiscard]] color_code color_of(color c) const noexcept {
        if (!style_.has_colors() || c.alpha == 0) return own;
        if (style_.colors == terminal_colors::ansi256) return ansi256_of(c);
        return c.red << 16 | c.green << 8 | c.blue;
    }

    // Of a blank, only the ground is seen.
    void set_look(const text_cell& cell) {
        const bool is_blank = cell.code == U' ' || cell.code == 0;
        const color_code ground = color_of(cell.ground);
        const color_code ink = is_blank ? ink_ : color_of(cell.ink);
        const bool bold = is_blank ? bold_ : cell.bold && style_.has_colors();
        if (ink == ink_ && ground == ground_ && bold == bold_) return;
        std::string codes;
        const auto add = [&codes](const std::string& code) {
            if (!codes.empty()) codes += ';';
            codes += code;
        };
        const bool is_plain = ink == own && ground == own && !bold;
        if (!is_plain) {
            if (bold != bold_) add(bold ? "1" : "22");
            if (ink != ink_) add(code_of(ink, 38));
            if (ground != ground_) add(code_of(ground, 48));
        }
        out_ += "\x1b[" + codes + 'm';
        ink_ = ink;
        ground_ = ground;
        bold_ = bold;
    }

    [[nodiscard]] std::string code_of(color_code c, int what) const {
        if (c == own) return std::to_string(what + 1);
        std::string code = std::to_string(what);
        if (style_.colors == terminal_colors::ansi256) return code + ";5;" + std::to_string(c);
        code += ";2;" + std::to_string(c >> 16) + ';';
        return code + std::to_string(c >> 8 & 255) + ';' + std::to_string(c & 255);
    }

    std::string& out_;
    terminal_style style_;
    color_code ink_ = own;
    color_code ground_ = own;
    bool bold_ = false;
    int row_ = -1;
    int col_ = -1;
};

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
