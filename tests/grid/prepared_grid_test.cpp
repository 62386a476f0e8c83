// SPDX-License-Identifier: MIT
#include <senda/grid/prepared_grid.hpp>

#include <senda/search/dijkstra.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <doctest/doctest.h>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace prepared_grid_test {

using senda::cell;
using senda::grid;
using senda::status;
using senda::steps;
using support::split_mix64;

constexpr steps unreachable = senda::infinite<steps>;

/// Distances from a cell to all, row by row, by a queue of cells.
std::vector<steps> distances(const grid& g, cell start) {
    const auto at = [&](cell c) { return static_cast<std::size_t>(c.y * g.width() + c.x); };
    std::vector<steps> far(static_cast<std::size_t>(g.width() * g.height()), unreachable);
    std::deque<cell> queue{start};
    if (g.open(start)) far[at(start)] = 0;
    for (; !queue.empty(); queue.pop_front()) {
        const cell c = queue.front();
        if (!g.open(c)) continue;
        for (const cell to : {cell{c.x, c.y - 1}, {c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}}) {
            if (!g.open(to) || far[at(to)] != unreachable) continue;
            far[at(to)] = far[at(c)] + 1;
            queue.push_back(to);
        }
    }
    return far;
}

steps distance(const grid& g, cell start, cell goal) {
    return distances(g, start)[static_cast<std::size_t>(goal.y * g.width() + goal.x)];
}

/// Rooms at even coordinates; a wall between two is open with a chance.
grid random_rooms(split_mix64& random, int width, int height, int open) {
    return grid(width, height, [&](cell c) {
        return c.x % 2 == 0 ? c.y % 2 == 0 || random.percent(open)
                            : c.y % 2 == 0 && random.percent(open);
    });
}

grid random_grid(split_mix64& random) {
    const int width = random.between(1, 30);
    const int height = random.between(1, 30);
    if (random.percent(50)) return random_rooms(random, width, height, random.between(40, 80));
    const int walls = random.below(60);
    return grid(width, height, [&](cell) { return !random.percent(walls); });
}

cell random_cell(split_mix64& random, const grid& g) {
    return {random.below(g.width()), random.below(g.height())};
}

template <class Answer>
void check_answer(const grid& g, cell start, cell goal, const Answer& answer) {
    const steps best = distance(g, start, goal);
    CHECK(answer.cost == best);
    CHECK(answer.lower_bound == best);
    if (best == unreachable) {
        CHECK(answer.status == status::exhausted);
        CHECK(answer.path.empty());
        return;
    }
    REQUIRE(answer.status == status::found);
    REQUIRE(answer.path.size() == static_cast<std::size_t>(best) + 1);
    CHECK(answer.path.front() == start);
    CHECK(answer.path.back() == goal);
    for (std::size_t i = 1; i < answer.path.size(); ++i) {
        const cell from = answer.path[i - 1];
        const cell to = answer.path[i];
        REQUIRE(std::abs(from.x - to.x) + std::abs(from.y - to.y) == 1);
        REQUIRE(g.open(to));
    }
}

TEST_CASE("a prepared grid gives shortest paths between all kinds of cells") {
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(250); ++i) {
        const grid g = random_grid(random);
        const senda::prepared_grid prepared(g);
        CAPTURE(i);
        for (int query = 0; query < 6; ++query) {
            const cell start = random_cell(random, g);
            const cell goal = random_cell(random, g);
            check_answer(g, start, goal, prepared.path(start, goal));
        }
    }
}

TEST_CASE("a prepared grid knows trees, rings and rings beside each other") {
    for (const char* const drawn : {"...\n.#.\n...",              //
                                    "...#...\n.#.#.#.\n...#...",  //
                                    ".......\n.#.#.#.\n.......",  //
                                    ".....\n.###.\n.#...\n.###.\n.....",
                                    "...#.\n.#..#\n...#.",  //
                                    ".#.#\n....\n.#.#",     //
                                    ".", "..", "#", "...#.."}) {
        CAPTURE(drawn);
        const auto g = grid::parse(drawn);
        REQUIRE(g);
        const senda::prepared_grid prepared(*g);
        for (int from = 0; from < g->width() * g->height(); ++from) {
            for (int to = 0; to < g->width() * g->height(); ++to) {
                const cell start{from % g->width(), from / g->width()};
                const cell goal{to % g->width(), to / g->width()};
                check_answer(*g, start, goal, prepared.path(start, goal));
            }
        }
    }
}

TEST_CASE("a prepared grid answers for cells off the grid") {
    const grid g(3, 3);
    const senda::prepared_grid prepared(g);
    CHECK(prepared.path({-1, 0}, {0, 0}).status == status::exhausted);
    CHECK(prepared.path({0, 0}, {3, 0}).status == status::exhausted);
    CHECK(prepared.path({3, 3}, {3, 3}).status == status::exhausted);
    CHECK(senda::prepared_grid(grid{}).path({}, {}).status == status::exhausted);
}

TEST_CASE("limits hold on a prepared grid") {
    split_mix64 random{2};
    for (int i = 0; i < support::rounds(40); ++i) {
        const grid g = random_rooms(random, 41, 41, 60);
        const senda::prepared_grid prepared(g);
        const cell start{0, 0};
        const cell goal{40, 40};
        const steps best = distance(g, start, goal);
        if (best == unreachable) continue;
        for (const steps cost : {0, best / 2, best - 1}) {
            const auto stopped = prepared.path(start, goal, {.limits = {.cost = 1.0 * cost}});
            CHECK(stopped.status == status::cost_limit);
            CHECK(stopped.lower_bound > cost);
            CHECK(stopped.lower_bound <= best);
        }
        check_answer(g, start, goal, prepared.path(start, goal, {.limits = {.cost = 1.0 * best}}));
        const auto stopped = prepared.path(start, goal, {.limits = {.expansions = 1}});
        if (stopped) continue;  // there is but one path
        CHECK(stopped.status == status::expansion_limit);
        CHECK(stopped.lower_bound <= best);
        const std::atomic<bool> stop = true;
        CHECK(prepared.path(start, goal, {.stop = stop}).status == status::cancelled);
    }
}

