// SPDX-License-Identifier: MIT
// A canvas as pixels, all at once or some rows at a time; and images.
#pragma once

#include <senda/detail/draw/coverage.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

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
