// SPDX-License-Identifier: MIT
// Searches on hexagonal maps and on maps that wrap around.
#include <senda/graph/adaptors.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/graph/wrapping.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/k_shortest.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>

namespace maps_test {

using senda::around;
using senda::cell;
using senda::hex_cell;
using support::split_mix64;

/// Every search finds a path of the same cost, or none.
template <class Map, class Node, class Estimate>
void check_searches(const Map& map, Node start, Node goal, const Estimate& h) {
    constexpr bool is_weighted = senda::is_weighted<Map, Node>;
    const auto exact = senda::dijkstra(map, start, goal);
    const auto is_right = [&](const auto& found) {
        if (static_cast<bool>(found) != static_cast<bool>(exact)) return false;
        if (!exact) return found.status == senda::status::exhausted;
        return std::abs(static_cast<double>(found.cost) - static_cast<double>(exact.cost)) < 1e-9 &&
               found.path.front() == start && found.path.back() == goal;
    };
    CHECK(is_right(senda::astar(map, start, goal, h)));
    CHECK(is_right(senda::astar(senda::hashed(map), start, goal, h)));
    CHECK(is_right(senda::bidirectional(map, start, goal)));
    CHECK(is_right(senda::dijkstra(senda::reverse(senda::reverse(map)), start, goal)));
    CHECK(static_cast<bool>(senda::dfs(map, start, goal)) == static_cast<bool>(exact));
    if constexpr (!is_weighted) {
        CHECK(is_right(senda::bfs(map, start, goal)));
        CHECK(is_right(senda::bfs(map, start, goal, senda::options{.threads = 3})));
        CHECK(senda::bfs(senda::reverse(map), goal, start).cost == exact.cost);
    }
    const auto few = senda::k_shortest(map, start, goal, 3);
    CHECK(few.routes.empty() == !exact);
    double last = 0;
    for (const auto& route : few.routes) {
        CHECK(static_cast<double>(route.cost) >= last - 1e-9);
        last = static_cast<double>(route.cost);
    }
    if (!few.routes.empty())
        CHECK(static_cast<double>(few.routes.front().cost) ==
              doctest::Approx(static_cast<double>(exact.cost)));
}

template <class Grid, class ToNode, class Use>
void for_each_map(ToNode node_at, Use use) {
    for (int round = 0; round < support::rounds(80); ++round) {
        CAPTURE(round);
        split_mix64 random(static_cast<std::uint64_t>(round) + 1);
        const int width = round % 16 == 15 ? random.between(63, 65) : random.between(1, 12);
        const int height = 2 * (round % 16 == 7 ? 32 : random.between(1, 6));
        const int walls = random.between(0, 40);
        const Grid g(width, height, [&](auto) {
            if constexpr (requires(Grid w) { w.weight(w.node(0)); }) {
                return random.percent(walls) ? Grid::closed : random.between(1, 4);
            } else {
                return !random.percent(walls);
            }
        });
        const auto any = [&] { return node_at(cell{random.below(width), random.below(height)}); };
        const auto start = any();
        use(g, start, any());
    }
}

TEST_CASE("every search works on a hexagonal map, plain and wrapped around") {
    const auto check = [](const auto& g, hex_cell start, hex_cell goal) {
        const senda::hexagonal estimate{goal};
        check_searches(g, start, goal, estimate);
        for (const around sides : {around::x, around::y, around::both}) {
            const auto map = senda::wrapped(g, sides);
            REQUIRE(map);
            check_searches(*map, start, goal, map->distance(estimate));
        }
    };
    for_each_map<senda::hexagonal_grid>(senda::from_offset, check);
    for_each_map<senda::weighted_hexagonal_grid>(senda::from_offset, check);
}

TEST_CASE("every search works on a grid that wraps around") {
    const auto check_all = [](const auto& g, cell start, cell goal, const auto& estimate) {
        for (const around sides : {around::x, around::y, around::both}) {
            const auto map = senda::wrapped(g, sides);
            check_searches(map, start, goal, map.distance(estimate));
        }
    };
    const auto same = [](cell c) { return c; };
    const auto with_steps = [&](const auto& g, cell start, cell goal) {
        check_all(g, start, goal, senda::manhattan{goal});
    };
    const auto with_lengths = [&](const auto& g, cell start, cell goal) {
        check_all(g, start, goal, senda::octile{goal});
    };
    for_each_map<senda::grid>(same, with_steps);
    for_each_map<senda::weighted_grid>(same, with_steps);
    for_each_map<senda::octile_grid>(same, with_lengths);
    for_each_map<senda::octile_grid_cutting>(same, with_lengths);
}

TEST_CASE("on a torus of a wall the way around is the way") {
    const auto map = senda::grid::parse(
        "...#...\n"
        "...#...\n"
        "...#...\n");
    REQUIRE(map);
    CHECK_FALSE(senda::bfs(*map, cell{0, 1}, cell{6, 1}));
    CHECK(senda::bfs(senda::wrapped(*map, around::x), cell{0, 1}, cell{6, 1}).cost == 1);
    CHECK_FALSE(senda::bfs(senda::wrapped(*map, around::y), cell{0, 1}, cell{6, 1}));
}

}  // namespace maps_test
