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
    CHECK(has(dead.out, "dead after 3 steps at (4,2): it costs 3, and 2 life was left\n"));
    CHECK(has(dead.out, "E at (9,2): 5 right\n"));
    CHECK_FALSE(has(won.out, "E at"));

    const outside::result alive = maze({"play", treasure_file}, "LLUD");
    CHECK(alive.code == 0);
    CHECK(has(alive.out, "alive after 1 step with 13 life left at (1,1)\n"));
    CHECK(has(alive.out, "3 moves ran into walls\n"));
    CHECK(has(alive.out, "E at (9,2): 8 right, 1 up\n"));

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
    REQUIRE(game.shows("step 0   life 8   treasures 0 of 1   E at (9,2): 8 right"));
    REQUIRE(game.shows("reach E alive"));
    CHECK_FALSE(game.gives_lines());
    game.type("?");
    CHECK(game.shows("hint: down (10 steps to E, with 4 life left)"));
    game.type("\x1b[A");
    CHECK(game.shows("a wall"));
    game.type("j");
    CHECK(game.shows("a treasure: +5"));
    game.type("ddd\x1b[C\x1bOCkl\x1b[C\x1b[C");
    CHECK(game.shows("won in 10 steps with 4 life left"));
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
    CHECK(game.shows("dead at (4,2): it costs 3, and 2 life was left"));
    game.type("u");
    CHECK(game.shows("one step back"));
    game.type("r");
    CHECK(game.shows("from the start again"));
    game.type("u");
    CHECK(game.shows("this is the start"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("after death no key hides the reason, but for those that undo it") {
    if (!has_terminals()) return;
    for (const std::string keys : {"l", "x", "?", " "}) {
        in_terminal game(play(treasure_file));
        REQUIRE(game.shows("reach E alive"));
        game.type("lll" + keys + "m");
        CHECK(game.shows("dead at (4,2): it costs 3, and 2 life was left; the game is over"));
        game.type("q");
        CHECK(game.wait() == 0);
    }
}

TEST_CASE("maze play is a game of lines where the cursor cannot be moved") {
    if (!has_terminals()) return;
    in_terminal game(play(treasure_file), outside::dumb_environment(), outside::narrow_window);
    CHECK(game.shows("w up, a left, s down, d right"));
    CHECK(game.shows("reach E alive"));
    CHECK(game.shows("\n> "));
    CHECK(game.gives_lines());
    game.type("?\n");
    CHECK(game.shows("hint: down"));
    game.type("s\n");
    CHECK(game.shows("a treasure: +5"));
    game.type("dddd dwddd d\n");
    CHECK(game.shows("won in 10 steps with 4 life left"));
    CHECK_FALSE(game.has_shown("\x1b"));
    game.type("\x04");
    CHECK(game.wait() == 0);
}

TEST_CASE("maze play says how to end it in a narrow window") {
    if (!has_terminals()) return;
    for (const char* const language : {"en", "es"}) {
        std::vector<std::string> words = play(treasure_file);
        words.insert(words.end(), {"--lang", language});
        in_terminal game(words, outside::plain_environment(), outside::narrow_window);
        CHECK(game.shows(language == std::string{"en"} ? "q quit" : "q salir"));
        game.type("q");
        CHECK(game.wait() == 0);
    }
}

TEST_CASE("play speaks Spanish if it is asked to, or by the language of the user") {
    const outside::result asked = maze({"play", treasure_file, "--lang", "es"}, "rrr");
    CHECK(asked.code == 1);
    CHECK(has(asked.out, "muerto tras 3 pasos en (4,2): cuesta 3 y quedaba una vida de 2\n"));
    CHECK(has(asked.out, "E en (9,2): 5 derecha\n"));
    std::vector<std::string> spanish = outside::plain_environment();
    spanish.push_back("LC_ALL=es_ES.UTF-8");
    CHECK(maze({"play", treasure_file}, "rrr", spanish).out == asked.out);
    if (!has_terminals()) return;
    std::vector<std::string> words = play(treasure_file);
    words.insert(words.end(), {"--lang", "es"});
    in_terminal game(words);
    REQUIRE(game.shows("llega a E con vida"));
    game.type("?");
    CHECK(game.shows("pista: abajo (10 pasos hasta E, con una vida de 4)"));
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
    CHECK(program.shows("solving: "));
    CHECK(program.shows("\r\x1b[K"));
    CHECK(program.shows("stopped by"));
    CHECK(program.wait() == 4);
}

}  // namespace maze_play_test
