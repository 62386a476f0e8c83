// SPDX-License-Identifier: MIT
#include <rush_hour/examine.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/report.hpp>

#include "boards.hpp"
#include "small_components.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

using namespace senda::rush_hour;

namespace {

board board_of(const char* text) { return *parse_text(text); }

const board eight_moves = board_of("oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo");
const board unsolvable = board_of("BooCooBooCoDAAoCoDoEoFFGoEHHoGoEoooG");

}  // namespace

TEST_CASE("an examination agrees with what is known about every board, in the same memory") {
    examiner one;
    for (const support::known_board& known : support::known_boards) {
        if (known.states > 1000) continue;
        CAPTURE(known.text);
        const board b = board_of(known.text);
        const findings all = one.examine(b, {}, depth::analysed);
        REQUIRE(all.component);
        CHECK(all.component->states == known.states);
        CHECK(all.component->goals == known.solved);
        CHECK(all.component->optimal_count == known.optimal);
        CHECK(all.found.cost.has_value() == (known.slides >= 0));
        CHECK(all.rated.has_value() == (known.slides >= 0));
        if (known.slides < 0) {
            CHECK_FALSE(all.moves);
            CHECK_FALSE(all.component->deepest_moves);
            CHECK(all.ended == senda::status::exhausted);
            continue;
        }
        CHECK(all.moves == static_cast<std::uint32_t>(known.slides));
        CHECK(all.steps == static_cast<std::uint32_t>(known.steps));
        CHECK(all.rated->moves == all.moves);
        CHECK(all.component->deepest_moves == static_cast<std::uint32_t>(known.deepest_slides));
        CHECK(all.component->deepest_steps == static_cast<std::uint32_t>(known.deepest_steps));
        CHECK(all.ended == senda::status::found);
    }
}

TEST_CASE("the solution is in the metric that was asked for, and both counts are there") {
    const findings slides = examine(eight_moves);
    const findings steps = examine(eight_moves, {.count = metric::step});
    CHECK(slides.found.solution.size() == 8);
    CHECK(count_steps(steps.found.solution) == 12);
    CHECK(slides.moves == steps.moves);
    CHECK(slides.steps == steps.steps);
    CHECK(slides.rated == steps.rated);
    CHECK_FALSE(slides.component);
}

TEST_CASE("limits hold for all searches of an examination put together") {
    const findings whole = examine(eight_moves, {}, depth::analysed);
    const std::uint64_t needed = whole.found.statistics.expanded;
    const std::uint64_t first = solve(eight_moves).statistics.expanded;
    REQUIRE(first + 10 < needed);
    for (const std::uint64_t limit : {first / 2, first + 1, needed - 1}) {
        CAPTURE(limit);
        const findings part = examine(eight_moves, {.limits = {.expansions = limit}});
        CHECK(part.ended == senda::status::expansion_limit);
        CHECK(part.found.cost.has_value() == (limit >= first));
        CHECK(part.found.statistics.expanded <= limit);
        CHECK_FALSE(part.rated);
    }
    CHECK(examine(eight_moves, {.limits = {.expansions = needed}}).rated == whole.rated);
}

TEST_CASE("answers and replays are told in words") {
    CHECK(about(eight_moves) == "10 vehicles");
    CHECK(about(board_of("ooooooooooooAAooooooooooxooooooooooo")) == "1 vehicle, 1 wall");
    CHECK(headline(solve(eight_moves), metric::slide) == "solved: 8 moves");
    CHECK(headline(solve(unsolvable), metric::slide).starts_with("no solution"));
    CHECK(headline(solve(eight_moves, {.limits = {.expansions = 2}}), metric::slide) ==
          "stopped by the limit on expansions before the answer was proven");

    const auto told = [](const char* moves) {
        const std::vector<move> list = *parse_moves(moves);
        return explain(list, replay(eight_moves, list));
    };
    CHECK(told(to_string(solve(eight_moves).solution).c_str())
              .starts_with("the moves solve the board: 8 moves ("));
    CHECK(told("") ==
          "the board is not solved after 0 moves (0 steps): the red car is 3 cells "
          "from the exit");
    CHECK(told("F-1 A+1") == "move 2, A+1, is not possible: A can go 0 cells right");
    CHECK(told("D-2") == "move 1, D-2, is not possible: D can go 1 cell up");
    CHECK(told("Z+1") == "move 1, Z+1, is not possible: there is no vehicle Z");
}

TEST_CASE("on several threads the same is found about a board") {
    support::for_each_small_component(
        91, 120, 2000, [](const board& b, const support::text_component&) {
            examiner alone, together;
            for (const metric count : {metric::slide, metric::step})
                for (const depth how_deep : {depth::rated, depth::analysed}) {
                    const findings one = alone.examine(b, {.count = count}, how_deep);
                    const findings three = together.examine(b, {.count = count}, how_deep, 3);
                    CHECK(one.found.solution == three.found.solution);
                    CHECK(one.found.outcome == three.found.outcome);
                    CHECK(one.found.statistics.expanded == three.found.statistics.expanded);
                    CHECK(one.moves == three.moves);
                    CHECK(one.steps == three.steps);
                    CHECK(one.rated == three.rated);
                    CHECK(one.ended == three.ended);
                    REQUIRE(one.component.has_value() == three.component.has_value());
                    if (!one.component) continue;
                    CHECK(one.component->states == three.component->states);
                    CHECK(one.component->deepest_steps == three.component->deepest_steps);
                    CHECK(one.component->optimal_count == three.component->optimal_count);
                }
        });
}
