// SPDX-License-Identifier: MIT
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using outside::has;
using outside::has_terminals;
using outside::in_terminal;
using outside::rush_hour;

namespace rush_hour_play_test {

const std::string morning = "oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo";

/// Two vehicles, and three moves to the exit.
const std::string three_moves = "oooooBoooooBoAAooBooooooooooooooooCC";

std::vector<std::string> play(const std::string& board) {
    return {SENDA_PROGRAMS_DIR "/rush_hour", "play", board, "--color", "never"};
}

TEST_CASE("rush_hour play reads moves from a pipe and prints what came of them") {
    const std::string solution =
        rush_hour({"solve", morning, "--json"}).document()["solution"].get<std::string>();
    const outside::result out = rush_hour({"play", morning}, solution + '\n');
    CHECK(out.code == 0);
    CHECK(has(out.out, "out in 8 moves ("));
    CHECK(has(out.out, "), the fewest possible\n"));

    const outside::result not_out = rush_hour({"play", morning}, "F-1\nA+1 Z-1 C+1");
    CHECK(not_out.code == 0);
    CHECK(has(not_out.out, "A+1 is not possible: A can go 0 cells right\n"));
    CHECK(has(not_out.out, "Z-1 is not possible: there is no vehicle Z\n"));
    CHECK(has(not_out.out, "not out after 2 moves (2 steps)\n"));

    const outside::result wrong = rush_hour({"play", morning}, "F-1 up");
    CHECK(wrong.code == 3);
    CHECK(has(wrong.err, "error[bad_move]: "));
    CHECK(has(wrong.err, "<standard input>:1:5"));
}

TEST_CASE("rush_hour play is won by keys, with a counter against the optimum") {
    if (!has_terminals()) return;
    in_terminal game(play(three_moves));
    REQUIRE(game.shows("get the red car A to the exit"));
    CHECK_FALSE(game.gives_lines());
    CHECK(game.shows("vehicle A   moves 0 (fewest 3)   steps 0"));
    game.type("\x1b[A");
    CHECK(game.shows("A moves left and right"));
    game.type("?");
    CHECK(game.shows("hint: "));
    game.type("c\x1b[D");
    CHECK(game.shows("vehicle C   moves 1 (fewest 3)   steps 1"));
    game.type("B\x1b[B\x1b[B\x1b[B");
    CHECK(game.shows("vehicle B   moves 2 (fewest 3)   steps 4"));
    game.type("\x1b[B");
    CHECK(game.shows("it cannot move there"));
    game.type("\t\t\x1b[C\x1b[C\x1b[C");
    CHECK(game.shows("out in 3 moves (7 steps), the fewest possible!"));
    game.type("\x1b[D");
    CHECK(game.shows("the red car is out"));
    game.type("q");
    CHECK(game.wait() == 0);
    CHECK(game.gives_lines());
}

TEST_CASE("rush_hour play takes moves back and shows the solution forwards and backwards") {
    if (!has_terminals()) return;
    in_terminal game(play(three_moves));
    REQUIRE(game.shows("get the red car A to the exit"));
    game.type("u");
    CHECK(game.shows("this is the start"));
    game.type(">");
    CHECK(game.shows("then 2 more moves"));
    game.type(".");
    CHECK(game.shows("then 1 more move"));
    game.type("<");
    CHECK(game.shows("back before "));
    game.type("y");
    CHECK(game.shows("moves 2 (fewest 3)"));
    game.type("u");
    CHECK(game.shows("one move back"));
    game.type("r");
    CHECK(game.shows("from the start again"));
    game.type(">>>");
    CHECK(game.shows("the fewest possible!"));
    game.type("z");
    CHECK(game.shows("there is no vehicle Z"));
    game.type("\x03");
    CHECK(game.wait() == 130);
    CHECK(game.gives_lines());
}

TEST_CASE("rush_hour play selects a vehicle by its small letter and slides it by signs") {
    if (!has_terminals()) return;
    in_terminal game(play(three_moves));
    REQUIRE(game.shows("get the red car A to the exit"));
    game.type("b");
    CHECK(game.shows("vehicle B   moves 0"));
    game.type("c-");
    CHECK(game.shows("vehicle C   moves 1 (fewest 3)   steps 1"));
    game.type("B+3");
    CHECK(game.shows("vehicle B   moves 2 (fewest 3)   steps 4"));
    game.type("A+3x");
    CHECK(game.shows("there is no vehicle X"));
    game.type(" ");  // which does nothing, and hides nothing
    CHECK(game.shows("out in 3 moves (7 steps), the fewest possible!"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("rush_hour play is a game of lines where the cursor cannot be moved") {
    if (!has_terminals()) return;
    in_terminal game(play(three_moves), outside::dumb_environment(), outside::narrow_window);
    REQUIRE(game.shows("get the red car A to the exit"));
    CHECK(game.shows("\n> "));
    CHECK(game.gives_lines());
    game.type("C-1 B+3\n");
    CHECK(game.shows("vehicle B   moves 2 (fewest 3)"));
    game.type("A+3\n");
    CHECK(game.shows("possible!"));
    CHECK_FALSE(game.has_shown("\x1b"));
    game.type("q\n");
    CHECK(game.wait() == 0);
}

TEST_CASE("rush_hour play says how to end it in a narrow window") {
    if (!has_terminals()) return;
    in_terminal game(play(three_moves), outside::plain_environment(), outside::narrow_window);
    CHECK(game.shows("q quit"));
    CHECK(game.shows("the solution"));
    game.type("q");
    CHECK(game.wait() == 0);
}

}  // namespace rush_hour_play_test
