// SPDX-License-Identifier: MIT
#include <senda/detail/grid/tiles/two_ended_bfs.hpp>

#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>

#include "grid/tiles/tile_searches.hpp"
#include "support/random_grids.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

namespace tile_bfs_test {

using senda::cell;
using senda::grid;
using senda::status;
using senda::steps;
using senda::detail::tile_tuning;
using support::bfs_in_tiles;
using namespace support;

constexpr auto never = std::numeric_limits<std::uint64_t>::max();
constexpr tile_tuning only_cells{.max_cells_cellwise = never};
constexpr tile_tuning only_tiles{.max_cells_cellwise = 0, .min_cells_per_two_tiles = 0};
constexpr tile_tuning by_turns{
    .max_cells_cellwise = 0, .min_cells_per_two_tiles = 2, .steps_between_checks = 1};
constexpr tile_tuning sometimes{
    .max_cells_cellwise = 6, .min_cells_per_two_tiles = 4, .steps_between_checks = 3};
constexpr tile_tuning ways[] = {{}, only_cells, only_tiles, by_turns, sometimes};

TEST_CASE("bfs on a grid finds a shortest path however it goes about it") {
    for_each_grid(260, [](const grid& g, split_mix64& random) {
        for (int query = 0; query < 3; ++query) {
            const cell start = any_cell(g, random);
            const cell goal = any_cell(g, random);
            const steps best = distances_from(g, start)[place_in(g, goal)];
            CHECK_EQ(fault_of(g, senda::bfs(g, start, goal), start, goal, best), "");
            if (!g.open(start) || !g.open(goal) || start == goal) continue;
            for (const tile_tuning& way : ways) {
                const auto found = bfs_in_tiles(g, start, goal, {}, way);
                REQUIRE(found);
                CHECK_EQ(fault_of(g, *found, start, goal, best), "");
            }
        }
    });
}

TEST_CASE("All ways to search a grid count the same cells") {
    for_each_grid(80, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal) || start == goal) return;
        const auto first = bfs_in_tiles(g, start, goal, {}, only_cells);
        for (const tile_tuning& way : ways) {
            const auto found = bfs_in_tiles(g, start, goal, {}, way);
            CHECK(found->path.size() == first->path.size());
            if (first->status == status::exhausted) {
                CHECK(found->statistics.expanded == first->statistics.expanded);
            }
            CHECK(found->statistics.expanded >= static_cast<std::uint64_t>(found->path.size()) / 2);
        }
    });
}

TEST_CASE("bfs on a grid counts every cell that can be reached when there is no path") {
    for_each_grid(60, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        const auto distances = distances_from(g, start);
        if (!g.open(start) || !g.open(goal) || distances[place_in(g, goal)] != out_of_reach) return;
        std::uint64_t cells = 0;
        for (const steps d : distances) cells += d != out_of_reach;
        for (const tile_tuning& way : ways) {
            CHECK(bfs_in_tiles(g, start, goal, {}, way)->statistics.expanded == cells);
        }
    });
}

TEST_CASE("bfs on a grid takes a closed start, a closed goal and cells outside as they are") {
    grid g(20, 20);
    g.close({3, 3});
    CHECK(senda::bfs(g, cell{3, 3}, cell{5, 5}).status == status::exhausted);
    CHECK(senda::bfs(g, cell{3, 3}, cell{3, 3}).status == status::exhausted);
    CHECK(senda::bfs(g, cell{5, 5}, cell{3, 3}).status == status::exhausted);
    CHECK(senda::bfs(g, cell{5, 5}, cell{3, 3}).lower_bound == senda::infinite<steps>);
    CHECK(senda::bfs(g, cell{5, 5}, cell{20, 3}).status == status::exhausted);
    CHECK(senda::bfs(g, cell{5, 5}, cell{-1, -1}).status == status::exhausted);
    CHECK(senda::bfs(g, cell{5, 5}, cell{5, 5}).cost == 0);
}

TEST_CASE("A limit on the cost ends bfs on a grid where it says, with a bound that holds") {
    for_each_grid(60, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal) || start == goal) return;
        const auto distances = distances_from(g, start);
        const steps best = distances[place_in(g, goal)];
        steps farthest = 0;
        for (const steps d : distances) farthest = d != out_of_reach && d > farthest ? d : farthest;
        for (const tile_tuning& way : ways) {
            const steps cap = random.below(farthest + 3);
            const auto found = bfs_in_tiles(g, start, goal, {.limits = {.cost = 1.0 * cap}}, way);
            if (best != out_of_reach && best <= cap) {
                CHECK_EQ(fault_of(g, *found, start, goal, best), "");
            } else if (cap < farthest) {
                CHECK(found->status == status::cost_limit);
                CHECK(found->lower_bound == cap + 1);
            } else {
                CHECK(found->status == status::exhausted);
            }
        }
    });
}

TEST_CASE("A limit on expansions is exact on a grid, and the bound holds") {
    for_each_grid(60, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal) || start == goal) return;
        const steps best = distances_from(g, start)[place_in(g, goal)];
        for (const tile_tuning& way : ways) {
            const auto most = static_cast<std::uint64_t>(random.below(g.width() * g.height() + 1));
            const auto found = bfs_in_tiles(g, start, goal, {.limits = {.expansions = most}}, way);
            CHECK(found->statistics.expanded <= most);
            if (found->status == status::expansion_limit) {
                CHECK(found->statistics.expanded == most);
                CHECK(found->path.empty());
                CHECK((best == out_of_reach || found->lower_bound <= best));
                CHECK(found->lower_bound > 0);
            } else {
                CHECK_EQ(fault_of(g, *found, start, goal, best), "");
            }
        }
    });
}

