// SPDX-License-Identifier: MIT
// How fast is astar with the Manhattan distance on senda's own grid, and generic astar on a grid
// that the user wrote as one struct, beside a loop that knows the grid, Boost.Graph and LEMON?
#include "hand_written.hpp"
#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#ifdef SENDA_HAVE_BOOST_GRAPH
#include "peers/boost_search.hpp"
#endif
#ifdef SENDA_HAVE_LEMON
#include "peers/lemon_maps.hpp"
#endif

#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace grid_astar_bench {
namespace {

using namespace bench;

map_answer senda_astar(const grid_map& map) {
    auto found = senda::astar(implicit_grid{map}, map.start(), map.goal(),
                              manhattan_on_map{map, map.goal()});
    return {std::move(found.path), found.statistics.expanded, found.statistics.bytes};
}

basic_map_answer<senda::cell> senda_grid_astar(const grid_map& map, const senda::grid& grid) {
    const senda::cell goal = cell_of(map, map.goal());
    auto found = senda::astar(grid, cell_of(map, map.start()), goal, senda::manhattan{goal});
    return {std::move(found.path), found.statistics.expanded, found.statistics.bytes};
}

void add(map_kind kind, std::uint32_t side) {
    const auto contend = [&](const std::string& contender, auto prepare,
                             visits rule = visits::at_most_bfs) {
        add_map_benchmark("astar", kind, side, contender, rule, prepare);
    };
    contend("senda", [](const grid_map& map) { return [&] { return senda_astar(map); }; });
    const auto on_grid = [](const grid_map& map) {
        return [&map, &grid = grid_of(map)] { return senda_grid_astar(map, grid); };
    };
    contend("senda_grid", on_grid, visits::any);
    contend("hand_written", [](const grid_map& map) {
        return [&] { return hand_written::astar(map, map.start(), map.goal()); };
    });
#ifdef SENDA_HAVE_BOOST_GRAPH
    contend("boost", [](const grid_map& map) {
        return [&] { return peers::boost_astar(map, map.start(), map.goal()); };
    });
    contend("boost_documented", [](const grid_map& map) {
        return [&] { return peers::boost_documented_astar(map, map.start(), map.goal()); };
    });
#endif
#ifdef SENDA_HAVE_LEMON
    if (side == standard_sides.back()) return;  // its explicit graph takes gigabytes
    contend("lemon", [](const grid_map& map) {
        return [&map, &graph = peers::lemon_of(map)] {
            return peers::as_map_answer(graph.astar(map.start(), map.goal()));
        };
    });
#endif
}

[[maybe_unused]] const bool added = [] {
    for (const std::uint32_t side : standard_sides) {
        for (const map_kind kind : standard_kinds) add(kind, side);
    }
    return true;
}();

}  // namespace
}  // namespace grid_astar_bench
