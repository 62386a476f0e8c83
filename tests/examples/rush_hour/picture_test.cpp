// SPDX-License-Identifier: MIT
#include <rush_hour/picture.hpp>

#include "random_boards.hpp"
#include "small_components.hpp"

#include <cmath>
#include <common/text_grid.hpp>
#include <cstddef>
#include <doctest/doctest.h>
#include <rush_hour/format.hpp>
#include <rush_hour/replay_picture.hpp>
#include <rush_hour/terminal_picture.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/raster.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace senda::rush_hour;
namespace draw = senda::draw;
using support::board_of;

constexpr std::string_view card = "DDoooOPooQoOPAAQoOPooQooBoooCCBoRRRo";

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// How far two colours are apart, from 0 to 441.
double apart(draw::color a, draw::color b) {
    return std::hypot(a.red - b.red, a.green - b.green, a.blue - b.blue);
}

constexpr draw::terminal_style plain{draw::terminal_colors::none, draw::terminal_charset::unicode};
constexpr draw::terminal_style ascii{draw::terminal_colors::none, draw::terminal_charset::ascii};
constexpr draw::terminal_style colored{draw::terminal_colors::truecolor,
                                       draw::terminal_charset::unicode};

std::string in_terminal(std::string_view text, draw::terminal_style style, int rows = 24,
                        int cols = 80, char selected = 0) {
    return draw::to_text(to_text_grid(board_of(text), style, rows, cols, selected), style);
}

}  // namespace

TEST_CASE("only the red car is red, and no two vehicles look alike") {
    for (std::size_t count = 1; count <= 18; ++count) {
        CAPTURE(count);
        std::vector<draw::color> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back(colors::of_vehicle(i, count));
        CHECK(all[0] == colors::red_car);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < i; ++k) CHECK(apart(all[i], all[k]) > 20);
            CHECK(apart(all[i], colors::floor) > 30);
            // Red is where the two other parts of a colour are small.
            const bool is_red = all[i].red > 2 * all[i].green && all[i].red > 2 * all[i].blue;
            CHECK(is_red == (i == 0));
        }
    }
}

TEST_CASE("the pixels of a picture are those of what stands there") {
    support::split_mix64 random{3};
    for (int n = 0; n < 8; ++n) {
        const board b = board_of(support::random_board_text(random));
        CAPTURE(to_text(b));
        const picture_layout layout{20};
        const draw::image pixels = draw::rasterize(to_picture(b, layout), 1);
        REQUIRE(pixels.width() == layout.width());
        REQUIRE(pixels.height() == layout.height());
        for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
                const draw::point corner = layout.corner(row, column);
                const draw::color seen = pixels.at(int(corner.x) + 10, int(corner.y) + 10);
                const char c = b.at(row, column);
                if (c == '.') CHECK(seen == colors::floor);
                if (c == 'x') CHECK(apart(seen, colors::wall) < 40);
                if (c != '.') CHECK(seen != colors::floor);
            }
        }
    }
}

TEST_CASE("a picture has a letter for each vehicle, and the way out") {
    const draw::canvas picture = to_picture(board_of(card));
    std::string letters;
    for (const draw::shape_run& run : picture.runs())
        if (run.kind == draw::shape::text)
            for (const draw::label& l : picture.labels(run)) letters += l.text;
    CHECK(letters == "ABCDOPQR");
    const picture_layout layout;
    const draw::image pixels = draw::rasterize(picture, 1);
    const auto kerb = [&](int row) {
        const draw::point p = layout.corner(row, side);
        return pixels.at(int(p.x + layout.kerb() / 2), int(p.y) + layout.cell / 2);
    };
    for (int row = 0; row < side; ++row) CHECK((kerb(row) == colors::kerb) == (row != exit_row));
}

TEST_CASE("a picture of any size can be drawn") {
    for (const int cell : {1, 2, 5, 13, 120}) {
        const picture_layout layout{cell};
        const draw::image pixels = draw::rasterize(to_picture(board_of(card), layout), 1);
        CHECK(pixels.width() == layout.width());
    }
}

TEST_CASE("a replay has a frame a move, the difficulty and words for each move") {
    const board b = board_of(card);
    const auto moves = *parse_moves("C-3 D+1 O+3 P-1 B-1 R-2 Q+2 A+3");
    const difficulty rated = rate(b, moves);
    const draw::replay_page page = to_replay_page(b, moves, "<Card> 1", rated);
    CHECK(page.frame_count() == 9);
    const std::string html = page.to_html();
    CHECK(has(html, "&lt;Card&gt; 1"));
    CHECK(has(html, R"("values":["move","steps","difficulty"])"));
    CHECK(has(html, R"("14.9, beginner")"));
    for (const char* said : {"C: 3 left.", "D: 1 right.", "O: 3 down.", "P: 1 up.",
                             "A: 3 right. The red car is at the exit."})
        CHECK(has(html, said));
    // C is the third vehicle, and goes three cells of 72 pixels to the left.
    CHECK(has(html, ",[0,2,-216,0,4,0,1,4,1,3,"));
    CHECK(!has(to_replay_page(b, moves, "x").to_html(), "\"difficulty\""));
    const std::string timed = to_replay_page(b, moves, "x", rate(b)).to_html();
    CHECK(has(timed, R"("values":["move","steps","difficulty","people"])"));
    CHECK(has(timed, R"("about 25 seconds")"));
}

