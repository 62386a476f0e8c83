// SPDX-License-Identifier: MIT
#include <rush_hour/solve.hpp>

#include "boards.hpp"
#include "small_components.hpp"
#include "support/rounds.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <rush_hour/rules.hpp>
#include <string>

namespace solve_test {

using namespace senda::rush_hour;
using support::board_of;
using counting = support::text_component::counting;

constexpr std::array engines{engine::fast, engine::bfs, engine::astar};
constexpr std::array metrics{metric::slide, metric::step};

/// Checks an answer that no limit cut short; `cost` is -1 if there is no solution.
void check_answer(const board& b, const answer& a, metric count, int cost) {
    if (cost < 0) {
        CHECK(a.outcome == outcome::no_route);
        CHECK(a.statistics.ended == senda::status::exhausted);
        CHECK(a.lower_bound == no_moves);
        CHECK(!a.cost);
        CHECK(a.solution.empty());
        return;
    }
    REQUIRE(a.outcome == outcome::solved);
    CHECK(a.statistics.ended == senda::status::found);
    CHECK(a.cost == static_cast<std::uint32_t>(cost));
    CHECK(a.lower_bound == a.cost);
    CHECK(replay(b, a.solution).verdict == verdict::solved);
    CHECK((count == metric::slide ? a.solution.size() : count_steps(a.solution)) == a.cost);
}

/// A board of many positions that takes 31 slides.
board large() { return board_of("ooBCoxDDBCEoAAoFEoooGFHHIoGJJKIxoooK"); }

TEST_CASE("every engine solves the known boards with the fewest slides and steps") {
    solver s;
    for (const support::known_board& known : support::known_boards) {
        CAPTURE(known.text);
        const board b = board_of(known.text);
        for (const engine how : engines) {
            if (how != engine::fast && known.states > 2000) continue;
            CAPTURE(static_cast<int>(how));
            check_answer(b, s.solve(b, {.how = how}), metric::slide, known.slides);
            check_answer(b, s.solve(b, {.count = metric::step, .how = how}), metric::step,
                         known.steps);
        }
    }
}

TEST_CASE("every engine agrees with the slow search on random boards") {
    solver s;
    int unsolvable = 0;
    support::for_each_small_component(1, 150, 120, [&](const board& b, const auto& slow) {
        unsolvable += slow.distance(counting::slides) < 0 ? 1 : 0;
        for (const engine how : engines) {
            CAPTURE(static_cast<int>(how));
            check_answer(b, s.solve(b, {.how = how}), metric::slide,
                         slow.distance(counting::slides));
            check_answer(b, s.solve(b, {.count = metric::step, .how = how}), metric::step,
                         slow.distance(counting::steps));
        }
    });
    CHECK(unsolvable > support::rounds(20));
    CHECK(unsolvable < support::rounds(130));
}

TEST_CASE("a solved board takes no moves and a free way one") {
    for (const engine how : engines) {
        const answer none = solve(board_of("ooooooooooooooooAAoooooooooooooooooo"), {.how = how});
        CHECK(none.cost == 0U);
        CHECK(none.solution.empty());
        const answer one = solve(board_of("ooooooooooooAAoooooooooooooooooooooo"), {.how = how});
        CHECK(one.cost == 1U);
        CHECK(one.solution == std::vector{move{'A', 4}});
    }
    const board b = board_of("ooooooooooooAAoooooooooooooooooooooo");
    const answer steps = solve(b, {.count = metric::step});
    CHECK(steps.cost == 4U);
    CHECK(steps.solution == std::vector{move{'A', 4}});
}

TEST_CASE("a vehicle of the red car's own row or a wall before it is proof enough") {
    for (const std::string text :
         {"ooooooooooooAAoBBooooooooooooooooooo", "oooooooooooooAAooxoooooooooooooooooo",
          "BBoooooooooooAAxoooooooooooooooooooo"}) {
        CAPTURE(text);
        for (const engine how : engines)
            check_answer(board_of(text), solve(board_of(text), {.how = how}), metric::slide, -1);
    }
}

TEST_CASE("a solver answers the same in whatever memory was used before") {
    solver used;
    const answer before = used.solve(large());
    CHECK(used.solve(board_of(support::known_boards[0].text)).outcome == outcome::no_route);
    const answer again = used.solve(large());
    CHECK(again.solution == before.solution);
    CHECK(again.statistics.expanded == before.statistics.expanded);
    CHECK(again.statistics.states == before.statistics.states);
    CHECK(solve(large()).solution == before.solution);
}

TEST_CASE("a limit on expansions leaves a lower bound that holds") {
    const board b = board_of("ooBooCooBxoCAABooCoooooooooooooooDDD");
    for (const metric count : metrics) {
        for (const engine how : engines) {
            const answer whole = solve(b, {.count = count, .how = how});
            REQUIRE(whole);
            std::uint32_t before = 0;
            for (std::uint64_t n = 0; n < whole.statistics.expanded; ++n) {
                const answer cut =
                    solve(b, {.count = count, .how = how, .limits = {.expansions = n}});
                if (cut) break;  // some engines go on for a while after the goal was met
                CHECK(cut.outcome == outcome::limit);
                CHECK(cut.statistics.ended == senda::status::expansion_limit);
                CHECK(cut.statistics.expanded == n);
                CHECK(!cut.cost);
                CHECK(cut.lower_bound >= before);
                CHECK(cut.lower_bound <= *whole.cost);
                before = cut.lower_bound;
            }
            CHECK(before > 2);
        }
    }
}

TEST_CASE("limits on memory, time and cost and the stop token end every engine") {
    const std::uint32_t cost = *solve(large()).cost;
    for (const engine how : engines) {
        CAPTURE(static_cast<int>(how));
        const auto ended = [&](const senda::limits& l, senda::stop_token stop = {}) {
            const answer a = solve(large(), {.how = how, .limits = l, .stop = stop});
            CHECK(a.outcome == outcome::limit);
            CHECK(!a.cost);
            CHECK(a.lower_bound <= cost);
            return a.statistics.ended;
        };
        using senda::status;
        CHECK(ended({.bytes = 100}) == status::memory_limit);
        CHECK(ended({.bytes = 60'000}) == status::memory_limit);
        CHECK(ended({.time = 0.0}) == status::time_limit);
        CHECK(ended({.cost = cost - 1.0}) == status::cost_limit);
        CHECK(ended({.cost = 0}) == status::cost_limit);
        const std::atomic<bool> stop{true};
        CHECK(ended({}, stop) == status::cancelled);
        CHECK(solve(large(), {.how = how, .limits = {.cost = static_cast<double>(cost)}}).cost ==
              cost);
    }
}

TEST_CASE("a limit on cost tells what it proved") {
    const std::uint32_t cost = *solve(large()).cost;
    for (std::uint32_t most = 0; most < cost; ++most)
        CHECK(solve(large(), {.limits = {.cost = static_cast<double>(most)}}).lower_bound ==
              most + 1);
}

TEST_CASE("a small limit on memory holds for a solver that had more before") {
    solver s;
    CHECK(s.solve(large()));
    const answer cut = s.solve(large(), {.limits = {.bytes = 60'000}});
    CHECK(cut.statistics.ended == senda::status::memory_limit);
    CHECK(cut.statistics.bytes <= 60'000);
    CHECK(s.solve(large()));
}

}  // namespace solve_test
