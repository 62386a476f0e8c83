// SPDX-License-Identifier: MIT
#include <senda/detail/grid/octile/octile_astar.hpp>

#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <vector>

#include "octile_reference.hpp"
#include "support/rounds.hpp"

namespace octile_astar_test {

using namespace octile_reference;
using senda::engine_kind;
using senda::octile;
using senda::options;
using senda::status;

/// Holds an answer against the reference: status, exact length, path.
template <class Grid>
void check(const Grid& g, cell start, cell goal, const senda::result<cell, double>& found,
           const std::optional<length>& best) {
    if (!best) {
        CHECK(found.status == status::exhausted);
        CHECK(found.path.empty());
        CHECK(found.lower_bound == senda::infinite<double>);
        return;
    }
    REQUIRE(found.status == status::found);
    CHECK(found.cost == best->value());
    CHECK(found.lower_bound == found.cost);
    REQUIRE(!found.path.empty());
    CHECK(found.path.front() == start);
    CHECK(found.path.back() == goal);
    const std::optional<length> walked = length_of(g, found.path);
    REQUIRE(walked.has_value());
    CHECK(walked->value() == found.cost);
}

template <grid_moves Moves, class Weight>
void compare_with_reference(int count, int least, int most, int scale) {
    for (int seed = 1; seed <= (support::is_slow ? count / 24 : count); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const auto g = any_grid<Moves, Weight>(random, least, most);
        for (int query = 0; query < 4; ++query) {
            const cell start = any_cell(g, random);
            const cell goal = any_cell(g, random);
            const auto best = length_between(g, start, goal);
            const auto by_estimate =
                senda::astar(g, start, goal, octile{goal, static_cast<double>(scale)});
            check(g, start, goal, by_estimate, best);
            CHECK(by_estimate.statistics.engine == engine_kind::octile);
            const auto without = senda::dijkstra(g, start, goal);
            check(g, start, goal, without, best);
            CHECK(without.statistics.engine == engine_kind::octile);
        }
    }
}

TEST_CASE("astar on a high octile grid finds nothing that a search before left in its memory") {
    for (int seed = 1; seed <= support::rounds(40); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const int walls = random.between(0, 40);
        const senda::octile_grid g(random.between(20, 90), random.between(300, 900),
                                   [&](cell) { return !random.percent(walls); });
        for (int query = 0; query < 10; ++query) {
            const cell start = any_cell(g, random);
            const cell goal = any_cell(g, random);
            if (!g.open(start)) continue;
            octile h{goal};
            senda::astar_search plain(g, start, goal, h);
            const auto expected = senda::detail::run_to_end(plain);
            const auto found = senda::astar(g, start, goal, h);
            CHECK(found.statistics.engine == engine_kind::octile);
            CHECK(found.status == expected.status);
            if (!expected) continue;
            CHECK(found.cost == doctest::Approx(expected.cost));
            const std::optional<length> walked = length_of(g, found.path);
            REQUIRE(walked.has_value());
            CHECK(walked->value() == found.cost);
        }
    }
}

TEST_CASE("astar and dijkstra on 8-connected grids find the exact length") {
    SUBCASE("without weights") {
        compare_with_reference<grid_moves::octile, senda::unweighted>(600, 1, 1, 1);
    }
    SUBCASE("cutting corners") {
        compare_with_reference<grid_moves::octile_cutting, senda::unweighted>(600, 1, 1, 1);
    }
    SUBCASE("with weights") { compare_with_reference<grid_moves::octile, int>(300, 1, 9, 1); }
    SUBCASE("with weights, cutting corners") {
        compare_with_reference<grid_moves::octile_cutting, int>(300, 1, 9, 1);
    }
    SUBCASE("with cells for nothing") {
        compare_with_reference<grid_moves::octile, int>(200, 0, 3, 0);
    }
    SUBCASE("with heavy cells and few") {
        compare_with_reference<grid_moves::octile, std::uint8_t>(200, 1, 126, 1);
    }
    SUBCASE("with a heavy floor") {
        compare_with_reference<grid_moves::octile, std::int64_t>(200, 40, 45, 40);
    }
}

/// From one cell of a small map with any share of walls to all others: many ways are as short.
template <grid_moves Moves>
void compare_all_goals(int count) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const int walls = random.below(70);
        const senda::basic_grid<Moves> g(random.between(2, 9), random.between(2, 9),
                                         [&](cell) { return !random.percent(walls); });
        const cell start = any_cell(g, random);
        const auto lengths = lengths_from(g, start);
        for (int i = 0; i < g.width() * g.height(); ++i) {
            const cell goal{i % g.width(), i / g.width()};
            const auto& best = lengths[static_cast<std::size_t>(i)];
            check(g, start, goal, senda::astar(g, start, goal, octile{goal}), best);
            check(g, start, goal, senda::dijkstra(g, start, goal), best);
        }
    }
}

