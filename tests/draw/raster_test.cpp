// SPDX-License-Identifier: MIT
#include <senda/draw/raster.hpp>

#include "random_canvas.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <vector>

namespace raster_test {

using senda::draw::anchor;
using senda::draw::canvas;
using senda::draw::cap;
using senda::draw::color;
using senda::draw::image;
using senda::draw::point;
using senda::draw::rasterize;
using support::split_mix64;

constexpr color white{255, 255, 255};
constexpr color black{0, 0, 0};

/// The picture in text: `#` where it is black, `.` where it is white, else a digit of darkness.
std::string art(const image& picture) {
    std::string text;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const int light = picture.at(x, y).red;
            text += light == 0     ? '#'
                    : light == 255 ? '.'
                                   : static_cast<char>('0' + std::min(9, (255 - light) * 10 / 255));
        }
        text += '\n';
    }
    return text;
}

double distance_to_segment(double x, double y, point a, point b) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length = dx * dx + dy * dy;
    const double t =
        length > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length, 0.0, 1.0) : 0;
    return std::hypot(x - a.x - t * dx, y - a.y - t * dy);
}

/// Whether (x, y) is on a line with flat ends.
bool is_on_flat_line(double x, double y, point a, point b, double width) {
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const double along = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / length;
    const double across = std::abs((x - a.x) * (b.y - a.y) - (y - a.y) * (b.x - a.x)) / length;
    return along >= 0 && along <= length && across <= width / 2;
}

/// How often the corners wind around (x, y): by the sides that a ray to the right crosses.
int winding(double x, double y, std::span<const point> corners) {
    int turns = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const point a = corners[i];
        const point b = corners[(i + 1) % corners.size()];
        const double side = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y);
        if (a.y <= y && b.y > y && side > 0) ++turns;
        if (a.y > y && b.y <= y && side < 0) --turns;
    }
    return turns;
}

/// How far a drawing in black on white is from one made of 16 x 16 points a pixel, each of which is
/// inside or not: the most in one pixel, and the mean over those where either is drawn.
struct difference {
    double most = 0;
    double mean = 0;
};

template <class Inside>
difference compare(const canvas& picture, Inside inside) {
    const image drawn = rasterize(picture);
    difference d;
    int counted = 0;
    for (int y = 0; y < drawn.height(); ++y) {
        for (int x = 0; x < drawn.width(); ++x) {
            int hits = 0;
            for (int i = 0; i < 256; ++i)
                if (inside(x + (i % 16 + 0.5) / 16, y + (i / 16 + 0.5) / 16)) ++hits;
            const double got = (255 - drawn.at(x, y).red) / 255.0;
            const double off = std::abs(got - hits / 256.0);
            if (hits > 0 || got > 0) ++counted;
            d.most = std::max(d.most, off);
            d.mean += off;
        }
    }
    if (counted > 0) d.mean /= counted;
    return d;
}

TEST_CASE("rectangles between pixels fill exactly those inside") {
    canvas picture{7, 4};
    picture.rectangle({1, 1, 3, 2}, black);
    picture.rectangle({5, -3, 100, 5}, black);
    CHECK(art(rasterize(picture)) ==
          ".....##\n"
          ".###.##\n"
          ".###...\n"
          ".......\n");
}

TEST_CASE("lines along the axes are exact, with every kind of end") {
    canvas picture{9, 9};
    picture.line({2, 2}, {7, 2}, {black, 2, cap::butt});
    picture.line({7, 6}, {2, 6}, {black, 2, cap::square});
    CHECK(art(rasterize(picture)) ==
          ".........\n"
          "..#####..\n"
          "..#####..\n"
          ".........\n"
          ".........\n"
          ".#######.\n"
          ".#######.\n"
          ".........\n"
          ".........\n");
    canvas thin{5, 5};
    thin.line({2.5, 0.5}, {2.5, 4}, {black, 1, cap::square});
    thin.line({0, 1.5}, {5, 1.5}, {black, 1, cap::butt});
    CHECK(art(rasterize(thin)) ==
          "..#..\n"
          "#####\n"
          "..#..\n"
          "..#..\n"
          "..5..\n");
}

