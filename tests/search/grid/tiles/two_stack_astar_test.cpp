// SPDX-License-Identifier: MIT
#include <senda/search/grid/tiles/two_stack_astar.hpp>

#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>

#include "support/random_grids.hpp"

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace two_stack_astar_test {

using senda::cell;
using senda::grid;
using senda::manhattan;
using senda::status;
using senda::steps;
using namespace support;

TEST_CASE("A* on a grid with the Manhattan distance finds a shortest path") {
    for_each_grid(300, [](const grid& g, split_mix64& random) {
        for (int query = 0; query < 3; ++query) {
            const cell start = any_cell(g, random);
            const cell goal = any_cell(g, random);
            const steps best = distances_from(g, start)[place_in(g, goal)];
            const auto found = senda::astar(g, start, goal, manhattan{goal});
            CHECK_EQ(fault_of(g, found, start, goal, best), "");
        }
    });
}

TEST_CASE("A limit on the cost ends A* on a grid where it says, with a bound that holds") {
    for_each_grid(100, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal) || start == goal) return;
        const steps best = distances_from(g, start)[place_in(g, goal)];
        const steps cap = random.below(best == out_of_reach ? 200 : best + 6);
        const auto found =
            senda::astar(g, start, goal, manhattan{goal}, {.limits = {.cost = 1.0 * cap}});
        if (best != out_of_reach && best <= cap) {
            CHECK_EQ(fault_of(g, found, start, goal, best), "");
        } else if (found.status == status::cost_limit) {
            CHECK(found.lower_bound > cap);
            CHECK(found.lower_bound <= best);
            CHECK(found.path.empty());
        } else {
            CHECK_EQ(fault_of(g, found, start, goal, best), "");
        }
    });
}

TEST_CASE("A limit on expansions is exact in A* on a grid, and the bound holds") {
    for_each_grid(100, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal) || start == goal) return;
        const steps best = distances_from(g, start)[place_in(g, goal)];
        const auto most = static_cast<std::uint64_t>(random.below(g.width() * g.height() + 1));
        const auto found =
            senda::astar(g, start, goal, manhattan{goal}, {.limits = {.expansions = most}});
        CHECK(found.statistics.expanded <= most);
        if (found.status == status::expansion_limit) {
            CHECK(found.statistics.expanded == most);
            CHECK(found.path.empty());
            CHECK(found.lower_bound <= best);
            CHECK(found.lower_bound >= manhattan{goal}(start));
        } else {
            CHECK_EQ(fault_of(g, found, start, goal, best), "");
        }
    });
}

TEST_CASE("A* on a grid can be stopped by time, by a token and by memory") {
    const grid g(100, 100, [](cell c) { return c.x % 2 == 0 || c.y == (c.x % 4 == 1 ? 0 : 99); });
    const cell start{0, 99};
    const cell goal{98, 50};
    const auto search = [&](const senda::options& o) {
        return senda::astar(g, start, goal, manhattan{goal}, o);
    };
    const steps best = search({}).cost;
    const std::atomic<bool> stop = true;
    CHECK(best > 4000);
    CHECK(search({.limits = {.time = 0.0}}).status == status::time_limit);
    CHECK(search({.stop = stop}).status == status::cancelled);
    CHECK(search({.stop = stop}).lower_bound == 147);
    for (std::uint64_t bytes = 0; bytes < 20'000; bytes += 499) {
        const auto found = search({.limits = {.bytes = bytes}});
        CHECK(found.statistics.bytes <= bytes);
        CHECK((found.status == status::memory_limit || found.cost == best));
        CHECK(found.lower_bound <= best);
    }
}

TEST_CASE("A* and bfs on a grid read no path from tiles that they never came to") {
    const grid g(37, 23);
    const cell start{21, 22};
    const auto distances = distances_from(g, start);
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) {
            const cell goal{x, y};
            const steps best = distances[place_in(g, goal)];
            CHECK_EQ(fault_of(g, senda::astar(g, start, goal, manhattan{goal}), start, goal, best),
                     "");
            CHECK_EQ(fault_of(g, senda::bfs(g, start, goal), start, goal, best), "");
        }
    }
}

TEST_CASE("A* on a grid takes a closed start, a closed goal and cells outside as they are") {
    grid g(20, 20);
    g.close({3, 3});
    const auto search = [&](cell start, cell goal) {
        return senda::astar(g, start, goal, manhattan{goal});
    };
    CHECK(search({3, 3}, {5, 5}).status == status::exhausted);
    CHECK(search({3, 3}, {3, 3}).status == status::exhausted);
    CHECK(search({5, 5}, {3, 3}).status == status::exhausted);
    CHECK(search({5, 5}, {20, 3}).status == status::exhausted);
    CHECK(search({5, 5}, {5, 5}).cost == 0);
}

TEST_CASE("A* on a grid leaves other estimates and weights to the generic search") {
    const grid g(30, 30, [](cell c) { return c.x != 10 || c.y == 29; });
    const cell start{0, 0};
    const cell goal{29, 0};
    CHECK(senda::astar(g, start, goal, manhattan{goal}).cost == 87);
    CHECK(senda::astar(g, start, goal, senda::zero_heuristic{}).cost == 87);
    CHECK(senda::astar(g, start, goal, manhattan{cell{28, 0}}).cost <= 87 + 2);
    const auto hasty = senda::astar(g, start, goal, manhattan{goal}, {.weight = 3});
    CHECK(hasty.cost >= 87);
    CHECK(hasty.cost <= 3 * 87);
    CHECK(hasty.lower_bound <= 87);
    CHECK(senda::astar(g, start, goal, manhattan{goal}, {.weight = -1}).cost == 87);
}

}  // namespace two_stack_astar_test
