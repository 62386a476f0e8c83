// SPDX-License-Identifier: MIT
// The colours of a car park, the same in files and in terminals.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>

#include <array>
#include <cstddef>
#include <numeric>

namespace senda::rush_hour {

/// The colours of a car park.
namespace colors {

inline constexpr draw::color floor{0xec, 0xef, 0xf2};       ///< an empty cell
inline constexpr draw::color marking{0xd3, 0xd9, 0xdf};     ///< the lines between cells
inline constexpr draw::color kerb = draw::palette::slate;   ///< around the car park
inline constexpr draw::color wall{0x6b, 0x77, 0x83};        ///< a cell that nothing enters
inline constexpr draw::color exit = draw::palette::stone;   ///< where the red car leaves
inline constexpr draw::color red_car = draw::palette::red;  ///< the car that has to leave

/// The colour of vehicle `index` of `count`: the first, and no other, is red. The others share the
/// rest of the hue circle evenly, and neighbours in the order of letters are far apart on it.
[[nodiscard]] inline draw::color of_vehicle(std::size_t index, std::size_t count) {
    if (index == 0 || count < 2) return red_car;
    const std::size_t others = count - 1;
    // About a golden section of the circle from one to the next, and none twice.
    std::size_t stride = others * 5 / 13 + 1;
    while (std::gcd(stride, others) != 1) ++stride;
    const std::size_t place = (index - 1) * stride % others;
    constexpr double first = 0.11;  // between these lies red, with what could be taken for it
    constexpr double last = 0.86;
    const double part = others == 1 ? 0.65 : double(place) / double(others - 1);
    // Neighbours on the circle also differ in lightness, for those who see fewer hues.
    constexpr std::array<double, 3> lightness = {0.74, 0.64, 0.82};
    return draw::hue_color(first + part * (last - first), lightness[place % 3], 0.12);
}

}  // namespace colors

}  // namespace senda::rush_hour
