// SPDX-License-Identifier: MIT
// How much of each pixel a shape covers: exact for rectangles, smooth for all others. Letters are
// dots on a small grid, joined into strokes of any size.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// The place of a pixel in an array of rows.
[[nodiscard]] constexpr std::size_t pixel_index(int x, int y, int width) noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
}

/// How much of each pixel is covered by shapes that are seen as one, in 255ths, row by row.
struct coverage_mask {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> parts = std::vector<std::uint8_t>(pixel_index(0, height, width));

    void add(int y, int x, int end, unsigned part) noexcept {
        for (std::size_t i = pixel_index(x, y, width); x < end; ++x, ++i)
            parts[i] = std::max(parts[i], static_cast<std::uint8_t>(part));
    }
};

/// An area between real coordinates.
struct area {
    double left, top, right, bottom;
};

/// The pixels of `within` that an area touches.
[[nodiscard]] inline pixel_box touched(const area& a, const pixel_box& within) noexcept {
    const auto between = [](double value, int low, int high) {
        return static_cast<int>(std::clamp<double>(value, low, high));
    };
    return {between(std::floor(a.left), within.left, within.right),
            between(std::floor(a.top), within.top, within.bottom),
            between(std::ceil(a.right), within.left, within.right),
            between(std::ceil(a.bottom), within.top, within.bottom)};
}

[[nodiscard]] inline unsigned to_byte(double part) noexcept {
    return static_cast<unsigned>(std::clamp(part, 0.0, 1.0) * 255 + 0.5);
}

// Each function calls `put(y, first x, x after the last, coverage in 255ths)` for the pixels of
// `within` that its shape covers, at most once a pixel.

/// A rectangle: a pixel counts by the area of it that is inside.
template <class Put>
void cover_rectangle(const area& a, const pixel_box& within, Put&& put) {
    const pixel_box box = touched(a, within);
    if (box.is_empty()) return;
    const auto length_in = [](double from, double to, int pixel) {
        return std::min<double>(to, pixel + 1) - std::max<double>(from, pixel);
    };
    const double first = length_in(a.left, a.right, box.left);
    const double last = length_in(a.left, a.right, box.right - 1);
    const int whole_from = first < 1 ? box.left + 1 : box.left;
    const int whole_to = last < 1 ? box.right - 1 : box.right;
    for (int y = box.top; y < box.bottom; ++y) {
        const double height = length_in(a.top, a.bottom, y);
        if (whole_from > box.left) put(y, box.left, box.left + 1, to_byte(first * height));
        if (whole_to > whole_from) put(y, whole_from, whole_to, to_byte(height));
        if (whole_to < box.right && whole_to >= whole_from)
            put(y, whole_to, box.right, to_byte(last * height));
    }
}

/// Any shape inside of an area, by how much of the pixel around (x, y) it covers, from 0 to 1.
template <class Coverage, class Put>
void cover_by(const area& a, const pixel_box& within, Coverage coverage, Put&& put) {
    const pixel_box box = touched(a, within);
    for (int y = box.top; y < box.bottom; ++y)
        for (int x = box.left; x < box.right; ++x)
            if (const unsigned part = to_byte(coverage(x + 0.5, y + 0.5)); part > 0)
                put(y, x, x + 1, part);
}

/// A circle, or the line around it if that has a width.
template <class Put>
void cover_circle(double x, double y, double radius, double width, const pixel_box& within,
                  Put&& put) {
    const double reach = radius + width / 2 + 1;
    const auto coverage = [=](double px, double py) {
        const double distance = std::hypot(px - x, py - y);
        if (!(width > 0)) return radius + 0.5 - distance;
        return std::min(width, width / 2 + 0.5 - std::abs(distance - radius));
    };
    cover_by({x - reach, y - reach, x + reach, y + reach}, within, coverage, put);
}

template <class Put>
void cover_rounded(const area& a, double radius, const pixel_box& within, Put&& put) {
    const double x = (a.left + a.right) / 2;
    const double y = (a.top + a.bottom) / 2;
    const double half_width = (a.right - a.left) / 2 - radius;
    const double half_height = (a.bottom - a.top) / 2 - radius;
    cover_by(
        a, within,
        [=](double px, double py) {
            const double right = std::abs(px - x) - half_width;
            const double down = std::abs(py - y) - half_height;
            const double off = std::hypot(std::max(right, 0.0), std::max(down, 0.0)) +
                               std::min(std::max(right, down), 0.0);
            return radius + 0.5 - off;
        },
        put);
}

/// A straight line from (x0, y0) to (x1, y1), with round ends or flat ones.
struct straight_line {
    double x0, y0, x1, y1, width;
    bool is_round;
};

