// SPDX-License-Identifier: MIT
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <csignal>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using outside::has;
using outside::has_terminals;
using outside::in_terminal;
using outside::maze;

namespace maze_play_test {

const std::string treasure_file = "examples/mazes/treasure.txt";

std::vector<std::string> play(const std::string& file) {
    return {outside::maze_program(), "play", file, "--color", "never"};
}

TEST_CASE("play reads moves from a pipe and prints what came of them") {
    const outside::result won = maze({"play", treasure_file}, "D RRRRR U RRR\n");
    CHECK(won.code == 0);
    CHECK(has(won.out, "won in 10 steps with 4 life left at (9,2)\n"));
    CHECK(has(won.out, "step 10   life 4   treasures 1 of 1\n"));
    CHECK(has(won.out, "██◆─────────┘ 3 3 3 ██\n"));

    const outside::result dead = maze({"play", treasure_file}, "rrr\nrrr");
    CHECK(dead.code == 1);
    CHECK(has(dead.out, "dead after 3 steps at (4,2)\n"));

    const outside::result alive = maze({"play", treasure_file}, "LLUD");
    CHECK(alive.code == 0);
    CHECK(has(alive.out, "alive after 1 step with 13 life left at (1,1)\n"));
    CHECK(has(alive.out, "3 moves ran into walls\n"));

    const outside::result none = maze({"play", treasure_file}, "");
    CHECK(none.code == 0);
    CHECK(has(none.out, "alive after 0 steps with 8 life left at (1,2)\n"));
}

TEST_CASE("play refuses what is no move") {
    const outside::result r = maze({"play", treasure_file}, "DR\nR x");
    CHECK(r.code == 3);
    CHECK(r.out.empty());
    CHECK(has(r.err, "error[bad_move]: unknown move 'x': expected U, D, L or R"));
    CHECK(has(r.err, "<standard input>:2:3"));
}

TEST_CASE("play in a terminal is won by keys, and leaves the terminal as it was") {
    if (!has_terminals()) return;
    in_terminal game(play(treasure_file));
    REQUIRE(game.shows("reach E alive"));
    CHECK_FALSE(game.gives_lines());
    game.type("?");
    CHECK(game.shows("hint: down (10 steps to E, with 4 life left)"));
    game.type("\x1b[A");
    CHECK(game.shows("a wall"));
    game.type("j");
    CHECK(game.shows("a treasure: +5"));
    game.type("ddd\x1b[C\x1bOCkl\x1b[C\x1b[C");
    CHECK(game.shows("won in 10 steps with 4 life left!"));
    game.type("q");
    CHECK(game.shows("\x1b[?1049l"));
    CHECK(game.wait() == 0);
    CHECK(game.gives_lines());
}

TEST_CASE("play takes steps back, says when all is lost and starts again") {
    if (!has_terminals()) return;
    in_terminal game(play(treasure_file));
    REQUIRE(game.shows("reach E alive"));
    game.type("ll");
    game.type("?");
    CHECK(game.shows("it cannot be won from here"));
    game.type("l");
    CHECK(game.shows("dead: the last life is lost"));
    game.type("u");
    CHECK(game.shows("one step back"));
    game.type("r");
    CHECK(game.shows("from the start again"));
    game.type("u");
    CHECK(game.shows("this is the start"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("a signal ends play and leaves the terminal as it was") {
    if (!has_terminals()) return;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        in_terminal game(play(treasure_file));
        REQUIRE(game.shows("reach E alive"));
        game.send(signal);
        CHECK(game.shows("\x1b[?1049l"));
        CHECK(game.wait() == 130);
        CHECK(game.gives_lines());
    }
    in_terminal game(play(treasure_file));
    REQUIRE(game.shows("reach E alive"));
    game.type("\x03");
    CHECK(game.wait() == 130);
    CHECK(game.gives_lines());
}

TEST_CASE("a program that takes long says so in a terminal, and wipes it away") {
    if (!has_terminals()) return;
    in_terminal program({outside::maze_program(), "solve", "examples/mazes/labyrinth.txt",
                         "--exhaustive", "--limit-time", "800ms", "--limit-memory", "2G"});
    CHECK(program.shows("solving: 0."));
    CHECK(program.shows("\r\x1b[K"));
    CHECK(program.shows("stopped by"));
    CHECK(program.wait() == 4);
}

}  // namespace maze_play_test
