// SPDX-License-Identifier: MIT
// What does a room of a generated maze cost, in time and in bytes, from a million rooms to a
// hundred million; beside the textbook's way to the same kind of maze, and the least that can be
// done?
#include "harness.hpp"
#include "textbook_mazes.hpp"

#include <mazegen/algorithms.hpp>
#include <mazegen/analysis.hpp>
#include <mazegen/maze.hpp>
#include <senda/storage/memory.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

namespace mazegen_bench {
namespace {

using namespace senda::mazegen;

/// A maze and the most bytes that were held while it was dug.
struct dug {
    maze rooms;
    std::uint64_t bytes = 0;
};

template <class A>
dug by_senda(const A& algorithm, std::uint32_t side, std::uint64_t seed) {
    senda::memory_budget budget;
    auto made = generate(algorithm, side, side, seed, senda::no_observer{}, {.budget = &budget});
    return made ? dug{*std::move(made), budget.peak()} : dug{};
}

bool is_perfect(const maze& m) {
    const auto joined = connection_of(m);
    return joined && m.rooms() != 0 && joined->components == 1 && joined->cycles == 0;
}

void report_rooms(benchmark::State& state, std::uint64_t rooms, std::uint64_t bytes) {
    state.counters["rooms/s"] = bench::rate(rooms);
    if (bytes != 0) state.counters["bytes/room"] = bench::per(bytes, rooms);
}

/// Registers one way to make a maze: `make(side, seed)`. Each iteration has another seed.
template <class Make>
void add(const std::string& algorithm, std::uint32_t side, const std::string& contender,
         Make make) {
    const auto body = [=](benchmark::State& state) {
        std::uint64_t seed = 0;
        dug last;
        for (auto _ : state) {
            last = dug{};
            last = make(side, ++seed);
            benchmark::DoNotOptimize(last.rooms.data());
        }
        if (!is_perfect(last.rooms)) {
            state.SkipWithError("not a perfect maze");
            return;
        }
        report_rooms(state, last.rooms.rooms(), last.bytes);
    };
    benchmark::RegisterBenchmark(
        bench::benchmark_name("mazegen", algorithm, side, contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

/// The least that work proportional to the rooms can cost.
void write_a_byte_a_room(benchmark::State& state) {
    const std::uint64_t rooms = 100'000'000;
    for (auto _ : state) {
        const std::unique_ptr<char[]> bytes(new char[rooms]);
        std::memset(bytes.get(), 1, rooms);
        benchmark::DoNotOptimize(bytes.get());
        benchmark::ClobberMemory();
    }
    report_rooms(state, rooms, rooms);
}

bool takes_minutes(algorithm a) { return a == algorithm::kruskal_rooms || a == algorithm::prim; }

[[maybe_unused]] const bool added = [] {
    for (const std::uint32_t side : {1000U, 4000U, 10000U}) {
        for (const algorithm_description& a : algorithms) {
            if (side > 4000 && takes_minutes(a.which)) continue;
            add(std::string{a.name}, side, "senda", [which = a.which](auto n, auto seed) {
                return visit_algorithm(which,
                                       [&](const auto& one) { return by_senda(one, n, seed); });
            });
        }
        if (side > 4000) continue;
        const auto peer = [side](const std::string& name, auto make) {
            add(name, side, "textbook",
                [make](auto n, auto seed) { return dug{make(n, seed), 0}; });
        };
        peer("recursive_backtracker", bench::textbook_backtracker);
        peer("wilson", bench::textbook_wilson);
        peer("kruskal", bench::textbook_kruskal);
        peer("prim_frontier", bench::textbook_prim_frontier);
    }
    benchmark::RegisterBenchmark("mazegen/none/10000/write_a_byte_a_room", write_a_byte_a_room)
        ->Unit(benchmark::kMillisecond);
    return true;
}();

}  // namespace
}  // namespace mazegen_bench
