// SPDX-License-Identifier: MIT
#include <senda/detail/grid/subgoals/subgoal_search.hpp>

#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <thread>
#include <vector>

#include "grid/octile/octile_reference.hpp"
#include "support/rounds.hpp"

namespace subgoal_search_test {

using octile_reference::any_cell;
using octile_reference::length;
using senda::basic_grid;
using senda::cell;
using senda::grid_moves;
using senda::prepared_grid;
using senda::status;
using support::split_mix64;

/// An answer against the lengths from its start, row by row.
template <class Grid>
void check_answer(const Grid& g, const std::vector<std::optional<length>>& lengths, cell start,
                  cell goal, const senda::result<cell, double>& answer) {
    CAPTURE(start);
    CAPTURE(goal);
    const std::optional<length> best =
        lengths[static_cast<std::size_t>(goal.y) * static_cast<std::size_t>(g.width()) +
                static_cast<std::size_t>(goal.x)];
    REQUIRE(answer.status == (best ? status::found : status::exhausted));
    CHECK(answer.cost == (best ? best->value() : senda::infinite<double>));
    CHECK(answer.lower_bound == answer.cost);
    REQUIRE(answer.path.empty() == !best);
    if (!best) return;
    CHECK(answer.path.front() == start);
    CHECK(answer.path.back() == goal);
    const std::optional<length> walked = octile_reference::length_of(g, answer.path);
    REQUIRE(walked);
    CHECK(walked->straight == best->straight);
    CHECK(walked->diagonal == best->diagonal);
}

template <grid_moves Moves>
void check_random_grids(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < grids; ++i) {
        CAPTURE(i);
        const auto g = octile_reference::any_grid<Moves, senda::unweighted>(random);
        const prepared_grid prepared(g);
        REQUIRE(prepared.status() == status::complete);
        senda::search_control making({});
        const senda::detail::subgoal_graph graph(g, making);  // whatever was chosen
        senda::detail::subgoal_search search(graph, {}, {}, {});
        for (int from = 0; from < (support::is_slow ? 1 : 3); ++from) {
            const cell start = any_cell(g, random);
            const auto lengths = octile_reference::lengths_from(g, start);
            for (int to = 0; to < 8; ++to) {
                const cell goal = any_cell(g, random);
                check_answer(g, lengths, start, goal, prepared.path(start, goal));
                search.restart(start, goal, {});
                search.run();
                check_answer(g, lengths, start, goal, search.result());
            }
        }
    }
}

TEST_CASE("a hierarchy of subgoals gives shortest paths on random maps") {
    check_random_grids<grid_moves::octile>(1, support::rounds(80));
}
TEST_CASE("a hierarchy of subgoals gives shortest paths on random maps that cut corners") {
    check_random_grids<grid_moves::octile_cutting>(2, support::is_slow ? 20 : 80);
}

/// All pairs of cells of small maps.
template <grid_moves Moves>
void check_all_pairs(std::uint64_t seed, int grids) {
    split_mix64 random{seed};
    for (int i = 0; i < grids; ++i) {
        CAPTURE(i);
        const int width = random.between(1, 9);
        const int height = random.between(1, 9);
        const int walls = random.below(60);
        const basic_grid<Moves> g(width, height, [&](cell) { return !random.percent(walls); });
        const prepared_grid prepared(g);
        for (int from = 0; from < width * height; ++from) {
            const cell start{from % width, from / width};
            const auto lengths = octile_reference::lengths_from(g, start);
            for (int to = 0; to < width * height; ++to) {
                const cell goal{to % width, to / width};
                check_answer(g, lengths, start, goal, prepared.path(start, goal));
            }
        }
    }
}

TEST_CASE("a hierarchy of subgoals knows the way between all cells of small maps") {
    check_all_pairs<grid_moves::octile>(3, support::rounds(16));
    check_all_pairs<grid_moves::octile_cutting>(4, support::rounds(16));
}

TEST_CASE("a core that is not contracted is searched") {
    split_mix64 random{8};
    for (int i = 0; i < support::rounds(40); ++i) {
        CAPTURE(i);
        const auto g = octile_reference::any_grid<grid_moves::octile, senda::unweighted>(random);
        const auto few = static_cast<std::size_t>(random.below(6));
        senda::search_control making({});
        const senda::detail::subgoal_graph graph(g, making, {.core_neighbours = few});
        const cell start = any_cell(g, random);
        const auto lengths = octile_reference::lengths_from(g, start);
        senda::detail::subgoal_search search(graph, start, start, {});
        for (int to = 0; to < 8; ++to) {
            const cell goal = any_cell(g, random);
            search.restart(start, goal, {});
            search.run();
            check_answer(g, lengths, start, goal, search.result());
        }
    }
}

