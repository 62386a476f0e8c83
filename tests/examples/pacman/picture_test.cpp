// SPDX-License-Identifier: MIT
#include <pacman/format.hpp>
#include <pacman/moves.hpp>
#include <pacman/picture.hpp>
#include <pacman/replay_picture.hpp>
#include <pacman/report.hpp>
#include <pacman/terminal_picture.hpp>
#include <senda/draw/raster.hpp>

#include "random_maps.hpp"
#include "support/terminal_styles.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace pacman_pictures {

namespace pacman = senda::pacman;
namespace draw = senda::draw;

using pacman::board;
using pacman::direction;

using support::ascii;
using support::colored;
using support::colored_ascii;
using support::plain;

/// All kinds of cells; URRRDD wins with 12.
board garden() {
    return *pacman::parse_text(
        "4,4\n1,2,12\n4,3\n"
        "V,J3,J4,B2\n"
        "V,V,Z7,J1\n"
        "V,B,Z4,V\n"
        "Z,Z,Z1,Z9\n");
}

std::vector<direction> moves_of(std::string_view text) { return *pacman::parse_moves(text); }

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string texts_of(const draw::canvas& picture) {
    std::string said;
    for (const draw::shape_run& run : picture.runs())
        if (run.kind == draw::shape::text)
            for (const draw::label& l : picture.labels(run)) said += l.text + '|';
    return said;
}

std::string shown(const pacman::game& g, std::string_view route, draw::terminal_style style,
                  const pacman::text_room& room) {
    std::vector<pacman::place> cells;
    if (!route.empty()) cells = pacman::replay(g.board(), moves_of(route)).places;
    return draw::to_text(pacman::to_text_grid(g, cells, style, room), style);
}

TEST_CASE("the cells of a Pac-Man picture have the colours of what they are") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const board b = support::random_map(seed);
        const pacman::picture_layout layout{6, 2};
        const draw::image pixels = draw::rasterize(pacman::to_picture(b, {}, layout), 1);
        REQUIRE(pixels.width() == layout.width(b));
        for (pacman::place p = 0; p < b.bound(); ++p) {
            if (!b.contains(p)) continue;
            // Pac-Man and the goal are larger than such small cells.
            const auto is_near = [&](pacman::place mark) {
                const auto apart = [](std::uint32_t a, std::uint32_t c) {
                    return a > c ? a - c : c - a;
                };
                return apart(b.xy(mark).x, b.xy(p).x) + apart(b.xy(mark).y, b.xy(p).y) <= 2;
            };
            if (is_near(b.start()) || is_near(b.goal())) continue;
            const draw::point middle = layout.middle(b, p);
            const pacman::tile t = b[p];
            CHECK(pixels.at(static_cast<int>(middle.x), static_cast<int>(middle.y)) ==
                  (t.what == pacman::kind::wall ? pacman::colors::small_wall(t.value)
                                                : pacman::colors::of(t)));
        }
    }
}

TEST_CASE("a Pac-Man picture shows the values, and the energy along a route") {
    const board b = garden();
    const draw::canvas without = pacman::to_picture(b);
    for (const char* value : {"|3|", "|7|", "|9|"}) CHECK(has('|' + texts_of(without), value));
    const draw::canvas with =
        pacman::to_picture(b, moves_of("URRRDD"), pacman::picture_layout{50, 20});
    CHECK(with.height() > pacman::picture_layout{50, 20}.height(b) + 100);
    CHECK(has(texts_of(with), "|6 moves, energy 12 to 12|"));
    CHECK(has(texts_of(pacman::to_picture(b, moves_of("URRRDD"), pacman::picture_layout{50, 20},
                                          pacman::czech_words)),
              "|6 tahů, energie z 12 na 12|"));
    const draw::canvas failing =
        pacman::to_picture(b, moves_of("RDR"), pacman::picture_layout{50, 20});
    CHECK(has(texts_of(failing), "|2 moves, energy 12 to "));
}

TEST_CASE("walls are black in a Pac-Man picture, and a route says which way it goes") {
    const board b = garden();
    const pacman::picture_layout layout{50, 20};
    const draw::image bare = draw::rasterize(pacman::to_picture(b, {}, layout), 1);
    const auto color_at = [&](const draw::image& pixels, std::uint32_t column, std::uint32_t row,
                              double x, double y) {
        const draw::point m = layout.middle(b, b.at(column, row));
        return pixels.at(static_cast<int>(m.x + x), static_cast<int>(m.y + y));
    };
    for (const std::uint32_t row : {2U, 3U, 4U})
        CHECK(color_at(bare, 3, row, -18, -18) == pacman::colors::wall);
    CHECK(draw::luminance(pacman::colors::wall) <= draw::luminance(pacman::colors::solid));
    // An arrow is wider behind its head: to the right of its middle there is less of it.
    const auto painted = [&](const char* moves, double x) {
        const draw::image pixels =
            draw::rasterize(pacman::to_picture(b, moves_of(moves), layout), 1);
        int count = 0;
        for (int y = -15; y <= 15; ++y)
            if (color_at(pixels, 1, 2, 25 + x, y) == pacman::colors::route) ++count;
        return count;
    };
    CHECK(painted("R", -5) > painted("R", 5));
    CHECK(painted("R", -5) > 8);
}