TEST_CASE("of the ways that are as short, those with the diagonal steps first are enough") {
    SUBCASE("beside walls") { compare_all_goals<grid_moves::octile>(2000); }
    SUBCASE("cutting corners") { compare_all_goals<grid_moves::octile_cutting>(2000); }
}

TEST_CASE("a cell that is too heavy or too light is left to the general search") {
    for (const int odd : {0, 127, 5000}) {
        CAPTURE(odd);
        senda::basic_grid<grid_moves::octile, int> g(9, 9);
        for (int y = 0; y < 9; ++y) g.set({4, y}, odd);
        const cell goal{8, 4};
        const auto found = senda::astar(g, {0, 4}, goal, octile{goal});
        CHECK(found.statistics.engine == engine_kind::general);
        CHECK(found.cost == 7 + odd);
        CHECK(found.engine == (odd == 0 ? "general: the estimate is not octile{goal}"
                                        : "general: a cell weighs more than 126 or below 0"));
    }
    senda::octile_grid g(9, 9);
    const cell goal{8, 4};
    CHECK(senda::astar(g, {0, 0}, goal, octile{goal, 0.5}).statistics.engine ==
          engine_kind::general);
    CHECK(senda::astar(g, {0, 0}, goal, octile{cell{0, 1}}).statistics.engine ==
          engine_kind::general);
    CHECK(senda::astar(g, {0, 0}, goal, octile{goal}, {.weight = 2}).statistics.engine ==
          engine_kind::general);
    senda::octile_grid long_grid(70'000, 2);
    const cell far{69'999, 1};
    const auto found = senda::astar(long_grid, {0, 0}, far, octile{far});
    CHECK(found.engine == "general: a side or a path of more than 16 bits");
    CHECK(found.path.size() == 70'000);
}

TEST_CASE("limits end an octile search with a bound that holds") {
    for (int seed = 1; seed <= support::rounds(200); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const auto g = any_grid<grid_moves::octile, senda::unweighted>(random);
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        const octile h{goal};
        const auto whole = senda::astar(g, start, goal, h);
        if (!whole || start == goal) continue;
        double before = 0;
        for (std::uint64_t most = 0; most < whole.statistics.expanded;
             most += 1 + whole.statistics.expanded / 7) {
            const auto part = senda::astar(g, start, goal, h, {.limits = {.expansions = most}});
            CHECK(part.status == status::expansion_limit);
            CHECK(part.statistics.expanded == most);
            CHECK(part.lower_bound <= whole.cost);
            CHECK(part.lower_bound >= before);
            before = part.lower_bound;
        }
        CHECK(senda::astar(g, start, goal, h, {.limits = {.expansions = whole.statistics.expanded}})
                  .status == status::found);
        CHECK(senda::astar(g, start, goal, h, {.limits = {.cost = whole.cost}}).cost == whole.cost);
        const double less = std::nextafter(whole.cost, 0.0);
        const auto cut = senda::astar(g, start, goal, h, {.limits = {.cost = less}});
        CHECK(cut.status == status::cost_limit);
        CHECK(cut.lower_bound > less);
        CHECK(cut.lower_bound <= whole.cost);
    }
    senda::octile_grid g(200, 200);
    const cell goal{199, 100};
    CHECK(senda::astar(g, {0, 0}, goal, octile{goal}, {.limits = {.bytes = 1000}}).status ==
          status::memory_limit);
    const std::atomic<bool> stop{true};
    CHECK(senda::astar(g, {0, 0}, goal, octile{goal}, {.stop = stop}).status == status::cancelled);
}

TEST_CASE("units order lengths as whole numbers do") {
    using units = senda::detail::octile_units<15'994'428, 22'619'537>;
    split_mix64 random(7);
    for (int i = 0; i < 20'000; ++i) {
        const int most = random.percent(50) ? 100 : 10'000'000;
        const length a{random.below(most), random.below(most)};
        // Near lengths: by another convergent they differ by little.
        const length b = random.percent(50)
                             ? length{a.straight + 3363, a.diagonal > 2378 ? a.diagonal - 2378 : 0}
                             : length{random.below(most), random.below(most)};
        const auto sum = [](const length& l) {
            return static_cast<std::uint64_t>(l.straight) * units::straight +
                   static_cast<std::uint64_t>(l.diagonal) * units::diagonal;
        };
        CHECK((sum(a) < sum(b)) == (a < b));
        CHECK((sum(a) == sum(b)) == (a.straight == b.straight && a.diagonal == b.diagonal));
        if (sum(a) >= units::most) continue;
        const auto back = units::length(sum(a));
        CHECK(back.straight == static_cast<std::uint64_t>(a.straight));
        CHECK(back.diagonal == static_cast<std::uint64_t>(a.diagonal));
    }
}

}  // namespace octile_astar_test
