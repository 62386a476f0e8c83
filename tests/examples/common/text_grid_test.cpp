// SPDX-License-Identifier: MIT
#include <common/text_grid.hpp>

#include "support/random_graphs.hpp"
#include "terminal_emulator.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace text_grid_test {

using senda::ascii_of;
using senda::draw::ansi256_of;
using senda::draw::color;
using senda::draw::redraw;
using senda::draw::terminal_charset;
using senda::draw::terminal_colors;
using senda::draw::terminal_style;
using senda::draw::text_cell;
using senda::draw::text_grid;
using senda::draw::to_text;
using support::split_mix64;
using test_draw::terminal_emulator;

constexpr terminal_style plain{terminal_colors::none, terminal_charset::unicode};
constexpr terminal_style rich{terminal_colors::truecolor, terminal_charset::unicode};
constexpr color red{255, 0, 0};
constexpr color blue{0, 0, 255};

const std::vector<terminal_style> every_style = [] {
    std::vector<terminal_style> styles;
    for (const auto colors :
         {terminal_colors::none, terminal_colors::ansi256, terminal_colors::truecolor})
        for (const auto charset : {terminal_charset::ascii, terminal_charset::unicode})
            styles.push_back({colors, charset});
    return styles;
}();

text_grid random_grid(split_mix64& random, int rows, int cols) {
    text_grid grid{rows, cols};
    const char32_t codes[] = {U' ',      U' ',      U'a',      U'Z',     U'7',
                              U'\u2588', U'\u250C', U'\u6F22', U'\u00F1'};
    const color colors[] = {senda::draw::transparent, red, blue, {1, 2, 3}};
    for (int i = random.below(2 * rows * cols + 1); i > 0; --i)
        grid.set(random.between(-1, rows), random.between(-1, cols),
                 {codes[random.below(9)], colors[random.below(4)], colors[random.below(4)],
                  random.percent(30)});
    return grid;
}

color seen_color(color c, terminal_style style) {
    if (style.colors == terminal_colors::none || c.alpha == 0) return senda::draw::transparent;
    if (style.colors == terminal_colors::truecolor) return c;
    return {0, 0, static_cast<std::uint8_t>(ansi256_of(c)), 1};
}

/// Whether a terminal shows what a grid says, as far as it can.
bool shows(const terminal_emulator& terminal, const text_grid& grid, terminal_style style) {
    for (int row = 0; row < grid.rows(); ++row) {
        for (int col = 0; col < grid.cols(); ++col) {
            const text_cell& wanted = grid.at(row, col);
            const text_cell& seen = terminal.at(row, col);
            const bool is_ascii = style.charset == terminal_charset::ascii;
            const char32_t code = !is_ascii          ? wanted.code
                                  : wanted.code == 0 ? U' '
                                                     : static_cast<char32_t>(ascii_of(wanted.code));
            const bool is_blank = code == U' ' || code == 0;
            if (seen.code != code || seen.ground != seen_color(wanted.ground, style)) return false;
            if (is_blank) continue;
            const bool bold = wanted.bold && style.colors != terminal_colors::none;
            if (seen.ink != seen_color(wanted.ink, style) || seen.bold != bold) return false;
        }
    }
    return true;
}

TEST_CASE("a grid is printed without blanks at the ends of lines") {
    text_grid grid{3, 8};
    CHECK(to_text(grid, rich) == "\n\n\n");
    grid.put(0, 1, "hi");
    grid.put(2, 6, "abc");
    CHECK(to_text(grid, plain) == " hi\n\n      ab\n");
    CHECK(to_text(text_grid{0, 0}, rich).empty());
}

TEST_CASE("no colour is set that is set already") {
    text_grid grid{2, 6};
    grid.put(0, 0, "ab", {.ink = red});
    grid.put(0, 2, " c", {.ink = red, .bold = true});
    grid.put(0, 4, "d");
    grid.put(1, 0, "  x", {.ground = blue});
    CHECK(to_text(grid, rich) ==
          "\x1b[38;2;255;0;0mab \x1b[1mc\x1b[md\n"
          "\x1b[48;2;0;0;255m  x\x1b[m\n");
    CHECK(to_text(grid, {terminal_colors::ansi256, terminal_charset::ascii}) ==
          "\x1b[38;5;196mab \x1b[1mc\x1b[md\n"
          "\x1b[48;5;21m  x\x1b[m\n");
    CHECK(to_text(grid, plain) == "ab cd\n  x\n");
}

TEST_CASE("without colours there is no escape sequence at all") {
    split_mix64 random{1};
    for (int i = 0; i < 50; ++i)
        CHECK(to_text(random_grid(random, 5, 9), plain).find('\x1b') == std::string::npos);
}

TEST_CASE("in ASCII there is nothing else") {
    text_grid grid{1, 9};
    grid.put(0, 0, "\u250C\u2500\u2510 \u2588\u00F1 \u6F22");
    CHECK(to_text(grid, {}) == "+-+ #n ?\n");
    split_mix64 random{2};
    for (int i = 0; i < 50; ++i)
        for (const char c : to_text(random_grid(random, 5, 9), {}))
            CHECK((c == '\n' || (c >= ' ' && c < 127)));
}

TEST_CASE("a terminal shows what is printed, in every style") {
    split_mix64 random{3};
    for (int i = 0; i < 150; ++i) {
        const text_grid grid = random_grid(random, random.between(1, 6), random.between(1, 12));
        for (const terminal_style style : every_style) {
            terminal_emulator terminal{grid.rows(), grid.cols()};
            terminal.send(to_text(grid, style));
            CHECK(shows(terminal, grid, style));
            CHECK(terminal.look() == text_cell{});
            CHECK(terminal.row() == grid.rows());
        }
    }
}