TEST_CASE("a Pac-Man picture fits a screen, whatever the size of the map") {
    const std::vector<pacman::tile> tiles(std::size_t{1000} * 700);
    const board large = *board::make(1000, 700, tiles, {1, 1}, {1000, 700}, 5);
    const pacman::picture_layout layout = pacman::picture_layout::for_board(large);
    CHECK(layout.width(large) >= 1000);
    CHECK(layout.width(large) <= 2100);
    CHECK(pacman::to_picture(large).width() == layout.width(large));
    CHECK(pacman::picture_layout::for_board(garden()).cell == 44);
}

TEST_CASE("a Pac-Man replay has a frame a move, in which food vanishes and bombs explode") {
    const draw::replay_page page = pacman::to_replay_page(garden(), moves_of("URRRDD"), "a <b>");
    CHECK(page.frame_count() == 7);
    const std::string html = page.to_html();
    CHECK(has(html, "a &lt;b&gt;"));
    CHECK(has(html, "\"values\":[\"move\",\"energy\",\"food\"]"));
    for (const char* said : {"Food: 3 won.", "A bomb: 2 lost.", "The goal: won.", "3 of 3"})
        CHECK(has(html, said));
    const std::string czech =
        pacman::to_replay_page(garden(), moves_of("URRRDD"), "x", pacman::czech_words).to_html();
    for (const char* said : {"<html lang=\"cs\">", "Jídlo: zisk 3.", "Cíl: vyhráno.", "Přehrát"})
        CHECK(has(czech, said));
    for (const char* said : {"Play", "Restart", "Speed", "Food"}) CHECK(!has(czech, said));
    const auto frames = [](const char* moves) {
        return pacman::to_replay_page(garden(), moves_of(moves), "x").frame_count();
    };
    CHECK(frames("") == 1);
    CHECK(frames("LU") == 1);
    CHECK(frames("RDR") == 3);
    CHECK(has(pacman::to_replay_page(garden(), moves_of("RD"), "x").to_html(),
              "A lethal bomb: lost."));
    CHECK(has(pacman::to_replay_page(garden(), moves_of("RRL"), "x").to_html(),
              "Over a wall: 7 lost."));
}

TEST_CASE("a map in a terminal has large cells, or three characters each") {
    const pacman::game g(garden());
    CHECK(shown(g, "URRRDD", plain, {24, 80}) ==
          "┌────────────────────────────┐\n"
          "│        ╭───╮  ╭───╮  ╔═══╗ │\n"
          "│   ┌──▸─│J3 │▸─│J4 │▸─║B2 ║ │\n"
          "│   ▴    ╰───╯  ╰───╯  ╚═══╝ │\n"
          "│ ╭───╮        ░░░░░░░ ╭───╮ │\n"
          "│ │ ● │    ·   ░░Z7░░░ │J1 │ │\n"
          "│ ╰───╯        ░░░░░░░ ╰───╯ │\n"
          "│        ╔═══╗ ░░░░░░░   ▾   │\n"
          "│   ·    ║ B ║ ░░Z4░░░   ⚑   │\n"
          "│        ╚═══╝ ░░░░░░░       │\n"
          "│██████████████░░░░░░░░░░░░░░│\n"
          "│██████████████░░Z1░░░░░Z9░░░│\n"
          "│██████████████░░░░░░░░░░░░░░│\n"
          "└────────────────────────────┘\n");
    CHECK(shown(g, "URRRDD", ascii, {6, 14}) ==
          "+------------+\n"
          "| *>J3>J4>B2 |\n"
          "| @  . Z7 J1 |\n"
          "| .  B Z4  G |\n"
          "|######Z1 Z9 |\n"
          "+------------+\n");
    CHECK(shown(g, "", plain, {4, 12}) ==
          " · J3 J4 B2\n"
          " ●  · Z7 J1\n"
          " ·  B Z4  ⚑\n"
          "██████Z1 Z9\n");
}

TEST_CASE("what is gone is not seen in a terminal, and where there is little room Pac-Man is") {
    pacman::game g(garden());
    for (const direction d : moves_of("URRR")) g.move(d);
    g.move(direction::left);
    CHECK(shown(g, "", plain, {4, 12}) ==
          " ·  ·  ●  ∗\n"
          " ·  · Z7 J1\n"
          " ·  B Z4  ⚑\n"
          "██████Z1 Z9\n");
    CHECK(shown(g, "", plain, {2, 7}) ==
          " ·  ●\n"
          " · Z7\n");
    pacman::game lost(garden());
    for (const direction d : moves_of("RD")) lost.move(d);
    CHECK(has(shown(lost, "", plain, {4, 12}), " ·  × Z4  ⚑\n"));
}

