// SPDX-License-Identifier: MIT
// The letters of pictures without a font: dots on a small grid, joined into strokes of any size.
#pragma once

#include <senda/draw/raster/ascii.hpp>

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

/// A straight stroke of a letter between the middles of two dots, in dots.
struct glyph_stroke {
    double x0, y0, x1, y1;
};

/// The strokes of a letter: each dot is joined with those beside, below and across it, so that it
/// is smooth at any size.
[[nodiscard]] inline std::vector<glyph_stroke> strokes_of(std::size_t glyph) {
    std::vector<glyph_stroke> strokes;
    const auto join = [&](int column, int row, int right, int down) {
        strokes.push_back({column + 0.5, row + 0.5, column + right + 0.5, row + down + 0.5});
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
    return strokes;
}

[[nodiscard]] inline double distance_to_stroke(const glyph_stroke& s, double x, double y) noexcept {
    const double dx = s.x1 - s.x0;
    const double dy = s.y1 - s.y0;
    const double length = dx * dx + dy * dy;
    const double along =
        length > 0 ? std::clamp(((x - s.x0) * dx + (y - s.y0) * dy) / length, 0.0, 1.0) : 0;
    return std::hypot(x - s.x0 - along * dx, y - s.y0 - along * dy);
}

/// How much of each pixel a letter covers, in 255ths, row by row.
struct glyph_mask {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> coverage;
};

/// A letter of `dot` pixels a dot.
[[nodiscard]] inline glyph_mask draw_glyph(std::size_t glyph, double dot) {
    glyph_mask mask;
    mask.width = static_cast<int>(std::ceil(glyph_columns * dot)) + 1;
    mask.height = static_cast<int>(std::ceil(glyph_rows * dot)) + 1;
    mask.coverage.reserve(static_cast<std::size_t>(mask.width) *
                          static_cast<std::size_t>(mask.height));
    const std::vector<glyph_stroke> strokes = strokes_of(glyph);
    const double width = dot < 1 ? dot : std::max(1.0, 0.85 * dot);
    for (int y = 0; y < mask.height; ++y) {
        for (int x = 0; x < mask.width; ++x) {
            double nearest = glyph_rows + glyph_columns;
            for (const glyph_stroke& s : strokes)
                nearest =
                    std::min(nearest, distance_to_stroke(s, (x + 0.5) / dot, (y + 0.5) / dot));
            const double inside = std::clamp(width / 2 + 0.5 - nearest * dot, 0.0, 1.0);
            mask.coverage.push_back(static_cast<std::uint8_t>(std::min(inside, width) * 255 + 0.5));
        }
    }
    return mask;
}

}  // namespace senda::draw::detail