TEST_CASE("a hierarchy of subgoals is the same whatever the number of threads") {
    split_mix64 random{9};
    for (int i = 0; i < support::rounds(6); ++i) {
        CAPTURE(i);
        const senda::octile_grid g(130, 90, [&](cell) { return !random.percent(20); });
        senda::search_control one({});
        senda::search_control three({.threads = 3});
        const senda::detail::subgoal_graph serial(g, one);
        const senda::detail::subgoal_graph shared(g, three);
        REQUIRE(serial.size() > 1000);
        CHECK(three.statistics().threads == 3);
        REQUIRE(shared.size() == serial.size());
        CHECK(shared.made().core == serial.made().core);
        for (std::uint32_t n = 0; n < serial.size(); ++n) {
            REQUIRE(shared.at(n) == serial.at(n));
            const auto a = serial.up(n);
            const auto b = shared.up(n);
            REQUIRE(std::equal(
                a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
                    return x.to == y.to && x.length == y.length && x.middle == y.middle;
                }));
        }
    }
}

TEST_CASE("a hierarchy of subgoals answers for cells off the grid and for grids without any") {
    const senda::octile_grid g(3, 3);
    const prepared_grid prepared(g);
    CHECK(prepared.path({-1, 0}, {0, 0}).status == status::exhausted);
    CHECK(prepared.path({0, 0}, {3, 0}).status == status::exhausted);
    CHECK(prepared.path({2, 2}, {2, 2}).path == std::vector<cell>{{2, 2}});
    const senda::octile_grid none;
    CHECK(prepared_grid(none).path({}, {}).status == status::exhausted);
}

TEST_CASE("limits hold on a hierarchy of subgoals") {
    split_mix64 random{5};
    for (int i = 0; i < support::rounds(60); ++i) {
        CAPTURE(i);
        const int width = support::is_slow ? 40 : 70;
        const int height = support::is_slow ? 35 : 65;
        const senda::octile_grid g(width, height, [&](cell) { return !random.percent(25); });
        const prepared_grid prepared(g);
        const cell start = any_cell(g, random);
        const cell goal = any_cell(g, random);
        const auto whole = prepared.path(start, goal);
        if (!whole) continue;
        for (const double part : {0.0, 0.5, 0.9, 0.999999}) {
            const double most = whole.cost * part;
            const auto cut = prepared.path(start, goal, {.limits = {.cost = most}});
            if (whole.cost <= most) continue;
            CHECK(cut.status == status::cost_limit);
            CHECK(cut.lower_bound > most);
            CHECK(cut.lower_bound <= whole.cost);
            CHECK(cut.path.empty());
        }
        CHECK(prepared.path(start, goal, {.limits = {.cost = whole.cost}}).path.size() ==
              whole.path.size());
        const std::uint64_t expanded = whole.statistics.expanded;
        CHECK(prepared.path(start, goal, {.limits = {.expansions = expanded}}));
        if (expanded == 0) continue;
        const auto few = prepared.path(start, goal, {.limits = {.expansions = expanded - 1}});
        CHECK(few.status == status::expansion_limit);
        CHECK(few.lower_bound <= whole.cost);
        const std::atomic<bool> stop = true;
        CHECK(prepared.path(start, goal, {.stop = stop}).status == status::cancelled);
        CHECK(prepared.path(start, goal, {.limits = {.time = 0.0}}).status == status::time_limit);
        CHECK(prepared.path(start, goal, {.limits = {.bytes = 100}}).status ==
              status::memory_limit);
    }
}

TEST_CASE("several threads ask one hierarchy of subgoals") {
    split_mix64 random{6};
    const senda::octile_grid g(64, 66, [&](cell) { return !random.percent(20); });
    const prepared_grid prepared(g);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (std::uint64_t seed = 10; seed < 14; ++seed) {
        threads.emplace_back([&, seed] {
            split_mix64 own{seed};
            for (int i = 0; i < support::rounds(80); ++i) {
                const cell start = any_cell(g, own);
                const cell goal = any_cell(g, own);
                if (prepared.path(start, goal).cost != senda::jump_point(g, start, goal).cost)
                    ++wrong;
            }
        });
    }
    for (std::thread& t : threads) t.join();
    CHECK(wrong == 0);
}

TEST_CASE("the next mark on a line is found across words") {
    split_mix64 random{7};
    for (const int size : {1, 62, 63, 64, 65, 126, 127, 200}) {
        senda::detail::clearance_rows lines(2, size);
        for (int i = 0; i < size; ++i)
            if (!random.percent(3)) lines.unmark(1, i);
        for (int i = 0; i < size; ++i) {
            int next = i + 1;
            while (!lines.is_marked(1, next)) ++next;
            int previous = i - 1;
            while (!lines.is_marked(1, previous)) --previous;
            CHECK(lines.next(1, i) == next);
            CHECK(lines.previous(1, i) == previous);
        }
    }
}

}  // namespace subgoal_search_test
