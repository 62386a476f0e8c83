// SPDX-License-Identifier: MIT
#include <pacman/richest.hpp>

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/report.hpp>
#include <pacman/rules.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include "exhaustive.hpp"
#include "random_maps.hpp"
#include "support/rounds.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace richest_test {

namespace pacman = senda::pacman;
using pacman::answer;
using pacman::board;
using pacman::outcome;
using support::with_energy;

/// Whether the route of an answer wins by the rules, with the energy it says.
bool replays(const board& map, const answer& a) {
    if (!a.best) return false;
    const pacman::replayed told = pacman::replay(map, a.best->moves);
    return told && told.energies.back() == a.best->left && told.places == a.best->cells;
}

void check_against_all_states(const board& map) {
    const answer right = support::solve_exhaustively(map, pacman::goal_kind::richest);
    REQUIRE(right.outcome != outcome::limit);
    const answer found = pacman::richest(map);
    REQUIRE(found.outcome == right.outcome);
    CHECK(found.obstacle == right.obstacle);
    CHECK(found.optimal == right.optimal);
    if (!right.best) return;
    REQUIRE(replays(map, found));
    CHECK(found.best->left == right.best->left);
    CHECK(found.best->moves.size() == right.best->moves.size());
    CHECK(found.upper_bound == right.best->left);
}

TEST_CASE("the richest route agrees with the search of all states") {
    for (std::uint64_t seed = 0; seed < support::rounds(400U); ++seed) {
        CAPTURE(seed);
        check_against_all_states(support::random_map(seed));
    }
}

TEST_CASE("the richest route agrees with the search of all states when energy is short") {
    for (std::uint64_t seed = 1000; seed < 1000 + support::rounds(200U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        for (const pacman::energy left : {1, 3, 5}) {
            CAPTURE(left);
            check_against_all_states(with_energy(map, left));
        }
    }
}

TEST_CASE("the richest route agrees with the search of all states when energy is ample") {
    for (std::uint64_t seed = 2000; seed < 2000 + support::rounds(200U); ++seed) {
        CAPTURE(seed);
        check_against_all_states(with_energy(support::random_map(seed), 100));
    }
}

TEST_CASE("the richest route agrees with the search of all states on minefields and at barriers") {
    for (std::uint64_t seed = 4000; seed < 4000 + support::rounds(300U); ++seed) {
        CAPTURE(seed);
        senda::random_source random{seed};
        check_against_all_states(support::maps::mined(random));
        check_against_all_states(support::maps::barriers(random));
    }
}

TEST_CASE("what a limit leaves open of a proven energy is only the moves") {
    std::size_t open = 0;
    for (std::uint64_t seed = 0; seed < 22; ++seed) {
        const board map = support::random_map(seed);
        const answer right = support::solve_exhaustively(map, pacman::goal_kind::richest);
        if (!right.best) continue;
        for (std::uint64_t expansions = 0; expansions < 400;
             expansions += support::is_slow ? 23 : 1) {
            CAPTURE(seed);
            CAPTURE(expansions);
            const answer a = pacman::richest(map, {.limits = {.expansions = expansions}});
            CHECK(a.energy_proven == (a.best && a.upper_bound == a.best->left));
            if (!a.energy_proven) continue;
            CHECK(a.best->left == right.best->left);
            CHECK(a.fewest_moves <= right.best->moves.size());
            if (a.optimal) CHECK(a.fewest_moves == right.best->moves.size());
            if (a.optimal) break;
            CHECK(headline(a).find("the most energy is proven") != std::string::npos);
            ++open;
        }
    }
    CHECK(open > 0);
}

TEST_CASE("whoever watches sees the best route and the bound until they meet") {
    for (std::uint64_t seed = 1; seed <= support::rounds(4U); ++seed) {
        CAPTURE(seed);
        const board map = support::full_map(support::terrain_kind::mixed, 25, 12, seed);
        senda::search_progress seen;
        const answer a = pacman::richest(map, {.progress = &seen});
        REQUIRE(a.optimal == static_cast<bool>(a.best));
        if (!a.best) continue;
        CHECK(seen.now().best == a.best->left);
        CHECK(seen.now().bound == a.best->left);
        senda::search_progress early;
        const answer stopped =
            pacman::richest(map, {.limits = {.expansions = 30}, .progress = &early});
        REQUIRE(early.now().bound.has_value());
        CHECK(*early.now().bound >= a.best->left);
        if (stopped.best) CHECK(early.now().best == stopped.best->left);
    }
}

TEST_CASE("a limit leaves an upper bound that holds and a route that wins") {
    for (std::uint64_t seed = 3000; seed < 3000 + support::rounds(100U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        const answer right = support::solve_exhaustively(map, pacman::goal_kind::richest);
        for (std::uint64_t expansions :
             std::initializer_list<std::uint64_t>{0, 1, 2, 3, 5, 10, 20, 50, 105, 110, 120}) {
            CAPTURE(expansions);
            const answer a = pacman::richest(map, {.limits = {.expansions = expansions}});
            if (a.outcome != outcome::limit) {
                CHECK(a.outcome == right.outcome);
                continue;
            }
            REQUIRE(a.upper_bound.has_value());
            CHECK(!a.optimal);
            if (a.best) CHECK(replays(map, a));
            if (a.best) CHECK(a.best->left <= *a.upper_bound);
            if (right.best) CHECK(right.best->left <= *a.upper_bound);
        }
    }
}

TEST_CASE("a good route past weak bombs is found before anything is proven") {
    const board map = support::weak_minefield(15851);  // where 312 to 316 is the most
    const answer a =
        pacman::richest(map, {.limits = {.expansions = support::is_slow ? 1000 : 8000}});
    REQUIRE(a.best.has_value());
    CHECK(replays(map, a));
    CHECK(a.best->left >= 305);
}

/// The map seen in a mirror that swaps rows and columns.
board mirrored(const board& map) {
    std::vector<pacman::tile> tiles;
    for (std::uint32_t x = 1; x <= map.width(); ++x)
        for (std::uint32_t y = 1; y <= map.height(); ++y) tiles.push_back(map[map.at(x, y)]);
    const pacman::point start = map.xy(map.start());
    const pacman::point goal = map.xy(map.goal());
    return *board::make(map.height(), map.width(), tiles, {start.y, start.x}, {goal.y, goal.x},
                        map.start_energy());
}

TEST_CASE("a map in a mirror has a route of the same energy and moves") {
    using support::terrain_kind;
    for (const terrain_kind terrain :
         {terrain_kind::open, terrain_kind::walls, terrain_kind::ridges}) {
        for (std::uint64_t seed = 1; seed <= support::rounds(4U); ++seed) {
            CAPTURE(support::to_string(terrain));
            CAPTURE(seed);
            const board map = support::full_map(terrain, support::is_slow ? 12 : 25, 40, seed);
            const answer here = pacman::richest(map);
            const answer there = pacman::richest(mirrored(map));
            REQUIRE(here.outcome == there.outcome);
            if (!here) continue;
            CHECK(replays(map, here));
            CHECK(here.best->left == there.best->left);
            CHECK(here.best->moves.size() == there.best->moves.size());
        }
    }
}

TEST_CASE("a stop ends the search for the richest route at once") {
    const std::atomic<bool> stop{true};
    const board map = support::full_map(support::terrain_kind::open, 60, 40, 1);
    const answer a = pacman::richest(map, {.stop = stop});
    CHECK(a.outcome == outcome::limit);
    CHECK(a.statistics.ended == senda::status::cancelled);
    CHECK(a.upper_bound.has_value());
}

}  // namespace richest_test