TEST_CASE("bfs on a grid can be stopped by time, by a token and by memory") {
    const grid g(300, 300);
    const cell start{0, 0};
    const cell goal{299, 299};
    const std::atomic<bool> stop = true;
    for (const tile_tuning& way : ways) {
        const auto late = bfs_in_tiles(g, start, goal, {.limits = {.time = 0.0}}, way);
        CHECK(late->status == status::time_limit);
        CHECK(late->lower_bound == 1);
        const auto stopped = bfs_in_tiles(g, start, goal, {.stop = stop}, way);
        CHECK(stopped->status == status::cancelled);
        CHECK(stopped->path.empty());
        const auto timed = bfs_in_tiles(g, start, goal, {.limits = {.time = 1000.0}}, way);
        CHECK(timed->cost == 598);
    }
    CHECK(senda::bfs(g, start, goal, {.limits = {.bytes = 100}}).status == status::memory_limit);
    const auto fitting = senda::bfs(g, start, goal, {.limits = {.bytes = 1 << 20}});
    CHECK(fitting.cost == 598);
    CHECK(fitting.statistics.bytes <= 1 << 20);
    for (std::uint64_t bytes = 0; bytes < 100'000; bytes += 1999) {
        const auto found = senda::bfs(g, start, goal, {.limits = {.bytes = bytes}});
        CHECK(found.statistics.bytes <= bytes);
        CHECK((found.status == status::memory_limit || found.cost == 598));
        CHECK(found.lower_bound <= 598);
    }
}

TEST_CASE("bfs on a large grid begins in a window of it, and goes on when it leaves the window") {
    split_mix64 random(11);
    for (int round = 0; round < support::rounds(12); ++round) {
        const int walls = round % 2 == 0 ? 25 : 36;
        const grid g(random.between(300, 420), random.between(200, 300),
                     [&](cell) { return !random.percent(walls); });
        const cell start{random.below(g.width()), random.below(g.height())};
        const cell beside{std::min(start.x + random.below(40), g.width() - 1),
                          std::min(start.y + random.below(20), g.height() - 1)};
        if (!g.open(start)) continue;
        const auto distances = distances_from(g, start);
        for (const cell goal : {beside, any_cell(g, random)}) {
            if (!g.open(goal) || start == goal) continue;
            for (tile_tuning way : ways) {
                way.initial_columns = static_cast<std::uint32_t>(random.between(1, 3));
                const auto alone = bfs_in_tiles(g, start, goal, {}, way);
                CHECK_EQ(fault_of(g, *alone, start, goal, distances[place_in(g, goal)]), "");
            }
            for (std::uint64_t bytes = 4000; bytes < 60'000; bytes += 7000) {
                const auto limited = bfs_in_tiles(g, start, goal, {.limits = {.bytes = bytes}});
                CHECK((!limited || limited->statistics.bytes <= bytes));
            }
        }
    }
}

TEST_CASE("A goal is found wherever it lies about the edge of the window") {
    const grid corridor(700, 3);
    const grid shaft(3, 700);
    for (tile_tuning way : {only_cells, only_tiles, tile_tuning{}}) {
        way.initial_columns = 3;
        for (int far = 1; far < 130; ++far) {
            for (const int to : {300 - far, 300 + far}) {
                CHECK(bfs_in_tiles(corridor, {300, 1}, {to, 1}, {}, way)->cost == far);
                CHECK(bfs_in_tiles(shaft, {1, 300}, {1, to}, {}, way)->cost == far);
            }
        }
    }
}

TEST_CASE("A query between near cells takes the memory of a window, not of the grid") {
    const grid g(4000, 3000);
    for (const cell start : {cell{2000, 1500}, cell{0, 0}, cell{3999, 2999}, cell{3999, 0}}) {
        const cell goal{start.x < 2000 ? start.x + 60 : start.x - 60, 1500 < start.y ? 2950 : 50};
        const auto found = senda::bfs(g, start, start.y == 1500 ? cell{2060, 1550} : goal);
        CHECK(found.status == status::found);
        CHECK(found.statistics.bytes < 300'000);
    }
    const auto far = senda::bfs(g, cell{10, 10}, cell{900, 20});
    CHECK(far.cost == 900);
    CHECK(far.statistics.bytes > 3'000'000);
}

TEST_CASE("bfs on a grid leaves observers, predicates and several goals to the generic search") {
    const grid g(40, 40);
    CHECK(senda::bfs(g, cell{0, 0}, [](cell c) { return c.x == 30; }).cost == 30);
    CHECK(senda::bfs(g, cell{0, 0}, senda::any_of{cell{9, 9}, cell{7, 1}}).cost == 8);
    CHECK(senda::bfs(g, senda::any_of{cell{0, 0}, cell{39, 39}}, cell{30, 39}).cost == 9);
    struct counter {
        std::uint64_t expanded = 0;
        void on_expand(cell, steps) { ++expanded; }
    } watching;
    const auto found = senda::bfs(g, cell{0, 0}, cell{39, 39}, {}, watching);
    CHECK(found.cost == 78);
    CHECK(watching.expanded == found.statistics.expanded);
}

}  // namespace tile_bfs_test
