// SPDX-License-Identifier: MIT
#include <senda/maze/states.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"

#include <maze/connectivity.hpp>
#include <maze/exhaustive.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/search/bfs.hpp>

#include <cstdint>
#include <doctest/doctest.h>

namespace {

using namespace senda::maze;

}  // namespace

TEST_CASE("a constrained search over cells and belongings finds the fewest steps") {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(300U); ++seed) {
        const board b = support::random_maze(seed);
        CAPTURE(seed);
        const answer right = solve_exhaustively(b, method::astar_exact);
        const auto found = senda::constrained(cell_graph(b), b.start(), b.end(), life_rules(b),
                                              inventory{b.life()});
        CHECK(static_cast<bool>(found) == static_cast<bool>(right));
        if (!right) {
            CHECK(found.status == senda::status::exhausted);
            continue;
        }
        ++solved;
        CHECK(static_cast<std::uint64_t>(found.cost) == right.optimal->steps());
        CHECK(replay(b, found.path));
        CHECK(found.resources.back().life <= *right.max_life);
    }
    CHECK(solved > support::rounds(100));
}

TEST_CASE("the graph of cells has the steps that the distances say") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const board b = support::random_maze(seed);
        const connectivity known = connectivity_of(b);
        const auto found = senda::bfs(cell_graph(b), b.start(), b.end());
        CHECK(static_cast<bool>(found) == known.connected);
        if (found) CHECK(static_cast<std::uint64_t>(found.cost) == known.steps);
    }
}
