// SPDX-License-Identifier: MIT
#pragma once

#include "inputs.hpp"

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

// Benchmarks are named question/input/size/contender; report.py reads the names back.
namespace bench {

/// What a contender hands back from one search of a map: all of them pay for building the path, of
/// the nodes they go by.
template <class Node>
struct basic_map_answer {
    std::vector<Node> path;
    std::uint64_t visited = 0;
    std::uint64_t bytes = 0;
};
using map_answer = basic_map_answer<std::uint32_t>;

/// The map of a kind and size, generated once and kept.
inline const grid_map& map_of(map_kind kind, std::uint32_t side) {
    static std::map<std::pair<map_kind, std::uint32_t>, grid_map> maps;
    const auto [place, fresh] = maps.try_emplace({kind, side});
    if (fresh) place->second = make_map(kind, side);
    return place->second;
}

/// The costs of a map's cells, generated once and kept.
inline const std::vector<std::uint8_t>& costs_of(const grid_map& map) {
    static std::map<const grid_map*, std::vector<std::uint8_t>> costs;
    const auto [place, fresh] = costs.try_emplace(&map);
    if (fresh) place->second = make_costs(map);
    return place->second;
}

/// The grid of a map, made once and kept: not measured, as the graphs of the peers are not.
inline const senda::grid& grid_of(const grid_map& map) {
    static std::map<const grid_map*, senda::grid> grids;
    const auto [place, fresh] = grids.try_emplace(&map);
    if (fresh) {
        const int side = static_cast<int>(map.side);
        place->second = senda::grid(side, side, [&](senda::cell c) {
            return map.open[map.at(static_cast<std::uint32_t>(c.x),
                                   static_cast<std::uint32_t>(c.y))] != 0;
        });
    }
    return place->second;
}

/// The cell of a number, and back.
inline senda::cell cell_of(const grid_map& map, std::uint32_t number) {
    return {static_cast<int>(number % map.side), static_cast<int>(number / map.side)};
}
inline std::uint32_t number_of(const grid_map& map, senda::cell c) {
    return map.at(static_cast<std::uint32_t>(c.x), static_cast<std::uint32_t>(c.y));
}

/// Whether the path joins the two cells, step by step over open cells.
inline bool replays(const grid_map& map, const std::vector<std::uint32_t>& path,
                    std::uint32_t start, std::uint32_t goal) {
    if (path.empty() || path.front() != start || path.back() != goal || !map.open[start]) {
        return false;
    }
    for (std::size_t step = 1; step < path.size(); ++step) {
        const std::uint32_t low = path[step] < path[step - 1] ? path[step] : path[step - 1];
        const std::uint32_t apart = path[step] + path[step - 1] - 2 * low;
        if ((apart != 1 && apart != map.side) || !map.open[path[step]]) return false;
    }
    return true;
}
inline bool replays(const grid_map& map, const std::vector<senda::cell>& path, std::uint32_t start,
                    std::uint32_t goal) {
    std::vector<std::uint32_t> numbers;
    for (const senda::cell c : path) numbers.push_back(number_of(map, c));
    return replays(map, numbers, start, goal);
}

inline std::string benchmark_name(const std::string& question, const std::string& input,
                                  std::uint32_t size, const std::string& contender) {
    return question + '/' + input + '/' + std::to_string(size) + '/' + contender;
}

/// The rate every benchmark reports: things done in one iteration, a second.
inline benchmark::Counter rate(std::uint64_t a_run) {
    return {static_cast<double>(a_run), benchmark::Counter::kIsIterationInvariantRate};
}

inline double per(std::uint64_t total, std::uint64_t things) {
    return things == 0 ? 0.0 : static_cast<double>(total) / static_cast<double>(things);
}

/// Reports cells a second and, where the contender counted them, bytes a visited cell.
template <class Node>
void report_cells(benchmark::State& state, const basic_map_answer<Node>& answer) {
    state.counters["cells/s"] = rate(answer.visited);
    state.counters["cells"] = static_cast<double>(answer.visited);
    if (answer.bytes != 0) state.counters["bytes/cell"] = per(answer.bytes, answer.visited);
}

/// Which counts of visited cells are right for a question: `any` for a search that changes its way,
/// or that begins at both ends.
enum class visits { as_bfs, at_most_bfs, any };

inline bool right_visits(visits rule, std::uint64_t visited, const known_answer& known) {
    if (rule == visits::any) return true;
    const std::uint64_t expected = std::uint64_t{known.visited_thousands} * 1000;
    if (visited > expected + 1000) return false;
    return rule == visits::at_most_bfs || visited + 1000 >= expected;
}

/// Registers one contender on one standard map. `prepare(map)` is not measured and returns the
/// search; the search takes nothing and returns a basic_map_answer.
template <class Prepare>
void add_map_benchmark(const std::string& question, map_kind kind, std::uint32_t side,
                       const std::string& contender, visits rule, Prepare prepare) {
    const auto body = [=](benchmark::State& state) {
        const grid_map& map = map_of(kind, side);
        const known_answer known = answer_of(kind, side);
        const auto search = prepare(map);
        decltype(search()) answer;
        for (auto _ : state) {
            answer = {};
            answer = search();
            benchmark::DoNotOptimize(answer.path.data());
            if (answer.path.size() != std::size_t{known.length} + 1 ||
                !right_visits(rule, answer.visited, known)) {
                state.SkipWithError("wrong length or wrong count of visited cells");
                return;
            }
        }
        if (!replays(map, answer.path, map.start(), map.goal())) {
            state.SkipWithError("the path does not replay");
            return;
        }
        report_cells(state, answer);
    };
    benchmark::RegisterBenchmark(benchmark_name(question, to_string(kind), side, contender).c_str(),
                                 body)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace bench
