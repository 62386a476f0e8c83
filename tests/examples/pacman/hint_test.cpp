// SPDX-License-Identifier: MIT
#include <pacman/hint.hpp>

#include "exhaustive.hpp"
#include "random_maps.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>

namespace pacman_hints {

namespace pacman = senda::pacman;

TEST_CASE("a way on from the middle of a game wins it, and none is better") {
    std::size_t won = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        pacman::game g(support::random_map(seed));
        for (std::uint64_t i = 0; i < 4; ++i) {
            pacman::game next = g;
            next.move(pacman::directions[(seed + i * 3) % 4]);
            if (!next.is_over()) g = next;
        }
        for (const auto what : {pacman::goal_kind::shortest, pacman::goal_kind::richest}) {
            CAPTURE(seed);
            const pacman::answer found = pacman::way_on(g, what);
            if (g.is_over()) {
                CHECK(found.outcome == pacman::outcome::no_route);
                continue;
            }
            const pacman::board rest = pacman::rest_of(g.board(), g.situation());
            const pacman::answer known = support::solve_exhaustively(rest, what);
            REQUIRE(found.outcome == known.outcome);
            if (!found) continue;
            pacman::game then = g;
            for (const pacman::direction d : found.best->moves) then.move(d);
            CHECK(then.verdict() == pacman::verdict::won);
            CHECK(then.left() == known.best->left);
            CHECK(found.best->moves.size() == known.best->moves.size());
            ++won;
        }
    }
    CHECK(won > 20);
}

}  // namespace pacman_hints
