// SPDX-License-Identifier: MIT
// A canvas as pixels, all at once or some rows at a time; and images.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <cassert>
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

namespace senda::draw {

/// A rectangle of pixels, row by row from the upper left. It has at least one.
class image {
public:
    /// An image of one colour, of one pixel at least.
    image(int width, int height, color fill = {255, 255, 255})
        : width_(std::max(width, 1)),
          height_(std::max(height, 1)),
          pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), fill) {}

    /// The width in pixels.
    [[nodiscard]] int width() const noexcept { return width_; }
    /// The height in pixels.
    [[nodiscard]] int height() const noexcept { return height_; }

    /// A pixel, which must be inside.
    [[nodiscard]] color& at(int x, int y) noexcept { return pixels_[index(x, y)]; }
    /// A pixel, which must be inside.
    [[nodiscard]] color at(int x, int y) const noexcept { return pixels_[index(x, y)]; }

    /// The pixels of a row.
    [[nodiscard]] std::span<const color> row(int y) const noexcept {
        return std::span{pixels_}.subspan(index(0, y), static_cast<std::size_t>(width_));
    }

    /// All pixels, row by row.
    [[nodiscard]] std::span<color> pixels() noexcept { return pixels_; }
    /// All pixels, row by row.
    [[nodiscard]] std::span<const color> pixels() const noexcept { return pixels_; }

    friend bool operator==(const image&, const image&) = default;

private:
    [[nodiscard]] std::size_t index(int x, int y) const noexcept {
        assert(x >= 0 && x < width_ && y >= 0 && y < height_);
        return detail::pixel_index(x, y, width_);
    }

    int width_;
    int height_;
    std::vector<color> pixels_;
};

/// Draws a canvas, which must outlive it, in strips of rows, so that a large picture need not be
/// in memory. Rectangles and lines along the axes have exact, hard edges; all else is smooth.
class rasterizer {
public:
    /// Draws each pixel of the canvas as `scale` pixels a side, from 1/1024 to 1024.
    explicit rasterizer(const canvas& picture, double scale = 1)
        : picture_(picture),
          scale_(scale > 0 ? std::clamp(scale, 1.0 / 1024, 1024.0) : 1),
          width_(scaled(picture.width())),
          height_(scaled(picture.height())) {}

    /// The width in pixels.
    [[nodiscard]] int width() const noexcept { return width_; }
    /// The height in pixels.
    [[nodiscard]] int height() const noexcept { return height_; }

    /// Draws the rows from `top` on into `pixels`, a multiple of the width of them.
    void draw(int top, std::span<color> pixels) {
        const auto rows = static_cast<int>(pixels.size() / static_cast<std::size_t>(width_));
        within_ = {0, top, width_, top + rows};
        pixels_ = pixels;
        std::fill(pixels.begin(), pixels.end(), picture_.background());
        for (const shape_run& run : picture_.runs()) draw(run);
    }

    /// Draws the shapes, without the background, over a part of an image of the same size.
    void draw_over(image& picture, const pixel_box& part) {
        const auto width = static_cast<std::size_t>(width_);
        within_ = part;
        pixels_ =
            picture.pixels().subspan(static_cast<std::size_t>(part.top) * width,
                                     static_cast<std::size_t>(part.bottom - part.top) * width);
        for (const shape_run& run : picture_.runs()) draw(run);
    }

private:
    [[nodiscard]] int scaled(int length) const noexcept {
        return static_cast<int>(
            std::clamp<double>(std::ceil(length * scale_ - 1e-6), 1, coordinate::reach));
    }

