// SPDX-License-Identifier: MIT
#include <maze/format.hpp>
#include <maze/terminal_picture.hpp>

#include "maze/random_mazes.hpp"
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

TEST_CASE("a maze in a terminal has marks where all die, whatever its size") {
    const maze::board b = treasure_maze();
    const std::vector<maze::place> deadly{b.at(1, 5)};
    for (const draw::terminal_style style : {plain, ascii, colored})
        for (const int cols : {60, 16, 12, 6}) {
            CAPTURE(cols);
            const std::string without =
                draw::to_text(maze::to_text_grid(b, {}, style, {4, cols}), style);
            const std::string with =
                draw::to_text(maze::to_text_grid(b, {}, style, {4, cols}, deadly), style);
            CHECK(with != without);
        }
    CHECK(draw::to_text(maze::to_text_grid(b, {}, ascii, {}, deadly), ascii) ==
          "3 ######################\n"
          "2 ##S 3 3 3 x 3 3 3 E ##\n"
          "1 ##T           3 3 3 ##\n"
          "0 ######################\n"
          "  0   2   4   6   8   10\n");
}

TEST_CASE("a maze in a terminal has two characters a cell, and its route is a line") {
    const std::vector<maze::place> route = route_of(treasure_maze(), winning);
    CHECK(draw::to_text(maze::to_text_grid(treasure_maze(), {}, plain), plain) ==
          "3 ██████████████████████\n"
          "2 ██S 3 3 3 3 3 3 3 E ██\n"
          "1 ██◆           3 3 3 ██\n"
          "0 ██████████████████████\n"
          "  0   2   4   6   8   10\n");
    CHECK(draw::to_text(maze::to_text_grid(treasure_maze(), route, plain), plain) ==
          "3 ██████████████████████\n"
          "2 ██S 3 3 3 ┌3─3─3─3E ██\n"
          "1 ██◆───────┘   3 3 3 ██\n"
          "0 ██████████████████████\n"
          "  0   2   4   6   8   10\n");
    CHECK(draw::to_text(maze::to_text_grid(treasure_maze(), route, ascii), ascii) ==
          "3 ######################\n"
          "2 ##S 3 3 3 *3*3*3*3E ##\n"
          "1 ##T * * * *   3 3 3 ##\n"
          "0 ######################\n"
          "  0   2   4   6   8   10\n");
}

TEST_CASE("in colours the floors show what they cost") {
    const draw::text_grid grid = maze::to_text_grid(treasure_maze(), {}, colored);
    CHECK(grid.at(0, 2).ground == maze::colors::wall);
    CHECK(grid.at(0, 2).code == U' ');
    CHECK(grid.at(1, 4).ground == maze::colors::start);
    CHECK(grid.at(1, 6).ground == maze::colors::floor('3'));
    CHECK(grid.at(1, 6).code == U'3');
    CHECK(grid.at(1, 7).ground == maze::colors::floor('3'));
    CHECK(grid.at(2, 6).ground == maze::colors::floor('0'));
    CHECK(grid.at(1, 20).ground == maze::colors::end);
}

TEST_CASE("where there is less room, a cell is one character or a part of it") {
    const std::vector<maze::place> route = route_of(treasure_maze(), winning);
    const auto text = [&](draw::terminal_style style, int cols) {
        return draw::to_text(maze::to_text_grid(treasure_maze(), route, style, {24, cols}), style);
    };
    CHECK(text(plain, 21) ==
          "3 ###########\n"
          "2 #S333****E#\n"
          "1 #***** 333#\n"
          "0 ###########\n"
          "  0    5\n");
    CHECK(text(ascii, 6) ==
          "S3**E#\n"
          "***13#\n");
    const draw::text_grid halves = maze::to_text_grid(treasure_maze(), route, colored, {24, 21});
    CHECK(halves.rows() == 2 + 1);
    CHECK(halves.cols() == 11 + 2);
    const draw::text_grid shades =
        maze::to_text_grid(treasure_maze(), route, colored_ascii, {24, 21});
    CHECK(shades.rows() == 4 + 1);
    CHECK(shades.at(1, 3).ground == maze::colors::start);
    CHECK(shades.at(2, 5).ground == maze::colors::route);
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

TEST_CASE("a maze that is too wide for characters is drawn in dots, and one too large says so") {
    std::string text = "N=6, M=40, P=10\n" + std::string(40, '#') + "\n#S";
    text += std::string(36, '0') + "E#\n" + std::string(40, '#') + '\n';
    text += std::string(40, '0') + '\n' + std::string(40, 'T') + '\n' + std::string(40, '#') + '\n';
    const maze::board b = board_of(text);
    std::vector<maze::place> route;
    for (std::uint32_t col = 1; col <= 38; ++col) route.push_back(b.at(1, col));
    const maze::text_room room{24, 30};
    CHECK(maze::detail_in(b, route, colored, room) == maze::text_detail::braille);
    const draw::text_grid grid = maze::to_text_grid(b, route, colored, room);
    REQUIRE(grid.rows() == 2 + 1);
    REQUIRE(grid.cols() == 20 + 2);
    CHECK(grid.at(0, 2).code == U'S');
    CHECK(grid.at(0, 2).ground == maze::colors::start);
    CHECK(grid.at(0, 21).code == U'E');
    CHECK(grid.at(0, 5).code == 0x2800 + 0x12);  // the second row of dots is the route
    CHECK(grid.at(0, 5).ink == maze::colors::route);
    CHECK(grid.at(1, 5).code == 0x2800 + 0x12);  // walls beside treasures
    CHECK(grid.at(1, 5).ink == maze::colors::treasure);
    CHECK(maze::to_text_grid(b, {}, colored, room).at(0, 5).code == 0x2800 + 0x2D);

    CHECK(maze::detail_in(b, route, colored, {24, 90}) == maze::text_detail::wide);
    CHECK(maze::detail_in(b, route, colored, {24, 50}) == maze::text_detail::narrow);
    CHECK(maze::detail_in(b, route, colored, {24, 15}) == maze::text_detail::coarse);
    CHECK(maze::detail_in(b, route, plain, room) == maze::text_detail::coarse);
    CHECK(maze::detail_in(b, {}, plain, room) == maze::text_detail::braille);
    CHECK(maze::detail_in(b, route, ascii, room) == maze::text_detail::coarse);
    const maze::board high = board_of([] {
        std::string rows = "N=170, M=3, P=10\nS0E\n";
        for (int i = 1; i < 170; ++i) rows += "000\n";
        return rows;
    }());
    CHECK(maze::detail_in(high, {}, colored, {40, 100}) == maze::text_detail::coarse);
    CHECK(maze::detail_in(high, {}, colored, {50, 100}) == maze::text_detail::braille);
    CHECK(maze::detail_in(high, {}, colored, {90, 100}) == maze::text_detail::narrow);
}
