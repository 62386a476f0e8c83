// SPDX-License-Identifier: MIT
#include <senda/grid/hpa_grid.hpp>

#include <senda/search/dijkstra.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <numbers>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace hierarchy_test {

using senda::basic_grid;
using senda::cell;
using senda::grid_moves;
using senda::hpa_grid;
using senda::status;
using support::split_mix64;

/// A random grid whose sides end near where regions do: walls strewn about, or corridors.
template <grid_moves Moves>
basic_grid<Moves> random_grid(split_mix64& random) {
    constexpr std::array sides{1,  2,   3,   20,  61,  62,  63,  64,  65,  66, 67,
                               90, 125, 126, 127, 128, 129, 130, 190, 260, 330};
    const auto side = [&] {
        return sides[static_cast<std::size_t>(random.below(static_cast<int>(sides.size())))];
    };
    const int width = side();
    const int height = side();
    const int walls = random.below(50);
    const int passages = random.between(45, 75);
    const bool has_corridors = random.percent(50);
    return basic_grid<Moves>(width, height, [&](cell c) {
        if (!has_corridors) return !random.percent(walls);
        return c.x % 2 == 0 && c.y % 2 == 0   ? true
               : c.x % 2 == 1 && c.y % 2 == 1 ? false
                                              : random.percent(passages);
    });
}

template <class Grid>
cell random_cell(const Grid& g, split_mix64& random) {
    return {random.below(g.width()), random.below(g.height())};
}

/// The length of a path by the steps of the grid, or -1 if it is none.
template <grid_moves Moves>
double length_of(const basic_grid<Moves>& g, const std::vector<cell>& path) {
    int straight = 0;
    int diagonal = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
        bool there = false;
        const auto look = [&](cell to, auto...) { there = there || to == path[i]; };
        g.successors(path[i - 1], look);
        if (!there) return -1;
        ++(path[i].x == path[i - 1].x || path[i].y == path[i - 1].y ? straight : diagonal);
    }
    return straight + diagonal * std::numbers::sqrt2;
}

/// Holds a hierarchy to what it promises about one query.
template <grid_moves Moves>
void check_query(const basic_grid<Moves>& g, const hpa_grid<basic_grid<Moves>>& map, cell start,
                 cell goal) {
    const auto best = senda::dijkstra(g, start, goal);
    const auto route = map.route(start, goal);
    const auto found = map.path(start, goal);
    REQUIRE(route.status == best.status);
    REQUIRE(found.status == best.status);
    if (!best) {
        CHECK(found.path.empty());
        CHECK(route.waypoints.empty());
        CHECK(map.cells(route).empty());
        CHECK(found.lower_bound == found.cost);
        CHECK(route.lower_bound == route.cost);
        return;
    }
    REQUIRE(!found.path.empty());
    CHECK(found.path.front() == start);
    CHECK(found.path.back() == goal);
    CHECK(length_of(g, found.path) == found.cost);
    CHECK(found.cost + 1e-9 >= best.cost);
    CHECK(found.lower_bound <= best.cost + 1e-9);
    CHECK(route.cost + 1e-9 >= found.cost);
    CHECK(route.waypoints.front() == start);
    CHECK(route.waypoints.back() == goal);
    CHECK(map.cells(route) == found.path);
    const std::vector<cell> first = map.cells(route, 9);
    CHECK(length_of(g, first) >= 0);
    CHECK(first.front() == start);
    if (first.size() < 5) CHECK(first.back() == goal);
}

template <grid_moves Moves>
void check_many(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(grids); ++i) {
        CAPTURE(i);
        basic_grid<Moves> g = random_grid<Moves>(random);
        hpa_grid map(g);
        for (int query = 0; query < 4; ++query)
            check_query(g, map, random_cell(g, random), random_cell(g, random));
    }
}

TEST_CASE("a hierarchy finds a path if and only if there is one: four neighbours") {
    check_many<grid_moves::straight>(1, 160);
}

TEST_CASE("a hierarchy finds a path if and only if there is one: eight neighbours") {
    check_many<grid_moves::octile>(2, 64);
}

TEST_CASE("a hierarchy finds a path if and only if there is one: corners are cut") {
    check_many<grid_moves::octile_cutting>(3, 64);
}

