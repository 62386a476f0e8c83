// SPDX-License-Identifier: MIT
// The layout of the help is the same with every version of CLI11, to the letter.
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

TEST_CASE("the help of a program lists its commands") {
    CHECK(
        outside::maze({"--help"}).out ==
        R"(A runner with a life to lose must reach E from S in the fewest steps: digits cost life, treasures give 5 once.
Usage: maze COMMAND ...

Options:
  -h,--help             Say what there is, and end
  --version             Say which version this is, and end
  --completion bash|zsh|fish
                        Print the script by which a shell completes words, and end
  --man                 Print the manual page, and end

Commands:
  solve                 Find a route with the fewest steps, or with the most life
  check                 Say whether a file is valid, and how E is reached if life did not matter
  verify                Replay a route by the rules, and say where it fails
  show                  Draw a maze
  least                 Find the least life with which a maze can be won
  play                  Run through a maze yourself

'maze COMMAND --help' says more about each.

Examples:
  maze solve examples/mazes/treasure.txt
  maze play examples/mazes/detour.txt
)");
}

TEST_CASE("the help of a command has arguments, options in groups, notes and examples") {
    CHECK(outside::amazons({"match", "--help"}).out ==
          R"(Let two computer players, or one and another program, play many games
Usage: amazons match A B [OPTIONS]

Arguments:
  A                     1 to 5 (a level), greedy, alpha_beta:DEPTH or mcts:SIMULATIONS
  B                     The same

Options:
  -h,--help             Say what there is, and end
  --games N             How many games, each opening with both colours; 100 if not said, with
                        --sprt as many as it takes
  --sprt ELO0,ELO1      End as soon as the games tell whether A is ELO1 Elo stronger or more
                        (H1), or ELO0 or less (H0), each with an error of 5 %
  --opening N           How many random plays open a game
  --size RxC            Rows and columns of the board; 10x10 if nothing is said
  --seed N              Names the openings
  --time TIME           The most time for a play
  --clock wall|processor
                        What --time is measured by in this program
  --against COMMAND     Another program in place of B, which speaks the engine protocol;
                        the shell runs the command
  --patience TIME       How long that program may take for a play before it loses the
                        game; ten times --time and ten seconds more if not said
  --records FOLDER      Write the record of each game into this folder
  --json                Print one JSON document and nothing else
  --color auto|always|never
                        Colours: auto is where a terminal shows them and NO_COLOR is not set
  --progress auto|json|never
                        What is known so far, on the error output every second: auto
                        if that is a terminal, json as lines of JSON anywhere

Limits:
  --limit-time TIME     End the match after this time: 500ms, 2s, 1m

The interval is where the probability lies that A wins a game. Ctrl-C ends a match with
the games that were finished. With --sprt the exit code is 0 if H1 is accepted, 1 if H0
is, 4 if there were too few games to tell.

Examples:
  amazons match 2 1 --games 10
  amazons match mcts:20 greedy --games 2 --json
  amazons match greedy 1 --sprt 0,100
  amazons match greedy --against 'amazons engine --level 1' --games 2
)");
}

TEST_CASE("every program says which limit on memory it has by itself") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"maze", "solve", "--help"},
          {"maze", "least", "--help"},
          {"mazegen", "--help"},
          {"pacman", "solve", "--help"},
          {"rush_hour", "solve", "--help"},
          {"amazons", "solve", "--help"},
          {"agents", "plan", "--help"},
          {"survey", "tiles", "--help"}}) {
        CAPTURE(words[0]);
        const std::vector<std::string> rest(words.begin() + 1, words.end());
        CHECK(outside::has(
            outside::run_example(words[0], rest, {}, outside::plain_environment()).out, R"(
  --limit-memory SIZE   Give up rather than hold more: 64K, 512M, 2G; half of the
                        memory that is there if not said
)"));
    }
}

TEST_CASE("a description of several lines keeps its column in the help") {
    CHECK(outside::has(outside::mazegen({"--help"}).out, R"(
  --seed S              The same seed makes the same maze; if not said, a random
                        one is drawn and printed
)"));
}
