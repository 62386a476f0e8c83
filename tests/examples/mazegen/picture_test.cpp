// SPDX-License-Identifier: MIT
#include <mazegen/picture.hpp>

#include <algorithm>
#include <common/text_grid.hpp>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/distances.hpp>
#include <mazegen/terminal_picture.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/raster.hpp>
#include <senda/draw/svg.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "checks.hpp"
#include "support/rounds.hpp"

using namespace senda::mazegen;
using senda::cell;
using senda::draw::image;
using senda::draw::room_layout;

namespace {

picture_style styled(int room, int wall, int margin) {
    picture_style style;
    style.layout = {room, wall, margin};
    return style;
}

std::string streamed_png(const maze& m, const picture_style& style, const picture_extras& extras) {
    std::string bytes;
    write_png(m, [&bytes](std::string_view piece) { bytes += piece; }, style, extras);
    return bytes;
}

std::size_t count(const image& picture, senda::draw::color c) {
    return static_cast<std::size_t>(
        std::count(picture.pixels().begin(), picture.pixels().end(), c));
}

}  // namespace

TEST_CASE("each pixel of a picture is a wall or floor as the maze says") {
    support::split_mix64 random(1);
    for (int round = 0; round < support::rounds(60); ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 7), random.between(1, 7), 85, random);
        auto m = generate(wilson{}, mask, static_cast<std::uint64_t>(round));
        (void)open_walls(*m, 0.1, 3);
        const picture_style style =
            styled(random.between(1, 6), random.between(1, 5), random.between(0, 3));
        const image drawn = rasterize(to_picture(*m, style));
        const room_layout& l = style.layout;
        REQUIRE(drawn.width() == 2 * l.margin + m->cols() * l.pitch() + l.wall);
        REQUIRE(drawn.height() == 2 * l.margin + m->rows() * l.pitch() + l.wall);

        // By hand: the wall line i begins at margin + i * pitch and is `wall` thick.
        bool all_right = true;
        for (int y = 0; y < drawn.height(); ++y) {
            for (int x = 0; x < drawn.width(); ++x) {
                bool is_wall = false;
                const auto inside = [&](int from_x, int from_y, int width, int height) {
                    return x >= from_x && x < from_x + width && y >= from_y && y < from_y + height;
                };
                for (int row = 0; row <= m->rows(); ++row) {
                    for (int col = 0; col <= m->cols(); ++col) {
                        const int left = l.margin + col * l.pitch();
                        const int top = l.margin + row * l.pitch();
                        if (col < m->cols() && m->above(row, col))
                            is_wall |= inside(left, top, l.pitch() + l.wall, l.wall);
                        if (row < m->rows() && m->left_of(row, col))
                            is_wall |= inside(left, top, l.wall, l.pitch() + l.wall);
                    }
                }
                all_right = all_right && drawn.at(x, y) == (is_wall ? style.wall : style.floor);
            }
        }
        CHECK(all_right);
    }
}

TEST_CASE("the SVG of a thousand by a thousand rooms is below eight bytes a room") {
    constexpr int side = support::is_slow ? 400 : 1000;
    const auto m = generate("wilson", side, side, 5);
    std::size_t size = 0;
    senda::draw::write_svg(to_picture(*m, styled(15, 4, 10)),
                           [&size](std::string_view piece) { size += piece.size(); });
    CHECK(size < std::size_t{8} * side * side);
    CHECK(size > std::size_t{side} * side);
}