TEST_CASE("in colours a cell of the terminal has the colour of what it is, and its value") {
    const pacman::game g(garden());
    const draw::text_grid grid = pacman::to_text_grid(g, {}, colored, {4, 12});
    CHECK(grid.at(0, 3).code == U'+');
    CHECK(grid.at(0, 4).code == U'3');
    CHECK(grid.at(0, 4).ground == pacman::colors::food);
    CHECK(grid.at(0, 9).code == U'-');
    CHECK(grid.at(0, 10).ground == pacman::colors::bomb);
    CHECK(grid.at(1, 3).ground == pacman::colors::empty);
    CHECK(grid.at(1, 7).code == U'7');
    CHECK(grid.at(1, 6).ground == pacman::colors::wall);
    CHECK(grid.at(1, 1).code == U'●');
    CHECK(grid.at(1, 0).ground == pacman::colors::pacman);
    CHECK(grid.at(2, 10).ground == pacman::colors::goal);
    CHECK(grid.at(3, 0).ground == pacman::colors::solid);
    for (std::uint32_t height = 1; height <= 9; ++height) {
        CHECK(draw::luminance(pacman::colors::small_wall(height)) <
              draw::luminance(pacman::colors::small_wall(height - 1)));
        CHECK(draw::luminance(pacman::colors::small_wall(height)) >
              draw::luminance(pacman::colors::solid) + 0.05);
    }
}

TEST_CASE("a map in a terminal is never larger than the room, and Pac-Man is in it") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const pacman::game g(support::random_map(seed));
        for (const draw::terminal_style style : {plain, ascii, colored, colored_ascii})
            for (const pacman::text_room room :
                 {pacman::text_room{1, 12}, pacman::text_room{5, 20}, pacman::text_room{24, 80}}) {
                const draw::text_grid grid = pacman::to_text_grid(g, {}, style, room);
                CHECK(grid.rows() <= room.rows);
                CHECK(grid.cols() <= room.cols);
                const draw::terminal_style bare{draw::terminal_colors::none, style.charset};
                const std::string text =
                    draw::to_text(pacman::to_text_grid(g, {}, bare, room), bare);
                CHECK(has(text, style.charset == draw::terminal_charset::ascii ? "@" : "●"));
            }
    }
}

TEST_CASE("a replay is explained in words") {
    const board b = garden();
    const auto said = [&b](const char* text) {
        const std::vector<direction> moves = moves_of(text);
        return pacman::explain(b, moves, pacman::replay(b, moves));
    };
    CHECK(said("URRRDD") == "the route wins: 6 moves, 12 energy left");
    CHECK(said("UR") == "the route stops at (2,1) with 13 energy left, before the goal at (4,3)");
    CHECK(said("RD") == "move 2, D to (2,3), meets a lethal bomb");
    CHECK(said("L") == "move 1, L from (1,2), runs into an infinite wall or off the map");
    CHECK(said("RRDL") == "move 3, D to (3,3), takes the last energy: -2 energy left");
    CHECK(said("URRRDDL") == "move 7, L, goes on after the goal");
    // In Czech each of them is another sentence, with no gap left.
    for (const char* text : {"URRRDD", "UR", "RD", "L", "RRDL", "URRRDDL", ""}) {
        const std::vector<direction> moves = moves_of(text);
        const std::string czech =
            pacman::explain(b, moves, pacman::replay(b, moves), pacman::czech_words);
        CHECK(czech != said(text));
        CHECK_FALSE(has(czech, "%"));
    }
}

TEST_CASE("an answer about a map has a headline") {
    using pacman::answer;
    using pacman::outcome;
    answer a{.outcome = outcome::solved};
    a.best = pacman::route{moves_of("UR"), {}, 5};
    CHECK(pacman::headline(a) == "solved: 2 moves, 5 energy left");
    a.outcome = outcome::limit;
    a.statistics.ended = senda::status::time_limit;
    CHECK(pacman::headline(a) == "stopped by the time limit, best so far: 2 moves, 5 energy left");
    a.best.reset();
    CHECK(pacman::headline(a) == "stopped by the time limit before a route was found");
    a = {.outcome = outcome::no_route, .obstacle = pacman::obstacle::exhausted};
    CHECK(has(pacman::headline(a), "the energy runs out"));
    a.obstacle = pacman::obstacle::unreachable;
    CHECK(has(pacman::headline(a), "part the start from the goal"));
    CHECK(pacman::about(garden()) == "4 x 4 cells, energy 12, 3 foods, 1 bomb");
}

}  // namespace pacman_pictures