TEST_CASE("a replay ends before a move that is not possible") {
    const board b = board_of(card);
    const auto frames = [&b](std::string_view text) {
        return to_replay_page(b, *parse_moves(text), "x").frame_count();
    };
    CHECK(frames("C-3 O+3 A+5 P-1") == 3);
    CHECK(frames("Z+1") == 1);
    CHECK(to_replay_page(b, {}, "x").frame_count() == 1);
    const board solved = board_of("ooooooooooooooooAAoooooooooooooooooo");
    CHECK(has(to_replay_page(solved, {}, "x").to_html(), "The red car is at the exit."));
}

TEST_CASE("a board in a terminal has boxes where there is room for them") {
    const std::string_view text = "oBBoooooooCoxAADCoooEDooooEoooooEooo";
    CHECK(in_terminal(text, plain) ==
          "┌────────────────────────────────────┐\n"
          "│      ╭──────────╮                  │\n"
          "│  ·   │    B     │  ·     ·     ·   │\n"
          "│      ╰──────────╯                  │\n"
          "│                        ╭────╮      │\n"
          "│  ·     ·     ·     ·   │    │  ·   │\n"
          "│                        │    │      │\n"
          "│▒▒▒▒▒▒╔══════════╗╭────╮│ C  │\n"
          "│▒▒▒▒▒▒║    A     ║│    ││    │  ·    ▶\n"
          "│▒▒▒▒▒▒╚══════════╝│    │╰────╯\n"
          "│            ╭────╮│ D  │            │\n"
          "│  ·     ·   │    ││    │  ·     ·   │\n"
          "│            │    │╰────╯            │\n"
          "│            │    │                  │\n"
          "│  ·     ·   │ E  │  ·     ·     ·   │\n"
          "│            │    │                  │\n"
          "│            │    │                  │\n"
          "│  ·     ·   │    │  ·     ·     ·   │\n"
          "│            ╰────╯                  │\n"
          "└────────────────────────────────────┘\n");
    CHECK(in_terminal(text, ascii, 20, 40, 'B').substr(0, 3 * 39) ==
          "+------------------------------------+\n"
          "|      +----------+                  |\n"
          "|  .   |   [B]    |  .     .     .   |\n");
}

TEST_CASE("where there is less room, a board has letters") {
    const std::string_view text = "oBBoooooooCoxAADCoooEDooooEoooooEooo";
    const std::string small =
        "+------------+\n"
        "|. B B . . . |\n"
        "|. . . . C . |\n"
        "|##A A D C .  >\n"
        "|. . E D . . |\n"
        "|. . E . . . |\n"
        "|. . E . . . |\n"
        "+------------+\n";
    CHECK(in_terminal(text, ascii, 19, 80) == small);
    CHECK(in_terminal(text, ascii, 24, 39) == small);
    CHECK(in_terminal(text, ascii, 0, 0) == small);
    CHECK(has(in_terminal(text, ascii, 10, 80, 'B'), "|. B-B . . . |\n"));
    CHECK(has(in_terminal(text, plain, 10, 80), "│▒▒A A D C ·  ▶\n"));
}

TEST_CASE("in colours every cell of a terminal has the colour of what stands there") {
    const board b = board_of("oBBoooooooCoxAADCoooEDooooEoooooEooo");
    for (const int rows : {24, 10}) {
        const draw::text_grid grid = to_text_grid(b, colored, rows, 80);
        const int high = rows == 24 ? 3 : 1;
        const int wide = 2 * high;
        for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
                const auto& cell =
                    grid.at(1 + row * high + high / 2, 1 + column * wide + (wide - 1) / 2);
                const char c = b.at(row, column);
                const draw::color expected =
                    c == '.'   ? colors::floor
                    : c == 'x' ? colors::wall
                               : colors::of_vehicle(*b.index_of(c), b.vehicles().size());
                CHECK(cell.ground == expected);
            }
        }
    }
    const draw::text_grid selected = to_text_grid(b, colored, 24, 80, 'A');
    // It stays red, within a dark outline that the others do not have.
    CHECK(selected.at(8, 12).ground == colors::red_car);
    CHECK(selected.at(7, 10).ground == draw::palette::ink);
    CHECK(to_text_grid(b, colored, 24, 80, 'B').at(7, 10).ground == colors::floor);
    CHECK(selected.at(8, 12).code == U'A');
}
