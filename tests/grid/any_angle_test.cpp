// SPDX-License-Identifier: MIT
#include <senda/grid/any_angle.hpp>

#include <senda/graph/formats/moving_ai.hpp>
#include <senda/grid/jump_point.hpp>

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numbers>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "grid/sight/seen_by_clipping.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

namespace any_angle_test {

using senda::any_angle;
using senda::any_angle_search;
using senda::cell;
using senda::grid_moves;
using senda::point;
using senda::status;
using support::split_mix64;
using answer = senda::result<point, double>;

template <grid_moves Moves>
senda::basic_grid<Moves> random_grid(split_mix64& random, int side, int most_walls) {
    const int walls = random.below(most_walls);
    const int width = 1 + random.below(side);
    return {width, 1 + random.below(side), [&](cell) { return !random.percent(walls); }};
}

/// A large map of a few rectangles, single cells and gaps, whose corners are few.
template <grid_moves Moves>
senda::basic_grid<Moves> hall(split_mix64& random) {
    constexpr std::array sides{61, 62, 63, 64, 65, 66, 67, 72, 129};
    const auto side = [&] { return sides[static_cast<std::size_t>(random.below(9))]; };
    const int width = side();
    senda::basic_grid<Moves> g(width, random.percent(50) ? side() : 1 + random.below(20));
    for (int blocks = 2 + random.below(9); blocks > 0; --blocks) {
        const int left = random.below(g.width()), top = random.below(g.height());
        const int right = left + 1 + random.below(random.percent(50) ? 3 : 40);
        const int bottom = top + 1 + random.below(random.percent(50) ? 3 : 40);
        for (int y = top; y < std::min(bottom, g.height()); ++y)
            for (int x = left; x < std::min(right, g.width()); ++x) g.close({x, y});
    }
    return g;
}

template <class Grid>
cell some_open(const Grid& g, split_mix64& random) {
    cell c{random.below(g.width()), random.below(g.height())};
    for (int tries = 0; tries < 20 && !g.open(c); ++tries)
        c = {random.below(g.width()), random.below(g.height())};
    return c;
}

/// Whether a path that was found is one, turns wherever it says, and is as long as it says.
template <grid_moves Moves>
void check_path(const senda::basic_grid<Moves>& g, cell start, cell goal, const answer& found) {
    REQUIRE(!found.path.empty());
    CHECK(found.path.front() == senda::centre(start));
    CHECK(found.path.back() == senda::centre(goal));
    CHECK(found.path.size() >= (start == goal ? 1U : 2U));
    CHECK(seen_by_clipping::length_of(g, found.path) == doctest::Approx(found.cost).epsilon(1e-12));
    CHECK(found.lower_bound <= found.cost);
    for (std::size_t i = 2; i < found.path.size(); ++i) {
        CHECK(seen_by_clipping::side(seen_by_clipping::place_of(found.path[i - 2]),
                                     seen_by_clipping::place_of(found.path[i - 1]),
                                     seen_by_clipping::place_of(found.path[i])) != 0);
    }
}

/// The laws between a path in any direction, one of steps, and the shortest length.
template <grid_moves Moves>
void check_laws(const senda::basic_grid<Moves>& g, cell start, cell goal, double shortest) {
    const auto exact = any_angle(g, start, goal);
    const auto steps = senda::jump_point(g, start, goal);
    REQUIRE(exact.status == steps.status);
    if (!steps) {
        CHECK(shortest == senda::infinite<double>);
        CHECK(exact.path.empty());
        CHECK(exact.cost == senda::infinite<double>);
        CHECK(exact.lower_bound == senda::infinite<double>);
        return;
    }
    CHECK(std::abs(exact.cost - shortest) < 1e-9);
    CHECK(exact.lower_bound == exact.cost);
    CHECK(exact.cost <= steps.cost + 1e-9);
    check_path(g, start, goal, exact);
}

template <grid_moves Moves>
void check_small(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(grids); ++i) {
        CAPTURE(i);
        const auto g = random_grid<Moves>(random, 4 + i % 9, 60);
        const cell start = some_open(g, random);
        const cell goal = some_open(g, random);
        const double shortest = g.open(start) && g.open(goal)
                                    ? seen_by_clipping::shortest(g, start, goal, false)
                                    : senda::infinite<double>;
        check_laws(g, start, goal, shortest);
    }
}

template <grid_moves Moves>
void check_large(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(grids); ++i) {
        CAPTURE(i);
        const auto g = hall<Moves>(random);
        const cell start = some_open(g, random);
        const cell goal = some_open(g, random);
        const double shortest = g.open(start) && g.open(goal)
                                    ? seen_by_clipping::shortest(g, start, goal, true)
                                    : senda::infinite<double>;
        check_laws(g, start, goal, shortest);
    }
}

