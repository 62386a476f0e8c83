// SPDX-License-Identifier: MIT
#include <maze/connectivity.hpp>
#include <maze/exhaustive.hpp>
#include <maze/game.hpp>
#include <maze/solve.hpp>
#include <maze/starvation.hpp>
#include <senda/maze/rules.hpp>

#include "all_states.hpp"
#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"
#include "written_mazes.hpp"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace starvation_test {

using namespace senda::maze;

/// The most life with which each cell is entered, by all states; 0 where nobody comes.
std::vector<life_points> most_lives(const board& b) {
    std::vector<life_points> most(b.bound());
    support::for_each_state(
        b, [&](const state& s, std::uint64_t) { most[s.at] = std::max(most[s.at], s.life); });
    return most;
}

/// Whether a path that ignores life leads from the start to the end around the cells of a cut.
bool leads_around(const board& b, const std::vector<deadly_cell>& cut) {
    std::vector<bool> seen(b.bound());
    for (const deadly_cell& c : cut) seen[c.at] = true;
    std::vector<place> open{b.start()};
    while (!open.empty()) {
        const place p = open.back();
        open.pop_back();
        b.for_each_neighbour(p, [&](place n) {
            if (seen[n]) return;
            seen[n] = true;
            open.push_back(n);
        });
    }
    return seen[b.end()];
}

void check_true(const board& b, const starvation& s, const std::vector<life_points>& most) {
    const replayed walk = replay(b, s.nearest);
    CHECK(walk.verdict == verdict::not_finished);
    CHECK(walk.life.back() >= s.life);
    const std::vector<std::uint32_t> to_end = steps_to_end(b);
    CHECK(s.steps_left == to_end[s.nearest.back()]);
    for (const deadly_cell& c : s.cut) {
        CHECK(most[c.at] == 0);
        CHECK(c.life <= 0);
        CHECK(c.at != b.end());
    }
    if (!s.cut.empty()) CHECK_FALSE(leads_around(b, s.cut));
    CHECK(s.least_life.lower <= s.least_life.upper);
    CHECK(s.least_life.lower > b.life());
    CHECK(solve(support::with_life(b, s.least_life.upper)));
}

TEST_CASE("why a maze is starved is what all its states say") {
    int starved = 0;
    int by_treasures = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(900U); ++seed) {
        const board b = support::random_maze(seed);
        if (b.treasures().size() > 7 || solve(b).obstacle != obstacle::starved) continue;
        CAPTURE(seed);
        ++starved;
        const std::vector<life_points> most = most_lives(b);
        const std::vector<std::uint32_t> to_end = steps_to_end(b);
        const auto s = explain_starvation(b);
        REQUIRE(s);
        CHECK(s->is_exact);
        check_true(b, *s, most);
        CHECK(s->least_life.is_exact());
        CHECK_FALSE(solve(support::with_life(b, s->least_life.lower - 1)));
        CHECK_FALSE(s->cut.empty());
        life_points best = 0;
        std::uint32_t nearest = far_away;
        for (place p = 0; p < b.bound(); ++p) {
            if (most[p] == 0 || to_end[p] > nearest) continue;
            best = to_end[p] < nearest ? most[p] : std::max(best, most[p]);
            nearest = to_end[p];
        }
        CHECK(s->steps_left == nearest);
        CHECK(s->life == best);
        CHECK(replay(b, s->nearest).life.back() == best);
        by_treasures += replay(b, s->nearest).taken_at.empty() ? 0 : 1;
        // A cell of the cut is beside one where somebody lives, who has just so much.
        for (const deadly_cell& c : s->cut) {
            life_points before = 0;
            b.for_each_neighbour(c.at, [&](place n) { before = std::max(before, most[n]); });
            CHECK(before > 0);
            CHECK(c.life == life_after(b[c.at], before, true));
        }
    }
    CHECK(starved > support::rounds(100));
    CHECK(by_treasures > 0);
}

TEST_CASE("a limit leaves what is true of a starved maze") {
    int cuts = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(400U); ++seed) {
        const board b = support::random_maze(seed);
        if (b.treasures().size() > 7 || solve(b).obstacle != obstacle::starved) continue;
        CAPTURE(seed);
        for (const std::uint64_t most : {50U, 200U, 500U, 1000U}) {
            const auto s = explain_starvation(b, {.limits = {.expansions = most}});
            if (!s) continue;
            check_true(b, *s, most_lives(b));
            cuts += !s->is_exact && !s->cut.empty() ? 1 : 0;
        }
    }
    CHECK((cuts > 0 || support::is_slow));
}

TEST_CASE("a corridor of nines is deadly in one cell") {
    const board b = support::board_of("N=1, M=6, P=9\nS09T9E\n");
    const auto s = explain_starvation(b);
    REQUIRE(s);
    CHECK(s->cut == std::vector<deadly_cell>{{b.at(0, 2), 0}});
    CHECK(s->nearest == std::vector<place>{b.at(0, 0), b.at(0, 1)});
    CHECK(s->steps_left == 4);
    CHECK(s->life == 9);
    CHECK(s->least_life.lower == 14);
    CHECK(s->least_life.upper == 14);
    CHECK_FALSE(explain_starvation(support::board_of("N=1, M=3, P=10\nS#E\n")));
}

}  // namespace starvation_test
