// SPDX-License-Identifier: MIT
#include <rush_hour/component.hpp>

#include "boards.hpp"
#include "small_components.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <optional>
#include <rush_hour/rules.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <string>
#include <vector>

namespace {

using namespace senda::rush_hour;
using support::board_of;
using counting = support::text_component::counting;

constexpr std::array metrics{metric::slide, metric::step};

/// The card that the figures of the documentation are from.
board first_card() { return board_of("DD...OP..Q.OPAAQ.OP..Q..B...CCB.RRR."); }

std::optional<std::uint32_t> as_distance(int known) {
    if (known < 0) return std::nullopt;
    return static_cast<std::uint32_t>(known);
}

}  // namespace

TEST_CASE("the component of the classic first card has the published figures") {
    const board b = first_card();
    const component all(b);
    REQUIRE(all.complete());
    CHECK(all.distance(b) == 8U);
    CHECK(all.distance(b, metric::step) == 16U);
    CHECK(all.states() == 1247);
    CHECK(all.goals() == 172);
    CHECK(all.deepest().moves == 9);
    CHECK(all.deepest(metric::step).moves == 18);
    CHECK(all.optimal_count(b) == 61);
    CHECK(all.optimal_count(b, metric::step) == 207936);
}

TEST_CASE("the components of the known boards have their figures") {
    component all;
    for (const support::known_board& known : support::known_boards) {
        CAPTURE(known.text);
        const board b = board_of(known.text);
        REQUIRE(all.analyse(b));
        CHECK(all.states() == known.states);
        CHECK(all.goals() == known.solved);
        CHECK(all.solvable() == (known.solved > 0));
        CHECK(all.contains(b));
        CHECK(all.distance(b) == as_distance(known.slides));
        CHECK(all.optimal_count(b) == known.optimal);
        if (known.states > 4000) continue;
        CHECK(all.distance(b, metric::step) == as_distance(known.steps));
        if (!all.solvable()) continue;
        CHECK(all.deepest().moves == static_cast<std::uint32_t>(known.deepest_slides));
        CHECK(all.deepest(metric::step).moves == static_cast<std::uint32_t>(known.deepest_steps));
    }
}

TEST_CASE("every position of a random board is as far from solved as the slow search says") {
    component all;
    support::for_each_small_component(6, 60, 100, [&](const board& b, const auto& slow) {
        REQUIRE(all.analyse(b));
        REQUIRE(all.states() == slow.states());
        CHECK(all.goals() == slow.solved_states());
        for (std::size_t i = 0; i < slow.states(); ++i) {
            const board at = board_of(slow.boards()[i]);
            CHECK(all.contains(at));
            CHECK(all.distance(at) == as_distance(slow.distance(counting::slides, i)));
            CHECK(all.distance(at, metric::step) == as_distance(slow.distance(counting::steps, i)));
        }
        CHECK(all.optimal_count(b) == slow.optimal_count(counting::slides));
        CHECK(all.optimal_count(b, metric::step) == slow.optimal_count(counting::steps));
    });
}

TEST_CASE("the best move is the first that leads nearer by what it costs") {
    component all;
    support::for_each_small_component(7, 60, 60, [&](const board& b, const auto& slow) {
        REQUIRE(all.analyse(b));
        for (const std::string& text : slow.boards()) {
            const board at = board_of(text);
            for (const metric count : metrics) {
                const std::optional<std::uint32_t> here = all.distance(at, count);
                std::optional<move> first;
                for_each_move(at, [&](move m) {
                    const unsigned cost =
                        count == metric::slide ? 1U : static_cast<unsigned>(std::abs(int{m.by}));
                    const std::optional<std::uint32_t> there = all.distance(*after(at, m), count);
                    if (!first && here && *there + cost == *here) first = m;
                });
                CHECK(all.best_move(at, count) == first);
            }
        }
    });
}

TEST_CASE("the canonical solution takes the best move everywhere") {
    const component all(first_card());
    for (const metric count : metrics) {
        const std::vector<move> moves = all.canonical_solution(first_card(), count);
        const replayed told = replay(first_card(), moves);
        CHECK(told.verdict == verdict::solved);
        CHECK((count == metric::slide ? moves.size() : count_steps(moves)) ==
              all.distance(first_card(), count));
        CHECK(all.best_move(first_card(), count) == moves.front());
    }
    CHECK(to_string(all.canonical_solution(first_card())) == "C-3 D+1 O+3 P-1 B-1 R-2 Q+2 A+3");
}

