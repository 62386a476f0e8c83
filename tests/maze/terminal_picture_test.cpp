// SPDX-License-Identifier: MIT
#include <senda/maze/format.hpp>
#include <senda/maze/terminal_picture.hpp>

#include "random_mazes.hpp"
#include "support/terminal_styles.hpp"
#include "written_mazes.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace maze = senda::maze;
namespace draw = senda::draw;

using support::board_of;
using support::route_of;
using support::treasure_maze;

namespace {

using support::ascii;
using support::colored;
using support::colored_ascii;
using support::plain;

const std::string winning = "(1,2) (1,1) (2,1) (3,1) (4,1) (5,1) (5,2) (6,2) (7,2) (8,2) (9,2)";

}  // namespace

TEST_CASE("a maze in a terminal has two characters a cell, and its route is a line") {
    const std::vector<maze::place> route = route_of(treasure_maze(), winning);
    CHECK(draw::to_text(maze::to_text_grid(treasure_maze(), {}, plain), plain) ==
          "██████████████████████\n"
          "██S 3 3 3 3 3 3 3 E ██\n"
          "██◆           3 3 3 ██\n"
          "██████████████████████\n");
    CHECK(draw::to_text(maze::to_text_grid(treasure_maze(), route, plain), plain) ==
          "██████████████████████\n"
          "██S 3 3 3 ┌───────E ██\n"
          "██◆───────┘   3 3 3 ██\n"
          "██████████████████████\n");
    CHECK(draw::to_text(maze::to_text_grid(treasure_maze(), route, ascii), ascii) ==
          "######################\n"
          "##S 3 3 3 * * * * E ##\n"
          "##T * * * *   3 3 3 ##\n"
          "######################\n");
}

TEST_CASE("in colours the floors show what they cost") {
    const draw::text_grid grid = maze::to_text_grid(treasure_maze(), {}, colored);
    CHECK(grid.at(0, 0).ground == maze::colors::wall);
    CHECK(grid.at(0, 0).code == U' ');
    CHECK(grid.at(1, 2).ground == maze::colors::start);
    CHECK(grid.at(1, 4).ground == maze::colors::floor('3'));
    CHECK(grid.at(1, 4).code == U'3');
    CHECK(grid.at(1, 5).ground == maze::colors::floor('3'));
    CHECK(grid.at(2, 4).ground == maze::colors::floor('0'));
    CHECK(grid.at(1, 18).ground == maze::colors::end);
}

TEST_CASE("where there is less room, a cell is one character or a part of it") {
    const std::vector<maze::place> route = route_of(treasure_maze(), winning);
    const auto text = [&](draw::terminal_style style, int cols) {
        return draw::to_text(maze::to_text_grid(treasure_maze(), route, style, {24, cols}), style);
    };
    CHECK(text(plain, 21) ==
          "###########\n"
          "#S333****E#\n"
          "#***** 333#\n"
          "###########\n");
    CHECK(text(ascii, 6) ==
          "S3**E#\n"
          "***13#\n");
    const draw::text_grid halves = maze::to_text_grid(treasure_maze(), route, colored, {24, 21});
    CHECK(halves.rows() == 2);
    CHECK(halves.cols() == 11);
    const draw::text_grid shades =
        maze::to_text_grid(treasure_maze(), route, colored_ascii, {24, 21});
    CHECK(shades.rows() == 4);
    CHECK(shades.at(1, 1).ground == maze::colors::start);
    CHECK(shades.at(2, 3).ground == maze::colors::route);
}

TEST_CASE("a picture is never wider than the room") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const maze::board b = support::random_maze(seed);
        for (const draw::terminal_style style : {plain, ascii, colored, colored_ascii})
            for (const int cols : {1, 2, 3, 5, 8, 13, 80})
                CHECK(maze::to_text_grid(b, {}, style, {5, cols}).cols() <= cols);
    }
}

TEST_CASE("the start and the end are seen however small the picture is") {
    std::string text = "N=300, M=300, P=10\n";
    for (int row = 0; row < 300; ++row) {
        std::string line(300, row % 2 == 0 ? '0' : '#');
        if (row == 40) line[7] = 'S';
        if (row == 222) line[201] = 'E';
        text += line + '\n';
    }
    const std::string small =
        draw::to_text(maze::to_text_grid(board_of(text), {}, ascii, {24, 60}), ascii);
    CHECK(small.find('S') != std::string::npos);
    CHECK(small.find('E') != std::string::npos);
}
