// SPDX-License-Identifier: MIT
#include <common/axes.hpp>
#include <common/braille_dots.hpp>
#include <common/text_grid.hpp>
#include <senda/draw/canvas.hpp>

#include "support/terminal_styles.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>

namespace axes_test {

namespace draw = senda::draw;

using support::plain;

draw::text_grid substitute(int rows, int cols) {
    draw::text_grid grid(rows, cols);
    grid.fill({0, 0, rows, cols}, {.code = U'x'});
    return grid;
}

TEST_CASE("labels are 1, 2 or 5 times a power of ten apart") {
    static_assert(draw::tick_step(0) == 1);
    static_assert(draw::tick_step(1) == 1);
    static_assert(draw::tick_step(1.1) == 2);
    static_assert(draw::tick_step(3) == 5);
    static_assert(draw::tick_step(5.5) == 10);
    static_assert(draw::tick_step(999) == 1000);
    static_assert(draw::tick_step(1e30) > 0);
    for (int wish = 1; wish < 5000; ++wish) {
        const std::int64_t step = draw::tick_step(wish);
        CHECK(step >= wish);
        CHECK(step < 3 * wish);  // 21 becomes 50, and nothing more than that
    }
}

TEST_CASE("coordinates of characters stand in the row and the column of their cells") {
    CHECK(to_text(draw::with_axes(substitute(3, 12), {3, 12}), plain) ==
          "2 xxxxxxxxxxxx\n"
          "1 xxxxxxxxxxxx\n"
          "0 xxxxxxxxxxxx\n"
          "  0    5    10\n");
    // Two characters a cell.
    CHECK(to_text(draw::with_axes(substitute(2, 12), {2, 6, 1, 2}), plain) ==
          "1 xxxxxxxxxxxx\n"
          "0 xxxxxxxxxxxx\n"
          "  0 1 2 3 4 5\n");
    // Four rows of cells and two columns a character, as Braille has them.
    CHECK(to_text(draw::with_axes(substitute(3, 10), {12, 20, 0.25, 0.5}), plain) ==
          "10 xxxxxxxxxx\n"
          "   xxxxxxxxxx\n"
          " 0 xxxxxxxxxx\n"
          "   0    10\n");
}

TEST_CASE("a part of a grid has the coordinates that its cells have in the whole") {
    draw::text_cells part{3, 4, 1, 3};
    part.low = 8;
    part.west = 9;
    CHECK(to_text(draw::with_axes(substitute(3, 12), part), plain) ==
          "10 xxxxxxxxxxxx\n"
          " 9 xxxxxxxxxxxx\n"
          " 8 xxxxxxxxxxxx\n"
          "   9  10 11 12\n");
}

TEST_CASE("a number that would be cut off is left out") {
    const std::string text = to_text(draw::with_axes(substitute(1, 11), {1, 11}), plain);
    CHECK(text == "0 xxxxxxxxxxx\n  0    5\n");
}

TEST_CASE("of the dots of a character, those of the highest rank are seen") {
    constexpr draw::color red{255, 0, 0};
    constexpr draw::color blue{0, 0, 255};
    draw::braille_dots dots(5, 3);
    for (int row = 0; row < 4; ++row)
        for (int col = 0; col < 2; ++col) dots.set(row, col, red);
    dots.set(0, 2, red);
    dots.set(4, 0, red);
    dots.tint(4, 0, blue);
    draw::text_grid grid = dots.to_text_grid();
    REQUIRE(grid.rows() == 2);
    REQUIRE(grid.cols() == 2);
    CHECK(grid.at(0, 0).code == 0x28FF);
    CHECK(grid.at(0, 1).code == 0x2801);
    CHECK(grid.at(1, 0).code == 0x2801);
    CHECK(grid.at(1, 0).ink == blue);
    CHECK(grid.at(1, 1).code == U' ');
    dots.set(3, 1, blue, 1);
    dots.set(0, 0, red);  // too late
    dots.mark(0, 2, {.code = U'S', .ink = red});
    grid = dots.to_text_grid();
    CHECK(grid.at(0, 0).code == 0x2880);
    CHECK(grid.at(0, 0).ink == blue);
    CHECK(grid.at(0, 1).code == U'S');
}

}  // namespace axes_test
