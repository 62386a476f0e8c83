// SPDX-License-Identifier: MIT
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace pacman_play {

using outside::has;
using outside::has_terminals;
using outside::in_terminal;
using outside::pacman;

const std::string map_file = "examples/maps/first.txt";

std::vector<std::string> game_of(const std::string& file) {
    return {SENDA_PROGRAMS_DIR "/pacman", "play", file, "--color", "never"};
}

TEST_CASE("pacman play reads moves from a pipe and prints what came of them") {
    const outside::result won = pacman({"play", map_file}, "U RR DD RR\n");
    CHECK(won.code == 0);
    CHECK(has(won.out, "won in 7 moves with 2 energy left at (5,3)\n"));
    CHECK(has(won.out, "energy 2   move 7   food 2 of 4\n"));

    const outside::result lost = pacman({"play", map_file}, "ddrr");
    CHECK(lost.code == 1);
    CHECK(has(lost.out, "lost after 2 moves: a lethal bomb at (1,4)\n"));

    const outside::result safe = pacman({"play", map_file, "--safe"}, "L DDD R");
    CHECK(safe.code == 0);
    CHECK(has(safe.out, "alive after 2 moves with 4 energy left at (2,3)\n"));
    CHECK(has(safe.out, "1 move led nowhere\n"));
    CHECK(has(safe.out, "2 moves refused by safe mode\n"));

    const outside::result wrong = pacman({"play", map_file}, "DR\nR x");
    CHECK(wrong.code == 3);
    CHECK(has(wrong.err, "error[bad_move]: "));
    CHECK(has(wrong.err, "<standard input>:2:3"));
}

TEST_CASE("pacman play is a game of lines where the cursor cannot be moved") {
    if (!has_terminals()) return;
    in_terminal game(game_of(map_file), outside::dumb_environment(), outside::narrow_window);
    CHECK(game.shows("w up, a left, s down, d right"));
    CHECK(game.shows("get to the goal at (5,3)"));
    CHECK(game.shows("\n> "));
    CHECK(game.gives_lines());
    game.type("wd\n");
    CHECK(game.shows("food: +3"));
    game.type("?\n");
    CHECK(game.shows("hint: "));
    game.type("o\n");
    CHECK(game.shows("open: _"));
    game.type(map_file + "\n");
    CHECK(game.shows("move 0   food 0 of 4"));
    game.type("ss x m\n");
    CHECK(game.shows("lost after 2 moves: a lethal bomb"));
    CHECK_FALSE(game.has_shown("\x1b"));
    game.type("q\n");
    CHECK(game.wait() == 0);
}

TEST_CASE("pacman play says how to end it in a narrow window, and why it ended after any key") {
    if (!has_terminals()) return;
    in_terminal game(game_of(map_file), outside::plain_environment(), outside::narrow_window);
    CHECK(game.shows("q quit"));
    CHECK(game.shows("AI: fewest moves"));
    game.type("ssxgm");
    CHECK(game.shows("safe mode on"));
    CHECK(game.shows("lost after 2 moves: a lethal bomb"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("pacman play is won by keys, with the energy in view all along") {
    if (!has_terminals()) return;
    in_terminal game(game_of(map_file));
    REQUIRE(game.shows("get to the goal at (5,3)"));
    CHECK_FALSE(game.gives_lines());
    CHECK(game.shows("energy 6   move 0   food 0 of 4   safe mode off   AI: fewest moves"));
    CHECK(game.shows("arrows/WASD move, u undo, y redo, r restart, m safe mode, q quit"));
    game.type("\x1b[D");
    CHECK(game.shows("you cannot go there"));
    game.type("\x1b[A");
    CHECK(game.shows("energy 5   move 1"));
    game.type("d");
    CHECK(game.shows("food: +3"));
    game.type("\x1b[C\x1b[Bs");
    CHECK(game.shows("over a wall: -2"));
    game.type("dd");
    CHECK(game.shows("won in 7 moves with 2 energy left!"));
    game.type("d");
    CHECK(game.shows("r restart, o open, q quit"));
    game.type("q");
    CHECK(game.shows("\x1b[?1049l"));
    CHECK(game.wait() == 0);
    CHECK(game.gives_lines());
}

TEST_CASE("pacman play can be lost, taken back, made again and begun again") {
    if (!has_terminals()) return;
    in_terminal game(game_of(map_file));
    REQUIRE(game.shows("get to the goal"));
    game.type("u");
    CHECK(game.shows("this is the start"));
    game.type("m");
    CHECK(game.shows("safe mode on"));
    game.type("ss");
    CHECK(game.shows("safe mode: that would be deadly"));
    game.type("m");
    CHECK(game.shows("safe mode is off"));
    game.type("s");
    CHECK(game.shows("lost after 2 moves: a lethal bomb"));
    game.type("s");
    game.type("u");
    CHECK(game.shows("one move back"));
    game.type("y");
    CHECK(game.shows("lost after 2 moves"));
    game.type("r");
    CHECK(game.shows("from the start again"));
    CHECK(game.shows("energy 6   move 0"));
    game.type("\x03");
    CHECK(game.wait() == 130);
    CHECK(game.gives_lines());
}

TEST_CASE("pacman play gives hints from wherever one is, for both goals") {
    if (!has_terminals()) return;
    in_terminal game(game_of(map_file));
    REQUIRE(game.shows("get to the goal"));
    game.type("?");
    CHECK(game.shows("7 moves to the goal, 2 energy left then)"));
    game.type("g");
    CHECK(game.shows("AI: most energy"));
    game.type("wd?");
    CHECK(game.shows("hint: right (7 moves to the goal, 4 energy left then)"));
    game.type("p");
    CHECK(game.shows("the AI's route from here: 7 moves"));
    game.type("nnnnnn");
    CHECK(game.shows("then 1 more move"));
    game.type("n");
    CHECK(game.shows("won in 9 moves with 4 energy left!"));
    game.type("r");
    game.type("dd?");
    CHECK(game.shows("it cannot be won from here"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("pacman play hears keys while the computer thinks") {
    if (!has_terminals()) return;
    // Food everywhere: the most energy takes long to find out.
    std::string rows;
    for (int i = 0; i < 400; ++i) {
        const int value = (i * 7 + i / 20 * 11 + i * i * 5) % 9;
        rows += i == 0 || i == 399 || value > 5 ? "V" : "J" + std::to_string(value + 1);
        rows += i % 20 == 19 ? '\n' : ',';
    }
    const outside::temporary_file file("20,20\n1,1,9\n20,20\n" + rows);
    in_terminal game(game_of(file.name()));
    REQUIRE(game.shows("get to the goal"));
    game.type("g?");
    CHECK(game.shows("thinking ..."));
    game.type("?m");
    CHECK(game.shows("safe mode on"));
    game.type("d");
    CHECK(game.shows("move 1"));
    // A hint for the place that was left is of no use.
    CHECK_FALSE(game.has_shown("hint: "));
    game.type("n");
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("pacman play speaks Czech") {
    if (!has_terminals()) return;
    std::vector<std::string> words = game_of(map_file);
    words.insert(words.end(), {"--lang", "cs"});
    in_terminal game(words);
    REQUIRE(game.shows("dojdi do cíle na (5,3)"));
    game.type("?");
    CHECK(game.shows("nápověda: nahoru (7 tahů do cíle, pak zbude energie 2)"));
    game.type("wd");
    CHECK(game.shows("jídlo: +3"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("pacman play opens another map without leaving") {
    if (!has_terminals()) return;
    in_terminal game(game_of(map_file));
    REQUIRE(game.shows("get to the goal at (5,3)"));
    game.type("o");
    CHECK(game.shows("open: _"));
    game.type("no/such/fiel\x7f\x7fle\n");
    CHECK(game.shows("no/such/file: cannot read the file"));
    game.type("oREADME.md\n");
    CHECK(game.shows("README.md:1:"));
    game.type("oabc");
    CHECK(game.shows("open: abc_"));
    game.type("\x1b");
    CHECK(game.shows("arrows/WASD move"));
    game.type("oexamples/maps/fork.json\n");
    CHECK(game.shows("get to the goal at (12,4)"));
    game.type("oexamples/maps/home.txt\n");
    CHECK(game.shows("warning: the goal is the start"));
    game.type("q");
    CHECK(game.wait() == 0);
}

}  // namespace pacman_play
