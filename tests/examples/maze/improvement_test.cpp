// SPDX-License-Identifier: MIT
// Routes where a proof does not come: near the best, and valid by the rules.
#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"
#include "written_mazes.hpp"

#include <maze/richest_route.hpp>
#include <maze/solve.hpp>
#include <maze/solver/route_improvement.hpp>
#include <senda/search/control.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <vector>

namespace improvement_test {

using namespace senda::maze;

/// A field without a loss, with treasures, and a corridor that takes nearly all that they give.
board gate(int side, int treasures, std::uint64_t seed) {
    support::split_mix64 random{seed};
    const int toll = 5 * treasures + 9;
    const int length = (toll + 8) / 9;
    support::maze_sketch maze{side, side + length + 1, '#'};
    for (int row = 0; row < side; ++row)
        for (int col = 0; col < side; ++col) maze.at(row, col) = '0';
    maze.at(0, 0) = 'S';
    maze.treasures(treasures, random);
    for (int i = 0; i < length; ++i)
        maze.at(side - 1, side + i) = i + 1 < length ? '9' : static_cast<char>('0' + toll % 9);
    maze.at(side - 1, side + length) = 'E';
    return maze.board(10);
}

/// The steps of the least tree of the start, all treasures and the end, without walls. A good route
/// that takes all of them is not much longer.
std::uint64_t steps_of_tree(const board& b) {
    std::vector<place> left = b.treasures();
    left.push_back(b.end());
    std::vector<place> in{b.start()};
    std::uint64_t steps = 0;
    while (!left.empty()) {
        std::size_t nearest = 0;
        std::uint32_t least = far_away;
        for (std::size_t i = 0; i < left.size(); ++i)
            for (const place p : in)
                if (const std::uint32_t d = detail::manhattan_distance(b, p, left[i]); d < least) {
                    least = d;
                    nearest = i;
                }
        steps += least;
        in.push_back(left[nearest]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(nearest));
    }
    return steps;
}

void check_route(const board& b, const std::optional<route>& r) {
    REQUIRE(r);
    const replayed walk = replay(b, r->cells);
    CHECK(walk);
    CHECK(walk.life.back() == r->life);
}

TEST_CASE("where a limit comes before the proof, the best known route is near the bound") {
    for (const std::uint64_t seed : {0U, 1U}) {
        CAPTURE(seed);
        const board b = gate(9, 14, seed);
        const answer a = solve(b, {.limits = {.expansions = 40'000}});
        REQUIRE(a.outcome == outcome::limit);
        check_route(b, a.feasible);
        CHECK(a.feasible->steps() >= a.lower_bound);
        CHECK(a.feasible->steps() < steps_of_tree(b) * 5 / 4);
    }
}

TEST_CASE("so is the route with the most life") {
    for (const std::uint64_t seed : {0U, 1U}) {
        CAPTURE(seed);
        const board b = support::with_life(gate(12, 24, seed), 200);
        const richest_answer a = richest_route(b, {.limits = {.expansions = 2'000}});
        REQUIRE(a.outcome == outcome::limit);
        check_route(b, a.best);
        CHECK(a.best->steps() >= a.lower_bound);
        CHECK(a.best->life == a.upper_bound);
        CHECK(a.best->steps() < steps_of_tree(b) * 5 / 4);
    }
}

TEST_CASE("a route with the most life is known long before the search for it ends") {
    // A treasure at each tooth of a comb, most of which cost more than they give.
    const board b = support::board_of(
        "N=13, M=36, P=100\n"
        "####################################\n"
        "##################T#####T###T#######\n"
        "##################1#####0###1#T#####\n"
        "##T#####T#####T###1#T###0###0#0#T###\n"
        "##1###T#0#####1###1#1###1###1#1#0###\n"
        "##0#T#0#0#T#T#0#T#0#1#T#1#T#1#0#1###\n"
        "#S33333333333333333333333333333333E#\n"
        "##0#1#T#0#1#0#0#0#0#0#0#0#T#T#0#0###\n"
        "##T#T###1#0#1#T#0#T#0#0#0#####0#T###\n"
        "########0#1#T###0###1#T#T#####0#####\n"
        "########0#0#####T###T#########0#####\n"
        "########T#T###################T#####\n"
        "####################################\n");
    const richest_answer a = richest_route(b, {.limits = {.expansions = 20'000}});
    check_route(b, a.best);
    CHECK(a.best->life == 42);
    CHECK(a.upper_bound == 42);
}

TEST_CASE("a route that is made better wins, and is never worse or better than the best") {
    using detail::route_aim;
    int shorter = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(200U); ++seed) {
        const board b = support::random_maze(seed);
        const richest_answer richest = richest_route(b);
        if (!richest) continue;
        CAPTURE(seed);
        const answer fewest = solve(b);
        detail::search_control control{senda::options{}};
        const route by_steps = detail::route_improver(b, control, route_aim::fewest_steps)
                                   .improve(*richest.best, 20'000);
        check_route(b, by_steps);
        CHECK(by_steps.steps() <= richest.best->steps());
        CHECK(by_steps.steps() >= fewest.optimal->steps());
        shorter += by_steps.steps() < richest.best->steps() ? 1 : 0;
        const route by_life = detail::route_improver(b, control, route_aim::most_life)
                                  .improve(*fewest.optimal, 20'000);
        check_route(b, by_life);
        CHECK(by_life.life >= fewest.optimal->life);
        CHECK(by_life.life <= richest.best->life);
    }
    CHECK(shorter > static_cast<int>(support::rounds(200U)) / 40);
}

TEST_CASE("limits of any kind leave routes that win") {
    for (std::uint64_t seed = 0; seed < support::rounds(200U); ++seed) {
        CAPTURE(seed);
        const board b = support::random_maze(seed);
        const answer all = solve(b);
        for (const senda::limits& most :
             {senda::limits{.expansions = 50}, senda::limits{.expansions = 400},
              senda::limits{.bytes = 20'000}, senda::limits{.time = 0.0}}) {
            const answer a = solve(b, {.limits = most});
            if (a.feasible) check_route(b, a.feasible);
            if (a.feasible && all.optimal) CHECK(a.feasible->steps() >= all.optimal->steps());
            CHECK(a.lower_bound <= all.lower_bound);
        }
    }
}

}  // namespace improvement_test
