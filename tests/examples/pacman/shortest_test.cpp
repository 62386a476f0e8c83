// SPDX-License-Identifier: MIT
#include <pacman/shortest.hpp>

#include <pacman/moves.hpp>

#include "exhaustive.hpp"
#include "random_maps.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <vector>

namespace pacman_shortest_test {

using namespace senda::pacman;
using support::with_energy;

void check_replays(const board& map, const answer& a) {
    REQUIRE(a.best.has_value());
    const replayed told = replay(map, a.best->moves);
    CHECK(told.verdict == verdict::won);
    CHECK(told.places == a.best->cells);
    CHECK(told.energies.back() == a.best->left);
}

/// Solves a map, and holds the answer against the search of all its states.
answer check_against_all_states(const board& map) {
    const answer right = support::solve_exhaustively(map, goal_kind::shortest);
    REQUIRE(right.outcome != outcome::limit);
    const answer found = shortest(map);
    REQUIRE(found.outcome == right.outcome);
    CHECK(found.obstacle == right.obstacle);
    CHECK(found.optimal == right.optimal);
    CHECK(found.lower_bound == right.lower_bound);
    CHECK(found.statistics.ended == right.statistics.ended);
    if (!right.best) {
        CHECK_FALSE(found.best.has_value());
        return right;
    }
    check_replays(map, found);
    CHECK(found.best->moves.size() == right.best->moves.size());
    CHECK(found.best->left == right.best->left);
    return right;
}

/// A field of food before a belt of high walls: nobody passes who has not eaten much.
board belt(std::size_t foods, std::uint32_t most_value, std::uint32_t width, energy start_energy) {
    senda::random_source random{7};
    support::map_sketch map(20, 20);
    map.start_at(0, 0);
    map.goal_at(19, 19);
    for (std::uint32_t column = 19 - width; column < 19; ++column)
        for (std::uint32_t row = 0; row < 20; ++row) map.at(column, row) = {kind::wall, 9};
    map.lay(kind::food, foods, 1, most_value, random);
    return map.board(start_energy);
}

TEST_CASE("whoever watches sees how many moves are needed at least") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        senda::search_progress seen;
        const senda::pacman::answer a = senda::pacman::shortest(map, {.progress = &seen});
        if (!a.best || a.best->moves.empty()) continue;
        REQUIRE(seen.now().bound.has_value());
        CHECK(*seen.now().bound == static_cast<std::int64_t>(a.best->moves.size()));
    }
}

}  // namespace pacman_shortest_test

TEST_CASE("the shortest route agrees with the search of all states") {
    using namespace pacman_shortest_test;
    std::size_t detours = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(500U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        check_against_all_states(map);
        const answer rich = check_against_all_states(with_energy(map, 100));
        // The less there is to begin with, the longer the way.
        for (energy e = 1; e <= 9; e += 4) {
            const answer a = check_against_all_states(with_energy(map, e));
            detours += a.best && a.best->moves.size() > rich.best->moves.size();
        }
    }
    CHECK(detours > support::rounds(20));
}

TEST_CASE("the shortest route is found with just enough energy") {
    using namespace pacman_shortest_test;
    for (std::uint64_t seed = 1; seed < 200; seed += 2) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        for (energy e = -1; e <= 15; ++e) {
            const board poor = with_energy(map, e);
            if (!support::solve_exhaustively(poor, goal_kind::shortest)) continue;
            check_against_all_states(poor);
            check_against_all_states(with_energy(map, e - 1));
            break;
        }
    }
}

