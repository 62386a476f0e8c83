// SPDX-License-Identifier: MIT
#include <senda/grid/jump_point.hpp>

#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

namespace jump_point_test {

using senda::cell;
using senda::grid_moves;
using senda::status;
using support::split_mix64;

/// A random grid whose sides end near where blocks of 64 do.
template <grid_moves Moves>
senda::basic_grid<Moves> random_grid(split_mix64& random) {
    constexpr std::array sides{1, 2, 3, 5, 8, 13, 21, 34};
    constexpr std::array long_sides{62, 63, 64, 65, 66, 127, 128, 129, 200};
    const auto pick = [&](const auto& from) {
        return from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
    };
    int width = pick(sides);
    int height = random.percent(50) ? pick(sides) : pick(long_sides);
    if (random.percent(50)) std::swap(width, height);
    const int walls = random.percent(20) ? random.below(4) : random.below(55);
    return senda::basic_grid<Moves>(width, height, [&](cell) { return !random.percent(walls); });
}

/// The length of a path by the steps of the grid, or -1 if it is none.
template <grid_moves Moves>
double length_of(const senda::basic_grid<Moves>& g, const std::vector<cell>& path) {
    long straight = 0;
    long diagonal = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
        bool there = false;
        g.successors(path[i - 1], [&](cell to, double) { there = there || to == path[i]; });
        if (!there) return -1;
        ++(path[i].x == path[i - 1].x || path[i].y == path[i - 1].y ? straight : diagonal);
    }
    return static_cast<double>(straight) + static_cast<double>(diagonal) * std::numbers::sqrt2;
}

template <grid_moves Moves, class Answer>
void check_same(const senda::basic_grid<Moves>& g, cell start, cell goal, const Answer& answer) {
    const auto best = senda::dijkstra(g, start, goal);
    REQUIRE(answer.status == best.status);
    if (!best) {
        CHECK(answer.path.empty());
        CHECK(answer.lower_bound == senda::infinite<double>);
        return;
    }
    CHECK(std::abs(answer.cost - best.cost) < 1e-9);
    CHECK(answer.lower_bound == answer.cost);
    REQUIRE(!answer.path.empty());
    CHECK(answer.path.front() == start);
    CHECK(answer.path.back() == goal);
    CHECK(length_of(g, answer.path) == answer.cost);
}

template <grid_moves Moves>
void check_many(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < support::rounds(grids); ++i) {
        const auto g = random_grid<Moves>(random);
        CAPTURE(i);
        for (int query = 0; query < 3; ++query) {
            const cell start{random.below(g.width()), random.below(g.height())};
            const cell goal{random.below(g.width()), random.below(g.height())};
            check_same(g, start, goal, senda::jump_point(g, start, goal));
        }
    }
}

TEST_CASE("jump point search finds a shortest path where corners are not cut") {
    check_many<grid_moves::octile>(1, 250);
}

TEST_CASE("jump point search finds a shortest path where corners are cut") {
    check_many<grid_moves::octile_cutting>(2, 250);
}

template <grid_moves Moves>
void check_changes(std::uint64_t seed) {
    split_mix64 random{seed};
    senda::options asked_once;  // with a limit on bytes nothing is kept
    asked_once.limits.bytes = std::uint64_t{1} << 40U;
    for (int i = 0; i < support::rounds(40); ++i) {
        auto g = random_grid<Moves>(random);
        CAPTURE(i);
        const auto any = [&] { return cell{random.below(g.width()), random.below(g.height())}; };
        for (int change = 0; change < 12; ++change) {
            for (int query = 0; query < 20; ++query) {
                const cell start = any();
                const cell goal = any();
                const auto kept = senda::jump_point(g, start, goal);
                const auto once = senda::jump_point(g, start, goal, asked_once);
                REQUIRE(kept.status == once.status);
                REQUIRE(kept.cost == once.cost);
                REQUIRE(kept.path == once.path);
                REQUIRE(kept.statistics.expanded == once.statistics.expanded);
                REQUIRE(kept.lower_bound == once.lower_bound);
            }
            const auto alter = [&](auto& grid) {
                const cell c = any();
                grid.open(c) ? grid.close(c) : grid.set(c);
            };
            auto copy = g;
            switch (change % 4) {
                case 0: alter(g); break;
                case 1:
                    alter(copy);  // which g does not see
                    break;
                case 2:
                    alter(copy);
                    g = copy;
                    break;
                default: alter(copy); g = std::move(copy);
            }
        }
    }
}

