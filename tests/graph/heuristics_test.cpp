// SPDX-License-Identifier: MIT
#include <senda/graph/heuristics.hpp>

#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>

#include "support/random_graphs.hpp"

#include <climits>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace {

using senda::cell;
using senda::chebyshev;
using senda::manhattan;
using senda::octile;

struct robot {
    short x, y;
    bool carries;
};

static_assert(senda::Heuristic<manhattan<cell>, cell, senda::steps>);
static_assert(senda::Heuristic<chebyshev<cell>, cell, senda::steps>);
static_assert(senda::Heuristic<octile<cell>, cell, double>);
static_assert(senda::Heuristic<senda::zero_heuristic, cell, unsigned>);
static_assert(!senda::PlanarNode<int>);
static_assert(std::same_as<decltype(manhattan{cell{}}(cell{})), senda::steps>);
static_assert(std::same_as<decltype(manhattan{cell{}, 0.5}(cell{})), double>);
static_assert(std::same_as<decltype(manhattan{cell{}, std::uint8_t{3}}(cell{})), int>);
static_assert(std::same_as<decltype(octile{cell{}, 2}(cell{})), double>);
static_assert(manhattan{cell{3, -4}}(cell{}) == 7);

/// All shortest distances from `goal` backwards, by relaxing until nothing changes.
template <class Grid>
std::vector<double> distances_to(const Grid& g, cell goal) {
    std::vector<double> distance(g.index_bound(), HUGE_VAL);
    distance[g.index(goal)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 0; y < g.height(); ++y)
            for (int x = 0; x < g.width(); ++x) {
                double& mine = distance[g.index({x, y})];
                const auto relax = [&](cell to, double cost) {
                    const double through = distance[g.index(to)] + cost;
                    if (through < mine - 1e-9) {
                        mine = through;
                        changed = true;
                    }
                };
                struct sink {
                    decltype(relax)& f;
                    void operator()(cell to) const { f(to, 1); }
                    void operator()(cell to, double cost) const { f(to, cost); }
                };
                g.successors(cell{x, y}, sink{relax});
            }
    }
    return distance;
}

/// Checks a heuristic on a grid: never above the true distance, and never falling along an edge by
/// more than the edge costs.
template <class Grid, class MakeHeuristic>
void check_laws(support::split_mix64& random, MakeHeuristic make, int lightest) {
    const auto rule = [&](cell) {
        if constexpr (requires(Grid g) { g.weight(cell{}); }) {
            return random.percent(25) ? Grid::closed : random.between(lightest, lightest + 3);
        } else {
            return !random.percent(25);
        }
    };
    Grid g(9, 7, rule);
    const cell goal{random.below(9), random.below(7)};
    g.set(goal);
    if constexpr (requires { g.weight(goal); }) g.set(goal, lightest);
    const auto h = make(goal);
    const std::vector<double> distance = distances_to(g, goal);
    CHECK(static_cast<double>(h(goal)) == 0.0);
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x) {
            const cell n{x, y};
            CHECK(static_cast<double>(h(n)) <= distance[g.index(n)] + 1e-9);
            struct sink {
                double here;
                const decltype(h)& estimate;
                void operator()(cell to) const { (*this)(to, 1); }
                void operator()(cell to, double cost) const {
                    CHECK(here <= cost + static_cast<double>(estimate(to)) + 1e-9);
                }
            };
            g.successors(n, sink{static_cast<double>(h(n)), h});
        }
}

}  // namespace

TEST_CASE("heuristics count the moves of an empty grid") {
    const cell goal{10, 20};
    CHECK(manhattan{goal}(cell{7, 24}) == 7);
    CHECK(chebyshev{goal}(cell{7, 24}) == 4);
    CHECK(octile{goal}(cell{7, 24}) == doctest::Approx(1 + 3 * std::sqrt(2.0)));
    CHECK(senda::zero_heuristic{}(cell{7, 24}) == 0);
    CHECK(manhattan{goal, 3}(cell{7, 24}) == 21);
    CHECK(chebyshev{goal, 0.5}(cell{7, 24}) == 2.0);
    CHECK(octile{goal, 2}(cell{10, 24}) == 8.0);
}