/// A line in any direction. Of each row, only the pixels near it are looked at.
template <class Put>
void cover_line(const straight_line& line, const pixel_box& within, Put&& put) {
    const double dx = line.x1 - line.x0;
    const double dy = line.y1 - line.y0;
    const double length = std::hypot(dx, dy);
    if (!(length > 0) && !line.is_round) return;
    const double along_x = length > 0 ? dx / length : 1;
    const double along_y = length > 0 ? dy / length : 0;
    const double half = line.width / 2;
    const double reach = half + 1;
    const auto [left, right] = std::minmax(line.x0, line.x1);
    const auto [top, bottom] = std::minmax(line.y0, line.y1);
    const area around{left - reach, top - reach, right + reach, bottom + reach};
    const auto coverage = [&](double x, double y) {
        const double along = (x - line.x0) * along_x + (y - line.y0) * along_y;
        const double across = (x - line.x0) * along_y - (y - line.y0) * along_x;
        const double beyond = std::max({-along, along - length, 0.0});
        if (line.is_round) return std::min(half + 0.5 - std::hypot(beyond, across), line.width);
        const double inside = std::clamp(half + 0.5 - std::abs(across), 0.0, 1.0);
        const double between = std::clamp(std::min(along, length - along) + 0.5, 0.0, 1.0);
        return std::min(inside, line.width) * between;
    };
    const pixel_box box = touched(around, within);
    for (int y = box.top; y < box.bottom; ++y) {
        area row{around.left, static_cast<double>(y), around.right, y + 1.0};
        if (std::abs(dy) > length / 1000) {
            const double middle = line.x0 + (y + 0.5 - line.y0) * dx / dy;
            const double aside = reach * length / std::abs(dy);
            row.left = std::max(row.left, middle - aside);
            row.right = std::min(row.right, middle + aside);
        }
        cover_by(row, within, coverage, put);
    }
}

/// A polygon by the non-zero winding rule, on 16 lines across each row of pixels.
template <class Put>
void cover_polygon(std::span<const double> corners, const pixel_box& within, Put&& put) {
    constexpr std::size_t lines_a_row = 16;
    struct crossing {
        double x;
        int turn;
    };
    area bounds{corners[0], corners[1], corners[0], corners[1]};
    for (std::size_t i = 2; i < corners.size(); i += 2)
        bounds = {std::min(bounds.left, corners[i]), std::min(bounds.top, corners[i + 1]),
                  std::max(bounds.right, corners[i]), std::max(bounds.bottom, corners[i + 1])};
    const pixel_box box = touched(bounds, within);
    if (box.is_empty()) return;
    std::vector<double> covered(static_cast<std::size_t>(box.right - box.left));
    std::array<std::vector<crossing>, lines_a_row> crossings;
    const auto cover_span = [&](double from, double to) {
        const auto add = [&](int, int x, int end, unsigned) {
            for (; x < end; ++x)
                covered[static_cast<std::size_t>(x - box.left)] +=
                    (std::min<double>(to, x + 1) - std::max<double>(from, x)) / lines_a_row;
        };
        cover_rectangle({from, 0, to, 1}, {box.left, 0, box.right, 1}, add);
    };
    for (int y = box.top; y < box.bottom; ++y) {
        std::size_t before = corners.size() - 2;
        for (std::size_t i = 0; i < corners.size(); before = i, i += 2) {
            const double x0 = corners[before], y0 = corners[before + 1];
            const double x1 = corners[i], y1 = corners[i + 1];
            if (std::min(y0, y1) >= y + 1 || std::max(y0, y1) <= y) continue;
            for (std::size_t line = 0; line < lines_a_row; ++line) {
                const double at = y + (static_cast<double>(line) + 0.5) / lines_a_row;
                if ((y0 <= at) != (y1 <= at))
                    crossings[line].push_back(
                        {x0 + (at - y0) * (x1 - x0) / (y1 - y0), y0 < y1 ? 1 : -1});
            }
        }
        std::fill(covered.begin(), covered.end(), 0);
        for (std::vector<crossing>& line : crossings) {
            std::sort(line.begin(), line.end(),
                      [](const crossing& a, const crossing& b) { return a.x < b.x; });
            int winding = 0;
            for (std::size_t i = 0; i + 1 < line.size(); ++i) {
                winding += line[i].turn;
                if (winding != 0) cover_span(line[i].x, line[i + 1].x);
            }
            line.clear();
        }
        for (int x = box.left; x < box.right; ++x)
            if (const unsigned part = to_byte(covered[static_cast<std::size_t>(x - box.left)]))
                put(y, x, x + 1, part);
    }
}

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

/// A letter of `dot` pixels a dot; neighbouring dots are joined, so that it is smooth at any size.
[[nodiscard]] inline coverage_mask draw_glyph(std::size_t glyph, double dot) {
    const int columns = static_cast<int>(std::ceil(glyph_columns * dot)) + 1;
    const int rows = static_cast<int>(std::ceil(glyph_rows * dot)) + 1;
    coverage_mask mask{columns, rows};
    const double width = dot < 1 ? dot : std::max(1.0, 0.85 * dot);
    const auto put = [&](int y, int x, int end, unsigned part) { mask.add(y, x, end, part); };
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
