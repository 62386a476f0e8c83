// SPDX-License-Identifier: MIT
// Pixels in memory.
#pragma once

#include <senda/draw/color.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
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
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
               static_cast<std::size_t>(x);
    }

    int width_;
    int height_;
    std::vector<color> pixels_;
};

}  // namespace senda::draw