    void draw(const shape_run& run) {
        const auto put = [this, paint = run.paint](int y, int x, int end, unsigned part) {
            this->put(y, x, end, part, paint);
        };
        switch (run.kind) {
            case shape::rectangle:
                for_each<4>(run, [&](const double* n) { cover_rectangle(box(n), within_, put); });
                break;
            case shape::rounded:
                for_each<4>(run, [&](const double* n) {
                    detail::cover_rounded(box(n), run.width * scale_, within_, put);
                });
                break;
            case shape::line: {
                const double after = run.ends == cap::square ? run.width * scale_ / 2 : 0;
                for_each<4>(run, [&](const double* n) { cover_part(n, run, after, after, put); });
                break;
            }
            case shape::circle:
                for_each<3>(run, [&](const double* n) {
                    detail::cover_circle(n[0], n[1], n[2], run.width * scale_, within_, put);
                });
                break;
            case shape::polyline: draw_polyline(run); break;
            case shape::polygon:
                corners_.clear();
                for (const coordinate n : picture_.numbers(run)) corners_.push_back(n * scale_);
                detail::cover_polygon(corners_, within_, put);
                break;
            case shape::text:
                for (const label& l : picture_.labels(run)) draw_text(l, run);
                break;
        }
    }

    void put(int y, int x, int end, unsigned part, color paint) noexcept {
        color* const row = pixels_.data() + index(0, y);
        if (part == 255 && is_opaque(paint)) {
            std::fill(row + x, row + end, paint);
        } else {
            for (; x < end; ++x) row[x] = over(paint, row[x], part);
        }
    }

    /// The place of a pixel of the strip in its array.
    [[nodiscard]] std::size_t index(int x, int y) const noexcept {
        return detail::pixel_index(x, y - within_.top, width_);
    }

    /// Calls `f` with the scaled numbers of each shape of a run that may reach into the strip.
    template <std::size_t Count, class F>
    void for_each(const shape_run& run, F f) const {
        const auto numbers = picture_.numbers(run);
        const double margin = run.width + 2 / scale_;
        const double above = within_.top / scale_ - margin;
        const double below = within_.bottom / scale_ + margin;
        const bool is_line = run.kind == shape::line;
        for (std::size_t i = 0; i < numbers.size(); i += Count) {
            const double y = numbers[i + 1];
            const double last = numbers[i + Count - 1];  // the other y, the height or the radius
            const double top = is_line ? std::min(y, last) : Count == 3 ? y - last : y;
            const double bottom = is_line ? std::max(y, last) : y + last;
            if (top > below || bottom < above) continue;
            double scaled_numbers[Count];
            for (std::size_t k = 0; k < Count; ++k) scaled_numbers[k] = numbers[i + k] * scale_;
            f(scaled_numbers);
        }
    }

    [[nodiscard]] static detail::area box(const double* n) noexcept {
        return {n[0], n[1], n[0] + n[2], n[1] + n[3]};
    }

    /// A line from (n[0], n[1]) to (n[2], n[3]) that goes on by some length before and after them.
    template <class Put>
    void cover_part(const double* n, const shape_run& run, double before, double after,
                    Put&& put) const {
        const double length = std::hypot(n[2] - n[0], n[3] - n[1]);
        const double x = length > 0 ? (n[2] - n[0]) / length : 1;
        const double y = length > 0 ? (n[3] - n[1]) / length : 0;
        const detail::straight_line l{n[0] - x * before,  n[1] - y * before,
                                      n[2] + x * after,   n[3] + y * after,
                                      run.width * scale_, run.ends == cap::round};
        if (l.is_round || (x != 0 && y != 0)) return detail::cover_line(l, within_, put);
        const double right = l.width / 2 * std::abs(y);
        const double down = l.width / 2 * std::abs(x);
        detail::cover_rectangle({std::min(l.x0, l.x1) - right, std::min(l.y0, l.y1) - down,
                                 std::max(l.x0, l.x1) + right, std::max(l.y0, l.y1) + down},
                                within_, put);
    }

