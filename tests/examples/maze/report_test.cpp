// SPDX-License-Identifier: MIT
#include <maze/exhaustive.hpp>
#include <maze/format.hpp>
#include <maze/report.hpp>

#include "written_mazes.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace maze = senda::maze;

using support::board_of;
using support::treasure_maze;

TEST_CASE("an answer is told in a line") {
    using maze::headline;
    using maze::solve_exhaustively;
    CHECK(headline(solve_exhaustively(treasure_maze())) == "solved: 10 steps, 4 life left");
    CHECK(headline(solve_exhaustively(board_of("N=1, M=2, P=1\nSE\n"))) ==
          "solved: 1 step, 1 life left");
    CHECK(headline(solve_exhaustively(board_of("N=1, M=3, P=1\nS#E\n"))) ==
          "no route: walls part S from E");
    CHECK(headline(solve_exhaustively(board_of("N=1, M=3, P=1\nS1E\n"))) ==
          "no route: every way to E is deadly");
    maze::answer stopped;
    stopped.ended = senda::status::time_limit;
    CHECK(headline(stopped) == "stopped by the time limit before the answer was proven");
    stopped.ended = senda::status::cancelled;
    CHECK(headline(stopped) == "stopped by an interruption before the answer was proven");
}

TEST_CASE("an answer and a replay are told in Spanish") {
    const maze::words& w = maze::words_in(maze::language::spanish);
    const maze::board b = treasure_maze();
    CHECK(maze::headline(maze::solve_exhaustively(b), w) == "resuelto: 10 pasos, vida final 4");
    CHECK(maze::headline(maze::solve_exhaustively(board_of("N=1, M=3, P=1\nS#E\n")), w) ==
          "no hay ruta: los muros separan S de E");
    const std::vector<maze::point> route = *maze::parse_route("(1,2) (3,2)");
    CHECK(maze::explain(b, route, maze::replay(b, std::span<const maze::point>{route}), w) ==
          "el paso 1, a (3,2), no lleva a una casilla contigua a (1,2)");
    CHECK(maze::parse("N=1; M=2, P=1\nSE\n", maze::reading::lenient, w.reading)
              .errors()
              .at(0)
              .message ==
          "se espera una coma y 'M=' (la primera l\u00ednea es 'N=filas, M=columnas, P=vida')");
}

TEST_CASE("a replay is told in a line, with the step that fails") {
    const maze::board b = treasure_maze();
    const auto told = [&b](const std::string& text) {
        const std::vector<maze::point> route = *maze::parse_route(text);
        return maze::explain(b, route, maze::replay(b, std::span<const maze::point>{route}));
    };
    CHECK(told("") == "the route is empty: it begins at (1,2)");
    CHECK(told("(2,2)") == "the route begins at (2,2), but the start is at (1,2)");
    CHECK(told("(2,22)") == "the route begins at (2,22), which is outside of the maze");
    CHECK(told("(1,2) (2,2) (3,2) (4,2)") == "step 3, to (4,2), takes the last life");
    CHECK(told("(1,2) (1,3)") == "step 1, to (1,3), runs into a wall");
    CHECK(told("(1,2) (7,7)") == "step 1, to (7,7), is outside of the maze");
    CHECK(told("(1,2) (3,2)") == "step 1, to (3,2), is not beside (1,2)");
    CHECK(told("(1,2)") == "the route stops at (1,2), before the end at (9,2)");
    const std::string winning = "(1,2)(1,1)(2,1)(3,1)(4,1)(5,1)(6,1)(7,1)(8,1)(9,1)(9,2)";
    CHECK(told(winning) == "the route wins: 10 steps, 4 life left");
    CHECK(told(winning + "(8,2)") == "step 11, to (8,2), goes on after the end");
}

TEST_CASE("a route is written as JSON") {
    const maze::board b = treasure_maze();
    std::string out = "x";
    maze::append_json(out, b, {});
    CHECK(out == "x[]");
    const std::vector<maze::place> route{b.start(), b.place_of({1, 1}), b.end()};
    out.clear();
    maze::append_json(out, b, route);
    CHECK(out == "[[1,2],[1,1],[9,2]]");
}
