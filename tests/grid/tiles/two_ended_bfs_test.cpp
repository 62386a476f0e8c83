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
#include <doctest/doctest.h>
#include <string>

namespace two_ended_bfs_test {

using senda::cell;
using senda::grid;
using senda::status;
using senda::steps;
using senda::detail::tile_tuning;
using support::bfs_from_both_ends;
using support::both_ends_at_once;
using namespace support;

tile_tuning tuned(std::uint64_t alone, std::uint64_t round, std::uint64_t together,
                  std::uint32_t nearby = 20) {
    tile_tuning t = both_ends_at_once;
    t.work_before_second_side = alone;
    t.work_per_round = round;
    t.min_tiles_for_two_threads = together;
    t.initial_columns = nearby;
    return t;
}

/// A map with two far ends: of walls strewn about, of corridors, or of both halves each.
grid far_grid(split_mix64& random) {
    const int width = random.between(40, 260);
    const int height = random.between(20, 200);
    const int walls = random.between(0, 42);
    const int kind = random.below(3);
    return grid(width, height, [&](cell c) {
        const bool corridors = kind == 1 || (kind == 2 && c.x < width / 2);
        if (!corridors) return !random.percent(walls);
        if (c.x % 2 == 0 && c.y % 2 == 0) return false;
        return c.x % 2 == 1 && c.y % 2 == 1 ? true : random.percent(66);
    });
}

/// An open cell near a corner, if there is one.
cell near_corner(const grid& g, bool last) {
    for (int i = 0; i < 40; ++i) {
        const cell c{last ? g.width() - 1 - i % 8 : i % 8, last ? g.height() - 1 - i / 8 : i / 8};
        if (g.open(c)) return c;
    }
    return {0, 0};
}

TEST_CASE("bfs from both ends of a grid finds a shortest path, the same for any threads") {
    std::uint64_t met = 0;
    for (int seed = 1; seed <= support::rounds(120); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const grid g = far_grid(random);
        for (int query = 0; query < 3; ++query) {
            const cell start = query == 0 ? near_corner(g, false) : any_cell(g, random);
            const cell goal = query == 0 ? near_corner(g, true) : any_cell(g, random);
            const steps best = distances_from(g, start)[place_in(g, goal)];
            tile_tuning way = tuned(1, static_cast<std::uint64_t>(random.between(1, 400)),
                                    random.percent(50) ? 0 : 30);
            if (random.percent(30))
                way.max_cells_cellwise = static_cast<std::uint64_t>(random.below(9));
            if (random.percent(30)) way.min_cells_per_two_tiles = 3;
            if (random.percent(30)) way.steps_between_checks = random.between(1, 9);
            if (random.percent(50))
                way.initial_columns = static_cast<std::uint32_t>(random.between(1, 3));
            const auto by_two = bfs_from_both_ends(g, start, goal, {.threads = 2}, way);
            REQUIRE(by_two);
            CHECK_EQ(fault_of(g, *by_two, start, goal,
                              g.open(start) && g.open(goal) ? best : out_of_reach),
                     "");
            met += by_two->statistics.threads > 1;
            for (const unsigned threads : {2u, 3u, 5u, 16u, 100u}) {
                const auto found = bfs_from_both_ends(g, start, goal, {.threads = threads}, way);
                CHECK(found->status == by_two->status);
                CHECK(found->path == by_two->path);
                CHECK(found->statistics.expanded == by_two->statistics.expanded);
                CHECK(found->statistics.threads <= 2);
            }
        }
    }
    CHECK(met > static_cast<std::uint64_t>(support::rounds(120)));
}

TEST_CASE("bfs from both ends takes near, equal, closed and walled-in ends as they are") {
    grid g(200, 150);
    const tile_tuning now = tuned(1, 40, 0);
    const auto length = [&](cell start, cell goal) {
        const auto found = bfs_from_both_ends(g, start, goal, {.threads = 2}, now);
        const steps best = distances_from(g, start)[place_in(g, goal)];
        CHECK_EQ(fault_of(g, *found, start, goal, best), "");
        return found->cost;
    };
    CHECK(length({5, 5}, {5, 5}) == 0);
    for (int far = 1; far < 60; far += support::is_slow ? 7 : 1) {
        CHECK(length({50, 60}, {50 + far, 60}) == far);
        CHECK(length({50, 60}, {50 + far / 2, 60 + far - far / 2}) == far);
    }
    // A wall right across, with a gap at its end.
    for (int y = 0; y < 149; ++y) g.close({100, y});
    CHECK(length({99, 0}, {101, 0}) == 300);
    CHECK(length({20, 0}, {180, 0}) == 458);
    g.close({100, 149});
    CHECK(length({0, 0}, {199, 149}) == out_of_reach);
    for (int x = 150; x < 160; ++x) {
        g.close({x, 50});
        g.close({x, 60});
        g.close({150, x - 100});
        g.close({160, x - 99});
    }
    CHECK(length({155, 55}, {190, 140}) == out_of_reach);
    CHECK(length({110, 140}, {155, 55}) == out_of_reach);
    CHECK(bfs_from_both_ends(g, {100, 5}, {190, 140}, {.threads = 2}, now)->status ==
          status::exhausted);
}

TEST_CASE("bfs from both ends keeps limits, and its bounds hold") {
    for (int seed = 1; seed <= support::rounds(40); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed) + 1000);
        const grid g = far_grid(random);
        const cell start = near_corner(g, false);
        const cell goal = near_corner(g, true);
        if (!g.open(start) || !g.open(goal)) continue;
        const steps best = distances_from(g, start)[place_in(g, goal)];
        const tile_tuning way = tuned(1, 100, 0);
        const auto cells = static_cast<std::uint64_t>(g.width() * g.height());
        for (const std::uint64_t most :
             {cells / 9, cells / 3, cells, 4 * cells + 100'000, std::uint64_t{1} << 40}) {
            const auto found = bfs_from_both_ends(
                g, start, goal, {.limits = {.expansions = most}, .threads = 2}, way);
            CHECK(found->statistics.expanded <= most);
            if (found->status == status::expansion_limit) {
                CHECK(found->statistics.expanded == most);
                CHECK((best == out_of_reach || found->lower_bound <= best));
            } else {
                CHECK_EQ(fault_of(g, *found, start, goal, best), "");
            }
        }
        const steps cap = random.below(g.width() + g.height());
        const auto capped =
            bfs_from_both_ends(g, start, goal, {.limits = {.cost = 1.0 * cap}, .threads = 2}, way);
        if (best <= cap) {
            CHECK_EQ(fault_of(g, *capped, start, goal, best), "");
        } else {
            CHECK((capped->status == status::cost_limit || best == out_of_reach));
        }
        for (std::uint64_t bytes = 10'000; bytes < 400'000; bytes += 30'000) {
            const auto found =
                bfs_from_both_ends(g, start, goal, {.limits = {.bytes = bytes}, .threads = 2}, way);
            if (!found) continue;
            CHECK(found->statistics.bytes <= bytes);
            if (found->status == status::memory_limit) {
                CHECK((best == out_of_reach || found->lower_bound <= best));
            } else {
                CHECK_EQ(fault_of(g, *found, start, goal, best), "");
            }
        }
    }
}

