// SPDX-License-Identifier: MIT
#include "exhaustive.hpp"

#include <pacman/moves.hpp>

#include "random_maps.hpp"
#include "support/rounds.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <utility>
#include <vector>

namespace pacman_exhaustive_test {

using namespace senda::pacman;

/// The best routes among all walks with at most so many moves, each judged by a replay of its own.
struct all_walks {
    const board* map;
    std::optional<route> shortest = {};
    std::optional<route> richest = {};

    void try_up_to(std::size_t most) {
        std::vector<std::vector<direction>> walks{{}};
        for (std::size_t moves = 1; moves <= most; ++moves) {
            std::vector<std::vector<direction>> longer;
            for (const std::vector<direction>& walk : walks) {
                for (const direction d : directions) {
                    std::vector<direction> next = walk;
                    next.push_back(d);
                    if (judge(next) == verdict::going_on) longer.push_back(std::move(next));
                }
            }
            walks = std::move(longer);
        }
    }

    verdict judge(const std::vector<direction>& walk) {
        const replayed told = replay(*map, walk);
        if (told) {
            const route r{walk, told.places, told.energies.back()};
            if (!richest || r.left > richest->left) richest = r;
            const bool first = !shortest;
            if (first || (r.moves.size() == shortest->moves.size() && r.left > shortest->left))
                shortest = r;
        }
        return told.verdict;
    }
};

void check_best(const answer& a, const std::optional<route>& right) {
    REQUIRE(a.best.has_value() == right.has_value());
    CHECK(static_cast<bool>(a) == right.has_value());
    if (!right) return;
    CHECK(a.best->moves.size() == right->moves.size());
    CHECK(a.best->left == right->left);
}

board corridor(energy start_energy) {
    support::map_sketch map(5, 1);
    map.start_at(1, 0);
    map.goal_at(4, 0);
    map.at(0, 0) = {kind::food, 3};
    map.at(3, 0) = {kind::wall, 1};
    return map.board(start_energy);
}

}  // namespace pacman_exhaustive_test

TEST_CASE("the search of all states finds what trying all walks finds") {
    using namespace pacman_exhaustive_test;
    std::size_t won = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(200U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        if (map.width() * map.height() > 6 || map.start() == map.goal()) continue;
        const board poor = support::with_energy(map, static_cast<energy>(seed % 5));
        all_walks all{&poor};
        constexpr std::size_t most = 8;
        all.try_up_to(most);
        const answer shortest = support::solve_exhaustively(poor, goal_kind::shortest);
        const answer richest = support::solve_exhaustively(poor, goal_kind::richest);
        if (!shortest.best || shortest.best->moves.size() <= most)
            check_best(shortest, all.shortest);
        if (!richest.best || richest.best->moves.size() <= most) check_best(richest, all.richest);
        won += all.shortest.has_value();
    }
    CHECK(won > support::rounds(8));
}

TEST_CASE("the shortest route goes back for food when it must") {
    using namespace pacman_exhaustive_test;
    const answer direct = support::solve_exhaustively(corridor(4), goal_kind::shortest);
    REQUIRE(direct);
    CHECK(to_text(direct.best->moves) == "RRR");
    CHECK(direct.best->left == 0);
    CHECK(direct.lower_bound == 3);
    const answer detour = support::solve_exhaustively(corridor(3), goal_kind::shortest);
    REQUIRE(detour);
    CHECK(to_text(detour.best->moves) == "LRRRR");
    CHECK(detour.best->left == 0);
    const answer none = support::solve_exhaustively(corridor(1), goal_kind::shortest);
    CHECK(none.outcome == outcome::no_route);
    CHECK(none.obstacle == obstacle::exhausted);
    CHECK(none.lower_bound == no_moves);
    CHECK(none.statistics.ended == senda::status::exhausted);
}

TEST_CASE("the richest route gathers more than the shortest") {
    using namespace pacman_exhaustive_test;
    const answer a = support::solve_exhaustively(corridor(9), goal_kind::richest);
    REQUIRE(a);
    CHECK(a.best->left == 6);
    CHECK(a.upper_bound == 6);
    CHECK(a.best->moves.size() == 5);
    CHECK(support::solve_exhaustively(corridor(9), goal_kind::shortest).best->moves.size() == 3);
}

TEST_CASE("a start in the goal is won at once") {
    using namespace pacman_exhaustive_test;
    const board map = *board::make(1, 1, std::vector<tile>(1), {1, 1}, {1, 1}, -3);
    const answer a = support::solve_exhaustively(map, goal_kind::shortest);
    REQUIRE(a);
    CHECK(a.best->moves.empty());
    CHECK(a.best->cells == std::vector<place>{map.start()});
    CHECK(a.best->left == -3);
}

TEST_CASE("the search of all states keeps to its limits") {
    using namespace pacman_exhaustive_test;
    const board map = corridor(3);
    for (const goal_kind goal : {goal_kind::shortest, goal_kind::richest}) {
        const answer few = support::solve_exhaustively(map, goal, {.limits = {.expansions = 3}});
        CHECK(few.outcome == outcome::limit);
        CHECK(few.statistics.ended == senda::status::expansion_limit);
        CHECK(few.lower_bound <= 5);
        const answer small = support::solve_exhaustively(map, goal, {.limits = {.bytes = 100}});
        CHECK(small.statistics.ended == senda::status::memory_limit);
        const std::atomic<bool> stop = true;
        CHECK(support::solve_exhaustively(map, goal, {.stop = stop}).statistics.ended ==
              senda::status::cancelled);
    }
    support::map_sketch full(9, 9, {kind::food, 1});
    full.start_at(0, 0);
    full.goal_at(8, 8);
    CHECK(support::solve_exhaustively(full.board(5), goal_kind::shortest).outcome ==
          outcome::limit);
}