TEST_CASE("a polyline with right angles has sharp corners, and one with round ends has not") {
    const std::vector<point> way{{2, 2}, {6, 2}, {6, 6}, {2, 6}};
    canvas sharp{8, 8};
    sharp.polyline(way, {black, 2, cap::butt});
    CHECK(art(rasterize(sharp)) ==
          "........\n"
          "..#####.\n"
          "..#####.\n"
          ".....##.\n"
          ".....##.\n"
          "..#####.\n"
          "..#####.\n"
          "........\n");
    canvas square{8, 8};
    square.polyline(way, {black, 2, cap::square});
    CHECK(art(rasterize(square)).substr(0, 27) ==
          "........\n"
          ".######.\n"
          ".######.\n");
    canvas round{8, 8};
    round.polyline(way, {black, 2, cap::round});
    CHECK(rasterize(round).at(6, 1) != black);
    CHECK(rasterize(round).at(5, 1) == black);
    CHECK(rasterize(round).at(1, 1) != white);
}

TEST_CASE("a polyline that turns back is round there, and reaches as far as others do") {
    canvas picture{12, 8};
    picture.polyline(std::vector<point>{{2, 4}, {8, 4}, {4, 4}}, {black, 4, cap::butt});
    const image drawn = rasterize(picture);
    CHECK(drawn.at(9, 4) != white);
    CHECK(drawn.at(9, 2) != black);
    CHECK(drawn.at(2, 2) == black);
    CHECK(drawn.at(1, 4) == white);
}

TEST_CASE("a closed polyline has all of its corners") {
    canvas picture{7, 7};
    const std::vector<point> frame{{1.5, 1.5}, {5.5, 1.5}, {5.5, 5.5}, {1.5, 5.5}, {1.5, 1.5}};
    picture.polyline(frame, {black, 1, cap::butt});
    CHECK(art(rasterize(picture)) ==
          ".......\n"
          ".#####.\n"
          ".#...#.\n"
          ".#...#.\n"
          ".#...#.\n"
          ".#####.\n"
          ".......\n");
}

TEST_CASE("a point alone is a square, a disc or nothing, by the ends of the line") {
    for (const cap ends : {cap::butt, cap::square, cap::round}) {
        canvas as_line{6, 6};
        as_line.line({3, 3}, {3, 3}, {black, 4, ends});
        canvas as_polyline{6, 6};
        as_polyline.polyline(std::vector<point>{{3, 3}, {3, 3}}, {black, 4, ends});
        CHECK(rasterize(as_line) == rasterize(as_polyline));
        CHECK(rasterize(as_line).at(3, 3) == (ends == cap::butt ? white : black));
        CHECK((rasterize(as_line).at(1, 1) == black) == (ends == cap::square));
    }
}

TEST_CASE("a rectangle with edges inside of pixels counts by area") {
    canvas picture{4, 3};
    picture.rectangle({0.5, 0.25, 2, 1.5}, black);
    const image drawn = rasterize(picture);
    const auto darkness = [&](int x, int y) { return 255 - drawn.at(x, y).red; };
    CHECK(darkness(0, 0) == 96);   // 0.5 * 0.75
    CHECK(darkness(1, 0) == 191);  // 0.75
    CHECK(darkness(2, 1) == 96);
    CHECK(darkness(3, 0) == 0);
    CHECK(darkness(1, 2) == 0);
    canvas inside{1, 1};
    inside.rectangle({0.25, 0.25, 0.5, 0.5}, black);
    CHECK(255 - rasterize(inside).at(0, 0).red == 64);
}

TEST_CASE("rectangles of any place and size are right by area") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        split_mix64 random{seed};
        const double x = random.unit() * 14 - 2;
        const double y = random.unit() * 14 - 2;
        const double w = random.unit() * 9;
        const double h = random.unit() * 9;
        canvas picture{12, 10};
        picture.rectangle({x, y, w, h}, black);
        const image drawn = rasterize(picture);
        double worst = 0;
        for (int py = 0; py < 10; ++py) {
            for (int px = 0; px < 12; ++px) {
                const double across = std::min(x + w, px + 1.0) - std::max<double>(x, px);
                const double down = std::min(y + h, py + 1.0) - std::max<double>(y, py);
                const double area = std::max(across, 0.0) * std::max(down, 0.0);
                worst = std::max(worst, std::abs(255 * area - (255 - drawn.at(px, py).red)));
            }
        }
        CAPTURE(seed);
        CHECK(worst <= 1.0);
    }
}