TEST_CASE("what a grid keeps of jump point searches is gone when it changes, is copied or moved") {
    check_changes<grid_moves::octile>(3);
    check_changes<grid_moves::octile_cutting>(4);
}

TEST_CASE("jump point search runs from wall to wall of a large grid") {
    senda::octile_grid g(700, 300);
    const auto straight = senda::jump_point(g, cell{0, 299}, cell{699, 299});
    CHECK(straight.cost == 699);
    CHECK(straight.path.size() == 700);
    const auto across = senda::jump_point(g, cell{699, 299}, cell{0, 0});
    CHECK(across.cost == 400 + 299 * std::numbers::sqrt2);
    for (int x = 0; x < 699; ++x) g.close({x, 150});
    check_same(g, {3, 0}, {5, 299}, senda::jump_point(g, cell{3, 0}, cell{5, 299}));
    for (int y = 0; y < 299; ++y) g.close({350, y});
    check_same(g, {3, 0}, {5, 299}, senda::jump_point(g, cell{3, 0}, cell{5, 299}));
    check_same(g, {600, 10}, {5, 299}, senda::jump_point(g, cell{600, 10}, cell{5, 299}));
}

TEST_CASE("jump point search answers for closed cells and cells off the grid") {
    senda::octile_grid g(9, 9);
    g.close({4, 4});
    const auto ends = [&](cell start, cell goal) {
        return senda::jump_point(g, start, goal).status;
    };
    CHECK(ends({4, 4}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {4, 4}) == status::exhausted);
    CHECK(ends({4, 4}, {4, 4}) == status::exhausted);
    CHECK(ends({-1, 0}, {0, 0}) == status::exhausted);
    CHECK(ends({0, 0}, {9, 0}) == status::exhausted);
    CHECK(ends({-1, 0}, {-1, 0}) == status::exhausted);
    CHECK(senda::jump_point(senda::octile_grid{}, cell{}, cell{}).status == status::exhausted);
    const auto stay = senda::jump_point(g, cell{3, 3}, cell{3, 3});
    CHECK(stay.cost == 0);
    CHECK(stay.path == std::vector{cell{3, 3}});
}

template <grid_moves Moves>
void search_while_cells_change() {
    for (int seed = 1; seed <= support::rounds(200); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        auto g = random_grid<Moves>(random);
        const auto any_cell = [&] {
            return cell{random.below(g.width()), random.below(g.height())};
        };
        senda::jump_point_search<Moves> search(g, any_cell(), any_cell());
        for (int round = 0; round < 10; ++round) {
            for (int changes = random.below(8); changes > 0; --changes) {
                const cell c = any_cell();
                random.percent(50) ? g.close(c) : g.set(c);
                search.changed(g, c);
            }
            search.changed(g, {-1, 0});
            const cell start = any_cell();
            const cell goal = any_cell();
            search.restart(start, goal);
            search.run();
            const auto found = search.result();
            const auto afresh = senda::jump_point(g, start, goal);
            REQUIRE(found.status == afresh.status);
            REQUIRE(found.cost == afresh.cost);
            if (found) REQUIRE(length_of(g, found.path) == found.cost);
        }
    }
}

TEST_CASE("jump point search finds what it finds afresh after cells have changed") {
    search_while_cells_change<grid_moves::octile>();
    search_while_cells_change<grid_moves::octile_cutting>();
}