TEST_CASE("limits of cost hold on a prepared grid where there is but one path") {
    const auto g = grid::parse("...#...\n.#.#.#.\n.#...#.");
    REQUIRE(g);
    const senda::prepared_grid prepared(*g);
    const cell start{0, 2};
    const cell goal{6, 2};
    const steps best = distance(*g, start, goal);
    for (steps cost = 0; cost <= best + 1; ++cost) {
        const auto answer = prepared.path(start, goal, {.limits = {.cost = 1.0 * cost}});
        CHECK(answer.status == (cost < best ? status::cost_limit : status::found));
        CHECK(answer.lower_bound > (cost < best ? cost : 0));
        CHECK(answer.lower_bound <= best);
    }
}

TEST_CASE("filling dead ends keeps the distances of what stays open, and the cells to keep") {
    split_mix64 random{3};
    for (int i = 0; i < support::rounds(60); ++i) {
        const grid g = random_grid(random);
        const cell start = random_cell(random, g);
        const cell goal = random_cell(random, g);
        const grid filled = senda::fill_dead_ends(g, {start, goal});
        CHECK(filled.open(start) == g.open(start));
        CHECK(filled.open(goal) == g.open(goal));
        const std::vector<steps> before = distances(g, start);
        const std::vector<steps> after = distances(filled, start);
        for (int y = 0; y < g.height(); ++y) {
            for (int x = 0; x < g.width(); ++x) {
                const cell c{x, y};
                CHECK((!filled.open(c) || g.open(c)));
                if (!filled.open(c)) continue;
                const auto at = static_cast<std::size_t>(y * g.width() + x);
                CHECK(after[at] == before[at]);
                if (c != start && c != goal) CHECK(senda::detail::degree(filled, c) != 1);
            }
        }
    }
    senda::weighted_grid weighted(5, 1);
    weighted.close({2, 0});
    CHECK(!senda::fill_dead_ends(weighted).open({0, 0}));
    CHECK(senda::fill_dead_ends(weighted, {{0, 0}}).open({0, 0}));
}

TEST_CASE(
    "a prepared 8-connected grid answers as jump point search does, also if it was cut short") {
    split_mix64 random{5};
    const senda::octile_grid g(70, 66, [&](cell) { return !random.percent(30); });
    const senda::prepared_grid prepared(g);
    const senda::prepared_grid cut(g, {.limits = {.expansions = 0}});
    using senda::engine_kind;
    CHECK(prepared.path({0, 0}, {69, 65}).statistics.engine == engine_kind::subgoals);
    CHECK(cut.path({0, 0}, {69, 65}).statistics.engine == engine_kind::jump_points);
    for (int i = 0; i < support::rounds(60); ++i) {
        const cell start{random.below(70), random.below(66)};
        const cell goal{random.below(70), random.below(66)};
        const auto ready = prepared.path(start, goal);
        const auto once = senda::jump_point(g, start, goal);
        CHECK(ready.status == once.status);
        CHECK(ready.cost == once.cost);
        CHECK(cut.path(start, goal).path == once.path);
    }
    CHECK(cut.path({0, 0}, {69, 65}, {.limits = {.bytes = 10}}).status != status::found);
}

TEST_CASE("making subgoals keeps limits and the stop token, and tells how far it is") {
    const senda::octile_grid g(50, 44, [](cell c) { return c.x % 7 != 2 || c.y % 9 == 3; });
    senda::search_progress progress;
    const senda::prepared_grid whole(g, {.progress = &progress});
    CHECK(whole.status() == status::complete);
    CHECK(whole.statistics().expanded > 100);
    REQUIRE(progress.now().total.has_value());
    CHECK(*progress.now().total > 50);
    CHECK(progress.now().done == *progress.now().total);
    CHECK(whole.statistics().bytes >= whole.bytes());

    const cell start{0, 0};
    const cell goal{49, 43};
    const auto best = whole.path(start, goal);
    REQUIRE(best.status == status::found);
    const auto check = [&](const senda::options& o, status ended) {
        const senda::prepared_grid cut(g, o);
        CHECK(cut.status() == ended);
        CHECK(cut.bytes() < whole.bytes());
        CHECK(cut.path(start, goal).cost == doctest::Approx(best.cost));
    };
    for (const std::uint64_t expansions :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{70}, whole.statistics().expanded - 1})
        check({.limits = {.expansions = expansions}}, status::expansion_limit);
    check({.limits = {.time = 0.0}}, status::time_limit);
    const std::atomic<bool> stop = true;
    check({.stop = stop}, status::cancelled);
    struct later {
        mutable int asked = 0;
        bool stop_requested() const { return ++asked > 90; }
    } soon;
    check({.stop = senda::stop_token(soon)}, status::cancelled);
    const std::uint64_t walls = senda::prepared_grid(g, {.limits = {.expansions = 0}}).bytes();
    for (std::uint64_t bytes = walls; bytes < whole.statistics().bytes;
         bytes += whole.statistics().bytes / 7)
        check({.limits = {.bytes = bytes}}, status::memory_limit);
    const senda::prepared_grid nothing(g, {.limits = {.bytes = 10}});
    CHECK(nothing.status() == status::memory_limit);
    CHECK(nothing.path(start, goal).status == status::memory_limit);
}

}  // namespace prepared_grid_test
