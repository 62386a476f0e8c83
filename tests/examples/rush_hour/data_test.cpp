// SPDX-License-Identifier: MIT
// A published database of boards, where it is at hand: `MOVES BOARD STATES`, a line a board.

#include "small_components.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <rush_hour/component.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/solve.hpp>
#include <sstream>
#include <string>

namespace {

using namespace senda::rush_hour;

// All of it in a program that is optimised; in others the large components take too long.
#ifdef __OPTIMIZE__
constexpr std::uint64_t most_states = 1'000'000;
#else
constexpr std::uint64_t most_states = 1'000;
#endif
template <class Check>
void for_each_published(Check&& check) {
    std::istringstream in(support::shared_text("rush_hour/boards.txt"));
    std::uint32_t moves = 0;
    std::string text;
    std::uint64_t states = 0;
    for (int line = 0; in >> moves >> text >> states; ++line) {
        if (support::is_slow && line % 8 != 0) continue;
        CAPTURE(text);
        check(moves, support::board_of(text), states);
    }
}

}  // namespace

TEST_CASE("the published boards take the published number of slides") {
    solver s;
    for_each_published([&](std::uint32_t moves, const board& b, std::uint64_t) {
        const answer a = s.solve(b);
        CHECK(a.cost == moves);
        CHECK(a.solution.size() == moves);
        CHECK(replay(b, a.solution).verdict == verdict::solved);
    });
}

TEST_CASE("the searches of the library find the same on the published boards") {
    solver s;
    for_each_published([&](std::uint32_t moves, const board& b, std::uint64_t states) {
        if (states > most_states) return;
        for (const engine how : {engine::bfs, engine::astar}) {
            const answer a = s.solve(b, {.how = how});
            CHECK(a.cost == moves);
            CHECK(replay(b, a.solution).verdict == verdict::solved);
        }
        const std::optional<std::uint32_t> steps = s.solve(b, {.count = metric::step}).cost;
        for (const engine how : {engine::bfs, engine::astar})
            CHECK(s.solve(b, {.count = metric::step, .how = how}).cost == steps);
    });
}

TEST_CASE("the published boards have components of the published size") {
    component all;
    for_each_published([&](std::uint32_t moves, const board& b, std::uint64_t states) {
        if (states > most_states) return;
        REQUIRE(all.analyse(b));
        CHECK(all.states() == states);
        CHECK(all.distance(b) == moves);
    });
}