TEST_CASE("any_angle finds the shortest path on small maps where corners are not cut") {
    check_small<grid_moves::octile>(1, 500);
}
TEST_CASE("any_angle finds the shortest path on small maps where corners are cut") {
    check_small<grid_moves::octile_cutting>(2, 500);
}
TEST_CASE("any_angle finds the shortest path on large maps where corners are not cut") {
    check_large<grid_moves::octile>(3, 60);
}
TEST_CASE("any_angle finds the shortest path on large maps where corners are cut") {
    check_large<grid_moves::octile_cutting>(4, 60);
}

TEST_CASE("a path back is as long, and so is one in a mirrored or turned map") {
    split_mix64 random{5};
    for (int i = 0; i < support::rounds(120); ++i) {
        CAPTURE(i);
        const auto g = random_grid<grid_moves::octile_cutting>(random, 70, 45);
        const cell start = some_open(g, random);
        const cell goal = some_open(g, random);
        const senda::octile_grid_cutting mirrored(
            g.width(), g.height(), [&](cell c) { return g.open({g.width() - 1 - c.x, c.y}); });
        const senda::octile_grid_cutting turned(g.height(), g.width(),
                                                [&](cell c) { return g.open({c.y, c.x}); });
        const auto there = any_angle(g, start, goal);
        const auto same = [&](const answer& other) {
            CHECK(other.status == there.status);
            if (there) CHECK(std::abs(other.cost - there.cost) < 1e-9);
        };
        same(any_angle(g, goal, start));
        same(any_angle(mirrored, {g.width() - 1 - start.x, start.y},
                       {g.width() - 1 - goal.x, goal.y}));
        same(any_angle(turned, {start.y, start.x}, {goal.y, goal.x}));
    }
}

TEST_CASE("a path bends around the corner of a wall, and goes straight where it can") {
    senda::octile_grid g(9, 9);
    const auto straight = any_angle(g, {0, 0}, {8, 3});
    CHECK(straight.path == std::vector<point>{{0.5, 0.5}, {8.5, 3.5}});
    CHECK(straight.cost == doctest::Approx(std::sqrt(73.0)).epsilon(1e-15));
    for (int y = 0; y < 8; ++y) g.close({4, y});
    const auto around = any_angle(g, {3, 3}, {5, 3});
    CHECK(around.path == std::vector<point>{{3.5, 3.5}, {4, 8}, {5, 8}, {5.5, 3.5}});
}

TEST_CASE("closed cells that touch at a corner leave a gap only where corners are cut") {
    const auto is_open = [](cell c) { return c.x == c.y; };
    const senda::octile_grid closed(3, 3, is_open);
    const senda::octile_grid_cutting cutting(3, 3, is_open);
    CHECK(any_angle(closed, {0, 0}, {2, 2}).status == status::exhausted);
    CHECK(!senda::line_of_sight(closed, {0, 0}, {1, 1}));
    CHECK(senda::line_of_sight(cutting, {0, 0}, {2, 2}));
    const auto through = any_angle(cutting, {0, 0}, {2, 2});
    CHECK(through.path == std::vector<point>{{0.5, 0.5}, {2.5, 2.5}});
    CHECK(through.cost == doctest::Approx(2 * std::numbers::sqrt2).epsilon(1e-15));
}

template <grid_moves Moves>
void check_sight(std::uint64_t seed) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(2000); ++i) {
        const auto g = random_grid<Moves>(random, 14, 40);
        const cell a = some_open(g, random);
        const cell b = some_open(g, random);
        const bool seen = g.open(a) && g.open(b) &&
                          seen_by_clipping::sees(g, seen_by_clipping::centre_of(a),
                                                 seen_by_clipping::centre_of(b));
        CHECK(senda::line_of_sight(g, a, b) == seen);
        CHECK(senda::line_of_sight(g, b, a) == seen);
    }
}

TEST_CASE("lines of sight are those that clipping each cell finds") {
    check_sight<grid_moves::octile>(6);
    check_sight<grid_moves::octile_cutting>(7);
}

TEST_CASE("nobody sees a closed cell, or from one, or off the map") {
    senda::octile_grid g(3, 3);
    g.close({1, 1});
    CHECK(!senda::line_of_sight(g, {0, 0}, {1, 1}));
    CHECK(!senda::line_of_sight(g, {1, 1}, {1, 1}));
    CHECK(!senda::line_of_sight(g, {0, 0}, {3, 0}));
    CHECK(!senda::line_of_sight(g, {-1, 0}, {0, 0}));
    CHECK(senda::line_of_sight(g, {2, 0}, {2, 0}));
}

