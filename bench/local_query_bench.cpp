// SPDX-License-Identifier: MIT
// Does a query between two near cells of a huge map cost work proportional to the map? And how soon
// is "there is no path" known where the start is shut in?
#include "hand_written.hpp"
#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#ifdef SENDA_HAVE_BOOST_GRAPH
#include "peers/boost_search.hpp"
#endif

#include <senda/graph/adaptors.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace local_query_bench {
namespace {

using namespace bench;

constexpr std::uint32_t huge_side = standard_sides.back();
constexpr map_kind huge_kind = map_kind::braid10;

/// A room in the middle, one a hundred cells away each way, and what lies between them.
std::uint32_t query_start(const grid_map& map) {
    return map.at(map.side / 2 + 1, map.side / 2 + 1);
}
std::uint32_t query_goal(const grid_map& map) {
    return map.at(map.side / 2 + 101, map.side / 2 + 101);
}
constexpr std::size_t query_length = 304;

/// Registers one contender of the local query; `prepare(map)` is not measured.
template <class Prepare>
void add_query(const std::string& contender, Prepare prepare) {
    const auto body = [=](benchmark::State& state) {
        const grid_map& map = map_of(huge_kind, huge_side);
        auto search = prepare(map);
        decltype(search()) answer;
        for (auto _ : state) {
            answer = search();
            benchmark::DoNotOptimize(answer.path.data());
            if (answer.path.size() != query_length + 1) {
                state.SkipWithError("wrong length");
                return;
            }
        }
        if (!replays(map, answer.path, query_start(map), query_goal(map))) {
            state.SkipWithError("the path does not replay");
            return;
        }
        report_cells(state, answer);
    };
    benchmark::RegisterBenchmark(
        benchmark_name("local_query", to_string(huge_kind), huge_side, contender).c_str(), body)
        ->Unit(benchmark::kMicrosecond);
}

auto as_answer(auto found) {
    using node = typename decltype(found.path)::value_type;
    return basic_map_answer<node>{std::move(found.path), found.statistics.expanded, 0};
}

/// The least that any work proportional to the map can cost: to write one byte a cell.
void write_a_byte_a_cell(benchmark::State& state) {
    std::vector<std::uint8_t> marks(std::size_t{huge_side} * huge_side);
    for (auto _ : state) {
        std::memset(marks.data(), 0, marks.size());
        benchmark::DoNotOptimize(marks.data());
        benchmark::ClobberMemory();
    }
    state.counters["cells/s"] = rate(marks.size());
}

void add_local_queries() {
    add_query("senda_grid", [](const grid_map& map) {
        return [&map, &grid = grid_of(map)] {
            return as_answer(
                senda::bfs(grid, cell_of(map, query_start(map)), cell_of(map, query_goal(map))));
        };
    });
    add_query("senda_grid_astar", [](const grid_map& map) {
        return [&map, &grid = grid_of(map)] {
            const senda::cell goal = cell_of(map, query_goal(map));
            return as_answer(
                senda::astar(grid, cell_of(map, query_start(map)), goal, senda::manhattan{goal}));
        };
    });
    add_query("senda_reused", [](const grid_map& map) {
        return [&map, search = senda::bfs_search{implicit_grid{map}, query_goal(map),
                                                 query_start(map)}]() mutable {
            search.restart(query_start(map), query_goal(map));
            search.run();
            return as_answer(search.result());
        };
    });
    add_query("senda_hashed", [](const grid_map& map) {
        return [&map] {
            return as_answer(
                senda::bfs(senda::hashed(implicit_grid{map}), query_start(map), query_goal(map)));
        };
    });
    add_query("senda_fresh", [](const grid_map& map) {
        return [&map] {
            return as_answer(senda::bfs(implicit_grid{map}, query_start(map), query_goal(map)));
        };
    });
    add_query("hand_written", [](const grid_map& map) {
        return [&map] { return hand_written::bfs(map, query_start(map), query_goal(map)); };
    });
#ifdef SENDA_HAVE_BOOST_GRAPH
    add_query("boost", [](const grid_map& map) {
        return [&map] { return peers::boost_bfs(map, query_start(map), query_goal(map)); };
    });
#endif
    benchmark::RegisterBenchmark(
        benchmark_name("local_query", to_string(huge_kind), huge_side, "write_a_byte_a_cell")
            .c_str(),
        write_a_byte_a_cell)
        ->Unit(benchmark::kMicrosecond);
}

/// Registers one contender where the start is shut in; `search(map)` says whether it found that
/// out.
void add_enclosed(const std::string& contender, bool (*search)(const grid_map&)) {
    constexpr std::uint32_t side = 4001;
    const auto body = [search](benchmark::State& state) {
        const grid_map& map = map_of(map_kind::enclosed, side);
        for (auto _ : state) {
            if (!search(map)) {
                state.SkipWithError("found a path where there is none");
                return;
            }
        }
        state.counters["queries/s"] = rate(1);
    };
    benchmark::RegisterBenchmark(
        benchmark_name("unreachable", to_string(map_kind::enclosed), side, contender).c_str(), body)
        ->Unit(benchmark::kMicrosecond);
}

[[maybe_unused]] const bool added = [] {
    add_local_queries();
    add_enclosed("senda", [](const grid_map& map) {
        return senda::bfs(implicit_grid{map}, map.start(), map.goal()).status ==
               senda::status::exhausted;
    });
    add_enclosed("senda_grid", [](const grid_map& map) {
        return senda::bfs(grid_of(map), cell_of(map, map.start()), cell_of(map, map.goal()))
                   .status == senda::status::exhausted;
    });
    add_enclosed("hand_written", [](const grid_map& map) {
        return hand_written::bfs(map, map.start(), map.goal()).path.empty();
    });
#ifdef SENDA_HAVE_BOOST_GRAPH
    add_enclosed("boost", [](const grid_map& map) {
        return peers::boost_bfs(map, map.start(), map.goal()).path.empty();
    });
#endif
    return true;
}();

}  // namespace
}  // namespace local_query_bench
