// SPDX-License-Identifier: MIT
// How long does a full Pac-Man map take: the shortest route and the richest one, each with its
// proof, and how many are proven within ten seconds?
#include "harness.hpp"

#include "../tests/examples/pacman/random_maps.hpp"

#include <pacman/richest.hpp>
#include <pacman/rules.hpp>
#include <pacman/shortest.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pacman_bench {
namespace {

using namespace bench;
namespace pacman = senda::pacman;

constexpr double most_seconds = 10;

/// Two maps of each terrain with so much food: one with energy to spare, one with little.
std::vector<pacman::board> family(std::size_t foods) {
    std::vector<pacman::board> maps;
    std::uint64_t seed = 1;
    for (const support::terrain_kind terrain : support::terrain_kinds)
        for (const pacman::energy start_energy : {100, 20})
            maps.push_back(support::full_map(terrain, foods, start_energy, seed++));
    return maps;
}

/// Maps with much food behind walls that may be too high.
std::vector<pacman::board> barriers() {
    std::vector<pacman::board> maps;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) maps.push_back(support::barrier_map(seed));
    return maps;
}

/// Whether what was found is a route that wins as it says.
bool is_right(const pacman::board& map, const pacman::answer& a) {
    if (!a.best) return a.outcome != pacman::outcome::solved;
    const pacman::replayed told = pacman::replay(map, a.best->moves);
    return told && told.energies.back() == a.best->left;
}

/// Solves the maps of a family one after the other; the time is that of all of them.
template <class Solve>
void run(benchmark::State& state, const std::vector<pacman::board>& maps, const Solve& solve) {
    std::size_t proven = 0;
    std::vector<double> seconds;
    for (auto _ : state) {
        proven = 0;
        seconds.clear();
        for (const pacman::board& map : maps) {
            const pacman::answer a = solve(map, {.limits = {.time = most_seconds}});
            if (!is_right(map, a)) return state.SkipWithError("the route does not replay");
            proven += a.outcome != pacman::outcome::limit;
            seconds.push_back(a.statistics.seconds);
        }
    }
    std::sort(seconds.begin(), seconds.end());
    state.counters["maps"] = static_cast<double>(maps.size());
    state.counters["proven"] = static_cast<double>(proven) / static_cast<double>(maps.size());
    state.counters["median_s"] = seconds[seconds.size() / 2];
    state.counters["worst_s"] = seconds.back();
}

/// Adds both questions about some maps, whose name begins with `kind`.
template <class Maps>
void add_both(const std::string& kind, std::uint32_t size, const Maps& maps) {
    const auto add = [&](const char* goal, auto solve) {
        benchmark::RegisterBenchmark(benchmark_name("pacman", kind + goal, size, "senda").c_str(),
                                     [=](benchmark::State& state) { run(state, maps(), solve); })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
    };
    add("shortest", [](const pacman::board& map, const pacman::question& asked) {
        return pacman::shortest(map, asked);
    });
    add("richest", [](const pacman::board& map, const pacman::question& asked) {
        return pacman::richest(map, asked);
    });
}

[[maybe_unused]] const bool added = [] {
    for (const std::uint32_t foods : {20u, 60u, 150u, 300u})
        add_both("", foods, [foods] { return family(foods); });
    add_both("barriers_", 12, [] { return barriers(); });
    return true;
}();

}  // namespace
}  // namespace pacman_bench
