// SPDX-License-Identifier: MIT
#include <senda/draw/canvas.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace canvas_test {

using senda::draw::canvas;
using senda::draw::cap;
using senda::draw::color;
using senda::draw::coordinate;
using senda::draw::point;
using senda::draw::shape;

constexpr color black{0, 0, 0};
constexpr color red{255, 0, 0};

TEST_CASE("any number is a coordinate, brought within reach") {
    CHECK(coordinate{3} == 3);
    CHECK(coordinate{std::uint64_t{5}} == 5);
    CHECK(coordinate{0.5F} == 0.5);
    CHECK(coordinate{1e30} == coordinate::reach);
    CHECK(coordinate{-HUGE_VAL} == -coordinate::reach);
    CHECK(coordinate{std::nan("")} == 0);
    CHECK(coordinate{coordinate::reach - 1} == coordinate::reach - 1);
    const int column = 7;
    const std::size_t row = 8;
    CHECK(point{column, row} == point{7.0, 8L});  // without a cast at the caller's
}

TEST_CASE("a canvas has at least a pixel and at most what coordinates reach") {
    CHECK(canvas{0, -5}.width() == 1);
    CHECK(canvas{0, -5}.height() == 1);
    CHECK(canvas{2'000'000'000, 1}.width() == coordinate::reach);
    CHECK(canvas{3, 4}.background() == color{255, 255, 255});
}

TEST_CASE("shapes of one look share a run, and others begin a new one") {
    canvas picture{10, 10};
    picture.rectangle({0, 0, 1, 1}, black);
    picture.rectangle({0, 5, 1, 1}, black);
    picture.rectangle({0, 7, 1, 1}, red);
    picture.line({0, 0}, {1, 1}, {red, 1});
    picture.line({0, 0}, {1, 2}, {red, 1});
    picture.line({0, 0}, {1, 2}, {red, 2});
    picture.line({0, 0}, {1, 2}, {red, 2, cap::round});
    picture.text({1, 1}, "a", {black});
    picture.text({1, 2}, "b", {black});
    picture.rectangle({0, 0, 1, 1}, red);
    REQUIRE(picture.runs().size() == 7);
    CHECK(picture.runs()[0].kind == shape::rectangle);
    CHECK(picture.numbers(picture.runs()[0]).size() == 8);
    CHECK(picture.numbers(picture.runs()[2]).size() == 8);
    CHECK(picture.labels(picture.runs()[5]).size() == 2);
    CHECK(picture.labels(picture.runs()[5])[1].text == "b");
    CHECK(picture.numbers(picture.runs()[6]).size() == 4);
}

TEST_CASE("rectangles that lengthen the one before them become part of it") {
    canvas picture{100, 10};
    for (int i = 0; i < 50; ++i) picture.rectangle({2 * i, 3, 2, 4}, black);
    REQUIRE(picture.runs().size() == 1);
    const auto numbers = picture.numbers(picture.runs()[0]);
    REQUIRE(numbers.size() == 4);
    CHECK(numbers[2] == 100);

    canvas apart{100, 10};
    apart.rectangle({0, 0, 2, 2}, black);
    apart.rectangle({3, 0, 2, 2}, black);  // a gap
    apart.rectangle({5, 0, 2, 3}, black);  // another height
    apart.rectangle({7, 1, 2, 3}, black);  // another row
    apart.rectangle({8, 1, 2, 3}, black);  // over it
    apart.rectangle({10, 1, 2, 3}, red);   // another colour
    std::size_t count = 0;
    for (const auto& run : apart.runs()) count += run.count;
    CHECK(count == 6 * 4);

    canvas fine{100, 10};  // joined, it would end elsewhere
    const auto third = coordinate::reach / 3.0;
    fine.rectangle({0.1, 0, third, 2}, black);
    const double end = fine.numbers(fine.runs()[0])[0] + fine.numbers(fine.runs()[0])[2];
    fine.rectangle({end, 0, 0.3, 2}, black);
    CHECK(fine.runs()[0].count == 8);
}

TEST_CASE("what cannot be seen is not kept") {
    canvas picture{10, 10};
    const color clear = senda::draw::transparent;
    const std::vector<point> two{{0, 0}, {1, 1}};
    picture.rectangle({0, 0, 0, 5}, black);
    picture.rectangle({0, 0, 5, -1}, black);
    picture.rectangle({0, 0, 5, 5}, clear);
    picture.rounded_rectangle({0, 0, -5, 5}, 2, black);
    picture.line({0, 0}, {1, 1}, {black, 0});
    picture.line({0, 0}, {1, 1}, {clear, 1});
    picture.circle({0, 0}, 0, black);
    picture.circle({0, 0}, -1, black);
    picture.ring({0, 0}, 3, {black, -1});
    picture.polyline({}, {black, 1});
    picture.polygon(two, black);
    picture.text({0, 0}, "", {black});
    picture.text({0, 0}, "x", {black, 0});
    CHECK(picture.runs().empty());
    CHECK(picture == canvas{10, 10});
}

TEST_CASE("the same point twice in a row is one, and a radius is at most half a side") {
    canvas picture{10, 10};
    picture.polyline(std::vector<point>{{0, 0}, {0, 0}, {1, 0}, {1, 0}, {0, 0}}, {black, 1});
    CHECK(picture.numbers(picture.runs()[0]).size() == 6);
    picture.rounded_rectangle({0, 0, 10, 4}, 50, black);
    CHECK(picture.runs()[1].width == 2);
    picture.rounded_rectangle({0, 0, 10, 4}, 0, black);
    CHECK(picture.runs()[2].kind == shape::rectangle);
}

TEST_CASE("a canvas is a value") {
    canvas first{10, 10};
    first.circle({1, 1}, 2, black);
    canvas second = first;
    CHECK(first == second);
    second.circle({1, 1}, 2, red);
    CHECK(first != second);
    CHECK(first.runs().size() == 1);
}

}  // namespace canvas_test