template <grid_moves Moves>
void check_changes(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(grids); ++i) {
        CAPTURE(i);
        basic_grid<Moves> g = random_grid<Moves>(random);
        hpa_grid map(g);
        for (int round = 0; round < 3; ++round) {
            for (int change = 0; change < 6; ++change) {
                cell c = random_cell(g, random);
                // Half of them on the lines that regions share.
                if (random.percent(25)) c.x = c.x / 63 * 63;
                if (random.percent(25)) c.y = c.y / 63 * 63;
                if (random.percent(50)) {
                    g.set(c);
                    map.set(c);
                } else {
                    g.close(c);
                    map.close(c);
                }
                CHECK(map.open(c) == g.open(c));
            }
            REQUIRE(map == hpa_grid(g));
            check_query(g, map, random_cell(g, random), random_cell(g, random));
        }
    }
}

TEST_CASE("a repaired hierarchy is the one that is made of the changed map") {
    check_changes<grid_moves::straight>(4, 40);
    check_changes<grid_moves::octile>(5, 16);
    check_changes<grid_moves::octile_cutting>(6, 16);
}

/// The connected parts of a map: a number for each open cell.
template <grid_moves Moves>
std::vector<int> parts_of(const basic_grid<Moves>& g) {
    const auto number = [&](cell c) { return static_cast<std::size_t>(c.y * g.width() + c.x); };
    std::vector<int> parts(static_cast<std::size_t>(g.width() * g.height()), -1);
    std::vector<cell> left;
    int part = 0;
    for (int i = 0; i < g.width() * g.height(); ++i, ++part) {
        const auto visit = [&](cell c, auto...) {
            if (!g.open(c) || parts[number(c)] >= 0) return;
            parts[number(c)] = part;
            left.push_back(c);
        };
        visit(cell{i % g.width(), i / g.width()});
        while (!left.empty()) {
            const cell c = left.back();
            left.pop_back();
            g.successors(c, visit);
        }
    }
    return parts;
}

/// Maps of several levels, just dense enough to fall apart: full of dead ends along the lines
/// between large regions, in which starts and goals lie. Paths are measured in all.
template <grid_moves Moves>
void check_large(std::uint64_t seed, int grids, double most_mean_error) {
    split_mix64 random{seed};
    const int most_side = support::is_slow ? 400 : 900;
    const int queries = support::is_slow ? 80 : 300;
    const int changes = support::is_slow ? 8 : 30;
    double sum = 0;
    double sum_of_best = 0;
    for (int i = 0; i < support::rounds(grids); ++i) {
        CAPTURE(i);
        const int walls = random.between(36, 43);
        const int passages = random.between(49, 58);
        const bool has_corridors = random.percent(50);
        const bool has_blocks = random.percent(50);  // of cells that are alike
        const int wide = random.between(1, 3);
        const int high = random.between(1, 3);
        const int row = most_side + 1;
        std::vector<bool> blocks;
        while (blocks.size() < static_cast<std::size_t>(row * row))
            blocks.push_back(!random.percent(38));
        const auto side = [&] { return random.between(300, most_side); };
        basic_grid<Moves> g(side(), side(), [&](cell c) {
            if (!has_corridors && has_blocks)
                return static_cast<bool>(
                    blocks[static_cast<std::size_t>(c.y / high * row + c.x / wide)]);
            if (!has_corridors) return !random.percent(walls);
            return c.x % 2 == 0 && c.y % 2 == 0   ? true
                   : c.x % 2 == 1 && c.y % 2 == 1 ? false
                                                  : random.percent(passages);
        });
        hpa_grid map(g);
        for (int round = 0; round < 2; ++round) {
            const std::vector<int> parts = parts_of(g);
            const auto part = [&](cell c) {
                return parts[static_cast<std::size_t>(c.y * g.width() + c.x)];
            };
            for (int query = 0; query < queries; ++query) {
                const cell start = random_cell(g, random);
                cell goal = random_cell(g, random);
                for (int more = 0; more < 20 && part(goal) != part(start); ++more)
                    goal = random_cell(g, random);
                const bool is_reachable = part(start) >= 0 && part(start) == part(goal);
                REQUIRE(static_cast<bool>(map.route(start, goal)) == is_reachable);
                if (query % (queries / 5) != 0 || !is_reachable) continue;
                check_query(g, map, start, goal);
                sum += map.path(start, goal).cost;
                sum_of_best += senda::dijkstra(g, start, goal).cost;
            }
            for (int change = 0; change < changes; ++change) {
                const cell c = random_cell(g, random);
                g.open(c) ? g.close(c) : g.set(c);
                map.open(c) ? map.close(c) : map.set(c);
            }
        }
        REQUIRE(map == hpa_grid(g));
    }
    CHECK(sum <= (1 + most_mean_error) * sum_of_best);
}

