// SPDX-License-Identifier: MIT
// Colours around the circle that look equally light.
#pragma once

#include <senda/draw/color.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numbers>

namespace senda::draw {

/// A colour by its hue in turns around the circle (0 and 1 are red, 1/3 green, 2/3 blue), its
/// lightness from 0 to 1 and its chroma (0 is grey, 0.2 vivid). Equal lightness looks equally
/// light; a chroma that no screen shows is lowered to one that it does.
[[nodiscard]] inline color hue_color(double turns, double lightness = 0.72, double chroma = 0.13) {
    constexpr double red_hue = 0.07;  // where the red of the screen is in the OKLCH circle
    const double angle = std::isfinite(turns) ? (turns + red_hue) * 2 * std::numbers::pi : 0;
    lightness = std::isfinite(lightness) ? std::clamp(lightness, 0.0, 1.0) : 0;
    chroma = std::isfinite(chroma) ? std::clamp(chroma, 0.0, 0.4) : 0;
    for (;; chroma = std::max(chroma - 0.005, 0.0)) {
        const double a = chroma * std::cos(angle);
        const double b = chroma * std::sin(angle);
        // From OKLab to linear light (B. Ottosson, A perceptual color space, 2020).
        const auto cube = [](double x) { return x * x * x; };
        const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
        const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
        const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
        const double light[] = {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                                -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                                -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
        const bool is_shown = std::all_of(std::begin(light), std::end(light),
                                          [](double x) { return x >= -0.0001 && x <= 1.0001; });
        if (!is_shown && chroma > 0) continue;
        const auto byte = [](double x) {
            x = std::clamp(x, 0.0, 1.0);
            const double y = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
            return static_cast<std::uint8_t>(255 * y + 0.5);
        };
        return {byte(light[0]), byte(light[1]), byte(light[2])};
    }
}

}  // namespace senda::draw
