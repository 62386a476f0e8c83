// SPDX-License-Identifier: MIT
// Seeded random pictures with every kind of shape.
#pragma once

#include <senda/draw/canvas.hpp>

#include "support/random_graphs.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace test_draw {

inline senda::draw::color random_color(support::split_mix64& random, int opaque_percent = 70) {
    const auto byte = [&] { return static_cast<std::uint8_t>(random.below(256)); };
    const auto alpha = random.percent(opaque_percent) ? std::uint8_t{255} : byte();
    return {byte(), byte(), byte(), alpha};
}

inline std::string random_text(support::split_mix64& random) {
    static const std::vector<std::string> pieces = {"a",
                                                    "B",
                                                    "7",
                                                    " ",
                                                    "<",
                                                    ">",
                                                    "&",
                                                    "\"",
                                                    "'",
                                                    "]]>",
                                                    "=",
                                                    "\n",
                                                    "\t",
                                                    "\x01",
                                                    "\x7f",
                                                    "é",
                                                    "ñ",
                                                    "\xE6\xBC\xA2",
                                                    "\xFF",
                                                    "\xC3",
                                                    "-",
                                                    "--",
                                                    "</svg>",
                                                    "&amp;",
                                                    "\\",
                                                    "\xF0\x9F\x90\xB1",
                                                    "\xEF\xBF\xBE",
                                                    "\xED\xA0\x80"};
    std::string text;
    for (int i = random.between(0, 8); i > 0; --i)
        text += pieces[static_cast<std::size_t>(random.below(static_cast<int>(pieces.size())))];
    return text;
}

/// Shapes of every kind, of any size, some outside of the picture and some that are not there at
/// all.
inline senda::draw::canvas random_canvas(std::uint64_t seed) {
    using namespace senda::draw;
    support::split_mix64 random{seed};
    canvas picture{random.between(1, 60), random.between(1, 60), random_color(random)};
    const auto place = [&]() -> double {
        if (random.percent(2)) return random.percent(50) ? 1e30 : -1e30;
        const double whole = random.between(-20, 80);
        return random.percent(60) ? whole : whole + random.below(100) / 100.0;
    };
    const auto length = [&]() -> double { return random.below(200) / 10.0 - 1; };
    const auto where = [&] { return point{place(), place()}; };
    const auto points = [&] {
        std::vector<point> made(static_cast<std::size_t>(random.below(7)));
        for (point& p : made) p = where();
        if (made.size() > 2 && random.percent(30)) made.back() = made.front();
        return made;
    };
    const auto ends = [&] { return static_cast<cap>(random.below(3)); };
    for (int i = random.between(0, 25); i > 0; --i) {
        const color paint = random_color(random);
        for (int again = random.between(1, 3); again > 0; --again) {
            switch (random.below(8)) {
                case 0: picture.rectangle({place(), place(), length(), length()}, paint); break;
                case 1:
                    picture.rounded_rectangle({place(), place(), length(), length()}, length(),
                                              paint);
                    break;
                case 2: picture.line(where(), where(), {paint, length(), ends()}); break;
                case 3: picture.circle(where(), length(), paint); break;
                case 4: picture.ring(where(), length(), {paint, length(), cap::butt}); break;
                case 5: picture.polyline(points(), {paint, length(), ends()}); break;
                case 6: picture.polygon(points(), paint); break;
                default:
                    picture.text(where(), random_text(random),
                                 {paint, length(), static_cast<anchor>(random.below(3))});
            }
        }
    }
    return picture;
}

/// Shapes at quarters of pixels, which stay exact when they are moved.
inline senda::draw::canvas shapes_of_all_kinds(std::uint64_t seed) {
    using namespace senda::draw;
    support::split_mix64 random{seed};
    canvas picture{120, 90, {240, 240, 230}};
    const auto number = [&](int most) { return random.below(4 * most) / 4.0; };
    const auto place = [&]() -> point { return {number(120), number(90)}; };
    const auto paint = [&] { return random_color(random); };
    for (int i = 0; i < 2; ++i) {
        picture.rectangle({number(100), number(80), 1 + number(30), 1 + number(30)}, paint());
        picture.rounded_rectangle({number(100), number(80), 8 + number(30), 8 + number(30)}, 3,
                                  paint());
        picture.line(place(), place(), {paint(), 1 + number(4), cap::round});
        picture.line(place(), place(), {paint(), 1 + number(4), cap::square});
        picture.circle(place(), 1 + number(20), paint());
        picture.ring(place(), 1 + number(20), {paint(), 2});
        picture.polyline(std::vector<point>{place(), place(), place()}, {paint(), 3});
        picture.polygon(std::vector<point>{place(), place(), place()}, paint());
        for (const anchor at : {anchor::start, anchor::middle, anchor::end})
            picture.text(place(), "gW7", {paint(), 12, at});
    }
    return picture;
}

}  // namespace test_draw