TEST_CASE("the SVG of every algorithm is below eight bytes a room") {
    for (const algorithm a : {algorithm::recursive_backtracker, algorithm::kruskal_rooms,
                              algorithm::binary_tree, algorithm::hunt_and_kill}) {
        CAPTURE(to_string(a));
        const auto m = generate(a, 100, 100, 5);
        for (const int wall : {1, 4}) {
            const auto svg = senda::draw::to_svg(to_picture(*m, styled(15, wall, 10)), "");
            CHECK(svg.size() < 80'000);
            CHECK(svg.size() > 10'000);
        }
    }
}

TEST_CASE("a PNG that is drawn in parts is that of the whole picture") {
    int turn = 0;  // each style with one of the extras
    for (const picture_style& style : {styled(2, 9, 3), styled(14, 1, 0), styled(11, 4, 10)}) {
        if (support::is_slow && turn != 2) {
            ++turn;
            continue;
        }
        // Large enough for a second part.
        const int rows = support::is_slow ? 85 : 120;
        const int cols = rows * 3 / 4;
        auto m = generate(wilson{}, rows, cols, 4);
        (void)braid(*m, 0.5, 1);
        const entrances at{{3, rows - 10}, {cols - 10, 2}};
        const auto found = senda::bfs(*m, at.entrance, at.exit);
        const auto distances = distances_from(*m, at.entrance);
        const picture_extras many[] = {
            {},
            {.marks = at, .route = found.path},
            {.marks = at, .route = found.path, .distances = &*distances},
        };
        const picture_extras& extras = many[turn++];
        const senda::draw::canvas whole = to_picture(*m, style, extras);
        REQUIRE(std::int64_t{whole.width()} * whole.height() > std::int64_t{1} << 20U);
        CHECK(streamed_png(*m, style, extras) == senda::draw::to_png(whole));
    }
}

TEST_CASE("a part of a picture holds little more than its rows") {
    const auto m = generate(wilson{}, 1000, 100, 2);
    const maze_picture picture(*m);
    const senda::draw::canvas part = picture.part(8000, 64);
    CHECK(part.height() == picture.height());
    CHECK(part.numbers(part.runs()[0]).size() * 50 <
          picture.whole().numbers(picture.whole().runs()[0]).size());
}

TEST_CASE("the entrance is red, the exit lighter, and the route a line between them") {
    auto m = maze::make(3, 3);
    for (int x = 0; x < 2; ++x) m->open({x, 0}, direction::east);
    for (int y = 0; y < 2; ++y) m->open({2, y}, direction::south);
    const std::vector<cell> route{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}};
    const picture_style style = styled(20, 2, 5);
    const image drawn =
        rasterize(to_picture(*m, style, {.marks = entrances{{0, 0}, {2, 2}}, .route = route}));
    const auto at = [&](cell c, int right) {
        const senda::draw::point p = style.layout.middle(c.y, c.x);
        return drawn.at(static_cast<int>(p.x) + right, static_cast<int>(p.y));
    };
    CHECK(style.entrance == senda::draw::palette::red);
    CHECK(luminance(style.exit) > luminance(style.entrance));
    CHECK(at({0, 0}, -5) == style.entrance);
    CHECK(at({2, 2}, -5) == style.exit);
    for (const cell c : route) CHECK(at(c, 0) == style.route);
    CHECK(at({0, 0}, 11) == style.route);  // in the passage between two rooms
    CHECK(at({1, 1}, 0) == style.floor);
    CHECK(count(drawn, style.wall) > 0);
}

TEST_CASE("the outer wall has a gap at each entrance beside it, and no other") {
    support::split_mix64 random(9);
    int gaps = 0;
    for (int round = 0; round < support::rounds(200); ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 6), random.between(1, 6), 80, random);
        const auto m = generate(wilson{}, mask, static_cast<std::uint64_t>(round));
        const auto at = place_entrances(*m, entrance_rule::random, 5);
        const detail::walls_with_gaps walls(*m, at->entrance, at->exit);
        // Without rooms between it and the edge of the rectangle, a room is at the outer wall.
        const auto is_outside = [&](cell c) {
            bool found = false;
            for (const direction d : directions) {
                cell beyond = next_to(c, d);
                while (m->contains(beyond) && !m->is_room(beyond)) beyond = next_to(beyond, d);
                found = found || !m->contains(beyond);
            }
            return found;
        };
        int missing = 0;
        const auto check_gap = [&](cell a, cell b) {
            ++missing;  // between one of the two rooms and none
            CHECK_FALSE((m->is_room(a) && m->is_room(b)));
            for (const cell c : {a, b})
                CHECK((!m->is_room(c) || c == at->entrance || c == at->exit));
        };
        for (int row = 0; row <= m->rows(); ++row) {
            for (int col = 0; col <= m->cols(); ++col) {
                if (col < m->cols() && m->above(row, col) != walls.above(row, col))
                    check_gap({col, row}, {col, row - 1});
                if (row < m->rows() && m->left_of(row, col) != walls.left_of(row, col))
                    check_gap({col, row}, {col - 1, row});
            }
        }
        int expected = (is_outside(at->entrance) ? 1 : 0) + (is_outside(at->exit) ? 1 : 0);
        if (at->entrance == at->exit && walls.gaps()[0]->side == walls.gaps()[1]->side)
            expected = 1;
        CHECK(missing == expected);
        gaps += missing;
    }
    CHECK(gaps > support::rounds(200));
}

