// SPDX-License-Identifier: MIT
#include "random_mazes.hpp"
#include "support/rounds.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/exhaustive.hpp>
#include <senda/maze/format.hpp>
#include <senda/maze/least_life.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/life_range.hpp>
#include <senda/maze/solver/bounds/steps_for_life.hpp>
#include <senda/maze/solver/ng_sets.hpp>
#include <vector>

using namespace senda::maze;

namespace {

/// The least life by trying, for a maze whose end can be reached.
life_points least_by_trying(const board& b) {
    life_points life = 1;
    while (!solve_exhaustively(support::with_life(b, life), method::astar_exact)) ++life;
    return life;
}

}  // namespace

TEST_CASE("no runner needs less or has more life than the range says") {
    int exact = 0;
    int cells = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(200U); ++seed) {
        const board b = support::random_maze(seed);
        const answer right = solve_exhaustively(b, method::astar_exact);
        if (!right.connectivity.connected) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        detail::search_control control{senda::options{}};
        const std::vector<std::uint32_t> to_end = steps_to_end(b);
        detail::distance_table table(b, control);
        REQUIRE(table.prepare(to_end));
        for (const auto how : {detail::life_range::effort::none, detail::life_range::effort::once,
                               detail::life_range::effort::refined}) {
            detail::life_range range(table);
            REQUIRE(range.prepare(b.life(), how));
            if (!range.route().empty()) {
                // What is needed is known to be enough.
                const life_points least = range.needed(b.start());
                CHECK(replay(support::with_life(b, least), range.route()));
                CHECK_EQ(least, least_by_trying(b));
                ++exact;
            }
            if (!right) continue;
            const replayed walk = replay(b, right.optimal->cells);
            for (std::size_t i = 0; i < walk.life.size(); ++i) {
                const place p = right.optimal->cells[i];
                CHECK(walk.life[i] >= life_points{range.needed(p)});
                CHECK(walk.life[i] <= life_points{range.most(p)});
                ++cells;
            }
        }
    }
    CHECK(exact > 20);
    CHECK(cells > 100);
}

TEST_CASE("a price for life gives a lower bound on the steps, and routes") {
    int routes = 0;
    int tight = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(200U); ++seed) {
        const board b = support::random_maze(seed);
        const answer right = solve_exhaustively(b, method::astar_exact);
        if (!right.connectivity.connected) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        detail::search_control control{senda::options{}};
        const std::vector<std::uint32_t> to_end = steps_to_end(b);
        detail::distance_table table(b, control);
        REQUIRE(table.prepare(to_end));
        detail::steps_for_life prices(table);
        prices.run(b.life());
        if (right) {
            CHECK(prices.lower_bound() <= right.optimal->steps());
            tight += prices.lower_bound() == right.optimal->steps() ? 1 : 0;
        } else {
            CHECK(prices.route().empty());
        }
        if (prices.route().empty()) continue;
        ++routes;
        CHECK(replay(b, prices.route()));
    }
    CHECK(routes > 10);
    CHECK(tight > 10);
}

TEST_CASE("a limit leaves a bracket around the least life") {
    int open = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(120U); ++seed) {
        const board b = support::random_maze(seed);
        if (!connectivity_of(b).connected) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        const life_points right = least_by_trying(b);
        for (std::uint64_t most = 0; most < 400; most += 1 + most / 2) {
            const std::optional<life_bracket> found =
                bracket_least_life(b, {.limits = {.expansions = most}});
            if (!found) continue;
            CHECK(found->lower <= right);
            CHECK(found->upper >= right);
            open += found->is_exact() ? 0 : 1;
        }
        CHECK(bracket_least_life(b) == life_bracket{right, right});
    }
    CHECK(open > 10);
}

TEST_CASE("treasures of one set have different bits, however the sets grow") {
    constexpr std::uint32_t treasures = 90;
    detail::ng_sets sets(treasures);
    std::vector<std::vector<bool>> in(treasures, std::vector<bool>(treasures));
    support::split_mix64 random{7};
    for (std::uint32_t k = 0; k < treasures; ++k) in[k][k] = true;
    for (int added = 0; added < 3000; ++added) {
        const auto at = static_cast<std::uint32_t>(random.below(treasures));
        const auto treasure = static_cast<std::uint32_t>(random.below(treasures));
        sets.add(at, treasure);
        in[at][treasure] = true;
        if (added % 100 != 0) continue;
        for (std::uint32_t set = 0; set < treasures; ++set) {
            std::vector<bool> used(64 * sets.words());
            for (std::uint32_t k = 0; k < treasures; ++k) {
                REQUIRE(sets.contains(set, k) == in[set][k]);
                if (!in[set][k]) continue;
                REQUIRE(sets.member(set, sets.bit(k)) == k);
                REQUIRE_FALSE(used[sets.bit(k)]);
                used[sets.bit(k)] = true;
            }
        }
    }
}
