// SPDX-License-Identifier: MIT
// How long does a flow field of 512 x 512 cells take, from nothing and after a change, beside a
// search of the whole map by dijkstra; and a grid for walkers of 2 x 2 cells?
#include "harness.hpp"
#include "inputs.hpp"
#include "shared_data.hpp"

#include <senda/graph/clearance.hpp>
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/search/dijkstra.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flow_field_bench {
namespace {

using namespace bench;
using senda::cell;
using senda::flow_memory;
using weighted_octile = senda::basic_grid<senda::grid_moves::octile, int>;

constexpr int side = 512;

/// A map of 512 x 512 cells: open, or one of Moving AI, where these are.
senda::map terrain(const std::string& name) {
    senda::map open{side, side, std::string(std::size_t{side} * side, '.')};
    if (const auto read = senda::parse_map(shared_text("movingai/" + name + ".map"))) return *read;
    return open;
}

template <class Grid>
Grid grid_of_terrain(const std::string& name) {
    const senda::map m = terrain(name);
    return Grid(m.width, m.height, [&](cell c) { return senda::walkable_terrain{}(m.at(c)); });
}

/// The first open cell from the middle on.
template <class Grid>
cell middle_of(const Grid& g) {
    cell c{g.width() / 2, g.height() / 2};
    while (!g.open(c)) c = c.x + 1 < g.width() ? cell{c.x + 1, c.y} : cell{0, c.y + 1};
    return c;
}

template <class Grid, class Body>
void add(const std::string& input, const std::string& contender, Body body) {
    benchmark::RegisterBenchmark(benchmark_name("flow_field", input, side, contender).c_str(),
                                 [=](benchmark::State& state) {
                                     Grid g = grid_of_terrain<Grid>(input);
                                     body(state, g, middle_of(g));
                                 })
        ->Unit(benchmark::kMillisecond);
}

template <class Grid>
void add_contenders(const std::string& input, const std::string& kind) {
    add<Grid>(input, kind + "_field", [](benchmark::State& state, const Grid& g, cell goal) {
        std::uint64_t cells = 0;
        for (auto _ : state) {
            const senda::flow_field field(g, goal);
            cells = field.statistics().expanded;
            benchmark::DoNotOptimize(field.next({0, 0}));
        }
        state.counters["cells/s"] = rate(cells);
    });
    add<Grid>(input, kind + "_dijkstra", [](benchmark::State& state, const Grid& g, cell goal) {
        std::uint64_t cells = 0;
        for (auto _ : state) {
            senda::dijkstra_search search(g, goal, senda::no_goal{});
            search.run();
            cells = search.statistics().expanded;
        }
        state.counters["cells/s"] = rate(cells);
    });
    add<Grid>(input, kind + "_change_and_back", [](benchmark::State& state, Grid& g, cell goal) {
        senda::flow_field field(g, goal, flow_memory::distances);
        splitmix64 random{1};
        std::uint64_t expanded = 0;
        std::uint64_t changes = 0;
        const auto toggle = [&](cell c) {
            g.open(c) ? g.close(c) : g.set(c);
            field.changed(c);
            expanded += field.statistics().expanded;
            ++changes;
        };
        for (auto _ : state) {
            const cell c{static_cast<int>(random.below(static_cast<std::uint32_t>(g.width()))),
                         static_cast<int>(random.below(static_cast<std::uint32_t>(g.height())))};
            toggle(c);
            toggle(c);
        }
        state.counters["cells"] = per(expanded, changes);
    });
    add<Grid>(input, kind + "_for_size_2", [](benchmark::State& state, const Grid& g, cell) {
        const senda::clearance_map clearance(g);
        for (auto _ : state) benchmark::DoNotOptimize(clearance.for_size(2).width());
    });
}

/// Ten thousand walkers that each ask for a step.
void add_walkers() {
    using grid = senda::octile_grid;
    add<grid>("random512-10-0", "ask", [](benchmark::State& state, const grid& g, cell goal) {
        const senda::flow_field field(g, goal);
        splitmix64 random{2};
        std::vector<cell> walkers(10'000);
        for (cell& c : walkers)
            c = {static_cast<int>(random.below(side)), static_cast<int>(random.below(side))};
        for (auto _ : state) {
            for (cell& c : walkers) c = field.next(c);
            benchmark::DoNotOptimize(walkers.data());
        }
        state.counters["walkers/s"] = rate(walkers.size());
    });
}

[[maybe_unused]] const bool added = [] {
    for (const char* const input : {"open", "random512-10-0", "maze512-4-0"}) {
        add_contenders<senda::grid>(input, "straight");
        add_contenders<senda::octile_grid>(input, "octile");
        add_contenders<senda::octile_grid_cutting>(input, "cutting");
        add_contenders<weighted_octile>(input, "weighted_octile");
    }
    add_walkers();
    return true;
}();

}  // namespace
}  // namespace flow_field_bench
