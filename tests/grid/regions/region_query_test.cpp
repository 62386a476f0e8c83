// SPDX-License-Identifier: MIT
#include <senda/detail/grid/regions/region_query.hpp>

#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>

#include <cstddef>
#include <cstdlib>
#include <doctest/doctest.h>
#include <vector>

namespace region_query_test {

using senda::cell;
constexpr auto moves = senda::grid_moves::octile;

// The way along the slopes has 16 diagonal steps, the one through the passage 20 straight ones,
// which is shorter.
constexpr auto roof = R"(
#################
#################
#######...#######
######.....######
#####...#...#####
####...###...####
###...#####...###
##...#######...##
#...#########...#
...###########...
........#........
#######.#.#######
#######...#######
)";

bool is_step(const senda::octile_grid& g, cell from, cell to) {
    return std::abs(from.x - to.x) <= 1 && std::abs(from.y - to.y) <= 1 && from != to &&
           g.open(to) && g.open({from.x, to.y}) && g.open({to.x, from.y});
}

TEST_CASE("a path may become shorter by more steps") {
    const auto g = senda::octile_grid::parse(roof + 1);
    REQUIRE(g);
    senda::detail::region_map map(g->width(), g->height());
    for (int y = 0; y < g->height(); ++y) map.put_row(*g, y);
    const senda::detail::region_levels<moves> levels(map);
    senda::detail::search_control control({});
    std::vector<cell> path;
    for (int x = 0; x <= 16; ++x) path.push_back({x, x <= 8 ? 10 - x : x - 6});
    for (std::size_t i = 1; i < path.size(); ++i) REQUIRE(is_step(*g, path[i - 1], path[i]));
    path.shrink_to_fit();  // so that a sanitizer sees what is written behind it
    senda::detail::region_path<moves>(map, levels, control).shorten(path);
    REQUIRE(path.size() == 21);
    for (std::size_t i = 1; i < path.size(); ++i) CHECK(is_step(*g, path[i - 1], path[i]));
    CHECK(path.front() == cell{0, 10});
    CHECK(path.back() == cell{16, 10});
}

}  // namespace region_query_test
