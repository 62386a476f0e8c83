// SPDX-License-Identifier: MIT
// How long does a MAZE take: to read a file, to solve it without treasures (beside a plain
// breadth-first search), and with so many that searching all states is out of reach?
#include "harness.hpp"
#include "inputs.hpp"
#include "shared_data.hpp"

#include <maze/connectivity.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/least_life.hpp>
#include <maze/solve.hpp>
#include <senda/maze/states.hpp>
#include <senda/search/bfs.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace maze_bench {
namespace {

using namespace bench;
namespace maze = senda::maze;

constexpr std::uint32_t small_side = 1001;
constexpr std::uint32_t large_side = 4001;

/// A standard map as a MAZE file. `digits` of a hundred floor cells cost 1 to 9, and so many
/// treasures lie about.
std::string text_of(map_kind kind, std::uint32_t side, std::uint32_t digits,
                    std::uint32_t treasures, std::uint64_t life) {
    const grid_map& map = map_of(kind, side);
    splitmix64 random{1};
    std::string cells(map.cells(), '#');
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!map.open[i]) continue;
        const bool costs = random.below(100) < digits;
        cells[i] = static_cast<char>('0' + (costs ? 1 + random.below(9) : 0));
    }
    for (std::uint32_t laid = 0; laid < treasures;) {
        char& cell = cells[random.below(static_cast<std::uint32_t>(cells.size()))];
        if (cell == '#' || cell == 'T') continue;
        cell = 'T';
        ++laid;
    }
    cells[map.start()] = 'S';
    cells[map.goal()] = 'E';
    const std::string side_text = std::to_string(side);
    std::string text = "N=" + side_text + ", M=" + side_text + ", P=" + std::to_string(life) + "\n";
    for (std::size_t row = 0; row < side; ++row)
        text.append(cells, row * side, side).push_back('\n');
    return text;
}

/// A maze with costly cells that can just be won: no shortest way is survived.
std::string tight_maze(map_kind kind, std::uint32_t treasures) {
    const auto with_life = [=](std::uint64_t life) {
        return text_of(kind, small_side, 10, treasures, life);
    };
    const senda::parsed<maze::board> board = maze::parse(with_life(1));
    return with_life(static_cast<std::uint64_t>(maze::least_life(*board).value_or(1)));
}

void report(benchmark::State& state, const maze::answer& a) {
    state.counters["steps"] = a.optimal ? static_cast<double>(a.optimal->steps()) : 0.0;
    state.counters["labels"] = static_cast<double>(a.statistics.labels);
    state.counters["bytes"] = static_cast<double>(a.statistics.bytes);
}

/// Whether what was found is a route that wins with the life it says, or none at all.
bool is_right(const maze::board& b, const maze::answer& a) {
    if (a.outcome == maze::outcome::no_route) return true;
    if (!a.optimal || !a.max_life) return false;
    const maze::replayed told = maze::replay(b, a.optimal->cells);
    return told && told.life.back() == *a.max_life;
}

void solve(benchmark::State& state, const std::string& text) {
    const senda::parsed<maze::board> board = maze::parse(text);
    if (!board) return state.SkipWithError("the maze is not valid");
    maze::answer answer;
    for (auto _ : state) answer = maze::solve(*board);
    if (!is_right(*board, answer)) return state.SkipWithError("the route does not replay");
    report(state, answer);
}

/// The plain search that ignores life, over the same board through the same headers.
void search_plainly(benchmark::State& state, const std::string& text) {
    const senda::parsed<maze::board> board = maze::parse(text);
    if (!board) return state.SkipWithError("the maze is not valid");
    for (auto _ : state) {
        auto found = senda::bfs(maze::cell_graph(*board), board->start(), board->end());
        benchmark::DoNotOptimize(found.path.data());
    }
}

void add(const std::string& name, std::uint32_t side, const std::string& contender, auto body) {
    benchmark::RegisterBenchmark(benchmark_name("maze", name, side, contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

void add_reading() {
    add("reading", large_side, "senda", [](benchmark::State& state) {
        const std::string text = text_of(map_kind::braid10, large_side, 10, 20, 1000);
        for (auto _ : state) {
            auto parsed = maze::parse(text);
            if (!parsed) return state.SkipWithError("the maze is not valid");
            benchmark::DoNotOptimize(parsed->cells());
        }
        state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
    });
}

void add_generated() {
    for (const map_kind kind : standard_kinds) {
        const std::string name = to_string(kind);
        const auto without = [kind] { return text_of(kind, small_side, 0, 0, 10); };
        add(name + "_plain", small_side, "senda",
            [without](benchmark::State& state) { solve(state, without()); });
        add(name + "_plain", small_side, "bfs",
            [without](benchmark::State& state) { search_plainly(state, without()); });
        for (const std::uint32_t treasures : {0u, 20u}) {
            add(name + "_treasures_" + std::to_string(treasures), small_side, "senda",
                [=](benchmark::State& state) { solve(state, tight_maze(kind, treasures)); });
        }
    }
}

void add_files() {
    const std::filesystem::path folder = shared_data("maze");
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator{folder, ignored})
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
        add(file.stem().string(), 0, "senda", [file](benchmark::State& state) {
            std::ifstream in(file, std::ios::binary);
            solve(state, {std::istreambuf_iterator<char>{in}, {}});
        });
    }
}

[[maybe_unused]] const bool added = [] {
    add_reading();
    add_generated();
    add_files();
    return true;
}();

}  // namespace
}  // namespace maze_bench
