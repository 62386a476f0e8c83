// SPDX-License-Identifier: MIT
#include <senda/detail/grid/dial/dial.hpp>

#include <senda/search/dijkstra.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace dial_test {

using senda::cell;
using senda::status;
using support::split_mix64;

template <class Weight>
using grid_of = senda::basic_grid<senda::grid_moves::straight, Weight>;

constexpr long unreachable = -1;

/// Around where tiles of 8 and lines of 64 end.
constexpr std::array sides{1, 2, 3, 5, 6, 7, 8, 9, 13, 14, 15, 16, 22, 30, 61, 62, 63, 64, 65, 70};

int a_side(split_mix64& random) {
    return sides[static_cast<std::size_t>(random.below(static_cast<int>(sides.size())))];
}

template <class Weight>
grid_of<Weight> random_grid(split_mix64& random, int heaviest) {
    const int width = a_side(random);
    const int height = width > 30 ? random.between(1, 20) : a_side(random);
    const int walls = random.below(45);
    return grid_of<Weight>(width, height, [&](cell) -> Weight {
        const int weight = random.between(random.percent(10) ? 0 : 1, heaviest);
        return random.percent(walls) ? grid_of<Weight>::closed : static_cast<Weight>(weight);
    });
}

template <class Weight>
cell random_cell(split_mix64& random, const grid_of<Weight>& g) {
    return {random.below(g.width()), random.below(g.height())};
}

/// The least cost from a cell to all, by going over the grid until nothing changes.
template <class Weight>
std::vector<long> all_costs(const grid_of<Weight>& g, cell start) {
    const auto at = [&](cell c) { return static_cast<std::size_t>(c.y * g.width() + c.x); };
    std::vector<long> costs(static_cast<std::size_t>(g.width() * g.height()), unreachable);
    costs[at(start)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        const auto relax = [&](cell to, cell from) {
            if (!g.open(from) || costs[at(from)] == unreachable) return;
            const long there = costs[at(from)] + static_cast<long>(g.weight(to));
            long& known = costs[at(to)];
            if (known != unreachable && known <= there) return;
            known = there;
            changed = true;
        };
        for (int y = 0; y < g.height(); ++y) {
            for (int x = 0; x < g.width(); ++x) {
                if (!g.open({x, y})) continue;
                for (const cell from : {cell{x, y - 1}, {x + 1, y}, {x, y + 1}, {x - 1, y}}) {
                    relax({x, y}, from);
                }
            }
        }
    }
    return costs;
}

template <class Weight>
long cost_between(const grid_of<Weight>& g, cell start, cell goal) {
    if (!g.open(start)) return unreachable;
    return all_costs(g, start)[static_cast<std::size_t>(goal.y * g.width() + goal.x)];
}

template <class Weight, class Answer>
void check_answer(const grid_of<Weight>& g, cell start, cell goal, const Answer& answer) {
    const long best = cost_between(g, start, goal);
    if (best == unreachable) {
        CHECK(answer.status == status::exhausted);
        CHECK(answer.path.empty());
        CHECK(answer.cost == senda::infinite<decltype(answer.cost)>);
        CHECK(answer.lower_bound == answer.cost);
        return;
    }
    REQUIRE(answer.status == status::found);
    CHECK(answer.cost == best);
    CHECK(answer.lower_bound == best);
    REQUIRE(!answer.path.empty());
    CHECK(answer.path.front() == start);
    CHECK(answer.path.back() == goal);
    long sum = 0;
    for (std::size_t i = 1; i < answer.path.size(); ++i) {
        const cell from = answer.path[i - 1];
        const cell to = answer.path[i];
        CHECK(std::abs(from.x - to.x) + std::abs(from.y - to.y) == 1);
        REQUIRE((g.open(from) && g.open(to)));
        sum += static_cast<long>(g.weight(to));
    }
    CHECK(sum == best);
}

template <class Weight>
void check_many(std::uint64_t seed, int grids, int heaviest) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(grids); ++i) {
        const auto g = random_grid<Weight>(random, i % 3 == 0 ? heaviest : 9);
        const cell start = random_cell(random, g);
        const cell goal = random_cell(random, g);
        CAPTURE(i);
        senda::detail::dial_search search(g, start, goal, {});
        search.run();
        REQUIRE(search.applicable());  // it must not leave these to the search for all graphs
        check_answer(g, start, goal, search.result());
    }
}

TEST_CASE("dijkstra on a grid of light cells finds a cheapest path") {
    check_many<int>(1, 150, 126);
    check_many<std::uint8_t>(2, 100, 126);
    check_many<std::int64_t>(3, 30, 126);
    check_many<std::int8_t>(4, 30, 126);
}

TEST_CASE("dijkstra on a grid is right whatever the cells weigh") {
    split_mix64 random{5};
    int left_to_others = 0;
    for (int i = 0; i < 60; ++i) {
        const auto g = random_grid<int>(random, random.between(1, 400));
        const cell start = random_cell(random, g);
        const cell goal = random_cell(random, g);
        check_answer(g, start, goal, senda::dijkstra(g, start, goal));
        senda::detail::dial_search search(g, start, goal, {});
        search.run();
        left_to_others += !search.applicable();
    }
    CHECK(left_to_others > 10);
}