double length_of(const std::vector<cell>& path) {
    double sum = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
        sum += senda::distance(senda::centre(path[i - 1]), senda::centre(path[i]));
    return sum;
}

TEST_CASE("a pulled string keeps its ends, is not longer, and is seen from turn to turn") {
    split_mix64 random{8};
    for (int i = 0; i < support::rounds(300); ++i) {
        CAPTURE(i);
        const auto g = random_grid<grid_moves::octile>(random, 70, 40);
        const auto found = senda::jump_point(g, some_open(g, random), some_open(g, random));
        if (!found) continue;
        const std::vector<cell> pulled = senda::pull_string(g, found.path);
        REQUIRE(!pulled.empty());
        CHECK(pulled.front() == found.path.front());
        CHECK(pulled.back() == found.path.back());
        CHECK(length_of(pulled) <= found.cost + 1e-9);
        for (std::size_t k = 1; k < pulled.size(); ++k)
            CHECK(senda::line_of_sight(g, pulled[k - 1], pulled[k]));
        for (std::size_t k = 2; k < pulled.size(); ++k)
            CHECK(!senda::line_of_sight(g, pulled[k - 2], pulled[k]));
        CHECK(senda::pull_string(g, pulled) == pulled);
    }
    const senda::octile_grid g(4, 4);
    CHECK(senda::pull_string(g, {}).empty());
    CHECK(senda::pull_string(g, {{1, 1}}) == std::vector{cell{1, 1}});
    CHECK(senda::pull_string(g, {{0, 0}, {1, 0}, {2, 1}, {3, 3}}) ==
          std::vector{cell{0, 0}, cell{3, 3}});
}

TEST_CASE("any_angle answers for closed cells, cells off the grid, and the smallest maps") {
    senda::octile_grid g(9, 9);
    g.close({4, 4});
    const auto ends = [&](cell start, cell goal) { return any_angle(g, start, goal).status; };
    CHECK(ends({4, 4}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {4, 4}) == status::exhausted);
    CHECK(ends({4, 4}, {4, 4}) == status::exhausted);
    CHECK(ends({-1, 0}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {9, 0}) == status::exhausted);
    CHECK(any_angle(senda::octile_grid{}, {}, {}).status == status::exhausted);
    const auto stay = any_angle(g, {3, 3}, {3, 3});
    CHECK(stay.cost == 0);
    CHECK(stay.path == std::vector{point{3.5, 3.5}});
    const senda::octile_grid one(1, 1);
    CHECK(any_angle(one, {0, 0}, {0, 0}).cost == 0);
    const senda::octile_grid row(300, 1);
    CHECK(any_angle(row, {299, 0}, {0, 0}).cost == 299);
    const senda::octile_grid column(1, 300);
    CHECK(any_angle(column, {0, 0}, {0, 299}).cost == 299);
}

