// SPDX-License-Identifier: MIT
// How fast is astar when nodes must be hashed, beside the textbook loop over a hash map and a
// priority queue? The question: shuffled 15-puzzles by the Manhattan distance, one after the other.
#include "harness.hpp"
#include "puzzle15.hpp"

#ifdef SENDA_HAVE_BOOST_UNORDERED_FLAT_MAP
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the empty table of boost::unordered_flat_map for an array without elements.
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include <boost/unordered/unordered_flat_map.hpp>
#endif

#include <senda/search/astar.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hashed_astar_bench {
namespace {

using namespace bench;

/// A solution, and how many states were expanded for it.
struct solution {
    std::vector<std::uint64_t> path;
    std::uint64_t expanded = 0;
    std::uint64_t bytes = 0;
};

template <unsigned Threads = 1>
solution senda_solution(std::uint64_t board, const manhattan15& estimate) {
    auto found = senda::astar(puzzle15{}, board, puzzle15::goal, estimate,
                              senda::options{.threads = Threads});
    return {std::move(found.path), found.statistics.expanded, found.statistics.bytes};
}

/// The textbook: a map from each state to its cost and the state before it, and a priority queue in
/// which a state that was improved stands twice; of equal f the smaller h first.
template <class Map>
solution textbook_solution(std::uint64_t start, const manhattan15& estimate) {
    struct queued {
        std::int32_t f;
        std::int32_t h;
        std::uint64_t board;
        bool operator<(const queued& other) const {
            return f != other.f ? f > other.f : h > other.h;
        }
    };
    const puzzle15 puzzle;
    Map known;
    std::priority_queue<queued> queue;
    known.emplace(start, std::pair{std::int32_t{0}, start});
    queue.push({estimate(start), estimate(start), start});
    solution answer;
    while (!queue.empty()) {
        const queued first = queue.top();
        queue.pop();
        const std::int32_t g = first.f - first.h;
        if (known.find(first.board)->second.first < g) continue;
        if (first.board == puzzle15::goal) {
            answer.path.push_back(first.board);
            while (answer.path.back() != start) {
                answer.path.push_back(known.find(answer.path.back())->second.second);
            }
            std::reverse(answer.path.begin(), answer.path.end());
            return answer;
        }
        ++answer.expanded;
        puzzle.successors(first.board, [&](std::uint64_t next) {
            const auto [place, fresh] = known.try_emplace(next, g + 1, first.board);
            if (!fresh) {
                if (place->second.first <= g + 1) return;
                place->second = {g + 1, first.board};
            }
            const std::int32_t h = estimate(next);
            queue.push({g + 1 + h, h, next});
        });
    }
    return answer;
}

/// Whether the path joins the two boards, move by move.
bool solves(const std::vector<std::uint64_t>& path, std::uint64_t start) {
    if (path.empty() || path.front() != start || path.back() != puzzle15::goal) return false;
    for (std::size_t step = 1; step < path.size(); ++step) {
        bool is_move = false;
        puzzle15{}.successors(path[step - 1],
                              [&](std::uint64_t next) { is_move |= next == path[step]; });
        if (!is_move) return false;
    }
    return true;
}

void add(const std::string& contender, solution (*solve)(std::uint64_t, const manhattan15&)) {
    const auto body = [solve](benchmark::State& state) {
        const manhattan15 estimate;
        std::uint64_t expanded = 0;
        std::uint64_t bytes = 0;
        for (auto _ : state) {
            expanded = bytes = 0;
            for (const instance15& i : instances15) {
                const std::uint64_t start = shuffled15(i.seed);
                const solution found = solve(start, estimate);
                expanded += found.expanded;
                bytes = std::max(bytes, found.bytes);
                if (found.path.size() != i.moves + 1 || !solves(found.path, start)) {
                    state.SkipWithError("wrong length of the solution, or it does not replay");
                    return;
                }
            }
        }
        state.counters["states/s"] = rate(expanded);
        state.counters["states"] = static_cast<double>(expanded);
        if (bytes != 0) state.counters["bytes"] = static_cast<double>(bytes);
    };
    benchmark::RegisterBenchmark(
        benchmark_name("hashed_astar", "15p", instances15.size(), contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

using noted = std::pair<std::int32_t, std::uint64_t>;

[[maybe_unused]] const bool added = [] {
    add("senda", senda_solution<>);
    add("senda_2_threads", senda_solution<2>);
    add("senda_4_threads", senda_solution<4>);
    add("senda_8_threads", senda_solution<8>);
    add("senda_16_threads", senda_solution<16>);
#ifdef SENDA_HAVE_BOOST_UNORDERED_FLAT_MAP
    add("boost_flat_map", textbook_solution<boost::unordered_flat_map<std::uint64_t, noted>>);
#endif
    add("std_unordered_map", textbook_solution<std::unordered_map<std::uint64_t, noted>>);
    return true;
}();

}  // namespace
}  // namespace hashed_astar_bench
