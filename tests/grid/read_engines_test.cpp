// SPDX-License-Identifier: MIT
// The searches first, and then the grid: that brings their engines for grids along. This source is
// compiled apart, since others include grids before.
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

// After the searches.
#include <senda/graph/grid.hpp>

#include <doctest/doctest.h>

using senda::cell;
using senda::engine_kind;

TEST_CASE("a grid included after the searches has their engines for grids") {
    const senda::grid open(40, 30);
    const senda::weighted_grid weighted(40, 30);
    const senda::octile_grid octile(40, 30);
    const cell start{0, 0};
    const cell goal{39, 29};

    const auto few = senda::bfs(open, start, goal);
    CHECK(few.cost == 68);
    CHECK(few.statistics.engine == engine_kind::tiles);
    const auto guided = senda::astar(open, start, goal, senda::manhattan{goal});
    CHECK(guided.cost == 68);
    CHECK(guided.statistics.engine == engine_kind::tiles);
    const auto cheap = senda::dijkstra(weighted, start, goal);
    CHECK(cheap.cost == 68);
    CHECK(cheap.statistics.engine == engine_kind::dial);
    CHECK(senda::dijkstra(octile, start, goal).statistics.engine == engine_kind::octile);
    const auto diagonal = senda::astar(octile, start, goal, senda::octile{goal});
    CHECK(diagonal.statistics.engine == engine_kind::octile);
}