TEST_CASE("redrawing what changed shows the new grid, in every style") {
    split_mix64 random{4};
    for (const terminal_style style : every_style) {
        const int rows = random.between(1, 6);
        const int cols = random.between(1, 12);
        terminal_emulator terminal{rows, cols};
        text_grid shown{rows, cols};
        terminal.send(redraw(text_grid{0, 0}, shown, style));
        for (int i = 0; i < 100; ++i) {
            text_grid wanted = shown;
            if (random.percent(20)) {
                wanted = random_grid(random, rows, cols);
            } else {
                for (int k = random.below(4); k > 0; --k)
                    wanted.set(random.below(rows), random.below(cols),
                               random_grid(random, 1, 1).at(0, 0));
                if (random.percent(30)) wanted.put(0, random.below(cols), "\u6F22", {.ink = red});
                if (random.percent(30)) wanted.paint(0, random.below(cols), 1, 1, blue);
            }
            terminal.send(redraw(shown, wanted, style));
            REQUIRE(shows(terminal, wanted, style));
            REQUIRE(terminal.look() == text_cell{});
            shown = wanted;
        }
    }
}

TEST_CASE("redrawing sends only the cells that changed") {
    text_grid before{5, 20};
    before.put(1, 0, "a long line of text", {.ink = red});
    text_grid after = before;
    CHECK(redraw(before, after, rich).empty());
    after.set(1, 7, {U'X', red});
    CHECK(redraw(before, after, rich) == "\x1b[2;8H\x1b[38;2;255;0;0mX\x1b[m");
    after.set(1, 8, {U'Y', red});
    after.set(1, 12, {U'Z', red});
    CHECK(redraw(before, after, rich) == "\x1b[2;8H\x1b[38;2;255;0;0mXY\x1b[3CZ\x1b[m");
    CHECK(redraw(text_grid{1, 1}, text_grid{2, 2}, rich) == senda::draw::terminal_codes::clear);
}

TEST_CASE("wide characters take two cells and are never cut in two") {
    text_grid grid{1, 4};
    CHECK(grid.put(0, 0, "\u6F22\u5B57") == 4);
    CHECK(grid.at(0, 0).code == U'\u6F22');
    CHECK(grid.at(0, 1).code == 0);
    grid.set(0, 1, {U'x'});
    CHECK(grid.at(0, 0).code == U' ');
    CHECK(grid.at(0, 1).code == U'x');
    grid.set(0, 2, {U'y'});
    CHECK(grid.at(0, 3).code == U' ');
    grid.set(0, 3, {U'\u6F22'});
    CHECK(grid.at(0, 3).code == U' ');
    CHECK(to_text(grid, plain) == " xy\n");
}

TEST_CASE("what cannot be printed, and what is outside, does no harm") {
    text_grid grid{2, 10};
    grid.put(0, 0, "a\x1b[31m\n\xFF");
    CHECK(to_text(grid, plain) == "a\uFFFD[31m\uFFFD\uFFFD\n\n");
    grid.set(1, 0, {U'\x07'});
    grid.set(1, 1, {0});
    grid.set(1, 2, {char32_t{0xD800}});
    grid.set(1, 3, {char32_t{0x110000}});
    grid.set(1, 4, {U'\u0301'});
    CHECK(to_text(grid, plain).substr(15) == "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\n");
    grid.put(-1, 0, "x");
    grid.put(2, 0, "x");
    grid.put(0, -2, "xyz");
    CHECK(grid.at(0, 0).code == U'z');
    CHECK(grid.put(1, 8, "abc") == 10);
    grid.paint(-5, -5, 6, 6, red);
    CHECK(grid.at(0, 0).ground == red);
    CHECK(grid.at(1, 0).ground == senda::draw::transparent);
    CHECK(text_grid{-1, -1}.rows() == 0);
}

TEST_CASE("marks that join the character before them are left out") {
    text_grid grid{1, 5};
    CHECK(grid.put(0, 0, "e\u0301a") == 2);
    CHECK(to_text(grid, plain) == "ea\n");
}

TEST_CASE("the nearest of 256 colours is the nearest") {
    const auto shown = [](int number) -> color {
        if (number >= 232) {
            const auto grey = static_cast<std::uint8_t>(8 + 10 * (number - 232));
            return {grey, grey, grey};
        }
        const auto level = [](int i) {
            return static_cast<std::uint8_t>(i == 0 ? 0 : 55 + 40 * i);
        };
        return {level((number - 16) / 36), level((number - 16) / 6 % 6), level((number - 16) % 6)};
    };
    const auto distance = [](color a, color b) {
        const int r = a.red - b.red;
        const int g = a.green - b.green;
        const int bl = a.blue - b.blue;
        return r * r + g * g + bl * bl;
    };
    split_mix64 random{5};
    for (int i = 0; i < 3000; ++i) {
        const auto byte = [&] { return static_cast<std::uint8_t>(random.below(256)); };
        color c{byte(), byte(), byte()};
        if (random.percent(30)) c.green = c.blue = c.red;
        int best = 16;
        for (int n = 16; n < 256; ++n)
            if (distance(c, shown(n)) < distance(c, shown(best))) best = n;
        const int found = ansi256_of(c);
        if (found < 16 || found > 255 || distance(c, shown(found)) > distance(c, shown(best)))
            FAIL(found, " is farther than ", best);
    }
}

}  // namespace text_grid_test
