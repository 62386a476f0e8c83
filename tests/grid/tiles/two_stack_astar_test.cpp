// SPDX-License-Identifier: MIT
#include <senda/detail/grid/tiles/two_stack_astar.hpp>

#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>

#include "support/random_grids.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

namespace two_stack_astar_test {

using senda::cell;
using senda::grid;
using senda::manhattan;
using senda::status;
using senda::steps;
using senda::detail::tile_tuning;
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

constexpr auto never = std::numeric_limits<std::uint64_t>::max();
/// Layers take over after so many expansions, and go cell by cell, by tiles or by turns.
constexpr tile_tuning in_layers[] = {
    {.astar_cells_first = 1, .layer_cells_per_astar_cell = never},
    {.max_cells_cellwise = never, .astar_cells_first = 5, .layer_cells_per_astar_cell = never},
    {.max_cells_cellwise = 0,
     .min_cells_per_two_tiles = 0,
     .astar_cells_first = 20,
     .layer_cells_per_astar_cell = never,
     .longer_first = 0},
    {.max_cells_cellwise = 0,
     .min_cells_per_two_tiles = 2,
     .steps_between_checks = 1,
     .astar_cells_first = 60,
     .layer_cells_per_astar_cell = never,
     .longer_first = 8},
    {.max_cells_cellwise = 6,
     .min_cells_per_two_tiles = 4,
     .steps_between_checks = 3,
     .initial_columns = 1,
     .astar_cells_first = 9,
     .layer_cells_per_astar_cell = never},
};

auto handed_over(const grid& g, cell start, cell goal, const senda::options& o,
                 const tile_tuning& tuning) {
    senda::detail::two_stack_astar search(g, start, goal, manhattan{goal}, o, tuning);
    search.run();
    REQUIRE(search.applicable());
    return search.result();
}

TEST_CASE("A* on a grid hands over to layers at any time, and the path is a shortest one") {
    int handed = 0;
    for_each_grid(400, [&](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        const auto distances = distances_from(g, start);
        const steps best = distances[place_in(g, goal)];
        for (tile_tuning tuning : in_layers) {
            for (int more = 0; more < 2; ++more) {
                const auto found = handed_over(g, start, goal, {}, tuning);
                CHECK_EQ(fault_of(g, found, start, goal, best), "");
                handed += found.engine.ends_with("layers");
                CHECK(found.statistics.engine == senda::engine_kind::tiles);
                if (best == out_of_reach && g.open(start) && g.open(goal)) {
                    // It may have begun again.
                    CHECK(found.statistics.expanded >=
                          static_cast<std::uint64_t>(
                              std::count_if(distances.begin(), distances.end(),
                                            [](steps d) { return d != out_of_reach; })));
                }
                tuning.astar_cells_first = static_cast<std::uint64_t>(random.between(1, 400));
            }
        }
    });
    CHECK(handed > 50);
}

TEST_CASE("A* in layers looks at more cells where those near the ends are not enough") {
    // A wall that is open at one end, so far away that the first cells do not reach it.
    for (const int gap : {150, 201, 299}) {
        if (support::is_slow && gap == 201) continue;
        const grid g(300, 300, [=](cell c) { return c.x != 150 || c.y == gap; });
        for (const int y : {0, 40, 120}) {
            if (support::is_slow && y == 40) continue;
            const cell start{140, y};
            const cell goal{160, y + 3};
            const steps best = distances_from(g, start)[place_in(g, goal)];
            for (const tile_tuning& tuning : in_layers) {
                const auto found = handed_over(g, start, goal, {}, tuning);
                CHECK_EQ(fault_of(g, found, start, goal, best), "");
                CHECK(found.statistics.expanded <= std::uint64_t{300} * 299 + 1);
                const auto cut =
                    handed_over(g, start, goal, {.limits = {.cost = best - 1.0}}, tuning);
                CHECK(cut.status == status::cost_limit);
                CHECK(cut.lower_bound == best);
            }
        }
        const grid closed(300, 300, [](cell c) { return c.x != 150; });
        for (const tile_tuning& tuning : in_layers) {
            const auto none = handed_over(closed, {140, gap}, {160, gap}, {}, tuning);
            CHECK(none.status == status::exhausted);
            CHECK(none.statistics.expanded >= 150 * 300);
        }
    }
}

TEST_CASE("A* that handed over to layers keeps limits, and its bounds hold") {
    for_each_grid(200, [](const grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal) || start == goal) return;
        const steps best = distances_from(g, start)[place_in(g, goal)];
        const steps cap = random.below(best == out_of_reach ? 200 : best + 6);
        const auto most = static_cast<std::uint64_t>(random.below(g.width() * g.height() + 1));
        for (const tile_tuning& tuning : in_layers) {
            const auto cut = handed_over(g, start, goal, {.limits = {.cost = 1.0 * cap}}, tuning);
            if (cut.status == status::cost_limit) {
                CHECK(best > cap);
                CHECK(cut.lower_bound > cap);
                CHECK(cut.lower_bound <= best);
            } else {
                CHECK_EQ(fault_of(g, cut, start, goal, best), "");
            }
            const auto ended =
                handed_over(g, start, goal, {.limits = {.expansions = most}}, tuning);
            CHECK(ended.statistics.expanded <= most);
            if (ended.status == status::expansion_limit) {
                CHECK(ended.statistics.expanded == most);
                CHECK(ended.lower_bound <= best);
                CHECK(ended.lower_bound >= manhattan{goal}(start));
            } else {
                CHECK_EQ(fault_of(g, ended, start, goal, best), "");
            }
            const auto bytes = static_cast<std::uint64_t>(random.below(60'000));
            senda::detail::two_stack_astar small(g, start, goal, manhattan{goal},
                                                 {.limits = {.bytes = bytes}}, tuning);
            small.run();
            CHECK(small.statistics().bytes <= bytes);
            if (!small.applicable()) continue;
            const auto found = small.result();
            CHECK(found.lower_bound <= best);
            if (found.status != status::memory_limit)
                CHECK_EQ(fault_of(g, found, start, goal, best), "");
        }
    });
}

/// Walls strewn about, long walls, corridors, or rooms with a door in most of their walls.
grid any_map(split_mix64& random) {
    const int side = random.between(60, 260);
    const int kind = random.below(4);
    const int walls = random.between(5, 42);
    const int room = random.between(3, 40);
    const int doors = random.between(40, 95);
    grid g(side, side, [&](cell c) {
        if (kind == 0) return !random.percent(walls);
        if (kind == 1) return c.x % room != 0 || random.percent(8);
        if (kind == 2)
            return c.x % 2 == 1 ? c.y % 2 == 1 || random.percent(60)
                                : c.y % 2 == 1 && random.percent(60);
        return c.x % room != 0 && c.y % room != 0;
    });
    for (int x = 0; kind == 3 && x + room <= side; x += room) {
        for (int y = 0; y + room <= side; y += room) {
            if (random.percent(doors)) g.set({x, y + random.between(1, room - 1)});
            if (random.percent(doors)) g.set({x + random.between(1, room - 1), y});
        }
    }
    return g;
}

TEST_CASE("A* in layers leaves no tile out that the frontier is about to enter") {
    // Of some thousand maps those where a cell of it would look nearer than it is.
    for (const std::uint64_t seed : {772U, 788U, 1623U, 2404U, 2686U, 4470U}) {
        CAPTURE(seed);
        split_mix64 random(seed * 7919);
        const grid g = any_map(random);
        for (int query = 0; query < 4; ++query) {
            const cell start = any_cell(g, random);
            const cell goal = any_cell(g, random);
            if (!g.open(start) || !g.open(goal)) continue;
            const steps best = distances_from(g, start)[place_in(g, goal)];
            for (const steps longer : {0, 32}) {
                tile_tuning tuning = in_layers[2];
                tuning.longer_first = longer;
                const auto found = handed_over(g, start, goal, {}, tuning);
                CHECK_EQ(fault_of(g, found, start, goal, best), "");
            }
        }
    }
}

TEST_CASE(
    "A* on a grid expands at most what A* does, or what it may before layers, and bfs twice") {
    int handed = 0;
    int twice = 0;
    for (int seed = 1; seed <= rounds(300); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const grid g = any_map(random);
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        if (!g.open(start) || !g.open(goal)) continue;
        const auto distances = distances_from(g, start);
        const steps best = distances[place_in(g, goal)];
        std::uint64_t nearer = 0;
        std::uint64_t on_short_paths = 0;
        for (int y = 0; y < g.height(); ++y) {
            for (int x = 0; x < g.width(); ++x) {
                const steps d = distances[place_in(g, {x, y})];
                if (d == out_of_reach || d >= best) continue;
                ++nearer;
                if (best == out_of_reach || d + manhattan{goal}(cell{x, y}) <= best)
                    ++on_short_paths;
            }
        }
        for (tile_tuning tuning : {tile_tuning{}, in_layers[2], in_layers[3]}) {
            const auto found = handed_over(g, start, goal, {}, tuning);
            CHECK_EQ(fault_of(g, found, start, goal, best), "");
            const std::uint64_t expanded = found.statistics.expanded;
            if (!found.engine.ends_with("layers")) {
                CHECK(expanded <= on_short_paths);
                continue;
            }
            ++handed;
            const auto length =
                best == out_of_reach ? std::uint64_t{1} << 30 : static_cast<std::uint64_t>(best);
            const std::uint64_t cells = std::min(2 * length * length, std::uint64_t{400} * 400);
            const std::uint64_t before =
                tuning.astar_cells_first + cells / tuning.layer_cells_per_astar_cell;
            CHECK(expanded <= std::min(before, on_short_paths) + 2 * nearer);
            twice += expanded > nearer + nearer / 2;
        }
    }
    CHECK(handed > rounds(300) / 2);
    CHECK(twice > 0);
}

TEST_CASE("A* on a grid hands over by itself where the estimate is far too low") {
    const grid g(200, 200, [](cell c) { return c.x % 2 == 0 || c.y == (c.x % 4 == 1 ? 0 : 199); });
    const cell goal{198, 100};
    const auto found = senda::astar(g, {0, 199}, goal, manhattan{goal});
    CHECK(found.engine.ends_with("layers"));
    CHECK_EQ(fault_of(g, found, {0, 199}, goal, distances_from(g, {0, 199})[place_in(g, goal)]),
             "");
    const grid open(200, 200);
    CHECK(!senda::astar(open, {0, 199}, goal, manhattan{goal}).engine.ends_with("layers"));
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
