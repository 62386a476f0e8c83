// SPDX-License-Identifier: MIT
// Pictures in a terminal: several pixels a character, as blocks or as shades.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/raster.hpp>
#include <senda/draw/text_grid.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace senda::draw {

/// How many pixels a character of a terminal shows.
enum class blocks {
    half,     ///< one above the other: nearly squares, each in its own colour
    quadrant  ///< two by two, of which a character has at most two colours
};

namespace detail {

/// The pixels of a character: four, of which those of halves are the same side by side.
using four_pixels = std::array<color, 4>;

/// The mean of those pixels whose bits are set in `which`.
[[nodiscard]] inline color mean(const four_pixels& pixels, std::size_t which) noexcept {
    unsigned red = 0, green = 0, blue = 0, alpha = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if ((which >> i & 1U) == 0) continue;
        const color c = pixels[i];
        red += c.red * c.alpha;
        green += c.green * c.alpha;
        blue += c.blue * c.alpha;
        alpha += c.alpha;
    }
    if (alpha == 0) return transparent;
    const auto part = [alpha](unsigned sum) {
        return static_cast<std::uint8_t>((sum + alpha / 2) / alpha);
    };
    const auto count = static_cast<unsigned>(std::popcount(which));
    return {part(red), part(green), part(blue), static_cast<std::uint8_t>(alpha / count)};
}

[[nodiscard]] constexpr int difference(color a, color b) noexcept {
    const auto square = [](int x) { return x * x; };
    return square(a.red - b.red) + square(a.green - b.green) + square(a.blue - b.blue) +
           square(a.alpha - b.alpha);
}

/// By the quarters that are filled: upper left, upper right, lower left and lower right as bits.
inline constexpr std::u32string_view quadrant_characters = U" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";

/// A character in the two colours that differ most; other pixels take the one they are nearer to.
[[nodiscard]] inline text_cell two_colored(const four_pixels& pixels) noexcept {
    std::size_t first = 0;
    std::size_t second = 0;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = i + 1; k < 4; ++k)
            if (difference(pixels[i], pixels[k]) > difference(pixels[first], pixels[second])) {
                first = i;
                second = k;
            }
    std::size_t filled = 0;  // the pixels of the first colour
    for (std::size_t i = 0; i < 4; ++i)
        if (difference(pixels[i], pixels[first]) <= difference(pixels[i], pixels[second]))
            filled |= std::size_t{1} << i;
    if (filled == 15) return {.ground = mean(pixels, filled)};
    text_cell cell{.ink = mean(pixels, filled), .ground = mean(pixels, 15 - filled)};
    if (cell.ink.alpha == 0) {  // the terminal's own ground cannot be an ink
        std::swap(cell.ink, cell.ground);
        filled = 15 - filled;
    }
    cell.code = quadrant_characters[filled];
    return cell;
}

/// A character of those pixels that are much lighter or darker than the ground.
[[nodiscard]] inline text_cell uncolored(const four_pixels& pixels, color ground) noexcept {
    std::size_t filled = 0;
    for (std::size_t i = 0; i < 4; ++i)
        if (std::abs(luminance(over(pixels[i], ground)) - luminance(ground)) > 0.35)
            filled |= std::size_t{1} << i;
    return {quadrant_characters[filled]};
}

/// A character of ASCII: a shade if there are no colours.
[[nodiscard]] inline text_cell shaded(const four_pixels& pixels, color ground,
                                      terminal_style style) noexcept {
    if (style.has_colors()) return {.ground = mean(pixels, 15)};
    constexpr std::u32string_view shades = U" .:-=+*#%@";
    double light = 0;
    for (const color pixel : pixels) light += luminance(over(pixel, ground)) / 4;
    const double darkness = std::abs(light - luminance(ground));
    const auto shade = static_cast<std::size_t>(darkness * (shades.size() - 1) + 0.5);
    return {shades[std::min(shade, shades.size() - 1)]};
}

}  // namespace detail

/// An image in characters. Without colours, what stands out from `ground` is drawn in the colour of
/// the terminal's text; without blocks, in shades of ASCII.
[[nodiscard]] inline text_grid to_text_grid(const image& picture, terminal_style style,
                                            blocks how = blocks::half,
                                            color ground = {255, 255, 255}) {
    const int across = how == blocks::quadrant ? 2 : 1;
    text_grid grid{(picture.height() + 1) / 2, (picture.width() + across - 1) / across};
    const auto pixel = [&](int x, int y) {
        return x < picture.width() && y < picture.height() ? picture.at(x, y) : transparent;
    };
    for (int row = 0; row < grid.rows(); ++row) {
        for (int col = 0; col < grid.cols(); ++col) {
            const int left = col * across;
            const int right = left + across - 1;
            const detail::four_pixels pixels{pixel(left, 2 * row), pixel(right, 2 * row),
                                             pixel(left, 2 * row + 1), pixel(right, 2 * row + 1)};
            grid.set(row, col,
                     style.is_ascii()     ? detail::shaded(pixels, ground, style)
                     : style.has_colors() ? detail::two_colored(pixels)
                                          : detail::uncolored(pixels, ground));
        }
    }
    return grid;
}

/// A canvas in characters, made smaller if it needs more than `rows` and `cols` of them.
[[nodiscard]] inline text_grid to_text_grid(const canvas& picture, int rows, int cols,
                                            terminal_style style, blocks how = blocks::half) {
    const int across = how == blocks::quadrant ? 2 : 1;
    const double scale = std::min({1.0, std::max(cols, 1) * across / double(picture.width()),
                                   std::max(rows, 1) * 2.0 / picture.height()});
    return to_text_grid(rasterize(picture, scale), style, how, picture.background());
}

}  // namespace senda::draw
