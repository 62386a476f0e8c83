// SPDX-License-Identifier: MIT
#include <maze/format.hpp>
#include <maze/hint.hpp>
#include <senda/search/bfs.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace maze = senda::maze;

namespace {

maze::state state_of(const maze::game& g) {
    maze::state s{g.position(), g.life(), 0};
    for (std::size_t i = 0; i < g.board().treasures().size(); ++i)
        if (g.is_taken(i)) s.taken |= std::uint64_t{1} << i;
    return s;
}

void check_hint(const maze::game& g) {
    const maze::hint found = maze::find_hint(g);
    if (g.is_over()) {
        CHECK(found.outcome == maze::outcome::no_route);
        return;
    }
    const maze::board& b = g.board();
    const auto expected = senda::bfs(maze::state_graph{b}, state_of(g),
                                     [&b](const maze::state& s) { return s.at == b.end(); });
    REQUIRE(found.outcome == (expected ? maze::outcome::solved : maze::outcome::no_route));
    REQUIRE(found.rest.has_value() == static_cast<bool>(expected));
    if (!expected) return;
    CHECK(found.rest->steps() == static_cast<std::uint64_t>(expected.cost));
    maze::game on = g;
    for (std::size_t i = 1; i < found.rest->cells.size(); ++i) {
        REQUIRE_FALSE(on.is_over());
        for (const maze::direction d : maze::directions) {
            if (b.neighbour(on.position(), d) != found.rest->cells[i]) continue;
            on.move(d);
            break;
        }
        CHECK(on.position() == found.rest->cells[i]);
    }
    CHECK(on.has_won());
    CHECK(on.life() == found.rest->life);
}

}  // namespace

TEST_CASE("a hint is a shortest way on from anywhere in a game") {
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        CAPTURE(seed);
        const maze::board b = support::random_maze(seed);
        maze::game g(b);
        std::uint64_t random = seed * 0x9E37'79B9'7F4A'7C15 + 1;
        for (int step = 0; step < 12; ++step) {
            check_hint(g);
            random = random * 6364136223846793005 + 1442695040888963407;
            g.move(maze::directions[static_cast<std::size_t>(random >> 62U)]);
        }
    }
}

TEST_CASE("coming back to a digit costs its life again") {
    // With the treasure the runner could pay the 5, but not the 4 again on the way there.
    const senda::parsed<senda::maze::board> trap = maze::parse("N=3, M=4, P=6\n#T##\nS45E\n####\n");
    REQUIRE(trap);
    maze::game g(*trap);
    CHECK(g.move(maze::direction::right) == maze::move_result::moved);
    CHECK(g.life() == 2);
    check_hint(g);
    CHECK(maze::find_hint(g).outcome == maze::outcome::no_route);
}

TEST_CASE("a hint that takes too long is none") {
    const maze::board b = support::random_maze(3);
    maze::game g(b);
    const maze::hint none = maze::find_hint(g, {.expansions = 0});
    CHECK((none.outcome == maze::outcome::limit || none.outcome == maze::outcome::no_route));
    CHECK_FALSE(none.rest);
}
