// SPDX-License-Identifier: MIT
#include <common/route.hpp>
#include <maze/format.hpp>
#include <maze/picture.hpp>
#include <senda/draw/raster.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"
#include "written_mazes.hpp"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace maze = senda::maze;
namespace draw = senda::draw;

using support::board_of;
using support::route_of;

namespace {

const std::string small_maze = "N=3, M=5, P=9\n#####\n#S3TE\n#####\n";

std::vector<draw::point> line_of(const maze::board& b, const std::vector<maze::place>& route,
                                 const maze::picture_layout& layout) {
    std::vector<draw::point> middles;
    for (const maze::place p : route) middles.push_back(layout.middle(b, p));
    return draw::route_line(middles, layout.cell);
}

}  // namespace

TEST_CASE("the cells of a picture have the colours of what they are") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        const maze::board b = support::random_maze(seed);
        const maze::picture_layout layout{4, 2};
        const draw::image pixels = draw::rasterize(maze::to_picture(b, {}, layout), 1);
        REQUIRE(pixels.width() == 4 + 4 * static_cast<int>(b.cols()));
        REQUIRE(pixels.height() == 4 + 4 * static_cast<int>(b.rows()));
        CHECK(pixels.at(0, 0) == maze::colors::wall);
        for (std::uint32_t row = 0; row < b.rows(); ++row) {
            for (std::uint32_t col = 0; col < b.cols(); ++col) {
                const int x = 2 + 4 * static_cast<int>(col);
                const int y = 2 + 4 * static_cast<int>(row);
                const char cell = b[b.at(row, col)];
                // Marks are larger than such small_maze cells, and nothing else is.
                const auto is_far_from = [&](maze::place mark) {
                    const auto apart = [](std::uint32_t a, std::uint32_t c) {
                        return a > c ? a - c : c - a;
                    };
                    return apart(b.row_of(mark), row) + apart(b.col_of(mark), col) > 2;
                };
                const bool from_start = cell == 'S' || is_far_from(b.start());
                const bool from_end = cell == 'E' || is_far_from(b.end());
                if (from_start && from_end)
                    CHECK(pixels.at(x + 1, y + 1) == maze::colors::of(cell));
            }
        }
    }
}

TEST_CASE("floors are warmer the more they cost, and never like a wall") {
    for (char cell = '1'; cell <= '9'; ++cell) {
        const char less = static_cast<char>(cell - 1);
        CHECK(draw::luminance(maze::colors::floor(cell)) <
              draw::luminance(maze::colors::floor(less)));
        CHECK(draw::luminance(maze::colors::floor(cell)) >
              draw::luminance(maze::colors::wall) + 0.2);
    }
}

TEST_CASE("a route is drawn through the middles of its cells") {
    const maze::board b = board_of(small_maze);
    const std::vector<maze::place> route = route_of(b, "(1,1) (2,1) (3,1) (4,1)");
    const maze::picture_layout layout{10, 2};
    const std::vector<draw::point> line = line_of(b, route, layout);
    for (const maze::place p : route)
        CHECK(std::find(line.begin(), line.end(), layout.middle(b, p)) != line.end());
    for (const draw::point& p : line) CHECK(p.y == 17);
}

TEST_CASE("a route that comes back keeps to the right") {
    const maze::board b = board_of("N=1, M=5, P=9\nT0S0E\n");
    const std::vector<maze::place> route = route_of(b, "(2,0) (1,0) (0,0) (1,0) (2,0) (3,0) (4,0)");
    const maze::picture_layout layout{100, 0};
    const std::vector<draw::point> line = line_of(b, route, layout);
    const auto has = [&line](double x, double y) {
        return std::any_of(line.begin(), line.end(), [&](const draw::point& p) {
            return p.x > x - 1 && p.x < x + 1 && p.y > y - 1 && p.y < y + 1;
        });
    };
    CHECK(has(150, 33));  // to the left, above the middle
    CHECK(has(150, 67));  // to the right, below it
    CHECK(has(50, 33));   // and it turns at the treasure
    CHECK(has(50, 67));
    CHECK(line.front() == draw::point{250, 50});
    CHECK(line.back() == draw::point{450, 50});
}

TEST_CASE("a picture of a starved maze says so, and marks where all die") {
    const maze::board b = board_of("N=3, M=11, P=10\n###########\n#S9999999E#\n###########\n");
    const std::vector<maze::place> deadly{b.at(1, 3)};
    const maze::picture_note note{maze::english_words.starved, deadly};
    for (const int cell : {2, 8, 40}) {
        CAPTURE(cell);
        const auto layout = maze::picture_layout::with_cells(b, cell);
        const draw::canvas plain = maze::to_picture(b, {}, layout);
        const draw::canvas noted = maze::to_picture(b, {}, layout, maze::english_words, note);
        CHECK(noted.width() == plain.width());
        CHECK(noted.height() > plain.height());
        const auto has_red = [&](const draw::canvas& picture, maze::place p) {
            const draw::image pixels = draw::rasterize(picture, 1);
            const draw::point at = layout.middle(b, p);
            return pixels.at(static_cast<int>(at.x), static_cast<int>(at.y)) ==
                   maze::colors::deadly;
        };
        CHECK(has_red(noted, b.at(1, 3)));
        CHECK_FALSE(has_red(noted, b.at(1, 4)));
        CHECK_FALSE(has_red(plain, b.at(1, 3)));
        std::string said;
        for (const draw::shape_run& run : noted.runs())
            if (run.kind == draw::shape::text)
                for (const draw::label& l : noted.labels(run)) said += l.text + '|';
        CHECK(said.ends_with("no route: every way to E is deadly|"));
    }
}