TEST_CASE("large regions leave dead ends out, and yet every start and goal in one is reached") {
    check_large<grid_moves::straight>(9, 16, 0.08);
    if (support::is_slow) return;
    check_large<grid_moves::octile>(10, 4, 0.08);
    check_large<grid_moves::octile_cutting>(11, 4, 0.08);
}

TEST_CASE("a hierarchy joins what only a corner joins, where corners are cut") {
    for (const int at : {62, 63, 64, 126}) {
        CAPTURE(at);
        const auto open = [at](cell c) { return (c.x < at) == (c.y < at); };
        const basic_grid<grid_moves::octile_cutting> cutting(150, 150, open);
        CHECK(hpa_grid(cutting).path({3, 4}, {140, 149}).status == status::found);
        const basic_grid<grid_moves::octile> careful(150, 150, open);
        CHECK(hpa_grid(careful).path({3, 4}, {140, 149}).status == status::exhausted);
    }
}

TEST_CASE("a hierarchy answers for closed cells, cells off the map and a map without cells") {
    senda::grid g(100, 70);
    g.close({63, 63});
    const hpa_grid map(g);
    const auto ends = [&](cell start, cell goal) { return map.path(start, goal).status; };
    CHECK(ends({63, 63}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {63, 63}) == status::exhausted);
    CHECK(ends({-1, 0}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {0, 70}) == status::exhausted);
    const auto stay = map.path({63, 62}, {63, 62});
    CHECK(stay.cost == 0);
    CHECK(stay.path == std::vector{cell{63, 62}});
    CHECK(hpa_grid(senda::grid{}).path({0, 0}, {0, 0}).status == status::exhausted);
    CHECK(map.path({0, 0}, {99, 69}).engine == "regions: from portal to portal");
}

TEST_CASE("on an open field a hierarchy's paths are shortest, and it knows") {
    // More than four regions in a row: some are regions of regions.
    const int width = support::is_slow ? 260 : 400;
    const int height = support::is_slow ? 80 : 300;
    const cell goal{width - 2, height - 10};
    const hpa_grid straight(senda::grid(width, height));
    const auto steps = straight.path({1, 2}, goal);
    CHECK(steps.cost == goal.x - 1 + goal.y - 2);
    CHECK(steps.lower_bound == steps.cost);
    const hpa_grid octile(senda::octile_grid(width, height));
    const auto length = octile.path({1, 2}, goal);
    const int diagonal = goal.y - 2;
    const int rest = goal.x - 1 - diagonal;
    CHECK(length.lower_bound ==
          doctest::Approx(rest + diagonal * std::numbers::sqrt2).epsilon(1e-12));
    CHECK(length.cost < 1.05 * length.lower_bound);
}

TEST_CASE("a limit on the cost is held to, and is reported only where no path is within it") {
    split_mix64 random{8};
    for (int i = 0; i < support::rounds(40); ++i) {
        CAPTURE(i);
        const auto g = random_grid<grid_moves::straight>(random);
        const hpa_grid map(g);
        const cell start = random_cell(g, random);
        const cell goal = random_cell(g, random);
        const auto route = map.route(start, goal);
        if (!route) continue;
        const auto as_far = map.route(start, goal, {.limits = {.cost = route.cost}});
        CHECK(as_far.cost == route.cost);
        const auto best = senda::dijkstra(g, start, goal);
        if (best.cost == 0) continue;
        const auto less = map.route(start, goal, {.limits = {.cost = best.cost - 1}});
        CHECK(less.status == status::cost_limit);
    }
}

