// SPDX-License-Identifier: MIT
// The letters of pictures without a font: dots on a small grid, joined into strokes of any size.
#pragma once

#include <senda/detail/draw/raster/coverage.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// The measures of a letter, in dots: capitals stand on row 7, and two rows are below.
inline constexpr int glyph_columns = 5;
inline constexpr int glyph_rows = 9;
inline constexpr int glyph_advance = 6;
inline constexpr int capital_rows = 7;
inline constexpr int line_dots = 10;  ///< the size of a text is this many dots

/// The characters from U+0020 on, sixteen a band; the last is for those that are not there.
inline constexpr std::string_view glyph_dots = R"(
..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... ....#
..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... ..... ....#
..... ..#.. .#.#. ##### #.#.. ...#. #.#.. ..#.. .#... ...#. #.#.# ..#.. ..... ..... ..... ...#.
..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. ##### ..... ##### ..... ..#..
..... ..... ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#.. ..... ..... ..... .#...
..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... #....
..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... ..... ..#.. ..... ..#.. #....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... .....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
.###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###. ..... ..... ...#. ..... .#... .###.
#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...# ..... ..... ..#.. ..... ..#.. #...#
#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...# ..#.. ..#.. .#... ##### ...#. ....#
#.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .#### ..... ..... #.... ..... ....# ...#.
##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....# ..... ..... .#... ##### ...#. ..#..
#...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ...#. ..#.. ..#.. ..#.. ..... ..#.. .....
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .##.. ..... ..#.. ...#. ..... .#... ..#..
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... ..... .....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
.###. ..#.. ####. .###. ###.. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###.
#...# .#.#. #...# #...# #..#. #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## #...# #...#
#.### #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...#
#.#.# #...# ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #.#.# #...#
#.### ##### #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #..## #...#
#.... #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #...# #...#
.#### #...# ####. .###. ###.. ##### #.... .#### #...# .###. .##.. #...# ##### #...# #...# .###.
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###. #.... .###. ..#.. .....
#...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# .#... #.... ...#. .#.#. .....
#...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. .#... .#... ...#. #...# .....
####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. .#... ..#.. ...#. ..... .....
#.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#... .#... ...#. ...#. ..... .....
#.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... .#... ....# ...#. ..... .....
#.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###. ....# .###. ..... .....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... #####
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
.#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .##.. ..... ..... .....
..#.. ..... #.... ..... ....# ..... .#... ..... #.... ..... ..... #.... ..#.. ..... ..... .....
..... .###. ####. .###. .#### .###. ###.. .#### ####. .##.. ..##. #..#. ..#.. ####. ####. .###.
..... ....# #...# #.... #...# #...# .#... #...# #...# ..#.. ...#. #.#.. ..#.. #.#.# #...# #...#
..... .#### #...# #.... #...# ##### .#... #...# #...# ..#.. ...#. ##... ..#.. #.#.# #...# #...#
..... #...# #...# #.... #...# #.... .#... #...# #...# ..#.. ...#. #.#.. ..#.. #.#.# #...# #...#
..... .#### ####. .###. .#### .###. .#... .#### #...# .###. ...#. #..#. .###. #.#.# #...# .###.
..... ..... ..... ..... ..... ..... ..... ....# ..... ..... #..#. ..... ..... ..... ..... .....
..... ..... ..... ..... ..... ..... ..... .###. ..... ..... .##.. ..... ..... ..... ..... .....
..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...## ..#.. ##... ..... #####
..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. ..... #...#
####. .#### #.##. .#### ###.. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. .#... #...#
#...# #...# ##... #.... .#... #...# #...# #.#.# .#.#. #...# ...#. .#... ..#.. ...#. #.#.# #...#
#...# #...# #.... .###. .#... #...# #...# #.#.# ..#.. #...# ..#.. ..#.. ..#.. ..#.. ...#. #...#
#...# #...# #.... ....# .#... #...# .#.#. #.#.# .#.#. #...# .#... ..#.. ..#.. ..#.. ..... #...#
####. .#### #.... ####. ..##. .#### ..#.. .#.#. #...# .#### ##### ...## ..#.. ##... ..... #####
#.... ....# ..... ..... ..... ..... ..... ..... ..... ....# ..... ..... ..... ..... ..... .....
#.... ....# ..... ..... ..... ..... ..... ..... ..... .###. ..... ..... ..... ..... ..... .....)";

/// The place of a character among the letters, or of the ASCII character most like it.
[[nodiscard]] constexpr std::size_t glyph_of(char32_t code) noexcept {
    const char letter = ascii_of(code);
    const bool is_unknown = letter == '?' && code != U'?';
    return static_cast<std::size_t>((is_unknown ? 0x7F : letter) - 0x20);
}

[[nodiscard]] constexpr bool has_dot(std::size_t glyph, int column, int row) noexcept {
    if (column < 0 || column >= glyph_columns || row < 0 || row >= glyph_rows) return false;
    constexpr std::size_t per_band = 16;
    constexpr std::size_t line = per_band * glyph_advance;
    const std::size_t at = 1 +
                           (glyph / per_band * glyph_rows + static_cast<std::size_t>(row)) * line +
                           glyph % per_band * glyph_advance + static_cast<std::size_t>(column);
    return glyph_dots[at] == '#';
}

/// How much of each pixel a letter covers, in 255ths, row by row.
struct glyph_mask {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> coverage;
};

/// A letter of `dot` pixels a dot; neighbouring dots are joined, so that it is smooth at any size.
[[nodiscard]] inline glyph_mask draw_glyph(std::size_t glyph, double dot) {
    const int columns = static_cast<int>(std::ceil(glyph_columns * dot)) + 1;
    const int rows = static_cast<int>(std::ceil(glyph_rows * dot)) + 1;
    glyph_mask mask{columns, rows, {}};
    mask.coverage.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    const double width = dot < 1 ? dot : std::max(1.0, 0.85 * dot);
    const auto put = [&](int y, int x, int, unsigned part) {
        std::uint8_t& pixel =
            mask.coverage[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                          static_cast<std::size_t>(x)];
        pixel = std::max(pixel, static_cast<std::uint8_t>(part));
    };
    const auto join = [&](int column, int row, int right, int down) {
        const double x = (column + 0.5) * dot;
        const double y = (row + 0.5) * dot;
        cover_line({x, y, x + right * dot, y + down * dot, width, true}, {0, 0, columns, rows},
                   put);
    };
    for (int row = 0; row < glyph_rows; ++row) {
        for (int column = 0; column < glyph_columns; ++column) {
            if (!has_dot(glyph, column, row)) continue;
            const bool right = has_dot(glyph, column + 1, row);
            const bool left = has_dot(glyph, column - 1, row);
            const bool below = has_dot(glyph, column, row + 1);
            join(column, row, 0, 0);
            if (right) join(column, row, 1, 0);
            if (below) join(column, row, 0, 1);
            if (!right && !below && has_dot(glyph, column + 1, row + 1)) join(column, row, 1, 1);
            if (!left && !below && has_dot(glyph, column - 1, row + 1)) join(column, row, -1, 1);
        }
    }
    return mask;
}

}  // namespace senda::draw::detail