TEST_CASE("limits stop any_angle with a bound that holds") {
    split_mix64 random{9};
    const senda::octile_grid g(150, 140, [&](cell) { return !random.percent(20); });
    const cell start{3, 5};
    const cell goal{140, 133};
    const double shortest = any_angle(g, start, goal).cost;
    const auto run = [&](const senda::options& o) { return any_angle(g, start, goal, o); };
    const auto best = run({});
    REQUIRE(best);
    REQUIRE(best.statistics.expanded > 100);
    CHECK(best.statistics.generated > best.statistics.expanded);
    CHECK(best.statistics.bytes > 0);
    for (const std::uint64_t expansions : {0u, 1u, 2u, 40u}) {
        const auto stopped = run({.limits = {.expansions = expansions}});
        CHECK(stopped.status == status::expansion_limit);
        CHECK(stopped.statistics.expanded == expansions);
        CHECK(stopped.lower_bound > 0);
        CHECK(stopped.lower_bound <= shortest);
        CHECK(stopped.path.empty());
    }
    for (const double cost : {-1.0, 0.0, 50.0, shortest - 1e-6}) {
        const auto stopped = run({.limits = {.cost = cost}});
        CHECK(stopped.status == status::cost_limit);
        CHECK(stopped.lower_bound <= shortest);
        CHECK(stopped.lower_bound > cost);
    }
    CHECK(run({.limits = {.cost = best.cost}}).cost <= best.cost);
    CHECK(run({.limits = {.time = 0.0}}).status == status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(run({.stop = stop}).status == status::cancelled);
    const std::uint64_t steps = support::is_slow ? 25 : 150;
    std::uint64_t bytes = 0;
    for (; bytes < best.statistics.bytes; bytes += best.statistics.bytes / steps + 1) {
        const auto stopped = run({.limits = {.bytes = bytes}});
        CHECK(stopped.statistics.bytes <= bytes);
        CHECK(stopped.lower_bound <= shortest + 1e-9);
        if (stopped) {
            CHECK(stopped.cost == best.cost);
        } else {
            CHECK(stopped.status == status::memory_limit);
        }
    }
    CHECK(run({.limits = {.bytes = bytes}}).cost == best.cost);
}

static_assert(
    !std::is_constructible_v<any_angle_search<senda::octile_grid>, senda::octile_grid, cell, cell>,
    "a search must not refer to a grid that is gone");

TEST_CASE("any_angle runs in steps, starts again, and moves, also half way") {
    split_mix64 random{10};
    senda::octile_grid g(64, 70, [&](cell) { return !random.percent(25); });
    using search = any_angle_search<senda::octile_grid>;
    search again(g, {0, 0}, {0, 0});
    for (int i = 0; i < support::rounds(100); ++i) {
        CAPTURE(i);
        const cell start = some_open(g, random);
        const cell goal = some_open(g, random);
        const auto once = any_angle(g, start, goal);
        again.restart(start, goal);
        while (again.step(1 + static_cast<std::uint64_t>(random.below(5))) == status::running) {
            CHECK(again.result().lower_bound <= once.cost);
            if (random.percent(10)) {
                search moved = std::move(again);
                again = std::move(moved);
            }
        }
        const auto stepped = again.result();
        CHECK(stepped.status == once.status);
        CHECK(stepped.cost == once.cost);
        CHECK(stepped.path == once.path);
        CHECK(stepped.statistics.expanded == once.statistics.expanded);
        const cell changed{random.below(64), random.below(70)};
        random.percent(50) ? g.set(changed) : g.close(changed);
    }
    again.set_limits({.expansions = 0});
    again.restart({0, 0}, {63, 69});
    CHECK(again.run() != status::found);
    const senda::octile_grid small(3, 3);
    any_angle_search straight(small, {0, 0}, {2, 1});
    CHECK(straight.run() == status::found);
    CHECK(straight.result().path.size() == 2);
}

TEST_CASE("a limit on costs is in the way only where it left something out for good") {
    split_mix64 random{11};
    for (int i = 0; i < support::rounds(300); ++i) {
        CAPTURE(i);
        const auto g = random_grid<grid_moves::octile>(random, 12, 60);
        const cell start = some_open(g, random);
        const cell goal = some_open(g, random);
        const auto free = any_angle(g, start, goal);
        const double most = random.below(20);
        const auto limited = any_angle(g, start, goal, {.limits = {.cost = most}});
        if (free && free.cost <= most) {
            CHECK(std::abs(limited.cost - free.cost) < 1e-9);
            CHECK(limited.cost <= most);
        } else if (free) {
            CHECK(limited.status == status::cost_limit);
            CHECK(limited.lower_bound > most);
            CHECK(limited.lower_bound <= free.cost);
        } else {
            CHECK(!limited);
        }
    }
}

TEST_CASE("a path is found also if it must not be longer than it is") {
    split_mix64 random{12};
    for (int i = 0; i < support::rounds(300); ++i) {
        CAPTURE(i);
        const auto g = random_grid<grid_moves::octile>(random, 40, 45);
        const cell start = some_open(g, random);
        const cell goal = some_open(g, random);
        const auto free = any_angle(g, start, goal);
        if (!free) continue;
        CHECK(any_angle(g, start, goal, {.limits = {.cost = free.cost}}).cost <= free.cost);
    }
}

TEST_CASE("any-angle paths on the benchmark's maps are shorter than their scenarios") {
    for (const std::string name : {"8room_000", "hrt201n", "maze512-4-0", "random512-10-0"}) {
        CAPTURE(name);
        const std::string file = "movingai/" + name + ".map";
        const std::string text = support::shared_text(file);
        if (text.empty()) continue;
        const auto map = senda::parse_map(text);
        REQUIRE(map);
        const auto scenarios = senda::parse_scenarios(support::shared_text(file + ".scen"));
        REQUIRE(scenarios);
        const senda::octile_grid g = senda::to_grid(*map);
        for (std::size_t i = 0; i < scenarios->size();
             i += scenarios->size() / support::rounds(std::size_t{16})) {
            const senda::scenario& s = (*scenarios)[i];
            const auto exact = any_angle(g, s.start, s.goal);
            CHECK(std::abs(any_angle(g, s.goal, s.start).cost - exact.cost) < 1e-9);
            CHECK(exact.cost <= s.length * (1 + 5.1e-6));
            CHECK(exact.cost >= senda::distance(senda::centre(s.start), senda::centre(s.goal)));
        }
    }
}

}  // namespace any_angle_test
