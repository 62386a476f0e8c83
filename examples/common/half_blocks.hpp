// SPDX-License-Identifier: MIT
// Pictures in a terminal: two pixels a character, as half blocks or as shades.
#pragma once

#include <common/text_grid.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/raster.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::draw {

namespace detail {

/// The mean of two colours, in which each counts as far as it is opaque.
[[nodiscard]] inline color mean(color a, color b) noexcept {
    const unsigned alpha = a.alpha + b.alpha;
    if (alpha == 0) return transparent;
    const auto part = [&](unsigned of_a, unsigned of_b) {
        return static_cast<std::uint8_t>((of_a * a.alpha + of_b * b.alpha + alpha / 2) / alpha);
    };
    return {part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue),
            static_cast<std::uint8_t>(alpha / 2)};
}

/// A character in the colours of its upper and its lower pixel.
[[nodiscard]] inline text_cell two_colored(color upper, color lower) noexcept {
    if (upper == lower) return {.ground = upper};
    // The terminal's own ground cannot be an ink.
    if (upper.alpha == 0) return {.code = U'▄', .ink = lower, .ground = transparent};
    return {.code = U'▀', .ink = upper, .ground = lower};
}

/// A character of those pixels that are much lighter or darker than the ground; without blocks,
/// a shade of ASCII.
[[nodiscard]] inline text_cell uncolored(color upper, color lower, color ground,
                                         bool is_ascii) noexcept {
    const auto light = [ground](color pixel) { return luminance(over(pixel, ground)); };
    if (is_ascii) {
        constexpr std::u32string_view shades = U" .:-=+*#%@";
        const double darkness = std::abs((light(upper) + light(lower)) / 2 - luminance(ground));
        const auto shade = static_cast<std::size_t>(darkness * (shades.size() - 1) + 0.5);
        return {shades[std::min(shade, shades.size() - 1)]};
    }
    const auto stands_out = [&](color pixel) {
        return std::abs(light(pixel) - luminance(ground)) > 0.35;
    };
    return {stands_out(upper) ? stands_out(lower) ? U'█' : U'▀' : stands_out(lower) ? U'▄' : U' '};
}

}  // namespace detail

/// An image in characters, each of two pixels one above the other. Without colours, what stands out
/// from `ground` is drawn in the colour of the terminal's text; without blocks, in shades of ASCII.
[[nodiscard]] inline text_grid to_text_grid(const image& picture, terminal_style style,
                                            color ground = {255, 255, 255}) {
    text_grid grid{(picture.height() + 1) / 2, picture.width()};
    for (int row = 0; row < grid.rows(); ++row) {
        for (int col = 0; col < grid.cols(); ++col) {
            const color upper = picture.at(col, 2 * row);
            const color lower =
                2 * row + 1 < picture.height() ? picture.at(col, 2 * row + 1) : transparent;
            grid.set(row, col,
                     !style.has_colors() ? detail::uncolored(upper, lower, ground, style.is_ascii())
                     : style.is_ascii()  ? text_cell{.ground = detail::mean(upper, lower)}
                                         : detail::two_colored(upper, lower));
        }
    }
    return grid;
}

/// A canvas in characters, made smaller if it needs more than `rows` and `cols` of them.
[[nodiscard]] inline text_grid to_text_grid(const canvas& picture, int rows, int cols,
                                            terminal_style style) {
    const double scale = std::min({1.0, std::max(cols, 1) / double(picture.width()),
                                   std::max(rows, 1) * 2.0 / picture.height()});
    return to_text_grid(rasterize(picture, scale), style, picture.background());
}

}  // namespace senda::draw