TEST_CASE("limits stop a query in a hierarchy with a bound that holds") {
    split_mix64 random{7};
    const int width = support::is_slow ? 380 : 500;
    const int height = support::is_slow ? 260 : 400;
    const senda::grid g(width, height, [&](cell) { return !random.percent(30); });
    const hpa_grid map(g);
    const cell start{3, 5};
    const cell goal{width - 20, height - 10};
    const auto best = senda::dijkstra(g, start, goal);
    const auto route = map.route(start, goal);
    REQUIRE(best);
    REQUIRE(route);
    REQUIRE(route.statistics.expanded > 9);
    for (const std::uint64_t expansions : {0u, 1u, 2u, 9u}) {
        const auto stopped = map.path(start, goal, {.limits = {.expansions = expansions}});
        CHECK(stopped.status == status::expansion_limit);
        CHECK(stopped.statistics.expanded == expansions);
        CHECK(stopped.lower_bound <= best.cost);
        CHECK(stopped.path.empty());
    }
    for (const int cost : {0, 50, best.cost - 1}) {
        const auto stopped = map.path(start, goal, {.limits = {.cost = cost}});
        CHECK(stopped.status == status::cost_limit);
        CHECK(stopped.lower_bound <= best.cost);
    }
    CHECK(map.route(start, goal, {.limits = {.cost = route.cost}}).cost == route.cost);
    CHECK(map.path(start, goal, {.limits = {.time = 0.0}}).status == status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(map.path(start, goal, {.stop = stop}).status == status::cancelled);
    for (std::uint64_t bytes = 0; bytes < route.statistics.bytes; bytes += 200) {
        const auto stopped = map.path(start, goal, {.limits = {.bytes = bytes}});
        // Arrays grow by less where memory is scarce.
        const bool may_fit = bytes > route.statistics.bytes / 2 && stopped;
        CHECK((may_fit || stopped.status == status::memory_limit));
        CHECK(stopped.statistics.bytes <= bytes);
        CHECK(stopped.path.empty() == !stopped);
    }
}

TEST_CASE("making a hierarchy keeps limits and the stop token, and tells how far it is") {
    const senda::octile_grid g(70, 66, [](cell c) { return c.x % 30 != 20 || c.y % 40 == 3; });
    senda::search_progress progress;
    const hpa_grid whole(g, {.progress = &progress});
    REQUIRE(whole.status() == status::complete);
    REQUIRE(static_cast<bool>(whole));
    const std::uint64_t regions = whole.statistics().expanded;
    CHECK(regions > 3);
    REQUIRE(progress.now().total.has_value());
    CHECK(progress.now().done == regions);
    CHECK(*progress.now().total == regions);
    CHECK(whole.statistics().bytes >= whole.bytes() / 2);
    const auto check = [&](const senda::options& o, status ended) {
        hpa_grid cut(g, o);
        CHECK(cut.status() == ended);
        CHECK_FALSE(static_cast<bool>(cut));
        CHECK(cut.path({0, 0}, {69, 65}).status == ended);
        CHECK(cut.route({0, 0}, {69, 65}).status == ended);
        CHECK(cut.portals(1).empty());
        cut.close({5, 5});
        CHECK(cut.width() == 0);
        CHECK(cut != whole);
    };
    for (const std::uint64_t expansions : {std::uint64_t{0}, std::uint64_t{1}, regions - 1})
        check({.limits = {.expansions = expansions}}, status::expansion_limit);
    check({.limits = {.time = 0.0}}, status::time_limit);
    const std::atomic<bool> stop = true;
    check({.stop = stop}, status::cancelled);
    for (std::uint64_t part = 0; part < 4; ++part)
        check({.limits = {.bytes = whole.statistics().bytes * part / 4}}, status::memory_limit);
    CHECK(hpa_grid(g, {.limits = {.expansions = regions}}) == whole);
}

TEST_CASE("any weight leads a query in a hierarchy to a path") {
    const senda::grid g(70, 66, [](cell c) { return c.x % 30 != 20 || c.y % 40 == 3; });
    const hpa_grid map{g};
    for (const double weight :
         {0.0, 0.5, 1.0, 3.0, 1e30, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        CAPTURE(weight);
        CHECK(map.path({0, 0}, {69, 65}, {.weight = weight}).status == status::found);
    }
}

TEST_CASE("a query of a hierarchy can be stopped anywhere, and then has no cells") {
    struct stops_later {
        mutable int left;
        [[nodiscard]] bool stop_requested() const { return --left < 0; }
    };
    split_mix64 random{12};
    for (int round = 0; round < support::rounds(16); ++round) {
        const auto g = random_grid<grid_moves::octile>(random);
        const hpa_grid map(g);
        const cell start = random_cell(g, random);
        const cell goal = random_cell(g, random);
        const auto whole = map.path(start, goal);
        for (int looks = 0;; ++looks) {
            const stops_later stop{looks};
            const auto found = map.path(start, goal, {.stop = stop});
            REQUIRE(found.status == (stop.left < 0 ? status::cancelled : whole.status));
            CHECK(found.path == (stop.left < 0 ? std::vector<cell>{} : whole.path));
            if (stop.left >= 0) break;
        }
    }
}

}  // namespace hierarchy_test