TEST_CASE("a picture with gaps lacks the wall there, and nothing else") {
    const auto m = generate(wilson{}, 4, 5, 3);
    const picture_style style = styled(10, 2, 4);
    const image closed = rasterize(to_picture(*m, style));
    const image open = rasterize(to_picture(*m, style, {.marks = entrances{{0, 0}, {4, 3}}}));
    const auto wall_at = [&](const image& picture, int x, int y) {
        return picture.at(x, y) == style.wall;
    };
    const int left = style.layout.margin;
    const int right = style.layout.margin + 5 * style.layout.pitch();
    const int first = static_cast<int>(style.layout.middle(0, 0).y);
    const int last = static_cast<int>(style.layout.middle(3, 0).y);
    CHECK(wall_at(closed, left, first));
    CHECK_FALSE(wall_at(open, left, first));
    CHECK(wall_at(closed, right, last));
    CHECK_FALSE(wall_at(open, right, last));
    CHECK(wall_at(open, left, last));
    CHECK(wall_at(open, right, first));
}

TEST_CASE("a legend below the picture has the colours of the nearest and the farthest room") {
    const auto m = generate(wilson{}, 6, 30, 3);
    const auto distances = distances_from(*m, {0, 0});
    const picture_style style = styled(10, 2, 10);
    const senda::draw::canvas with = to_picture(*m, style, {.distances = &*distances});
    const senda::draw::canvas without =
        to_picture(*m, style, {.distances = &*distances, .legend = false});
    CHECK(without.height() == style.layout.length(6));
    CHECK(with.height() > without.height());
    const image drawn = rasterize(with);
    const int row = without.height();
    CHECK(drawn.at(12, row) == senda::draw::distance_color(0));
    CHECK(drawn.at(drawn.width() - 12, row) == senda::draw::distance_color(1));
    const std::string svg = senda::draw::to_svg(with);
    CHECK(svg.find('>' + std::to_string(distances->most()) + '<') != svg.npos);
    // A narrow maze has a legend that can be read, too.
    const auto narrow = generate(wilson{}, 6, 1, 3);
    const auto steps = distances_from(*narrow, {0, 0});
    CHECK(to_picture(*narrow, style, {.distances = &*steps}).width() >= 150);
    CHECK(
        senda::draw::to_svg(to_picture(*narrow, style, {.distances = &*steps})).find(">5 steps<") !=
        std::string::npos);
}

TEST_CASE("distances are colours in a terminal too") {
    const auto m = generate(wilson{}, 3, 3, 3);
    const auto distances = distances_from(*m, {0, 0});
    const senda::draw::terminal_style colored{senda::draw::terminal_colors::truecolor,
                                              senda::draw::terminal_charset::unicode};
    const auto grid = to_text_grid(*m, colored, 24, 80, {}, {.distances = &*distances});
    CHECK(grid.at(1, 2).ground == senda::draw::distance_color(0));
    const cell far = distances->farthest();
    CHECK(grid.at(2 * far.y + 1, 4 * far.x + 2).ground == senda::draw::distance_color(1));
    const auto legend = distance_legend(*distances);
    CHECK(legend.at(0, 2).ground == senda::draw::distance_color(0));
    CHECK(legend.at(0, 33).ground == senda::draw::distance_color(1));
}

TEST_CASE("marks are seen in a large picture of small rooms") {
    const auto m = generate(binary_tree{}, 400, 400, 1);
    const picture_style style = styled(2, 1, 0);
    const image drawn =
        rasterize(to_picture(*m, style, {.marks = entrances{{200, 200}, {100, 100}}}));
    CHECK(count(drawn, style.entrance) > 100);
    CHECK(count(drawn, style.exit) > 100);
}

TEST_CASE("distances are those of a breadth-first search, and colour the floor") {
    support::split_mix64 random(3);
    for (int round = 0; round < support::rounds(40); ++round) {
        auto m = generate(kruskal{}, random.between(1, 9), random.between(1, 9),
                          static_cast<std::uint64_t>(round));
        (void)open_walls(*m, 0.2, 3);
        const cell start{random.between(0, m->cols() - 1), random.between(0, m->rows() - 1)};
        const auto distances = distances_from(*m, start);
        REQUIRE(distances);
        std::uint32_t most = 0;
        for (const cell c : maze_checks::rooms_of(*m)) {
            const auto steps = (*distances)(*m, c);
            REQUIRE(steps);
            CHECK(*steps == senda::bfs(*m, start, c).cost);
            most = std::max(most, *steps);
        }
        CHECK(distances->most() == most);
        CHECK((*distances)(*m, distances->farthest()) == most);
        const picture_style style = styled(5, 2, 1);
        const image drawn = rasterize(to_picture(*m, style, {.distances = &*distances}));
        const auto color_of = [&](cell c) {
            const senda::draw::point p = style.layout.middle(c.y, c.x);
            return drawn.at(static_cast<int>(p.x), static_cast<int>(p.y));
        };
        CHECK(color_of(start) == senda::draw::distance_color(0));
        if (most > 0) CHECK(color_of(distances->farthest()) == senda::draw::distance_color(1));
    }
    auto apart = maze::make(1, 2);
    const auto distances = distances_from(*apart, {0, 0});
    CHECK_FALSE((*distances)(*apart, {1, 0}));
    CHECK_FALSE((*distances)(*apart, {5, 5}));
    CHECK(distances_from(*apart, {5, 5}).error().code == "no_rooms");
}

