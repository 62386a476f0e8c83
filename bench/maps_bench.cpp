// SPDX-License-Identifier: MIT
// What does a search cost on a hexagonal map, and what does it cost that a map wraps around? Cells
// a second, beside a hand-written breadth-first search and the same map with sides.
#include "harness.hpp"

#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/graph/wrapping.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/random.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace maps_bench {
namespace {

constexpr int side = 1000;

/// A quarter of the cells closed at random, but for the two ends.
auto rule_of_walls() {
    return [random = senda::random_source(1)](auto) mutable { return !random.chance(0.25); };
}

senda::hexagonal_grid hexagons() {
    senda::hexagonal_grid map(side, side, rule_of_walls());
    map.set(senda::from_offset({0, 0}));
    map.set(senda::from_offset({side - 1, side - 1}));
    return map;
}

senda::octile_grid squares() {
    senda::octile_grid map(side, side, rule_of_walls());
    map.set({0, 0});
    map.set({side / 2, side - 1});
    return map;
}

/// The steps to the last cell of a hexagonal map, by two arrays and nothing else; and the cells
/// that were seen.
std::uint64_t flood(const senda::hexagonal_grid& map, std::vector<std::uint8_t>& seen,
                    std::vector<std::uint32_t>& queue) {
    seen.assign(map.index_bound(), 0);
    queue.assign({map.index(senda::from_offset({0, 0}))});
    const std::uint32_t goal = map.index(senda::from_offset({side - 1, side - 1}));
    seen[queue[0]] = 1;
    for (std::size_t at = 0; at < queue.size() && queue[at] != goal; ++at)
        map.successors(map.node(queue[at]), [&](senda::hex_cell to) {
            const std::uint32_t number = map.index(to);
            if (seen[number] != 0) return;
            seen[number] = 1;
            queue.push_back(number);
        });
    return queue.size();
}

template <class Search>
void contend(const std::string& input, const std::string& contender, Search search) {
    benchmark::RegisterBenchmark(bench::benchmark_name("maps", input, side, contender).c_str(),
                                 [search](benchmark::State& state) {
                                     std::uint64_t cells = 0;
                                     for (auto _ : state) cells = search();
                                     if (cells == 0) state.SkipWithError("no path");
                                     state.counters["cells/s"] = bench::rate(cells);
                                 })
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool registered = [] {
    static const senda::hexagonal_grid hexagonal = hexagons();
    static const senda::octile_grid square = squares();
    static const auto torus = senda::wrapped(square, senda::around::both);
    static const auto globe = *senda::wrapped(hexagonal, senda::around::x);
    const senda::hex_cell start = senda::from_offset({0, 0});
    const senda::hex_cell goal = senda::from_offset({side - 1, side - 1});
    const senda::cell end{side / 2, side - 1};
    const auto expanded = [](const auto& found) { return found ? found.statistics.expanded : 0; };

    contend("hexagonal", "hand_written_bfs", [] {
        static std::vector<std::uint8_t> seen;
        static std::vector<std::uint32_t> queue;
        return flood(hexagonal, seen, queue);
    });
    contend("hexagonal", "bfs", [=] { return expanded(senda::bfs(hexagonal, start, goal)); });
    contend("hexagonal", "astar",
            [=] { return expanded(senda::astar(hexagonal, start, goal, senda::hexagonal{goal})); });
    contend("hexagonal_around_x", "bfs", [=] { return expanded(senda::bfs(globe, start, goal)); });
    contend("hexagonal_around_x", "astar", [=] {
        return expanded(senda::astar(globe, start, goal, globe.distance(senda::hexagonal{goal})));
    });
    contend("octile", "astar", [=] {
        return expanded(senda::astar(square, senda::cell{0, 0}, end, senda::octile{end}));
    });
    contend("octile_torus", "astar", [=] {
        return expanded(
            senda::astar(torus, senda::cell{0, 0}, end, torus.distance(senda::octile{end})));
    });
    return true;
}();

}  // namespace
}  // namespace maps_bench
