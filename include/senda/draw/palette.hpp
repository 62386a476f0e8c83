// SPDX-License-Identifier: MIT
// The colours of the house, and colours by rule: for distances and for many things side by side.
#pragma once

#include <senda/draw/color.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numbers>

namespace senda::draw {

/// Named colours that go together, stand out on white, and keep apart when printed in grey.
namespace palette {

inline constexpr color paper{0xff, 0xff, 0xff};   ///< the background
inline constexpr color mist{0xe4, 0xe8, 0xed};    ///< grid lines, empty floor
inline constexpr color stone{0x9e, 0xa6, 0xae};   ///< secondary lines
inline constexpr color slate{0x4b, 0x57, 0x63};   ///< secondary text
inline constexpr color ink{0x1d, 0x27, 0x32};     ///< walls and text
inline constexpr color red{0xd7, 0x3e, 0x3f};     ///< ends and danger
inline constexpr color orange{0xe8, 0x7f, 0x25};  ///< warnings
inline constexpr color gold{0xea, 0xb5, 0x32};    ///< what is worth something
inline constexpr color green{0x39, 0x9d, 0x57};   ///< starts and gains
inline constexpr color teal{0x2c, 0xa2, 0xa2};    ///< for a set of things
inline constexpr color blue{0x2a, 0x76, 0xc3};    ///< routes
inline constexpr color violet{0x7e, 0x53, 0xbc};  ///< for a set of things
inline constexpr color pink{0xe3, 0x80, 0xa9};    ///< for a set of things

}  // namespace palette

/// The ink or the paper, whichever is easier to read on `below`.
[[nodiscard]] constexpr color readable_on(color below) noexcept {
    return luminance(below) > 0.3 ? palette::ink : palette::paper;
}

/// The colour of a distance: `part` 0 is the nearest, a pale yellow, and 1 the farthest, a deep
/// violet. It darkens evenly all the way, so that it reads in grey too.
[[nodiscard]] constexpr color distance_color(double part) noexcept {
    // Points of even steps in lightness on a smooth path through the OKLCH space.
    constexpr color ramp[] = {{0xf9, 0xf6, 0xc8}, {0xf8, 0xec, 0xb2}, {0xf9, 0xe0, 0x9c},
                              {0xfc, 0xd3, 0x87}, {0xfe, 0xc6, 0x75}, {0xff, 0xb5, 0x6a},
                              {0xff, 0xa3, 0x61}, {0xff, 0x90, 0x5c}, {0xfb, 0x7e, 0x5f},
                              {0xf0, 0x6d, 0x6a}, {0xe2, 0x5e, 0x75}, {0xd2, 0x51, 0x7f},
                              {0xc0, 0x46, 0x88}, {0xa9, 0x40, 0x91}, {0x91, 0x3a, 0x97},
                              {0x78, 0x36, 0x9a}, {0x5f, 0x32, 0x98}};
    constexpr std::size_t steps = std::size(ramp) - 1;
    if (!(part > 0)) return ramp[0];
    if (part >= 1) return ramp[steps];
    const double place = part * steps;
    const auto before = static_cast<std::size_t>(place);
    return mix(ramp[before], ramp[before + 1], place - static_cast<double>(before));
}

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