TEST_CASE("a picture with a route has the life along it below") {
    const maze::board b =
        board_of("N=4, M=11, P=8\n###########\n#S3333333E#\n#T00000333#\n###########\n");
    const std::vector<maze::place> route =
        route_of(b, "(1,2) (1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) (9,1) (9,2)");
    const draw::canvas without = maze::to_picture(b);
    const draw::canvas with = maze::to_picture(b, route);
    CHECK(with.width() == without.width());
    CHECK(with.height() > without.height());
    std::string said;
    for (const draw::shape_run& run : with.runs())
        if (run.kind == draw::shape::text)
            for (const draw::label& l : with.labels(run)) said += l.text + '|';
    CHECK(said.find("10 steps, life 8 to 4|") != std::string::npos);
    // The coordinates come first: y from the bottom, then x from the left.
    CHECK(said.starts_with("0|1|2|3|0|1|2|3|4|5|6|7|8|9|10|"));
}

TEST_CASE("coordinates stand beside the cells that they name, and are not too many") {
    for (const int cell : {1, 3, 8, 20, 40, 100}) {
        CAPTURE(cell);
        const maze::board b = support::random_maze(7);
        const maze::picture_layout layout = maze::picture_layout::with_cells(b, cell);
        const draw::canvas picture = maze::to_picture(b, {}, layout);
        double last_y = 1e9;
        for (const draw::shape_run& run : picture.runs()) {
            if (run.kind != draw::shape::text || run.paint != draw::palette::slate) continue;
            double last_x = -1e9;
            for (const draw::label& l : picture.labels(run)) {
                const auto number = static_cast<std::uint32_t>(std::stoi(l.text));
                if (run.at == draw::anchor::end) {
                    REQUIRE(number < b.rows());
                    CHECK(l.at.y == layout.middle(b, b.at(b.rows() - 1 - number, 0)).y);
                    CHECK(l.at.x < layout.axes.left);
                    CHECK(last_y - l.at.y >= layout.axes.size);
                    last_y = l.at.y;
                } else {
                    REQUIRE(number < b.cols());
                    CHECK(l.at.x == layout.middle(b, b.at(0, number)).x);
                    CHECK(l.at.y > layout.height(b) - layout.axes.below);
                    CHECK(l.at.x - last_x > layout.axes.size * 0.6 * double(l.text.size()));
                    last_x = l.at.x;
                }
            }
        }
    }
}

TEST_CASE("the digits along a route are above its line") {
    const maze::board b = board_of("N=3, M=6, P=9\n######\n#S33E#\n#0303#\n");
    const std::vector<maze::place> route = route_of(b, "(1,1) (2,1) (3,1) (4,1)");
    const draw::canvas picture =
        maze::to_picture(b, route, maze::picture_layout::with_cells(b, 40));
    bool has_line = false;
    std::size_t above = 0;
    std::size_t below = 0;
    for (const draw::shape_run& run : picture.runs()) {
        has_line = has_line || run.kind == draw::shape::polyline;
        if (run.kind != draw::shape::text || run.paint == draw::palette::slate) continue;
        for (const draw::label& l : picture.labels(run))
            if (l.text == "3") ++(has_line ? above : below);
    }
    CHECK(below == 4);
    CHECK(above == 2);
}

TEST_CASE("cells are as large as one wishes, up to what can be drawn") {
    const maze::board b = board_of(small_maze);
    CHECK(maze::picture_layout::with_cells(b, 7).square(b, b.start()).width == 7);
    CHECK(maze::picture_layout::largest_for(b) == maze::picture_layout::largest_cell);
    CHECK(maze::picture_layout::with_cells(b, maze::picture_layout::largest_cell).width(b) < 65535);
    const maze::board wide = board_of("N=1, M=3000, P=9\nS" + std::string(2998, '0') + "E\n");
    const int most = maze::picture_layout::largest_for(wide);
    CHECK(most < 30);
    CHECK(maze::picture_layout::with_cells(wide, most).width(wide) <= 65535);
}

TEST_CASE("a picture fits a screen, whatever the size of the maze") {
    constexpr int rows = support::rounds(1000);
    std::string text = "N=" + std::to_string(rows) + ", M=1000, P=10\n" + std::string(999, '0');
    text += "S\n";
    for (int i = 2; i < rows; ++i) text += std::string(500, '0') + std::string(500, '3') + '\n';
    text += std::string(999, '#') + "E\n";
    const maze::board b = board_of(text);
    const maze::picture_layout layout = maze::picture_layout::for_board(b);
    CHECK(layout.width(b) >= 1000);
    CHECK(layout.width(b) <= 2100);
    // Cells side by side are one shape.
    const draw::canvas picture = maze::to_picture(b);
    std::size_t numbers = 0;
    for (const draw::shape_run& run : picture.runs())
        if (run.kind != draw::shape::text) numbers += picture.numbers(run).size();
    CHECK(numbers < 10'000);
    CHECK(maze::picture_layout::for_board(board_of(small_maze)).cell == 40);
}

TEST_CASE("a route that fails is drawn as far as it was given") {
    const maze::board b = board_of(small_maze);
    CHECK(maze::to_picture(b, route_of(b, "(1,1)")).width() > 0);
    CHECK(maze::to_picture(b, route_of(b, "(2,1) (3,1)")).height() == maze::to_picture(b).height());
}