TEST_CASE("a heuristic takes any node with x and y") {
    const robot r{3, 4, true};
    CHECK(manhattan{cell{0, 0}}(r) == 7);
    CHECK(manhattan{r}(cell{0, 0}) == 7);
    struct unsigned_place {
        unsigned x, y;
    };
    CHECK(manhattan{cell{-1, -1}}(unsigned_place{1, 1}) == 4);
    CHECK(manhattan{unsigned_place{1, 1}}(cell{-1, -1}) == 4);
}

TEST_CASE("coordinates at the ends of int do not overflow") {
    const cell low{INT_MIN, INT_MIN};
    const cell high{INT_MAX, INT_MAX};
    CHECK(manhattan{low}(high) == senda::largest_cost<senda::steps>);
    CHECK(manhattan{high}(low) == senda::largest_cost<senda::steps>);
    CHECK(manhattan{low, std::int64_t{1}}(high) == std::int64_t{2} * 0xFFFF'FFFF);
    CHECK(manhattan{low, std::int64_t{1} << 40}(high) == senda::largest_cost<std::int64_t>);
    CHECK(manhattan{low, 1.0}(high) == 2.0 * 0xFFFF'FFFF);
    CHECK(chebyshev{low}(high) == senda::largest_cost<senda::steps>);
    CHECK(chebyshev{low, std::int64_t{1}}(cell{INT_MAX, 0}) == 0xFFFF'FFFF);
    CHECK(octile{low}(high) == doctest::Approx(4294967295.0 * std::sqrt(2.0)).epsilon(1e-15));
    struct far {
        std::int64_t x, y;
    };
    CHECK(manhattan{far{INT64_MIN, INT64_MIN}, 1.0}(far{INT64_MAX, INT64_MAX}) ==
          doctest::Approx(18446744073709551615.0));
}

TEST_CASE("an estimate is held just below infinity, which would say that there is no way") {
    CHECK(manhattan{cell{}, INT_MAX}(cell{1, 0}) == senda::largest_cost<int>);
    CHECK(manhattan{cell{}, INT_MAX / 2}(cell{1, 0}) == INT_MAX / 2);
    CHECK(manhattan{cell{}, INT_MAX / 2}(cell{1, 1}) == senda::largest_cost<int>);
    CHECK(manhattan{cell{}, 0}(cell{1, 1}) == 0);
}

TEST_CASE("each heuristic is admissible and consistent on the grids it is documented for") {
    support::split_mix64 random{1};
    const auto manhattan_1 = [](cell goal) { return manhattan{goal}; };
    const auto manhattan_3 = [](cell goal) { return manhattan{goal, 3}; };
    const auto chebyshev_1 = [](cell goal) { return chebyshev{goal}; };
    const auto chebyshev_3 = [](cell goal) { return chebyshev{goal, 3}; };
    const auto octile_1 = [](cell goal) { return octile{goal}; };
    const auto octile_3 = [](cell goal) { return octile{goal, 3}; };
    const auto zero = [](cell) { return senda::zero_heuristic{}; };
    using weighted_octile_grid = senda::basic_grid<senda::grid_moves::octile, int>;
    for (int i = 0; i < 30; ++i) {
        check_laws<senda::grid>(random, manhattan_1, 1);
        check_laws<senda::weighted_grid>(random, manhattan_3, 3);
        check_laws<senda::grid>(random, chebyshev_1, 1);
        check_laws<senda::octile_grid>(random, chebyshev_1, 1);
        check_laws<weighted_octile_grid>(random, chebyshev_3, 3);
        check_laws<senda::grid>(random, octile_1, 1);
        check_laws<senda::octile_grid>(random, octile_1, 1);
        check_laws<senda::octile_grid_cutting>(random, octile_1, 1);
        check_laws<weighted_octile_grid>(random, octile_3, 3);
        check_laws<senda::octile_grid>(random, zero, 1);
    }
}