/// Says stop when it was asked so many times.
struct stops_after {
    mutable std::atomic<int> left;
    [[nodiscard]] bool stop_requested() const { return left.fetch_sub(1) <= 0; }
};

TEST_CASE("bfs from both ends can be stopped at any time") {
    split_mix64 random(3);
    const grid g(300, 200, [&](cell c) {
        return c == cell{0, 0} || c == cell{299, 199} || !random.percent(30);
    });
    const auto whole = bfs_from_both_ends(g, {0, 0}, {299, 199}, {.threads = 2}, tuned(1, 100, 0));
    REQUIRE(whole->status == status::found);
    bool was_stopped = false;
    bool was_found = false;
    for (int times = 0; times < 500; times = times * 5 / 4 + 1) {
        const stops_after stop{times};
        const auto found = bfs_from_both_ends(g, {0, 0}, {299, 199}, {.stop = stop, .threads = 2},
                                              tuned(1, 100, 0));
        was_stopped = was_stopped || found->status == status::cancelled;
        was_found = was_found || found->status == status::found;
        CHECK(found->lower_bound <= whole->cost);
        if (found->status == status::found) {
            CHECK(found->path == whole->path);
            CHECK(found->statistics.expanded == whole->statistics.expanded);
        }
    }
    CHECK(was_stopped);
    CHECK(was_found);
    const auto late = bfs_from_both_ends(g, {0, 0}, {299, 199},
                                         {.limits = {.time = 0.0}, .threads = 2}, tuned(1, 9, 0));
    CHECK(late->status == status::time_limit);
}

TEST_CASE("bfs on a large grid is searched from both ends, on a small one from the start") {
    split_mix64 random(5);
    const cell start{9, 9};
    const int side = support::is_slow ? 1500 : 2500;
    const cell goal{side - 11, side - 10};
    const auto is_open = [&](cell c) { return c.x % 10 == 9 || !random.percent(30); };
    const grid large(side, side, is_open);
    const auto alone = senda::bfs(large, start, goal);
    REQUIRE(alone.status == status::found);
    CHECK(alone.statistics.threads == 1);
    const auto both = senda::bfs(large, start, goal, senda::options{.threads = 2});
    CHECK_EQ(fault_of(large, both, start, goal, alone.cost), "");
    CHECK(both.statistics.threads == 2);
    CHECK(both.statistics.expanded < alone.statistics.expanded);
    const grid small(400, 400, is_open);
    const auto soon = senda::bfs(small, start, cell{389, 390}, senda::options{.threads = 16});
    CHECK(soon.status == status::found);
    CHECK(soon.statistics.threads == 1);
}

}  // namespace two_ended_bfs_test
