// SPDX-License-Identifier: MIT
#include <amazons/picture.hpp>

#include <amazons/format.hpp>
#include <amazons/terminal_picture.hpp>
#include <common/text_grid.hpp>
#include <doctest/doctest.h>
#include <senda/draw/svg.hpp>
#include <string>
#include <string_view>

namespace picture_test {

using namespace senda::amazons;
namespace draw = senda::draw;

constexpr draw::terminal_style plain{draw::terminal_colors::none, draw::terminal_charset::unicode};
constexpr draw::terminal_style rich{draw::terminal_colors::truecolor,
                                    draw::terminal_charset::unicode};

cell at(std::string_view name) { return *parse_cell(name); }

TEST_CASE("a board in characters names its rows and columns, and marks what is pointed out") {
    board b = *parse_board("b1,d1\nb4,d4\n\n1\n", reading::strict, {4, 5});
    b.make(*parse_play("b1-b3/b2"));
    CHECK(draw::to_text(to_text_grid(b, plain), plain) ==
          "    a  b  c  d  e\n"
          " 4  .  X  .  X  .  4\n"
          " 3  .  0  .  .  .  3\n"
          " 2  .  *  .  .  .  2\n"
          " 1  .  .  .  0  .  1\n"
          "    a  b  c  d  e\n");
    board_marks marks;
    marks.choices = b.moves_from(at("d4"));
    marks.chosen = at("d4");
    marks.cursor = at("c3");
    CHECK(draw::to_text(to_text_grid(b, plain, 24, 80, marks), plain) ==
          "    a  b  c  d  e\n"
          " 4  .  X  + (X) +  4\n"
          " 3  .  0 [+] +  +  3\n"
          " 2  .  *  .  +  .  2\n"
          " 1  .  .  .  0  .  1\n"
          "    a  b  c  d  e\n");
    // Without colours a character says who comes first, beside what can be chosen.
    marks.first_white = cell_set{at("a1")} | cell_set{at("d3")};
    marks.first_black = cell_set{at("c4")} | cell_set{at("c3")} | cell_set{at("a4")};
    CHECK(draw::to_text(to_text_grid(b, plain, text_size::small, marks), plain) ==
          "    a  b  c  d  e\n"
          " 4  x  X  x+(X) +  4\n"
          " 3  .  0 [x] o+ +  3\n"
          " 2  .  *  .  +  .  2\n"
          " 1  o  .  .  0  .  1\n"
          "    a  b  c  d  e\n");
    // Where there is no room, brackets stand between the cells.
    marks.cursor = at("c4");
    CHECK(draw::to_text(to_text_grid(b, plain, 5, 13, marks), plain) ==
          " 4 x X[+]X)+\n"
          " 3 . 0 + + +\n"
          " 2 . * . + .\n"
          " 1 o . . 0 .\n"
          "   a b c d e\n");
}

TEST_CASE("with colours and room there are crowns, and never more than there is room for") {
    const board b;
    for (int rows = 0; rows < 30; ++rows) {
        for (const int cols : {36, 45, 46, 80}) {
            const draw::text_grid grid = to_text_grid(b, rich, rows, cols);
            const bool large = rows >= 22 && cols >= 46;
            const bool tiny = rows < 12;
            CHECK(grid.rows() == (large ? 22 : tiny ? 11 : 12));
            CHECK(grid.cols() == (large ? 46 : tiny ? 23 : 36));
        }
    }
    const draw::text_grid grid = to_text_grid(b, rich, 24, 80);
    CHECK(grid.at(19, 15).code == U'▙');  // d1
    CHECK(grid.at(19, 15).ink == colors::white);
    CHECK(grid.at(1, 15).ink == colors::black);
    CHECK(grid.at(19, 11).ground == colors::wood(at("c1")));
}

TEST_CASE("with room, arrows and the cells to choose from have signs of their own") {
    board b;
    b.make(*parse_play("d1-d7/g7"));
    board_marks marks;
    marks.choices = b.moves_from(at("a7"));
    const draw::text_grid grid = to_text_grid(b, rich, 24, 80, marks);
    const auto sign = [&grid](std::string_view name) {
        const cell c = at(name);  // a cell is two rows of four characters, row 10 at the top
        return grid.at(1 + 2 * (9 - c.row()), 3 + 4 * c.column() + 1).code;
    };
    int pointed_out = 0;
    for (int row = 0; row < 10; ++row) {
        for (int column = 0; column < 10; ++column) {
            const cell c = cell_at(column, row);
            const bool may = marks.choices.contains(c);
            CAPTURE(cell_name(c));
            CHECK((sign(cell_name(c)) == U'▗') == may);
            CHECK((sign(cell_name(c)) == U'╲') == b.arrows().contains(c));
            pointed_out += may ? 1 : 0;
        }
    }
    CHECK(pointed_out > 10);

    // Small cells show whose amazon it is by their ground, and by the character where the cursor
    // is.
    marks.cursor = at("a7");
    const draw::text_grid small = to_text_grid(b, rich, 12, 36, marks);
    int on_black = 0;
    int in_black = 0;
    for (int row = 0; row < small.rows(); ++row) {
        for (int col = 0; col < small.cols(); ++col) {
            if (small.at(row, col).code != U'X') continue;
            on_black += small.at(row, col).ground == colors::black ? 1 : 0;
            in_black += small.at(row, col).ink == colors::black ? 1 : 0;
        }
    }
    CHECK(on_black == 3);
    CHECK(in_black == 1);
}

TEST_CASE("a picture has a crown for each amazon and a barred cell for each arrow") {
    board b;
    const auto count = [](const draw::canvas& picture, draw::shape kind) {
        std::size_t shapes = 0;
        for (const draw::shape_run& run : picture.runs())
            if (run.kind == kind) ++shapes;
        return shapes;
    };
    const draw::canvas empty = to_picture(b);
    CHECK(empty.width() == 10 * 52 + 52);
    CHECK(to_picture(board{{4, 6}}).width() == 6 * 52 + 52);
    CHECK(to_picture(board{{4, 6}}).height() == 4 * 52 + 52);
    CHECK(empty.height() == empty.width());
    CHECK(count(empty, draw::shape::polygon) == 8);
    CHECK(count(empty, draw::shape::line) == 0);
    const play p = *parse_play("d1-d7/g7");
    b.make(p);
    const draw::canvas after = to_picture(b);
    CHECK(count(after, draw::shape::polygon) == 8);
    CHECK(count(after, draw::shape::line) > 0);
    CHECK(count(to_picture(b, p), draw::shape::line) > count(after, draw::shape::line));
    CHECK(draw::to_svg(after).starts_with("<svg"));
}

}  // namespace picture_test
