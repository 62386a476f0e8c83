// SPDX-License-Identifier: MIT
// What does a click on a wall cost: the path to the nearest cell, beside a search that is told
// which cell that is, and beside the sweep that any graph has?
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/nearest.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace nearest_bench {
namespace {

using senda::cell;
using senda::nearest;

constexpr int side = 512;
constexpr cell start{0, 0};
constexpr cell click{400, 380};

/// Walls of 7 by 7 cells strewn about, one of them around the click.
template <class Grid>
const Grid& field() {
    static const Grid made(side, side, [](cell c) {
        if (c.x / 8 == click.x / 8 && c.y / 8 == click.y / 8) return false;
        const auto block = static_cast<std::uint32_t>(c.y / 8 * 64 + c.x / 8);
        return c.x % 8 == 0 || c.y % 8 == 0 || (block * 2'654'435'761U >> 29) != 0;
    });
    return made;
}

/// Registers one contender, which answers with a path to the nearest cell.
template <class Search>
void add(const std::string& moves, const std::string& contender, Search search) {
    const auto body = [=](benchmark::State& state) {
        for (auto _ : state) {
            const auto answer = search();
            benchmark::DoNotOptimize(answer.path.data());
            if (answer.path.empty()) return state.SkipWithError("no path");
        }
    };
    benchmark::RegisterBenchmark(("nearest/" + moves + "/512/" + contender).c_str(), body)
        ->Unit(benchmark::kMicrosecond);
}

[[maybe_unused]] const bool added = [] {
    const auto& straight = field<senda::grid>();
    const auto& octile = field<senda::octile_grid>();
    constexpr senda::manhattan by_moves{click};
    constexpr senda::octile by_length{click};
    add("straight", "nearest", [&, by_moves] { return nearest(straight, start, by_moves); });
    const cell beside = nearest(straight, start, by_moves).path.back();
    add("straight", "told", [&, beside] { return senda::bfs(straight, start, beside); });
    add("straight", "any_graph",
        [&, by_moves] { return nearest(straight, senda::any_of{start}, by_moves); });
    add("octile", "nearest", [&, by_length] { return nearest(octile, start, by_length); });
    const cell near = nearest(octile, start, by_length).path.back();
    add("octile", "told", [&, near] { return senda::jump_point(octile, start, near); });
    add("octile", "any_graph",
        [&, by_length] { return nearest(octile, senda::any_of{start}, by_length); });
    return true;
}();

}  // namespace
}  // namespace nearest_bench
