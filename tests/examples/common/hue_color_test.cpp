// SPDX-License-Identifier: MIT
#include <common/hue_color.hpp>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <vector>

namespace hue_color_test {

using senda::draw::color;
using senda::draw::hue_color;

/// The lightness L* of CIE 1976, from 0 to 100.
double lightness(color c) {
    const auto light = [](int byte) {
        const double x = byte / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    const double sum = 0.2126 * light(c.red) + 0.7152 * light(c.green) + 0.0722 * light(c.blue);
    return 116 * std::cbrt(sum) - 16;
}

TEST_CASE("hues around the circle are equally light and all different") {
    std::vector<color> seen;
    for (int i = 0; i < 24; ++i) {
        const color c = hue_color(i / 24.0);
        CAPTURE(to_hex(c));
        CHECK(std::abs(lightness(c) - 67) < 6);
        CHECK(std::find(seen.begin(), seen.end(), c) == seen.end());
        seen.push_back(c);
    }
    CHECK(hue_color(1.25) == hue_color(0.25));
    const color red = hue_color(0, 0.63, 0.25);
    CHECK(red.red > 240);
    CHECK(red.green < 80);
    CHECK(red.blue < 80);
    const color green = hue_color(1.0 / 3);
    CHECK(green.green > std::max(green.red, green.blue));
    const color blue = hue_color(2.0 / 3);
    CHECK(blue.blue > std::max(blue.red, blue.green));
    const color grey = hue_color(0.3, 0.5, 0);
    CHECK(grey.red == grey.green);
    CHECK(grey.green == grey.blue);
    CHECK(hue_color(0, 0, 5) == color{0, 0, 0});
    CHECK(hue_color(0, 9, 0.1) == color{255, 255, 255});
    CHECK(hue_color(std::nan(""), std::nan(""), std::nan("")) == color{0, 0, 0});
}

}  // namespace hue_color_test