TEST_CASE("smooth shapes are near what many points a pixel say") {
    for (std::uint64_t seed = 0; seed < support::rounds(40U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        const auto place = [&] { return point{random.unit() * 30 - 5, random.unit() * 30 - 5}; };
        const point a = place();
        const point b = place();
        const double width = 1 + random.unit() * 6;
        const double radius = 1.5 + random.unit() * 8;
        const auto is_close = [](const difference& d) {
            CHECK(d.most < 0.3);
            CHECK(d.mean < 0.04);
        };
        canvas circle{20, 20};
        circle.circle(a, radius, black);
        is_close(compare(
            circle, [&](double x, double y) { return std::hypot(x - a.x, y - a.y) <= radius; }));
        canvas ring{20, 20};
        ring.ring(a, radius, {black, 1.5});
        is_close(compare(ring, [&](double x, double y) {
            return std::abs(std::hypot(x - a.x, y - a.y) - radius) <= 0.75;
        }));
        canvas round{20, 20};
        round.line(a, b, {black, width, cap::round});
        is_close(compare(round, [&](double x, double y) {
            return distance_to_segment(x, y, a, b) <= width / 2;
        }));
        if (std::hypot(a.x - b.x, a.y - b.y) < 2) continue;
        canvas flat{20, 20};
        flat.line(a, b, {black, width, cap::butt});
        is_close(
            compare(flat, [&](double x, double y) { return is_on_flat_line(x, y, a, b, width); }));
    }
}

TEST_CASE("rounded rectangles are near what many points a pixel say") {
    for (std::uint64_t seed = 0; seed < support::rounds(40U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        const double x = random.between(-3, 10);
        const double y = random.between(-3, 10);
        const double w = random.between(4, 15);
        const double h = random.between(4, 15);
        const double r = std::min({w / 2, h / 2, 1 + random.unit() * 5});
        canvas picture{20, 20};
        picture.rounded_rectangle({x, y, w, h}, r, black);
        const difference d = compare(picture, [&](double px, double py) {
            const double off_x = std::max({x + r - px, px - (x + w - r), 0.0});
            const double off_y = std::max({y + r - py, py - (y + h - r), 0.0});
            return std::hypot(off_x, off_y) <= r;
        });
        CHECK(d.most < 0.3);
        CHECK(d.mean < 0.02);
    }
}

TEST_CASE("polygons, also those that cross themselves, are what many points a pixel say") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        std::vector<point> corners(static_cast<std::size_t>(random.between(3, 8)));
        for (point& p : corners) p = {random.unit() * 26 - 3, random.unit() * 26 - 3};
        canvas picture{20, 20};
        picture.polygon(corners, black);
        const difference d =
            compare(picture, [&](double x, double y) { return winding(x, y, corners) != 0; });
        CHECK(d.most < 0.06);
        CHECK(d.mean < 0.01);
    }
}