TEST_CASE("a negative weight is reported as on any graph") {
    senda::weighted_grid g(20, 9);
    for (const int weight : {-1, -2, std::numeric_limits<int>::min()}) {
        g.set({7, 4}, weight);
        CHECK(senda::dijkstra(g, cell{0, 0}, cell{19, 8}).status == status::negative_cost);
    }
}

TEST_CASE("closed cells and cells off the grid lead nowhere") {
    senda::weighted_grid g(9, 9);
    g.close({4, 4});
    const auto ends = [&](cell start, cell goal) { return senda::dijkstra(g, start, goal).status; };
    CHECK(ends({4, 4}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {4, 4}) == status::exhausted);
    CHECK(ends({4, 4}, {4, 4}) == status::exhausted);
    CHECK(ends({-1, 0}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {9, 0}) == status::exhausted);
    CHECK(ends({-1, 0}, {-1, 0}) == status::exhausted);
    CHECK(senda::dijkstra(senda::weighted_grid{}, cell{0, 0}, cell{0, 0}).status ==
          status::exhausted);
    const auto stay = senda::dijkstra(g, cell{3, 3}, cell{3, 3});
    CHECK(stay.cost == 0);
    CHECK(stay.path == std::vector{cell{3, 3}});
}

TEST_CASE("limits stop a search of a grid with a bound that holds") {
    split_mix64 random{6};
    const senda::weighted_grid g(60, 50, [&](cell) { return random.between(1, 9); });
    const cell start{2, 3};
    const cell goal{55, 47};
    const auto best = senda::dijkstra(g, start, goal);
    REQUIRE(best);
    CHECK(best.statistics.expanded > 1000);
    CHECK(best.statistics.expanded <= 3000);
    CHECK(best.statistics.generated >= best.statistics.expanded);
    CHECK(best.statistics.generated < 3000);
    for (const std::uint64_t expansions : {0u, 1u, 2u, 63u, 64u, 65u, 700u}) {
        const auto stopped =
            senda::dijkstra(g, start, goal, {.limits = {.expansions = expansions}});
        CHECK(stopped.status == status::expansion_limit);
        CHECK(stopped.statistics.expanded == expansions);
        CHECK(stopped.lower_bound <= best.cost);
        CHECK((stopped.lower_bound > 0) == (expansions > 0));
        CHECK(stopped.path.empty());
    }
    for (const double cost : {-1.0, 0.0, 3.5, best.cost - 1.0, best.cost - 0.5}) {
        const auto stopped = senda::dijkstra(g, start, goal, {.limits = {.cost = cost}});
        CHECK(stopped.status == status::cost_limit);
        CHECK(stopped.lower_bound > cost);
        CHECK(stopped.lower_bound <= best.cost);
    }
    CHECK(senda::dijkstra(g, start, goal, {.limits = {.cost = 1.0 * best.cost}}).cost == best.cost);
    CHECK(senda::dijkstra(g, start, goal, {.limits = {.time = 0.0}}).status == status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(senda::dijkstra(g, start, goal, {.stop = stop}).status == status::cancelled);
    for (const std::uint64_t bytes : {0u, 100u, 4000u}) {
        const auto stopped = senda::dijkstra(g, start, goal, {.limits = {.bytes = bytes}});
        CHECK(stopped.status == status::memory_limit);
        CHECK(stopped.statistics.bytes <= bytes);
    }
}

TEST_CASE("buckets of Dial's algorithm grow beyond the room they begin with") {
    senda::weighted_grid g(400, 40, [](cell) { return 0; });
    const cell goal{399, 39};
    const auto all_at_once = senda::dijkstra(g, cell{0, 0}, goal);
    CHECK(all_at_once.cost == 0);
    g.close({398, 39});
    g.set({399, 38}, 100);
    const auto late = senda::dijkstra(g, cell{0, 0}, goal);
    CHECK(late.cost == 100);
    // Cells that weigh the same reach one bucket from all of a long front.
    const senda::weighted_grid broad(3, 6000, [](cell c) { return c.x == 0 ? 0 : 50; });
    const auto front = senda::dijkstra(broad, cell{0, 0}, cell{2, 5999});
    CHECK(front.cost == 100);
    CHECK(front.statistics.bytes > 3 * 6000);
    const auto full = senda::dijkstra(broad, cell{0, 0}, cell{2, 5999},
                                      {.limits = {.bytes = front.statistics.bytes - 1}});
    CHECK(full.status == status::memory_limit);
    CHECK(full.lower_bound <= 100);
}

TEST_CASE("an observed search of a grid is the one for all graphs") {
    struct counting {
        int expanded = 0;
        void on_expand(cell) { ++expanded; }
    } observer;
    const senda::weighted_grid g(12, 12);
    const auto seen = senda::dijkstra(g, cell{0, 0}, cell{11, 11}, {}, observer);
    CHECK(seen.cost == senda::dijkstra(g, cell{0, 0}, cell{11, 11}).cost);
    CHECK(observer.expanded > 100);
}

}  // namespace dial_test
