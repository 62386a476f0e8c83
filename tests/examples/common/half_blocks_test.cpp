// SPDX-License-Identifier: MIT
#include <common/half_blocks.hpp>

#include "draw/random_canvas.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "terminal_emulator.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace half_blocks_test {

using senda::draw::canvas;
using senda::draw::color;
using senda::draw::image;
using senda::draw::terminal_charset;
using senda::draw::terminal_colors;
using senda::draw::terminal_style;
using senda::draw::text_cell;
using senda::draw::text_grid;
using senda::draw::to_text;
using senda::draw::to_text_grid;
using support::split_mix64;

constexpr terminal_style plain{terminal_colors::none, terminal_charset::unicode};
constexpr terminal_style rich{terminal_colors::truecolor, terminal_charset::unicode};
constexpr color black{0, 0, 0};
constexpr color white{255, 255, 255};
constexpr color red{255, 0, 0};
constexpr color blue{0, 0, 255};

/// A picture of `#` in black and `.` in white.
image picture_of(const std::vector<std::string_view>& rows) {
    image picture{static_cast<int>(rows[0].size()), static_cast<int>(rows.size())};
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#')
                picture.at(x, y) = black;
    return picture;
}

/// The colour that the half of a cell shows: 0 is the upper one, 1 the lower.
color half(const text_cell& cell, std::size_t which) {
    const std::size_t filled = std::u32string_view{U" ▀▄█"}.find(cell.code);
    REQUIRE(filled != std::u32string_view::npos);
    return (filled >> which & 1U) != 0 ? cell.ink : cell.ground;
}

TEST_CASE("without colours, dark pixels are blocks") {
    const image picture = picture_of({"#.#.#", "##...", "..###"});
    CHECK(to_text(to_text_grid(picture, plain), plain) == "█▄▀ ▀\n  ▀▀▀\n");
    CHECK(to_text(to_text_grid(picture, {}), {}) == "@++ +\n  +++\n");
}

TEST_CASE("without colours, a light picture on a dark ground is the same as a dark one on light") {
    const image dark = picture_of({"#.", ".#"});
    image light{2, 2, white};
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) light.at(x, y) = dark.at(x, y) == black ? white : black;
    CHECK(to_text_grid(light, plain, black) == to_text_grid(dark, plain));
}

TEST_CASE("halves show each pixel in its own colour") {
    split_mix64 random{1};
    for (int i = 0; i < 50; ++i) {
        image picture{random.between(1, 9), random.between(1, 9)};
        for (color& c : picture.pixels())
            c = random.percent(20) ? senda::draw::transparent
                                   : test_draw::random_color(random, 100);
        const text_grid grid = to_text_grid(picture, rich);
        REQUIRE(grid.rows() == (picture.height() + 1) / 2);
        REQUIRE(grid.cols() == picture.width());
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                CHECK(half(grid.at(y / 2, x), y % 2 == 0 ? 0 : 1) == picture.at(x, y));
    }
}

TEST_CASE("one colour alone is a blank of that ground") {
    const text_cell cell = to_text_grid(image{1, 2, red}, rich).at(0, 0);
    CHECK(cell == text_cell{U' ', senda::draw::transparent, red});
    const text_cell clear = to_text_grid(image{1, 2, senda::draw::transparent}, rich).at(0, 0);
    CHECK(clear == text_cell{});
}

TEST_CASE("ASCII with colours is blanks of the mean colour") {
    image picture{1, 2, red};
    picture.at(0, 1) = blue;
    const terminal_style style{terminal_colors::truecolor, terminal_charset::ascii};
    CHECK(to_text(to_text_grid(picture, style), style) == "\x1b[48;2;128;0;128m \x1b[m\n");
}

TEST_CASE("a canvas is made small enough for the terminal, and never larger") {
    canvas picture{400, 200};
    picture.rectangle({0, 0, 200, 200}, black);
    const text_grid grid = to_text_grid(picture, 24, 80, plain);
    CHECK(grid.cols() == 80);
    CHECK(grid.rows() == 20);
    CHECK(grid.at(10, 39).code == U'█');
    CHECK(grid.at(10, 40).code == U' ');
    const text_grid low = to_text_grid(picture, 5, 80, plain);
    CHECK(low.rows() == 5);
    CHECK(low.cols() == 20);
    CHECK(to_text_grid(canvas{6, 4}, 24, 80, plain).cols() == 6);
    CHECK(to_text_grid(picture, 0, 0, plain).rows() == 1);
}

TEST_CASE("random pictures are shown in every style, within the size that is asked for") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        const canvas picture = test_draw::random_canvas(seed);
        for (const auto colors :
             {terminal_colors::none, terminal_colors::ansi256, terminal_colors::truecolor}) {
            for (const auto charset : {terminal_charset::ascii, terminal_charset::unicode}) {
                const terminal_style style{colors, charset};
                const text_grid grid = to_text_grid(picture, 10, 20, style);
                CHECK(grid.rows() <= 10);
                CHECK(grid.cols() <= 20);
                test_draw::terminal_emulator terminal{grid.rows(), grid.cols()};
                terminal.send(to_text(grid, style));
                CHECK(terminal.row() == grid.rows());
            }
        }
    }
}

}  // namespace half_blocks_test
