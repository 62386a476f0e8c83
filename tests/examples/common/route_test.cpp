// SPDX-License-Identifier: MIT
#include <common/route.hpp>
#include <senda/draw/canvas.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace drawn_routes {

namespace draw = senda::draw;
using draw::point;

TEST_CASE("the line of a walk goes through the middles, and keeps to the right if it comes back") {
    const std::array<point, 3> straight = {point{5, 5}, point{15, 5}, point{15, 15}};
    for (const point& p : draw::route_line(straight, 10)) CHECK((p.x == 5 || p.x == 15));

    const std::array<point, 4> back = {point{50, 50}, point{150, 50}, point{50, 50},
                                       point{50, 150}};
    const std::vector<point> line = draw::route_line(back, 100);
    CHECK(line.front() == back.front());
    CHECK(line.back() == back.back());
    const auto has = [&line](point wanted) {
        for (const point& p : line)
            if (p == wanted) return true;
        return false;
    };
    CHECK(has({150, 67}));  // there, below the middle
    CHECK(has({150, 33}));  // and back above it
    CHECK(draw::route_line({}, 10).empty());
    CHECK(draw::route_line(std::array<point, 1>{point{1, 2}}, 10) == std::vector<point>{{1, 2}});
}

TEST_CASE("a walk joins the cells that it passes by the characters of lines") {
    // Rows of five: from the middle of the first to the right, down and back.
    const std::array<std::uint32_t, 5> walk = {1, 2, 3, 8, 7};
    const draw::route_marks marks(10, 5, walk);
    CHECK(marks.line_in(1) == U'╶');
    CHECK(marks.line_in(2) == U'─');
    CHECK(marks.line_in(3) == U'┐');
    CHECK(marks.line_in(8) == U'┘');
    CHECK(marks.line_in(7) == U'╶');
    CHECK(marks.passes(7));
    CHECK_FALSE(marks.passes(6));
    CHECK(marks.joins(3, draw::route_marks::down));
    CHECK_FALSE(marks.joins(2, draw::route_marks::down));
    CHECK_FALSE(draw::route_marks().passes(3));
    CHECK(draw::route_marks(10, 5, std::array<std::uint32_t, 1>{4}).line_in(4) == U'•');
}

TEST_CASE("a profile has its columns inside its axes, and none below zero") {
    const std::array<std::int64_t, 4> numbers = {4, 2, 8, -3};
    const std::array<draw::profile_mark, 1> marks = {draw::profile_mark{2, draw::palette::red}};
    const draw::box where{0, 0, 220, 120};
    draw::canvas picture(220, 120);
    draw::draw_profile(picture, where, {numbers, marks, "a caption"});
    const draw::profile_scale scale(where, numbers);
    const draw::box& band = scale.band();
    CHECK(scale.most() == 8);
    CHECK(scale.y(8) == band.y);
    CHECK(scale.y(-3) == band.y + band.height);
    std::string said;
    for (const draw::shape_run& run : picture.runs()) {
        if (run.kind == draw::shape::text)
            for (const draw::label& l : picture.labels(run)) said += l.text + '|';
        if (run.kind == draw::shape::circle) {
            CHECK(picture.numbers(run)[0] == scale.x(2));
            CHECK(picture.numbers(run)[1] == band.y);
        }
        if (run.kind != draw::shape::rectangle || run.paint == draw::palette::paper) continue;
        const auto sides = picture.numbers(run);
        for (std::size_t i = 0; i < sides.size(); i += 4) {
            CHECK(sides[i] >= band.x);
            CHECK(sides[i + 1] >= band.y);
            CHECK(sides[i + 1] + sides[i + 3] == band.y + band.height);
            // Three of four numbers have a column.
            CHECK(sides[i] + sides[i + 2] <= band.x + band.width * 0.75 + 1);
        }
    }
    CHECK(said == "0|2|4|6|8|0|1|2|3|a caption|");
}

TEST_CASE("the lanes of a route are its line, place by place") {
    const std::vector<draw::point> there_and_back = {{5, 5}, {15, 5}, {15, 15}, {15, 5}, {5, 5}};
    const draw::route_lanes lanes(there_and_back, 10);
    std::vector<draw::point> line;
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < there_and_back.size(); ++i) {
        const std::size_t before = line.size();
        lanes.at(i, [&](const draw::point& p) { line.push_back(p); });
        counts.push_back(line.size() - before);
    }
    CHECK(line == draw::route_line(there_and_back, 10));
    CHECK(counts == std::vector<std::size_t>{2, 1, 2, 1, 2});
    for (std::size_t i = 0; i < line.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)  // the lanes meet where it begins and ends only
            CHECK((line[i] != line[k] || (k == 0 && i + 1 == line.size())));
}

}  // namespace drawn_routes
