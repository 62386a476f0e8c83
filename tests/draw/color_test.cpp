// SPDX-License-Identifier: MIT
#include <senda/draw/color.hpp>

#include "random_canvas.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string_view>
#include <vector>

namespace {

using senda::draw::color;
using senda::draw::distance_color;
using senda::draw::mix;
using senda::draw::over;
using senda::draw::parse_hex;
using senda::draw::to_hex;
namespace palette = senda::draw::palette;
using support::split_mix64;

/// The relative luminance of the sRGB standard.
double exact_luminance(color c) {
    const auto light = [](int byte) {
        const double x = byte / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * light(c.red) + 0.7152 * light(c.green) + 0.0722 * light(c.blue);
}

/// The lightness L* of CIE 1976, from 0 to 100.
double lightness(color c) { return 116 * std::cbrt(exact_luminance(c)) - 16; }

/// The contrast ratio of the Web Content Accessibility Guidelines, from 1 to 21.
double contrast(color a, color b) {
    const double one = exact_luminance(a) + 0.05;
    const double other = exact_luminance(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

}  // namespace

TEST_CASE("the text of a colour is as short as it can be") {
    CHECK(to_hex({255, 255, 255}) == "#fff");
    CHECK(to_hex({0, 0x11, 0xaa}) == "#01a");
    CHECK(to_hex({0, 0x12, 0xaa}) == "#0012aa");
    CHECK(to_hex({0, 0x11, 0xaa, 0x80}) == "#0011aa80");
    CHECK(to_hex(senda::draw::transparent) == "#00000000");
}

TEST_CASE("each colour is read back from its text") {
    split_mix64 random{1};
    for (int i = 0; i < 5000; ++i) {
        const color c = test_draw::random_color(random, 50);
        if (parse_hex(to_hex(c)) != c) FAIL(to_hex(c));
    }
    CHECK(parse_hex("#fff") == color{255, 255, 255});
    CHECK(parse_hex("#0f08") == color{0, 255, 0, 0x88});
    CHECK(parse_hex("#AbCdEf") == color{0xab, 0xcd, 0xef});
    CHECK(parse_hex("#01020304") == color{1, 2, 3, 4});
}

TEST_CASE("what is no colour is refused") {
    for (const std::string_view text : {"", "#", "fff", "#ff", "#fffff", "#fffffff", "#ffffffff0",
                                        "#ggg", "#12345 ", " #fff", "#-12", "red",
                                        "#\xC3\xA9"
                                        "0"}) {
        CAPTURE(text);
        CHECK(parse_hex(text) == std::nullopt);
    }
}

TEST_CASE("mixing goes from one colour to the other") {
    constexpr color a{0, 100, 255, 255};
    constexpr color b{200, 100, 55, 0};
    CHECK(mix(a, b, 0) == a);
    CHECK(mix(a, b, 1) == b);
    CHECK(mix(a, b, 0.5) == color{100, 100, 155, 128});
    CHECK(mix(a, b, -3) == a);
    CHECK(mix(a, b, 7) == b);
    CHECK(mix(a, b, std::nan("")) == a);
}

TEST_CASE("what lies over something hides it by its alpha and its coverage") {
    constexpr color red{255, 0, 0};
    constexpr color blue{0, 0, 255};
    CHECK(over(red, blue) == red);
    CHECK(over(red, blue, 0) == blue);
    CHECK(over(with_alpha(red, 0), blue) == blue);
    CHECK(over(with_alpha(red, 51), blue) == color{51, 0, 204});
    CHECK(over(red, blue, 51) == color{51, 0, 204});
    CHECK(over(red, senda::draw::transparent, 51) == color{255, 0, 0, 51});
    CHECK(over(red, {0, 0, 255, 128}) == red);

    split_mix64 random{2};
    for (int i = 0; i < 5000; ++i) {
        const color top = test_draw::random_color(random, 20);
        const color below = test_draw::random_color(random, 30);
        const auto coverage = static_cast<unsigned>(random.below(256));
        const color seen = over(top, below, coverage);
        const double shown = top.alpha * coverage / (255.0 * 255.0);
        const double beneath = below.alpha / 255.0 * (1 - shown);
        const double alpha = shown + beneath;
        const auto is_near = [&](std::uint8_t got, std::uint8_t a, std::uint8_t b) {
            return alpha < 0.01 || std::abs(got - (a * shown + b * beneath) / alpha) <= 1.0;
        };
        const bool all_near =
            is_near(seen.red, top.red, below.red) && is_near(seen.green, top.green, below.green) &&
            is_near(seen.blue, top.blue, below.blue) && std::abs(seen.alpha - 255 * alpha) <= 1.0;
        if (!all_near) FAIL(to_hex(top), to_hex(below), coverage);
    }
}

TEST_CASE("the colours of distances darken all the way, in even steps") {
    double before = lightness(distance_color(0));
    double least = 100;
    double most = 0;
    for (int i = 1; i <= 64; ++i) {
        const double now = lightness(distance_color(i / 64.0));
        least = std::min(least, before - now);
        most = std::max(most, before - now);
        before = now;
    }
    CHECK(least > 0.5);
    CHECK(most < 2.5);
    CHECK(lightness(distance_color(0)) > 90);
    CHECK(lightness(distance_color(1)) > 10);  // walls in ink can still be told from it
    CHECK(distance_color(-1) == distance_color(0));
    CHECK(distance_color(2) == distance_color(1));
    CHECK(distance_color(std::nan("")) == distance_color(0));
}

TEST_CASE("the colours of senda stand out on paper, and apart from each other") {
    const std::vector<color> strong{palette::red,  palette::orange, palette::gold,   palette::green,
                                    palette::teal, palette::blue,   palette::violet, palette::pink};
    for (const color& c : strong) {
        CAPTURE(to_hex(c));
        CHECK(contrast(c, palette::paper) > 1.8);
        CHECK(contrast(c, palette::ink) > 1.8);
        CHECK(contrast(senda::draw::readable_on(c), c) > 3);
    }
    CHECK(contrast(palette::ink, palette::paper) > 12);
    CHECK(contrast(palette::slate, palette::paper) > 7);
    CHECK(senda::draw::readable_on(palette::paper) == palette::ink);
    CHECK(senda::draw::readable_on(palette::ink) == palette::paper);
    for (int i = 0; i <= 20; ++i) {
        const color c = distance_color(i / 20.0);
        CHECK(contrast(senda::draw::readable_on(c), c) > 3);
    }
}
