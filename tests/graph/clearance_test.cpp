// SPDX-License-Identifier: MIT
#include <senda/graph/clearance.hpp>

#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numbers>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"
#include "support/rounds.hpp"

namespace clearance_test {

using senda::basic_grid;
using senda::cell;
using senda::clearance_map;
using senda::grid;
using senda::grid_moves;
using senda::octile_grid;
using senda::octile_grid_cutting;
using senda::weighted_grid;
using support::split_mix64;

using weighted_octile = basic_grid<grid_moves::octile, int>;
using weighted_cutting = basic_grid<grid_moves::octile_cutting, double>;

template <class Grid>
inline constexpr grid_moves moves_of = grid_moves::straight;
template <grid_moves Moves, class Weight>
inline constexpr grid_moves moves_of<basic_grid<Moves, Weight>> = Moves;
template <class Grid>
inline constexpr bool is_weighted = requires(const Grid& g) { g.weight({0, 0}); };

template <class Grid>
void change(Grid& g, cell c, split_mix64& random, int walls) {
    if (random.percent(walls)) return g.close(c);
    if constexpr (is_weighted<Grid>) {
        g.set(c, static_cast<decltype(g.weight(c))>(random.below(10)));
    } else {
        g.set(c);
    }
}

template <class Grid>
Grid random_grid(split_mix64& random, int side) {
    Grid g(random.percent(20) ? support::any_side(random) : random.between(1, side),
           random.percent(20) ? support::any_side(random) : random.between(1, side));
    const int walls = random.below(30);
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x) change(g, {x, y}, random, walls);
    return g;
}

/// Whether all cells of a rectangle are open, one by one.
template <class Grid>
bool is_open(const Grid& g, cell first, int width, int height) {
    for (int y = first.y; y < first.y + height; ++y)
        for (int x = first.x; x < first.x + width; ++x)
            if (!g.open({x, y})) return false;
    return true;
}

template <class Grid>
int side_of_square(const Grid& g, cell c) {
    int side = 0;
    while (is_open(g, c, side + 1, side + 1)) ++side;
    return side;
}

template <class Grid>
bool is_right(const Grid& g, const clearance_map<Grid>& clearance) {
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x)
            if (clearance.at({x, y}) != side_of_square(g, {x, y})) return false;
    return true;
}

/// The steps of a walker of k x k cells, moved on the map itself: where it goes and at which cost.
template <class Grid>
std::vector<std::pair<cell, double>> steps_of_walker(const Grid& g, cell from, int k) {
    std::vector<std::pair<cell, double>> steps;
    if (!is_open(g, from, k, k)) return steps;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            const bool is_diagonal = x != 0 && y != 0;
            const cell to{from.x + x, from.y + y};
            if ((x == 0 && y == 0) || !is_open(g, to, k, k)) continue;
            if (is_diagonal && moves_of<Grid> == grid_moves::straight) continue;
            // On its way it touches every cell of the square around both.
            const cell corner{std::min(from.x, to.x), std::min(from.y, to.y)};
            if (is_diagonal && moves_of<Grid> == grid_moves::octile &&
                !is_open(g, corner, k + 1, k + 1))
                continue;
            double heaviest = 1;
            if constexpr (is_weighted<Grid>) {
                heaviest = 0;
                for (int j = 0; j < k; ++j)
                    for (int i = 0; i < k; ++i)
                        heaviest =
                            std::max(heaviest, static_cast<double>(g.weight({to.x + i, to.y + j})));
            }
            steps.emplace_back(to, heaviest * (is_diagonal ? std::numbers::sqrt2 : 1.0));
        }
    }
    return steps;
}

template <class Grid>
std::vector<std::pair<cell, double>> steps_on(const Grid& sized, cell from) {
    std::vector<std::pair<cell, double>> steps;
    sized.successors(from, [&](cell to, auto... cost) {
        steps.emplace_back(to, (1.0 * ... * static_cast<double>(cost)));
    });
    std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first.y, a.first.x) < std::pair(b.first.y, b.first.x);
    });
    return steps;
}

TEST_CASE_TEMPLATE("a clearance map knows the largest open square at each cell", Grid, grid,
                   weighted_grid, octile_grid, octile_grid_cutting, weighted_octile) {
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(120); ++i) {
        const auto g = random_grid<Grid>(random, 20);
        CAPTURE(i);
        CHECK(is_right(g, clearance_map(g)));
    }
}