TEST_CASE("limits stop jump point search with a bound that holds") {
    split_mix64 random{3};
    const senda::octile_grid g(150, 140, [&](cell) { return !random.percent(20); });
    const cell start{3, 5};
    const cell goal{140, 133};
    const auto best = senda::jump_point(g, start, goal);
    REQUIRE(best);
    REQUIRE(best.statistics.expanded > 50);
    CHECK(best.statistics.generated > best.statistics.expanded);
    CHECK(best.statistics.bytes > 0);
    for (const std::uint64_t expansions : {0u, 1u, 2u, 40u}) {
        const auto stopped =
            senda::jump_point(g, start, goal, {.limits = {.expansions = expansions}});
        CHECK(stopped.status == status::expansion_limit);
        CHECK(stopped.statistics.expanded == expansions);
        CHECK(stopped.lower_bound > 0);
        CHECK(stopped.lower_bound <= best.cost);
        CHECK(stopped.path.empty());
    }
    for (const double cost : {-1.0, 0.0, 50.0, best.cost - 1e-6}) {
        const auto stopped = senda::jump_point(g, start, goal, {.limits = {.cost = cost}});
        CHECK(stopped.status == status::cost_limit);
        CHECK(stopped.lower_bound > cost);
        CHECK(stopped.lower_bound <= best.cost);
    }
    CHECK(senda::jump_point(g, start, goal, {.limits = {.cost = best.cost}}).cost == best.cost);
    CHECK(senda::jump_point(g, start, goal, {.limits = {.time = 0.0}}).status ==
          status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(senda::jump_point(g, start, goal, {.stop = stop}).status == status::cancelled);
    for (const std::uint64_t bytes : {0u, 1000u, 27'000u}) {
        const auto stopped = senda::jump_point(g, start, goal, {.limits = {.bytes = bytes}});
        CHECK(stopped.status == status::memory_limit);
        CHECK(stopped.statistics.bytes <= bytes);
    }
}

TEST_CASE("jump point search ends wherever memory is refused") {
    split_mix64 random{3};
    const senda::octile_grid g(150, 150, [&](cell) { return !random.percent(20); });
    const auto best = senda::jump_point(g, {3, 5}, {140, 143});
    REQUIRE(best);
    for (std::uint64_t bytes = 36'000; bytes < 38'000; bytes += 16) {
        const auto stopped = senda::jump_point(g, {3, 5}, {140, 143}, {.limits = {.bytes = bytes}});
        CHECK(stopped.status == status::memory_limit);
        CHECK(stopped.lower_bound <= best.cost);
    }
}

TEST_CASE("64 lines of bits are transposed") {
    split_mix64 random{4};
    std::array<std::uint64_t, 64> lines{};
    for (std::uint64_t& line : lines) line = random.next();
    auto turned = lines;
    senda::detail::transpose(turned);
    for (std::size_t i = 0; i < 64; ++i) {
        for (std::size_t k = 0; k < 64; ++k) CHECK((lines[i] >> k & 1) == (turned[k] >> i & 1));
    }
}

TEST_CASE("jump point search and A* know the lengths of the benchmark's scenarios") {
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
             i += scenarios->size() / support::rounds(std::size_t{40})) {
            const senda::scenario& s = (*scenarios)[i];
            const auto found = senda::jump_point(g, s.start, s.goal);
            CHECK(found.cost == doctest::Approx(s.length).epsilon(5.1e-6));
            CHECK(length_of(g, found.path) == found.cost);
            if (i % 4 != 0) continue;
            const auto plain = senda::astar(g, s.start, s.goal, senda::octile{s.goal});
            CHECK(plain.cost == doctest::Approx(s.length).epsilon(5.1e-6));
        }
    }
}

template <grid_moves Moves>
void compare_restarts(int count) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const auto g = random_grid<Moves>(random);
        senda::jump_point_search search(g, {0, 0}, {0, 0});
        for (int query = 0; query < 12; ++query) {
            const cell start{random.below(g.width()), random.below(g.height())};
            const cell goal{random.below(g.width()), random.below(g.height())};
            const auto once = senda::jump_point(g, start, goal);
            search.restart(start, goal);
            if (random.percent(50)) {
                while (search.step(1) == status::running) {
                    CHECK(search.result().lower_bound <= once.lower_bound);
                }
            } else if (random.percent(30)) {
                search.step(2);  // given up half way
                continue;
            }
            CHECK(search.run() == once.status);
            const auto found = search.result();
            CHECK(found.cost == once.cost);
            CHECK(found.path == once.path);
            CHECK(found.statistics.expanded == once.statistics.expanded);
        }
    }
}

TEST_CASE("a jump point search that is restarted, or stepped, answers as a new one does") {
    compare_restarts<grid_moves::octile>(300);
    compare_restarts<grid_moves::octile_cutting>(300);
}

TEST_CASE("a jump point search keeps what it needs when it is moved, and holds to new limits") {
    const senda::octile_grid g(90, 70, [](cell c) { return c.x % 9 != 4 || c.y % 11 == 3; });
    senda::jump_point_search first(g, {0, 0}, {89, 69});
    first.step(3);
    senda::jump_point_search second = std::move(first);
    CHECK(second.run() == status::found);
    CHECK(second.result().cost == senda::jump_point(g, {0, 0}, {89, 69}).cost);
    second.set_limits({.expansions = 2});
    second.restart({0, 0}, {89, 69});
    CHECK(second.run() == status::expansion_limit);
    second.set_limits({});
    second.restart({1, 1}, {0, 0});
    CHECK(second.run() == status::found);
}

}  // namespace jump_point_test
