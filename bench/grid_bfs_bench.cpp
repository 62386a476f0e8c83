// SPDX-License-Identifier: MIT
// How fast is bfs on senda's own grid, and generic bfs on a grid that the user wrote as one struct,
// beside a loop written by hand for that grid, Boost.Graph and LEMON?
#include "hand_written.hpp"
#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#ifdef SENDA_HAVE_BOOST_GRAPH
#include "peers/boost_grid_graph.hpp"
#include "peers/boost_search.hpp"
#endif
#ifdef SENDA_HAVE_LEMON
#include "peers/lemon_maps.hpp"
#endif

#include <senda/search/bfs.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace grid_bfs_bench {
namespace {

using namespace bench;

template <class UserGrid>
map_answer senda_bfs(const grid_map& map) {
    auto found = senda::bfs(UserGrid{map}, map.start(), map.goal());
    return {std::move(found.path), found.statistics.expanded, found.statistics.bytes};
}

basic_map_answer<senda::cell> senda_grid_bfs(const grid_map& map, const senda::grid& grid,
                                             const senda::options& o) {
    auto found = senda::bfs(grid, cell_of(map, map.start()), cell_of(map, map.goal()), o);
    return {std::move(found.path), found.statistics.expanded, found.statistics.bytes};
}

void add(map_kind kind, std::uint32_t side) {
    const auto contend = [&](const std::string& contender, auto prepare,
                             visits rule = visits::as_bfs) {
        add_map_benchmark("bfs", kind, side, contender, rule, prepare);
    };
    contend("senda",
            [](const grid_map& map) { return [&] { return senda_bfs<implicit_grid>(map); }; });
    contend("senda_staying",
            [](const grid_map& map) { return [&] { return senda_bfs<staying_grid>(map); }; });
    contend("senda_grid", [](const grid_map& map) {
        return [&map, &grid = grid_of(map)] { return senda_grid_bfs(map, grid, {}); };
    });
    if (side >= 4001) {
        // A thread that waits for the other asks on, so its processor time is that of the clock.
        const auto on_threads = [](const grid_map& map) {
            return
                [&map, &grid = grid_of(map)] { return senda_grid_bfs(map, grid, {.threads = 2}); };
        };
        contend("senda_grid_threads", on_threads, visits::any);
    }
    contend("hand_written", [](const grid_map& map) {
        return [&] { return hand_written::bfs(map, map.start(), map.goal()); };
    });
#ifdef SENDA_HAVE_BOOST_GRAPH
    contend("boost", [](const grid_map& map) {
        return [&] { return peers::boost_bfs(map, map.start(), map.goal()); };
    });
    contend("boost_grid_graph", [](const grid_map& map) {
        return [&map, &graph = peers::boost_grid_graph_of(map)] {
            return peers::boost_grid_graph_bfs(graph, map.start(), map.goal());
        };
    });
    contend("boost_documented", [](const grid_map& map) {
        return [&] { return peers::boost_documented_bfs(map, map.start(), map.goal()); };
    });
#endif
#ifdef SENDA_HAVE_LEMON
    if (side == standard_sides.back()) return;  // its explicit graph takes gigabytes
    contend("lemon", [](const grid_map& map) {
        return [&map, &graph = peers::lemon_of(map)] {
            return peers::as_map_answer(graph.bfs(map.start(), map.goal()));
        };
    });
    contend("lemon_grid", [](const grid_map& map) {
        return [&map, &graph = peers::lemon_filtered_of(map)] {
            return peers::as_map_answer(graph.bfs(map.start(), map.goal()));
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
}  // namespace grid_bfs_bench