    // The parts of a line overlap at its corners, so they are put together first, and painted once.
    void draw_polyline(const shape_run& run) {
        const auto numbers = picture_.numbers(run);
        const bool is_sharp = detail::has_sharp_corners(numbers, run.ends);
        const bool is_closed = detail::is_closed(numbers);
        const double half = run.width * scale_ / 2;
        const double at_end = run.ends == cap::square ? half : 0;
        const double at_corner = is_sharp ? half : 0;
        pixel_box drawn{width_, within_.bottom, 0, within_.top};
        mask_.width = width_;
        mask_.parts.resize(pixels_.size());
        const auto add = [&](int y, int x, int end, unsigned part) {
            drawn = {std::min(drawn.left, x), std::min(drawn.top, y), std::max(drawn.right, end),
                     std::max(drawn.bottom, y + 1)};
            mask_.add(y - within_.top, x, end, part);
        };
        const std::size_t last = numbers.size() > 2 ? numbers.size() - 4 : 0;
        for (std::size_t i = 0; i <= last; i += 2) {
            double n[4];
            for (std::size_t k = 0; k < 4; ++k)
                n[k] = numbers[std::min(i + k, numbers.size() - 2 + k % 2)] * scale_;
            const bool is_first = i == 0 && !is_closed;
            const bool is_last = i == last && !is_closed;
            cover_part(n, run, is_first ? at_end : at_corner, is_last ? at_end : at_corner, add);
            if (run.ends != cap::round && !is_sharp && !is_last)
                detail::cover_circle(n[2], n[3], half, 0, within_, add);
        }
        for (int y = drawn.top; y < drawn.bottom; ++y) {
            for (int x = drawn.left; x < drawn.right; ++x) {
                std::uint8_t& part = mask_.parts[index(x, y)];
                if (part > 0) put(y, x, x + 1, part, run.paint);
                part = 0;
            }
        }
    }

    // Letters stand on whole pixels, so that equal ones look equal and need be drawn once only.
    void draw_text(const label& l, const shape_run& run) {
        const double size = std::min<double>(run.width * scale_, canvas::largest_text);
        const double dot = size / detail::line_dots;
        if (dot != glyph_dot_) {
            glyphs_.assign(glyph_count, {});
            glyph_dot_ = dot;
        }
        const auto characters = static_cast<double>(count_characters(l.text));
        const double length = (characters * detail::glyph_advance - 1) * dot;
        double x = l.at.x * scale_;
        if (run.at == anchor::middle) x -= length / 2;
        if (run.at == anchor::end) x -= length;
        const double y = l.at.y * scale_ - detail::capital_rows * dot / 2;
        if (y >= within_.bottom || y + (detail::glyph_rows + 1) * dot + 2 < within_.top) return;
        std::string_view rest = l.text;
        for (; !rest.empty(); x += detail::glyph_advance * dot) {
            const utf8_character c = first_character(rest);
            rest.remove_prefix(c.size);
            draw_glyph(detail::glyph_of(c.valid ? c.code : 0), std::floor(x + 0.5),
                       std::floor(y + 0.5), run.paint);
        }
    }

    void draw_glyph(std::size_t glyph, double left, double top, color paint) {
        detail::coverage_mask& mask = glyphs_[glyph];
        if (mask.parts.empty()) mask = detail::draw_glyph(glyph, glyph_dot_);
        const pixel_box box =
            detail::touched({left, top, left + mask.width, top + mask.height}, within_);
        for (int y = box.top; y < box.bottom; ++y) {
            const std::ptrdiff_t row =
                std::ptrdiff_t{y - static_cast<int>(top)} * mask.width - static_cast<int>(left);
            for (int x = box.left; x < box.right; ++x)
                put(y, x, x + 1, mask.parts[static_cast<std::size_t>(row + x)], paint);
        }
    }

    static constexpr std::size_t glyph_count = 96;

    const canvas& picture_;
    double scale_;
    int width_;
    int height_;
    pixel_box within_;
    std::span<color> pixels_;
    detail::coverage_mask mask_;  // all 0 between two lines
    std::vector<double> corners_;
    std::vector<detail::coverage_mask> glyphs_;  // those drawn so far in this size
    double glyph_dot_ = 0;
};

/// A canvas as pixels, each of its own `scale` of them a side.
[[nodiscard]] inline image rasterize(const canvas& picture, double scale = 1) {
    rasterizer raster{picture, scale};
    image drawn{raster.width(), raster.height()};
    raster.draw(0, drawn.pixels());
    return drawn;
}

}  // namespace senda::draw
