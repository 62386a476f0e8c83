// SPDX-License-Identifier: MIT
#include <maze/exhaustive.hpp>
#include <maze/game.hpp>
#include <maze/pareto_front.hpp>
#include <maze/richest_route.hpp>

#include "all_states.hpp"
#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"
#include "written_mazes.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

namespace trade_test {

using namespace senda::maze;

using pair = std::pair<std::uint64_t, life_points>;

/// The front by looking at every state.
std::vector<pair> front_of_all_states(const board& b) {
    std::vector<pair> front;
    support::for_each_state(b, [&](const state& s, std::uint64_t steps) {
        if (s.at != b.end() || (!front.empty() && front.back().second >= s.life)) return;
        if (!front.empty() && front.back().first == steps) front.pop_back();
        front.emplace_back(steps, s.life);
    });
    return front;
}

std::vector<pair> pairs_of(const std::vector<route>& routes) {
    std::vector<pair> all;
    for (const route& r : routes) all.emplace_back(r.steps(), r.life);
    return all;
}

void check_replays(const board& b, const route& r) {
    const replayed walk = replay(b, r.cells);
    REQUIRE(walk);
    CHECK(walk.life.back() == r.life);
}

TEST_CASE("the trade between steps and life is that of all states") {
    int traded = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(600U); ++seed) {
        const board b = support::random_maze(seed);
        if (b.treasures().size() > 7) continue;
        CAPTURE(seed);
        const std::vector<pair> expected = front_of_all_states(b);
        const pareto_answer trade = pareto_front(b);
        const richest_answer richest = richest_route(b);
        CHECK(trade.ended == richest.ended);
        CHECK(pairs_of(trade.front) == expected);
        for (const route& r : trade.front) check_replays(b, r);
        if (expected.empty()) {
            CHECK(trade.outcome == outcome::no_route);
            CHECK(richest.outcome == outcome::no_route);
            CHECK(trade.obstacle != obstacle::none);
            CHECK(trade.obstacle == richest.obstacle);
            CHECK_FALSE(richest.best);
            continue;
        }
        traded += expected.size() > 1 ? 1 : 0;
        CHECK(trade);
        CHECK(trade.proven_below == no_steps);
        CHECK(trade.upper_bound == expected.back().second);
        REQUIRE(richest);
        CHECK(pair(richest.best->steps(), richest.best->life) == expected.back());
        CHECK(richest.upper_bound == expected.back().second);
        CHECK(richest.lower_bound == expected.back().first);
        check_replays(b, *richest.best);
    }
    CHECK(traded > support::rounds(100));
}

TEST_CASE("an answer that is proven with the last expansion allowed was not stopped") {
    for (std::uint64_t seed = 0; seed < (support::is_slow ? 8U : 150U); ++seed) {
        const board b = support::random_maze(seed);
        if (b.treasures().size() > 7) continue;
        CAPTURE(seed);
        for (std::uint64_t most = 0; most < 400; ++most) {
            CAPTURE(most);
            const answer a = solve(b, {.limits = {.expansions = most}});
            const pareto_answer trade = pareto_front(b, {.limits = {.expansions = most}});
            REQUIRE((a.outcome == outcome::limit) == !senda::stopped_by(a.ended).empty());
            REQUIRE((trade.outcome == outcome::limit) == !senda::stopped_by(trade.ended).empty());
            if (trade.outcome != outcome::limit) break;
        }
    }
}

TEST_CASE("what a limit leaves of the trade is true") {
    int stopped = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        const board b = support::random_maze(seed);
        if (b.treasures().size() > 7) continue;
        CAPTURE(seed);
        const std::vector<pair> expected = front_of_all_states(b);
        for (const std::uint64_t most : {0U, 10U, 300U, 1000U, 2000U, 4000U}) {
            CAPTURE(most);
            const pareto_answer trade = pareto_front(b, {.limits = {.expansions = most}});
            for (const route& r : trade.front) check_replays(b, r);
            for (const pair& p : expected) {
                CHECK(trade.upper_bound >= p.second);
                bool has_it = false;
                for (const route& r : trade.front) has_it = has_it || pair(r.steps(), r.life) == p;
                CHECK((has_it || p.first >= trade.proven_below));
            }
            stopped += trade.outcome == outcome::limit ? 1 : 0;
            CHECK((trade.outcome == outcome::limit) == !senda::stopped_by(trade.ended).empty());

            const richest_answer richest = richest_route(b, {.limits = {.expansions = most}});
            if (richest.best) check_replays(b, *richest.best);
            if (expected.empty()) continue;
            CHECK(richest.upper_bound >= expected.back().second);
            if (!richest.best) continue;
            CHECK(richest.best->life <= expected.back().second);
            if (richest.best->life == expected.back().second)
                CHECK(richest.lower_bound <= expected.back().first);
            CHECK(richest.lower_bound <= richest.best->steps());
        }
    }
    CHECK(stopped > support::rounds(100));
}

TEST_CASE("the trade between steps and life keeps to a limit on memory") {
    int stopped = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        const board b = support::random_maze(seed);
        const pareto_answer all = pareto_front(b);
        for (const std::uint64_t bytes : {100U, 1000U, 4000U, 16'000U}) {
            CAPTURE(seed);
            CAPTURE(bytes);
            const senda::options o{.limits = {.bytes = bytes}};
            const pareto_answer trade = pareto_front(b, o);
            const richest_answer richest = richest_route(b, o);
            CHECK(trade.statistics.bytes <= bytes);
            CHECK(richest.statistics.bytes <= bytes);
            if (trade) CHECK(pairs_of(trade.front) == pairs_of(all.front));
            if (richest) CHECK(richest.best->life == all.front.back().life);
            if (trade.outcome == outcome::limit) {
                CHECK(trade.ended == senda::status::memory_limit);
                ++stopped;
            }
        }
    }
    CHECK(stopped > support::rounds(10));
}

TEST_CASE("a treasure behind the end is no bound on the life") {
    const board b = support::board_of("N=1, M=6, P=9\nS1E0TT\n");
    const richest_answer richest = richest_route(b);
    REQUIRE(richest);
    CHECK(richest.best->life == 8);
    CHECK(richest.upper_bound == 8);
}

TEST_CASE("treasures that zeros join are taken together, and the fewest steps for them found") {
    const board b = support::board_of(
        "N=3, M=9, P=3\n"
        "T0T0S1010\n"
        "0###0###0\n"
        "T00T0000E\n");
    const richest_answer richest = richest_route(b);
    REQUIRE(richest);
    CHECK(richest.best->life == 23);
    CHECK(richest.best->steps() == 14);
    const pareto_answer trade = pareto_front(b);
    CHECK(pairs_of(trade.front) == std::vector<pair>{{6, 3}, {8, 8}, {12, 13}, {14, 23}});
}

}  // namespace trade_test
