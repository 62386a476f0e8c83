// SPDX-License-Identifier: MIT
// How soon does a hierarchy of regions answer on huge maps, how much longer than shortest are its
// paths, and what do making and repairing it cost? A* answers the same questions exactly, and so
// does a restarted jump point search where steps may be diagonal.
#include "harness.hpp"
#include "inputs.hpp"
#include "shared_data.hpp"

#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/astar.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace hpa_grid_bench {
namespace {

using namespace bench;
using senda::cell;

/// A query whose shortest length is known, or 0.
struct query {
    cell start;
    cell goal;
    double best = 0;
};

/// A map, its hierarchy, and queries.
template <class Grid>
struct input {
    Grid cells;
    senda::hpa_grid<Grid> regions{cells};
    std::vector<query> queries;
};

/// What A* goes by on a grid.
template <class Grid>
auto estimate_to(cell goal) {
    if constexpr (std::is_same_v<Grid, senda::grid>) {
        return senda::manhattan{goal};
    } else {
        return senda::octile{goal};
    }
}

/// Between open cells anywhere on the map. A* says how long paths are, on a huge map for a few.
template <class Grid>
std::unique_ptr<input<Grid>> standard_input(map_kind kind, std::uint32_t side) {
    const grid_map& map = map_of(kind, side);
    const int width = static_cast<int>(side);
    auto made = std::make_unique<input<Grid>>(
        input<Grid>{.cells = Grid(width, width,
                                  [&](cell c) {
                                      return map.open[map.at(static_cast<std::uint32_t>(c.x),
                                                             static_cast<std::uint32_t>(c.y))] != 0;
                                  }),
                    .queries = {}});
    splitmix64 random{25};
    const auto any_open = [&] {
        for (;;) {
            const cell c{static_cast<int>(random.below(side)),
                         static_cast<int>(random.below(side))};
            if (made->cells.open(c)) return c;
        }
    };
    const std::size_t known = side > 4001 ? 20 : 200;
    while (made->queries.size() < 1000) {
        query next{any_open(), any_open()};
        if (made->queries.size() < known)
            next.best =
                senda::astar(made->cells, next.start, next.goal, estimate_to<Grid>(next.goal)).cost;
        if (made->regions.route(next.start, next.goal)) made->queries.push_back(next);
    }
    return made;
}

template <class Grid>
const input<Grid>& standard(map_kind kind, std::uint32_t side) {
    static std::map<std::pair<map_kind, std::uint32_t>, std::unique_ptr<input<Grid>>> made;
    auto& place = made[{kind, side}];
    if (!place) place = standard_input<Grid>(kind, side);
    return *place;
}

/// Reports by how much paths are longer than the shortest, in per cent.
template <class Grid, class Length>
void report_errors(benchmark::State& state, const input<Grid>& in, Length length) {
    std::vector<double> errors;
    for (const query& q : in.queries)
        if (q.best > 0) errors.push_back(100 * (length(q) / q.best - 1));
    if (errors.empty()) return;
    std::sort(errors.begin(), errors.end());
    double sum = 0;
    for (const double error : errors) sum += error;
    state.counters["error_mean_%"] = sum / static_cast<double>(errors.size());
    state.counters["error_99_%"] = errors[errors.size() * 99 / 100];
    state.counters["error_max_%"] = errors.back();
}

template <class Grid>
void measure_routes(benchmark::State& state, const input<Grid>& in) {
    std::size_t next = 0;
    std::uint64_t expanded = 0;
    for (auto _ : state) {
        const query& q = in.queries[next++ % in.queries.size()];
        const auto found = in.regions.route(q.start, q.goal);
        if (!found) return state.SkipWithError("no route");
        expanded += found.statistics.expanded;
    }
    state.counters["expanded"] = per(expanded, next);
    report_errors(state, in,
                  [&](const query& q) { return in.regions.route(q.start, q.goal).cost; });
}

template <class Grid>
void measure_paths(benchmark::State& state, const input<Grid>& in) {
    std::size_t next = 0;
    std::uint64_t cells = 0;
    for (auto _ : state) {
        const query& q = in.queries[next++ % in.queries.size()];
        cells += in.regions.path(q.start, q.goal).path.size();
    }
    state.counters["cells"] = per(cells, next);
    report_errors(state, in, [&](const query& q) { return in.regions.path(q.start, q.goal).cost; });
}

template <class Grid>
void measure_first_steps(benchmark::State& state, const input<Grid>& in) {
    std::size_t next = 0;
    for (auto _ : state) {
        const query& q = in.queries[next++ % in.queries.size()];
        benchmark::DoNotOptimize(in.regions.cells(in.regions.route(q.start, q.goal), 20).size());
    }
}

template <class Grid>
void measure_making(benchmark::State& state, const input<Grid>& in) {
    std::size_t bytes = 0;
    for (auto _ : state) bytes = senda::hpa_grid(in.cells).bytes();
    const std::size_t cells =
        static_cast<std::size_t>(in.cells.width()) * static_cast<std::size_t>(in.cells.height());
    state.counters["bytes/cell"] = per(bytes, cells);
    state.counters["cells/s"] = rate(cells);
}

/// Opens or closes a cell anywhere, and a moment later turns it back.
template <class Grid>
void measure_repairs(benchmark::State& state, const input<Grid>& in) {
    auto map = in.regions;
    splitmix64 random{7};
    for (auto _ : state) {
        const cell c{static_cast<int>(random.below(static_cast<std::uint32_t>(map.width()))),
                     static_cast<int>(random.below(static_cast<std::uint32_t>(map.height())))};
        map.open(c) ? map.close(c) : map.set(c);
    }
}

template <class Grid>
void measure_astar(benchmark::State& state, const input<Grid>& in) {
    std::size_t next = 0;
    for (auto _ : state) {
        const query& q = in.queries[next++ % in.queries.size()];
        benchmark::DoNotOptimize(
            senda::astar(in.cells, q.start, q.goal, estimate_to<Grid>(q.goal)).cost);
    }
}

/// Jump point search in one memory, exact.
void measure_jump_point(benchmark::State& state, const input<senda::octile_grid>& in) {
    std::size_t next = 0;
    senda::jump_point_search search(in.cells, in.queries[0].start, in.queries[0].goal);
    for (auto _ : state) {
        const query& q = in.queries[next++ % in.queries.size()];
        search.restart(q.start, q.goal);
        benchmark::DoNotOptimize(search.run());
        benchmark::DoNotOptimize(search.result().path.size());
    }
}

template <class Grid, class Get>
void add_all(const std::string& name, std::uint32_t side, Get get) {
    const auto add = [&](const char* question, const char* contender, auto measure) {
        return benchmark::RegisterBenchmark(benchmark_name(question, name, side, contender).c_str(),
                                            [=](benchmark::State& state) { measure(state, get()); })
            ->Unit(benchmark::kMicrosecond);
    };
    add("hierarchy_make", "senda", [](auto& state, const auto& in) {
        measure_making(state, in);
    })->Iterations(1);
    add("hierarchy_route", "senda", [](auto& state, const auto& in) { measure_routes(state, in); });
    add("hierarchy_path", "astar", [](auto& state, const auto& in) {
        measure_astar(state, in);
    })->Iterations(20);
    if constexpr (std::is_same_v<Grid, senda::octile_grid>)
        add("hierarchy_path", "jump_point_search", [](auto& state, const auto& in) {
            measure_jump_point(state, in);
        })->Iterations(20);
    add("hierarchy_first_steps", "senda",
        [](auto& state, const auto& in) { measure_first_steps(state, in); });
    add("hierarchy_path", "senda", [](auto& state, const auto& in) { measure_paths(state, in); });
    add("hierarchy_repair", "senda", [](auto& state, const auto& in) {
        measure_repairs(state, in);
    })->Iterations(1000);
}

/// A map of Moving AI with its scenarios, whose lengths are known.
const input<senda::octile_grid>& moving_ai(const std::string& name) {
    static std::map<std::string, std::unique_ptr<input<senda::octile_grid>>> made;
    auto& place = made[name];
    if (place) return *place;
    const std::string file = "movingai/" + name + ".map";
    const auto map = senda::parse_map(shared_text(file));
    const auto scenarios = senda::parse_scenarios(shared_text(file + ".scen"));
    place = std::make_unique<input<senda::octile_grid>>(input<senda::octile_grid>{
        .cells = map ? senda::to_grid(*map) : senda::octile_grid(2, 2), .queries = {}});
    if (map && scenarios)
        for (const senda::scenario& s : *scenarios)
            place->queries.push_back({s.start, s.goal, s.length});
    if (place->queries.empty()) place->queries.push_back({{0, 0}, {1, 1}, 0});
    return *place;
}

[[maybe_unused]] const bool added = [] {
    for (const map_kind kind : {map_kind::braid10, map_kind::open25})
        for (const std::uint32_t side : standard_sides) {
            add_all<senda::grid>(to_string(kind), side, [=]() -> const auto& {
                return standard<senda::grid>(kind, side);
            });
            add_all<senda::octile_grid>(
                std::string{to_string(kind)} + "_octile", side,
                [=]() -> const auto& { return standard<senda::octile_grid>(kind, side); });
        }
    for (const std::string name : {"8room_000", "hrt201n", "maze512-4-0", "random512-10-0"}) {
        if (!has_shared("movingai/" + name + ".map")) continue;
        add_all<senda::octile_grid>(name, 512, [=]() -> const auto& { return moving_ai(name); });
    }
    return true;
}();

}  // namespace
}  // namespace hpa_grid_bench