TEST_CASE_TEMPLATE("a clearance map follows cells that open and close", Grid, grid, octile_grid) {
    split_mix64 random{2};
    for (int i = 0; i < support::rounds(60); ++i) {
        auto g = random_grid<Grid>(random, 16);
        clearance_map clearance(g);
        const int k = random.between(1, 4);
        auto sized = clearance.for_size(k);
        const int walls = random.between(10, 50);
        CAPTURE(i);
        for (int change_number = 0; change_number < 40; ++change_number) {
            const cell c{random.below(g.width()), random.below(g.height())};
            change(g, c, random, walls);
            clearance.changed(c);
            const auto before = sized;
            const std::vector<cell> different = clearance.update(sized, k, c);
            REQUIRE(is_right(g, clearance));
            REQUIRE(sized == clearance.for_size(k));
            for (int y = 0; y < g.height(); ++y)
                for (int x = 0; x < g.width(); ++x)
                    REQUIRE((before.open({x, y}) != sized.open({x, y})) ==
                            (std::count(different.begin(), different.end(), cell{x, y}) == 1));
        }
    }
}

TEST_CASE_TEMPLATE("what a walker can do follows weights that change", Grid, weighted_grid,
                   weighted_octile, weighted_cutting) {
    split_mix64 random{3};
    for (int i = 0; i < support::rounds(60); ++i) {
        auto g = random_grid<Grid>(random, 16);
        clearance_map clearance(g);
        const int k = random.between(1, 6);
        auto sized = clearance.for_size(k);
        CAPTURE(i);
        for (int change_number = 0; change_number < 20; ++change_number) {
            const cell c{random.below(g.width()), random.below(g.height())};
            change(g, c, random, 20);
            clearance.changed(c);
            (void)clearance.update(sized, k, c);
            REQUIRE(sized == clearance.for_size(k));
        }
    }
}

TEST_CASE_TEMPLATE("a walker of k x k cells has the steps of the grid for its size", Grid, grid,
                   weighted_grid, octile_grid, octile_grid_cutting, weighted_octile,
                   weighted_cutting) {
    split_mix64 random{4};
    for (int i = 0; i < support::rounds(80); ++i) {
        const auto g = random_grid<Grid>(random, 20);
        const clearance_map clearance(g);
        for (int k = 1; k <= 5; ++k) {
            const auto sized = clearance.for_size(k);
            CAPTURE(i);
            CAPTURE(k);
            for (int y = 0; y < g.height(); ++y) {
                for (int x = 0; x < g.width(); ++x) {
                    REQUIRE(sized.open({x, y}) == is_open(g, {x, y}, k, k));
                    REQUIRE(steps_on(sized, {x, y}) == steps_of_walker(g, {x, y}, k));
                }
            }
        }
    }
}

TEST_CASE("every search on the grid for a size finds the shortest path of the walker") {
    split_mix64 random{5};
    for (int i = 0; i < support::rounds(150); ++i) {
        const auto g = random_grid<octile_grid>(random, 24);
        const grid straight(g.width(), g.height(), [&](cell c) { return g.open(c); });
        const int k = random.between(1, 3);
        const octile_grid sized = clearance_map(g).for_size(k);
        const grid sized_straight = clearance_map(straight).for_size(k);
        const cell start{random.below(g.width()), random.below(g.height())};
        const cell goal{random.below(g.width()), random.below(g.height())};
        if (!sized.open(start)) continue;
        const auto walker = [&](const auto& map) {
            return [&map, k](cell c) { return steps_of_walker(map, c, k); };
        };
        CAPTURE(i);
        const double shortest = senda::dijkstra(walker(g), start, goal).cost;
        const auto same = [](double a, double b) { return a == b || std::abs(a - b) < 1e-9; };
        CHECK(same(senda::astar(sized, start, goal, senda::octile{goal}).cost, shortest));
        CHECK(same(senda::dijkstra(sized, start, goal).cost, shortest));
        CHECK(same(senda::jump_point(sized, start, goal).cost, shortest));
        CHECK(same(senda::prepared_grid(sized).path(start, goal).cost, shortest));
        const auto fewest = senda::bfs(walker(straight), start, goal).cost;
        CHECK(senda::bfs(sized_straight, start, goal).cost == fewest);
        CHECK(senda::astar(sized_straight, start, goal, senda::manhattan{goal}).cost == fewest);
    }
}

TEST_CASE("a walker that is larger than the map fits nowhere") {
    const weighted_grid g(5, 3);
    const octile_grid open(5, 3);
    for (const int k : {3, 4, 5, 6, 1000, 2'000'000'000}) {
        CAPTURE(k);
        const weighted_grid sized = clearance_map(g).for_size(k);
        const octile_grid sized_open = clearance_map(open).for_size(k);
        for (int y = 0; y < 3; ++y) {
            for (int x = 0; x < 5; ++x) {
                CHECK(sized.open({x, y}) == (k == 3 && y == 0 && x < 3));
                CHECK(sized_open.open({x, y}) == (k == 3 && y == 0 && x < 3));
            }
        }
    }
    CHECK(clearance_map(open).at({0, 0}) == 3);
    CHECK(clearance_map(open).at({4, 0}) == 1);
    CHECK(clearance_map(open).at({5, 0}) == 0);
    CHECK(clearance_map(open).at({0, -1}) == 0);
    CHECK(clearance_map(octile_grid()).for_size(2).width() == 0);
}

}  // namespace clearance_test