TEST_CASE("a polyline is its parts together, painted once") {
    for (std::uint64_t seed = 0; seed < support::rounds(40U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        std::vector<point> way(static_cast<std::size_t>(random.between(2, 6)));
        for (point& p : way) p = {random.unit() * 26 - 3, random.unit() * 26 - 3};
        const double width = 2 + random.unit() * 3;
        canvas picture{20, 20};
        picture.polyline(way, {black, width, cap::round});
        const difference d = compare(picture, [&](double x, double y) {
            for (std::size_t i = 0; i + 1 < way.size(); ++i)
                if (distance_to_segment(x, y, way[i], way[i + 1]) <= width / 2) return true;
            return false;
        });
        // Where two parts meet in a pixel, only the larger counts.
        CHECK(d.most < 0.55);
        CHECK(d.mean < 0.05);

        canvas clear{20, 20};
        clear.polyline(way, {{0, 0, 0, 100}, width, cap::round});
        const image drawn = rasterize(clear);
        const auto darkest = std::min_element(
            drawn.pixels().begin(), drawn.pixels().end(),
            [](const color& one, const color& other) { return one.red < other.red; });
        CHECK(darkest->red >= 155);
    }
}

TEST_CASE("strips together are the picture, wherever they are cut") {
    for (std::uint64_t seed = 0; seed < support::rounds(150U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        const canvas picture = test_draw::random_canvas(seed);
        const double scale = random.percent(50) ? 1 : 0.3 + random.unit() * 2;
        const image whole = rasterize(picture, scale);
        senda::draw::rasterizer raster{picture, scale};
        REQUIRE(raster.width() == whole.width());
        REQUIRE(raster.height() == whole.height());
        std::vector<color> strip;
        bool all_right = true;
        for (int top = 0; top < whole.height();) {
            const int rows = std::min(random.between(1, 9), whole.height() - top);
            strip.assign(static_cast<std::size_t>(rows * whole.width()), {1, 2, 3, 4});
            raster.draw(top, strip);
            all_right = all_right && std::equal(strip.begin(), strip.end(),
                                                whole.pixels().begin() + top * whole.width());
            top += rows;
        }
        CHECK(all_right);
    }
}

TEST_CASE("a canvas at twice the scale has four pixels for each") {
    canvas picture{5, 3};
    picture.rectangle({1, 1, 2, 1}, black);
    picture.line({4.5, 0}, {4.5, 3}, {black, 1});
    const image once = rasterize(picture);
    const image twice = rasterize(picture, 2);
    REQUIRE(twice.width() == 10);
    REQUIRE(twice.height() == 6);
    for (int y = 0; y < 6; ++y)
        for (int x = 0; x < 10; ++x) CHECK(twice.at(x, y) == once.at(x / 2, y / 2));
    CHECK(rasterize(picture, 0.1).width() == 1);
    CHECK(rasterize(picture, -1).width() == 5);
    CHECK(rasterize(canvas{1, 1}, std::nan("")).width() == 1);
}

TEST_CASE("shapes later in the list are over those before, and show through by their alpha") {
    canvas picture{3, 1, {0, 0, 255}};
    picture.rectangle({0, 0, 2, 1}, {255, 0, 0});
    picture.rectangle({1, 0, 2, 1}, {0, 255, 0, 51});
    const image drawn = rasterize(picture);
    CHECK(drawn.at(0, 0) == color{255, 0, 0});
    CHECK(drawn.at(1, 0) == color{204, 51, 0});
    CHECK(drawn.at(2, 0) == color{0, 51, 204});
    canvas clear{1, 1, senda::draw::transparent};
    clear.rectangle({0, 0, 1, 1}, {10, 20, 30, 40});
    CHECK(rasterize(clear).at(0, 0) == color{10, 20, 30, 40});
}

TEST_CASE("text of ten pixels is drawn dot by dot") {
    canvas picture{18, 11};
    picture.text({0, 4.5}, "Lig", {black, 10, anchor::start});
    CHECK(art(rasterize(picture)) ==
          "..................\n"
          "#.......#.........\n"
          "#.................\n"
          "#......##...2####.\n"
          "#.......#...#2..#.\n"
          "#.......#...#...#.\n"
          "#.......#...#2..#.\n"
          "#####..###..2####.\n"
          "...............2#.\n"
          ".............###2.\n"
          "..................\n");
}

TEST_CASE("text stands where its anchor says") {
    const auto columns = [](anchor at) {
        canvas picture{60, 12};
        picture.text({30, 6}, "HH", {black, 10, at});
        const image drawn = rasterize(picture);
        int first = 60;
        int last = 0;
        for (int y = 0; y < 12; ++y)
            for (int x = 0; x < 60; ++x)
                if (drawn.at(x, y) != white) {
                    first = std::min(first, x);
                    last = std::max(last, x);
                }
        return std::vector{first, last};
    };
    CHECK(columns(anchor::start) == std::vector{30, 40});
    CHECK(columns(anchor::middle) == std::vector{25, 35});
    CHECK(columns(anchor::end) == std::vector{19, 29});
}

TEST_CASE("every printable character has a glyph of its own, and others have a box") {
    const auto drawn = [](const std::string& text) {
        canvas picture{12, 14};
        picture.text({6, 6}, text, {black, 10});
        return rasterize(picture);
    };
    std::vector<image> seen;
    for (char c = 33; c < 127; ++c) {
        const image glyph = drawn(std::string(1, c));
        CAPTURE(c);
        CHECK(std::find(seen.begin(), seen.end(), glyph) == seen.end());
        seen.push_back(glyph);
    }
    const image box = drawn("\xE6\xBC\xA2");
    CHECK(std::find(seen.begin(), seen.end(), box) == seen.end());
    CHECK(drawn("\xFF") == box);
    CHECK(drawn("\xC3\xB1") == drawn("n"));
    CHECK(drawn(" ") == image{12, 14});
}

TEST_CASE("text at any size is about as large as it says") {
    for (const double size : {6.0, 9.5, 12.0, 17.0, 30.0, 80.0}) {
        canvas picture{200, 200};
        picture.text({100, 100}, "H", {black, size});
        const image drawn = rasterize(picture);
        int top = 200;
        int bottom = 0;
        for (int y = 0; y < 200; ++y)
            for (int x = 0; x < 200; ++x)
                if (drawn.at(x, y).red < 128) {
                    top = std::min(top, y);
                    bottom = std::max(bottom, y + 1);
                }
        CAPTURE(size);
        CHECK(std::abs(bottom - top - 0.7 * size) <= 0.05 * size + 1);
        CHECK(std::abs((bottom + top) / 2.0 - 100) <= 1);
    }
}

TEST_CASE("shapes of any number, and numbers that are none, draw without fault") {
    canvas picture{50, 50};
    for (const double far : {1e300, -1e300, HUGE_VAL, -HUGE_VAL, std::nan(""), 1e-300}) {
        picture.rectangle({far, far, far, far}, black);
        picture.rectangle({0, 0, far, 1}, {0, 0, 0, 9});
        picture.line({far, 0}, {0, far}, {black, 2, cap::round});
        picture.line({far, far}, {-far, 3}, {black, far, cap::square});
        picture.circle({far, 0}, far, {0, 0, 0, 9});
        picture.ring({0, far}, 10, {black, far});
        picture.polygon(std::vector<point>{{far, 0}, {0, far}, {far, -far}}, {0, 0, 0, 9});
        picture.text({far, 1}, "x", {black, far});
        picture.polyline(std::vector<point>{{far, 0}, {0, far}, {1, 1}}, {black, 1});
    }
    CHECK(rasterize(picture).width() == 50);
}

TEST_CASE("a canvas that is added to another is drawn there, and in other colours") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        CAPTURE(seed);
        const canvas shapes = test_draw::shapes_of_all_kinds(seed);
        const int right = static_cast<int>(seed % 40) - 20;
        const int down = static_cast<int>(seed % 23) - 11;
        canvas moved{shapes.width(), shapes.height(), shapes.background()};
        moved.add(shapes, {right, down});
        canvas back{shapes.width(), shapes.height(), shapes.background()};
        back.add(moved, {-right, -down});
        const image expected = rasterize(shapes);
        REQUIRE(rasterize(back) == expected);
        const image there = rasterize(moved);
        const senda::draw::pixel_box part{std::max(right, 0), std::max(down, 0),
                                          std::min(there.width(), there.width() + right),
                                          std::min(there.height(), there.height() + down)};
        // Smooth edges may be rounded otherwise.
        const auto is_near = [](color a, color b) {
            return std::abs(a.red - b.red) < 3 && std::abs(a.green - b.green) < 3 &&
                   std::abs(a.blue - b.blue) < 3;
        };
        bool is_same = true;
        for (int y = part.top; y < part.bottom; ++y)
            for (int x = part.left; x < part.right; ++x)
                is_same = is_same && is_near(there.at(x, y), expected.at(x - right, y - down));
        CHECK(is_same);
        // Drawn over a part of an image, it has the same pixels there and none elsewhere.
        image over{there.width(), there.height(), shapes.background()};
        senda::draw::rasterizer{moved}.draw_over(over, part);
        bool is_inside = true;
        for (int y = 0; y < over.height(); ++y)
            for (int x = 0; x < over.width(); ++x) {
                const bool in_part =
                    x >= part.left && x < part.right && y >= part.top && y < part.bottom;
                is_inside =
                    is_inside && over.at(x, y) == (in_part ? there.at(x, y) : shapes.background());
            }
        CHECK(is_inside);
    }
    canvas dot{1, 1};
    dot.rectangle({0, 0, 1, 1}, {255, 0, 0});
    dot.rectangle({1, 0, 1, 1}, {0, 255, 0});
    canvas recolored{2, 1};
    recolored.add(dot, {0, 0}, {255, 0, 0}, {0, 0, 255});
    CHECK(rasterize(recolored).at(0, 0) == color{0, 0, 255});
    CHECK(rasterize(recolored).at(1, 0) == color{0, 255, 0});
}

}  // namespace raster_test