TEST_CASE("the shortest way on is found in the middle of a game") {
    using namespace pacman_shortest_test;
    for (std::uint64_t seed = 0; seed < support::rounds(150U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        senda::random_source random{seed};
        situation now = initial_state(map);
        now.left += 20;
        for (int moves = 0; moves < 6; ++moves) {
            situation next = now;
            const direction d = directions[static_cast<std::size_t>(random.below(4))];
            if (make_move(map, next, d).verdict == verdict::going_on) now = next;
        }
        now.left = std::min<energy>(now.left, 1 + static_cast<energy>(random.below(9)));
        check_against_all_states(rest_of(map, now));
    }
}

TEST_CASE("a food or a bomb under the start works when the start is entered again") {
    using namespace pacman_shortest_test;
    support::map_sketch sketch(5, 1);
    sketch.start_at(1, 0);
    sketch.goal_at(4, 0);
    sketch.at(3, 0) = {kind::wall, 5};
    for (const tile t : {tile{kind::food, 9}, tile{kind::bomb, 2}, tile{kind::wall, 3}}) {
        sketch.at(2, 0) = t;
        const board map = sketch.board(12);
        const std::vector<bool> gone(map.one_time_cells().size());
        for (energy e = 1; e < 10; ++e) check_against_all_states(map.rest(map.at(3, 1), e, gone));
    }
}

TEST_CASE("full maps are solved, whatever they are made of") {
    using namespace pacman_shortest_test;
    for (const support::terrain_kind terrain : support::terrain_kinds) {
        for (const std::size_t foods : {60u, 150u, 300u}) {
            CAPTURE(support::to_string(terrain));
            CAPTURE(foods);
            const board map = support::full_map(terrain, foods, 8, 3);
            const answer a = shortest(map);
            CHECK(a.outcome != outcome::limit);
            if (a) check_replays(map, a);
            if (a) CHECK(a.lower_bound == a.best->moves.size());
        }
    }
}

TEST_CASE("much must be eaten before a belt of walls") {
    using namespace pacman_shortest_test;
    const board map = belt(60, 9, 5, 10);
    const answer a = shortest(map);
    REQUIRE(a);
    check_replays(map, a);
    CHECK(shortest(with_energy(map, 1000)).best->moves.size() == 38);
    CHECK(a.best->moves.size() >= 38);
}

TEST_CASE("too little food is proven without trying all orders to eat it in") {
    using namespace pacman_shortest_test;
    const answer a = shortest(belt(40, 3, 9, 20));
    CHECK(a.outcome == outcome::no_route);
    CHECK(a.obstacle == obstacle::exhausted);
    CHECK(a.lower_bound == no_moves);
}

TEST_CASE("all food together is never said to be too little where a route exists") {
    using namespace pacman_shortest_test;
    std::size_t proven = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        CAPTURE(seed);
        const board map = with_energy(support::random_map(seed), static_cast<energy>(seed % 7));
        const answer right = support::solve_exhaustively(map, goal_kind::shortest);
        if (right.obstacle == obstacle::unreachable) continue;
        detail::infeasibility_proof all_food(map);
        if (!all_food.is_open()) continue;
        detail::search_control control({});
        all_food.run(control);
        if (all_food.is_proven()) CHECK(right.outcome == outcome::no_route);
        if (all_food.found()) CHECK(replay(map, all_food.found()->moves).verdict == verdict::won);
        proven += all_food.is_proven();
    }
    CHECK(proven > support::rounds(20));
}

TEST_CASE("the shortest route keeps to its limits, and what it says then is true") {
    using namespace pacman_shortest_test;
    for (std::uint64_t seed = 0; seed < support::rounds(120U); ++seed) {
        CAPTURE(seed);
        const board map = with_energy(support::random_map(seed), 5);
        const answer right = support::solve_exhaustively(map, goal_kind::shortest);
        for (const std::uint64_t few : {0u, 1u, 5u, 20u, 100u}) {
            const answer a = shortest(map, {.limits = {.expansions = few}});
            CHECK(a.statistics.expanded <= few);
            CHECK(a.lower_bound <= right.lower_bound);
            if (a.best) check_replays(map, a);
            if (a.outcome == outcome::limit) {
                CHECK_FALSE(a.optimal);
                CHECK(a.statistics.ended == senda::status::expansion_limit);
            } else {
                CHECK(a.outcome == right.outcome);
            }
        }
    }
    const board hard = belt(150, 3, 4, 3);
    const std::atomic<bool> stop = true;
    CHECK(shortest(hard, {.stop = stop}).statistics.ended == senda::status::cancelled);
    CHECK(shortest(hard, {.limits = {.time = 0.0}}).statistics.ended == senda::status::time_limit);
    CHECK(shortest(hard, {.limits = {.bytes = 200'000}}).statistics.ended ==
          senda::status::memory_limit);
}

TEST_CASE("a large map is solved when the energy is ample") {
    using namespace pacman_shortest_test;
    senda::random_source random{5};
    support::map_sketch sketch(120, 90);
    sketch.start_at(3, 4);
    sketch.goal_at(110, 85);
    sketch.scatter(kind::food, 0.1, 1, 9, random);
    sketch.scatter(kind::bomb, 0.1, 1, 9, random);
    sketch.scatter(kind::solid, 0.1, 0, 0, random);
    const board map = sketch.board(100'000);
    const answer a = shortest(map);
    REQUIRE(a);
    check_replays(map, a);
}