TEST_CASE("the levels hold every position once, at its distance") {
    const component all(first_card());
    for (const metric count : metrics) {
        CHECK(all.levels(count) == all.deepest(count).moves + 1);
        std::size_t sum = 0;
        for (std::size_t d = 0; d < all.levels(count); ++d) {
            REQUIRE(all.level_size(d, count) > 0);
            sum += all.level_size(d, count);
            for (std::size_t i = 0; i < all.level_size(d, count); i += 7)
                CHECK(all.distance(all.board_at(d, i, count), count) == d);
        }
        CHECK(sum == all.states());
        CHECK(all.level_size(all.levels(count), count) == 0);
        std::size_t seen = 0;
        std::size_t wrong = 0;
        all.for_each_position(
            [&](const position& p, std::uint32_t distance) {
                ++seen;
                if (seen % 7 == 0)
                    wrong += all.distance(all.park().board_of(p), count) == distance ? 0U : 1U;
            },
            count);
        CHECK(seen == all.states());
        CHECK(wrong == 0);
    }
    CHECK(all.level_size(0) == all.goals());
}

TEST_CASE("a component without a solved position has no distances") {
    const board b = board_of(support::known_boards[2].text);
    const component all(b);
    REQUIRE(all.complete());
    CHECK(all.states() == support::known_boards[2].states);
    CHECK(all.goals() == 0);
    CHECK(!all.solvable());
    CHECK(all.contains(b));
    for (const metric count : metrics) {
        CHECK(!all.distance(b, count));
        CHECK(!all.best_move(b, count));
        CHECK(all.canonical_solution(b, count).empty());
        CHECK(all.optimal_count(b, count) == 0);
        CHECK(all.levels(count) == 0);
        CHECK(all.deepest(count).board == b);
    }
    std::size_t seen = 0;
    all.for_each_position([&](const position&, std::uint32_t distance) {
        ++seen;
        CHECK(distance == no_moves);
    });
    CHECK(seen == all.states());
}

TEST_CASE("a board of another component is not in it") {
    const component all(first_card());
    const board other = board_of(support::known_boards[40].text);
    CHECK(!all.contains(other));
    CHECK(!all.distance(other));
    CHECK(!all.best_move(other));
    CHECK(all.canonical_solution(other).empty());
    CHECK(all.optimal_count(other) == 0);
}

TEST_CASE("a limit leaves a component that knows only what stopped it") {
    const auto ended = [](const senda::limits& l, senda::stop_token stop = {}) {
        component all;
        CHECK(!all.analyse(first_card(), l, stop));
        CHECK(!all.complete());
        CHECK(!all.contains(first_card()));
        CHECK(!all.distance(first_card()));
        CHECK(!all.best_move(first_card()));
        CHECK(all.optimal_count(first_card()) == 0);
        all.for_each_position([](const position&, std::uint32_t) { FAIL("there is none"); });
        return all.statistics().ended;
    };
    using senda::status;
    CHECK(ended({.expansions = 0}) == status::expansion_limit);
    CHECK(ended({.expansions = 1000}) == status::expansion_limit);
    CHECK(ended({.expansions = 2 * 1247 - 1}) == status::expansion_limit);
    CHECK(ended({.bytes = 100}) == status::memory_limit);
    CHECK(ended({.bytes = 80'000}) == status::memory_limit);
    CHECK(ended({.time = 0.0}) == status::time_limit);
    const std::atomic<bool> stop{true};
    CHECK(ended({}, stop) == status::cancelled);
    CHECK(component(first_card(), {.expansions = 2 * 1247}).complete());
}

TEST_CASE("a component that a limit stopped counts the solved positions found") {
    component all;
    CHECK_FALSE(all.analyse(first_card(), {.expansions = 2 * 1247 - 1}));
    CHECK(all.goals() == 172);
    CHECK_FALSE(all.analyse(first_card(), {.expansions = 1000}));
    CHECK(all.goals() == 0);
    CHECK_FALSE(all.contains(first_card()));
}

TEST_CASE("a component can be used again after a limit and after steps") {
    component all;
    CHECK(!all.analyse(first_card(), {.expansions = 100}));
    CHECK(all.analyse(first_card()));
    CHECK(all.distance(first_card(), metric::step) == 16U);
    const board other = board_of(support::known_boards[40].text);
    CHECK(all.analyse(other));
    CHECK(all.states() == support::known_boards[40].states);
    CHECK(all.distance(other, metric::step) ==
          static_cast<std::uint32_t>(support::known_boards[40].steps));
    CHECK(!all.contains(first_card()));
    CHECK(all.analyse(first_card()));
    CHECK(all.distance(first_card()) == 8U);
}

TEST_CASE("a component that was never asked for is empty") {
    const component none;
    CHECK(!none.complete());
    CHECK(none.states() == 0);
    CHECK(!none.solvable());
    CHECK(!none.contains(first_card()));
    CHECK(!none.distance(first_card()));
    CHECK(!none.best_move(first_card()));
    CHECK(none.levels() == 0);
}
