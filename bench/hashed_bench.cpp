// SPDX-License-Identifier: MIT
// How fast is generic bfs when nodes must be hashed, beside the textbook loop over a hash map? The
// question: every state of the 15-puzzle within 22 moves of its goal.
#include "harness.hpp"
#include "puzzle15.hpp"

#ifdef SENDA_HAVE_BOOST_UNORDERED_FLAT_MAP
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the empty table of boost::unordered_flat_map for an array without elements.
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include <boost/unordered/unordered_flat_map.hpp>
#endif

#include <senda/search/bfs.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <queue>
#include <string>
#include <unordered_map>

namespace hashed_bench {
namespace {

using namespace bench;

/// How many states a search saw, and the bytes it held if it counts them.
struct states_seen {
    std::uint64_t states;
    std::uint64_t bytes;
};

states_seen senda_states() {
    senda::bfs_search search{
        puzzle15{}, puzzle15::goal, senda::no_goal{}, {.limits = {.cost = puzzle15_depth}}};
    search.run();
    return {search.reached(), search.statistics().bytes};
}

/// The call, which so many threads may share. Of the last layer it looks at no more than it must.
template <unsigned Threads>
states_seen senda_states_on() {
    const auto none = [](std::uint64_t) { return false; };
    const auto seen =
        senda::bfs(puzzle15{}, puzzle15::goal, none,
                   senda::options{.limits = {.cost = puzzle15_depth}, .threads = Threads});
    const bool is_right =
        seen.status == senda::status::cost_limit && seen.lower_bound == puzzle15_depth + 1;
    return {is_right ? puzzle15_states : 0, seen.statistics.bytes};
}

/// The textbook: a map from each state to the one it was reached from, and a queue.
template <class ParentMap>
states_seen textbook_states() {
    const puzzle15 puzzle;
    ParentMap parent;
    std::queue<std::uint64_t> queue;
    parent.emplace(puzzle15::goal, puzzle15::goal);
    queue.push(puzzle15::goal);
    for (int depth = 0; depth < puzzle15_depth; ++depth) {
        for (std::size_t level = queue.size(); level != 0; --level) {
            const std::uint64_t board = queue.front();
            queue.pop();
            puzzle.successors(board, [&](std::uint64_t next) {
                if (parent.emplace(next, board).second) queue.push(next);
            });
        }
    }
    return {parent.size(), 0};
}

void add(const std::string& contender, states_seen (*search)()) {
    const auto body = [search](benchmark::State& state) {
        states_seen seen{};
        for (auto _ : state) {
            seen = search();
            if (seen.states != puzzle15_states) {
                state.SkipWithError("wrong count of states");
                return;
            }
        }
        state.counters["states/s"] = rate(seen.states);
        if (seen.bytes != 0) state.counters["bytes/state"] = per(seen.bytes, seen.states);
    };
    benchmark::RegisterBenchmark(
        benchmark_name("hashed_bfs", "15p", puzzle15_depth, contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
    add("senda", senda_states);
    add("senda_1_thread", senda_states_on<1>);
    add("senda_2_threads", senda_states_on<2>);
    add("senda_4_threads", senda_states_on<4>);
    add("senda_8_threads", senda_states_on<8>);
    add("senda_16_threads", senda_states_on<16>);
#ifdef SENDA_HAVE_BOOST_UNORDERED_FLAT_MAP
    add("boost_flat_map", textbook_states<boost::unordered_flat_map<std::uint64_t, std::uint64_t>>);
#endif
    add("std_unordered_map", textbook_states<std::unordered_map<std::uint64_t, std::uint64_t>>);
    return true;
}();

}  // namespace
}  // namespace hashed_bench
