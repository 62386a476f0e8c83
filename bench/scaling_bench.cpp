// SPDX-License-Identifier: MIT
// How do time and memory grow with the map, from ten thousand cells to a hundred million?
#include "hand_written.hpp"
#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#ifdef SENDA_HAVE_BOOST_GRAPH
#include "peers/boost_search.hpp"
#endif

#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>

#include <senda/graph/heuristics.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace scaling_bench {
namespace {

using namespace bench;

constexpr std::array<std::uint32_t, 5> sides{101, 317, 1001, 3163, 10001};

/// The length of a shortest path, by the loop written by hand.
std::size_t length_of(const grid_map& map) {
    static std::map<const grid_map*, std::size_t> lengths;
    const auto [place, fresh] = lengths.try_emplace(&map, 0);
    if (fresh) place->second = hand_written::bfs(map, map.start(), map.goal()).path.size();
    return place->second;
}

/// Registers one contender on one map. Bytes are for each cell of the map, visited or not.
template <class Prepare>
void add(const std::string& question, map_kind kind, std::uint32_t side,
         const std::string& contender, Prepare prepare) {
    const auto body = [=](benchmark::State& state) {
        const grid_map& map = map_of(kind, side);
        const std::size_t length = length_of(map);
        const auto search = prepare(map);
        decltype(search()) answer;
        for (auto _ : state) {
            answer = {};
            answer = search();
            benchmark::DoNotOptimize(answer.path.data());
            if (answer.path.size() != length) {
                state.SkipWithError("wrong length");
                return;
            }
        }
        if (length != 0 && !replays(map, answer.path, map.start(), map.goal())) {
            state.SkipWithError("the path does not replay");
            return;
        }
        const std::uint64_t cells = std::uint64_t{side} * side;
        state.counters["cells/s"] = rate(cells);
        if (answer.bytes != 0) state.counters["bytes/cell"] = per(answer.bytes, cells);
    };
    benchmark::RegisterBenchmark(benchmark_name(question, to_string(kind), side, contender).c_str(),
                                 body)
        ->Unit(benchmark::kMillisecond);
}

template <class Found>
auto as_answer(Found found) {
    using node = typename decltype(found.path)::value_type;
    return basic_map_answer<node>{std::move(found.path), found.statistics.expanded,
                                  found.statistics.bytes};
}

void add_all(map_kind kind, std::uint32_t side) {
    add("scaling_bfs", kind, side, "senda_grid", [](const grid_map& map) {
        return [&map, &grid = grid_of(map)] {
            return as_answer(senda::bfs(grid, cell_of(map, map.start()), cell_of(map, map.goal())));
        };
    });
    add("scaling_bfs", kind, side, "senda", [](const grid_map& map) {
        return
            [&map] { return as_answer(senda::bfs(implicit_grid{map}, map.start(), map.goal())); };
    });
#ifdef SENDA_HAVE_BOOST_GRAPH
    add("scaling_bfs", kind, side, "boost", [](const grid_map& map) {
        return [&map] { return peers::boost_bfs(map, map.start(), map.goal()); };
    });
#endif
    add("scaling_astar", kind, side, "senda_grid", [](const grid_map& map) {
        return [&map, &grid = grid_of(map)] {
            const senda::cell goal = cell_of(map, map.goal());
            return as_answer(
                senda::astar(grid, cell_of(map, map.start()), goal, senda::manhattan{goal}));
        };
    });
}

[[maybe_unused]] const bool registered = [] {
    for (const map_kind kind : {map_kind::perfect, map_kind::braid10, map_kind::open25})
        for (const std::uint32_t side : sides) add_all(kind, side);
    return true;
}();

}  // namespace
}  // namespace scaling_bench