TEST_CASE("what cannot be drawn is refused with the range that can") {
    CHECK(fault_of_picture(50, 50, {15, 1, 10}).code.empty());
    CHECK(fault_of_picture(50, 50, {0, 1, 10}).code == "bad_layout");
    CHECK(fault_of_picture(50, 50, {15, 0, 10}).code == "bad_layout");
    CHECK(fault_of_picture(50, 50, {15, 1, -1}).code == "bad_layout");
    CHECK(fault_of_picture(50, 50, {1001, 1, 0}).code == "bad_layout");
    CHECK(fault_of_picture(4'194'303, 1, {1, 1, 0}).code.empty());
    CHECK(fault_of_picture(1, 4'194'304, {1, 1, 0}).code == "picture_too_large");
    CHECK(fault_of_picture(INT64_MAX, 1, {1000, 1000, 1000}).code == "picture_too_large");
}

TEST_CASE("a maze in a terminal is as large as there is room for") {
    auto m = maze::make(2, 2);
    m->open({0, 0}, direction::south);
    m->open({0, 1}, direction::east);
    m->open({1, 1}, direction::north);
    const std::vector<cell> route{{0, 0}, {0, 1}, {1, 1}};
    const picture_extras extras{.marks = entrances{{0, 0}, {1, 1}}, .route = route};
    const senda::draw::terminal_style plain{senda::draw::terminal_colors::none,
                                            senda::draw::terminal_charset::unicode};
    const auto text = [&](int cols) {
        return to_text(to_text_grid(*m, plain, 24, cols, {}, extras), plain);
    };
    CHECK(text(9) ==
          "╶───┬───┐\n"
          "  S │   │\n"
          "╷ • ╵   ╵\n"
          "│ • • E\n"
          "└───────╴\n");
    CHECK(text(8) ==
          "╶─┬─┐\n"
          " S│ │\n"
          "╷•╵ ╵\n"
          "│••E\n"
          "└───╴\n");
    const auto large = generate(wilson{}, 300, 300, 1);
    const senda::draw::text_grid small = to_text_grid(*large, plain, 50, 80);
    CHECK(small.rows() <= 50);
    CHECK(small.cols() <= 80);
    CHECK_FALSE(fits_text(*large, plain, 50, 80));
}

TEST_CASE("a maze that is too wide for box characters is drawn in dots, each wall of it") {
    const auto m = generate(wilson{}, 30, 60, 7);
    const senda::draw::terminal_style plain{senda::draw::terminal_colors::none,
                                            senda::draw::terminal_charset::unicode};
    const std::vector<cell> route{{3, 3}, {4, 3}, {4, 4}};
    const picture_extras extras{.marks = entrances{{0, 0}, {59, 29}}, .route = route};
    CHECK(fits_text(*m, plain, 40, 100));
    const senda::draw::text_grid grid = to_text_grid(*m, plain, 40, 100);
    REQUIRE(grid.rows() == 16);
    REQUIRE(grid.cols() == 61);
    const auto has_dot = [&grid](int row, int col) {
        constexpr unsigned bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
        const char32_t code = grid.at(row / 4, col / 2).code;
        return code != U' ' && ((code - 0x2800) & bits[row % 4][col % 2]) != 0;
    };
    for (int y = 0; y < m->rows(); ++y) {
        for (int x = 0; x < m->cols(); ++x) {
            CHECK_FALSE(has_dot(2 * y + 1, 2 * x + 1));
            CHECK(has_dot(2 * y, 2 * x + 1) == m->above(y, x));
            CHECK(has_dot(2 * y + 1, 2 * x) == m->left_of(y, x));
        }
    }
    const senda::draw::terminal_style colored{senda::draw::terminal_colors::truecolor,
                                              senda::draw::terminal_charset::unicode};
    const senda::draw::text_grid marked = to_text_grid(*m, colored, 40, 100, {}, extras);
    CHECK(marked.at(0, 0).code == U'S');
    CHECK(marked.at(14, 59).code == U'E');
    CHECK(marked.at(1, 3).ink == picture_style{}.route);
    CHECK(marked.at(1, 3).code == 0x2800 + 128);
    CHECK_FALSE(fits_text(*m, {}, 40, 100));
}
