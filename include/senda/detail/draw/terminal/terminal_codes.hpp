// SPDX-License-Identifier: MIT
// The escape sequences of a terminal, and a pen that uses as few as it can.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace senda::draw {

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

}  // namespace senda::draw
