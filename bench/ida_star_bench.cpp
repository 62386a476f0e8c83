// SPDX-License-Identifier: MIT
// How fast is ida_star on a puzzle that the user wrote as moves done and taken back in place,
// beside the same search written by hand? The question: shuffled 15-puzzles by the Manhattan
// distance, which is kept up to date by the moves, in the node or beside the path. How much faster
// with redundant sequences of moves left out, and by several threads?
#include "harness.hpp"
#include "sliding15.hpp"

#include <senda/estimates/move_pruning.hpp>
#include <senda/search/ida_star.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ida_star_bench {
namespace {

using namespace bench;

/// A solution as the squares the blank went to, and how many states were expanded for it.
struct solution {
    std::vector<std::int32_t> blanks;
    std::uint64_t expanded = 0;
};

template <unsigned Threads>
solution senda_solution(const board15& start) {
    const auto is_solved = [](const board15& b) { return b.estimate == 0; };
    const auto found = senda::ida_star(sliding15{}, start, is_solved, kept_estimate{},
                                       senda::options{.threads = Threads});
    solution answer;
    for (const board15& b : found.path) answer.blanks.push_back(b.blank);
    answer.expanded = found.statistics.expanded;
    return answer;
}

template <class G>
solution lean_solution(const G& g, const board15& start) {
    static const lean_board15 solved{board15{puzzle15::goal}};
    const auto found = senda::ida_star(g, lean_board15{start}, solved, incremental_estimate{});
    solution answer;
    for (const lean_board15& b : found.path) answer.blanks.push_back(b.blank);
    answer.expanded = found.statistics.expanded;
    return answer;
}
solution incremental_solution(const board15& start) {
    return lean_solution(lean_sliding15{}, start);
}
solution pruned_solution(const board15& start) {
    static const senda::move_pruning rules(
        lean_sliding15{},
        senda::one_of_each(lean_sliding15{}, lean_board15{board15{puzzle15::goal}},
                           [](const lean_board15& b) { return b.blank; }),
        12);
    return lean_solution(senda::with_move_pruning(lean_sliding15{}, rules), start);
}

/// The search by hand: a recursive function that knows the puzzle.
class by_hand {
public:
    explicit by_hand(const board15& start) : tiles_(start.tiles) {
        for (int bound = start.estimate; bound >= 0;) {
            next_ = -1;
            answer_.blanks.assign(1, start.blank);
            if (search(start.blank, start.estimate, 0, bound, -1)) return;
            bound = next_;
        }
    }
    solution take() { return std::move(answer_); }

private:
    bool search(int blank, int estimate, int cost, int bound, int back) {
        if (estimate == 0) return true;
        ++answer_.expanded;
        for (int action = 0; action < 4; ++action) {
            const int from =
                tables.target[static_cast<std::size_t>(blank)][static_cast<std::size_t>(action)];
            if (action == back || from < 0) continue;
            const std::uint8_t tile = tiles_[static_cast<std::size_t>(from)];
            const int there = estimate + tables.distance[tile][static_cast<std::size_t>(blank)] -
                              tables.distance[tile][static_cast<std::size_t>(from)];
            if (cost + 1 + there > bound) {
                if (next_ < 0 || cost + 1 + there < next_) next_ = cost + 1 + there;
                continue;
            }
            tiles_[static_cast<std::size_t>(blank)] = tile;
            answer_.blanks.push_back(from);
            if (search(from, there, cost + 1, bound, 3 - action)) return true;
            answer_.blanks.pop_back();
            tiles_[static_cast<std::size_t>(from)] = tile;
        }
        return false;
    }

    std::array<std::uint8_t, 16> tiles_;
    int next_ = -1;
    solution answer_;
};

solution hand_written_solution(const board15& start) { return by_hand{start}.take(); }

/// Whether the blank's way leads from the start to the goal, square by square.
bool solves(const std::vector<std::int32_t>& blanks, board15 b) {
    if (blanks.empty() || blanks.front() != b.blank) return false;
    for (std::size_t step = 1; step < blanks.size(); ++step) {
        int action = 0;
        while (action < 4 &&
               tables.target[static_cast<std::size_t>(b.blank)][static_cast<std::size_t>(action)] !=
                   blanks[step]) {
            ++action;
        }
        if (action == 4) return false;
        sliding15::apply(b, action);
    }
    return b == board15{puzzle15::goal};
}

void add(const std::string& contender, solution (*solve)(const board15&)) {
    const auto body = [solve](benchmark::State& state) {
        std::uint64_t expanded = 0;
        (void)solve(board15{puzzle15::goal});  // rules are made once, before
        for (auto _ : state) {
            expanded = 0;
            for (const instance15& i : instances15) {
                const board15 start{shuffled15(i.seed)};
                const solution found = solve(start);
                expanded += found.expanded;
                if (found.blanks.size() != i.moves + 1 || !solves(found.blanks, start)) {
                    state.SkipWithError("wrong length of the solution, or it does not replay");
                    return;
                }
            }
        }
        state.counters["states/s"] = rate(expanded);
        state.counters["states"] = static_cast<double>(expanded);
    };
    benchmark::RegisterBenchmark(
        benchmark_name("ida_star", "15p", instances15.size(), contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
    add("senda", senda_solution<1>);
    add("senda_incremental", incremental_solution);
    add("senda_move_pruning", pruned_solution);
    add("senda_2_threads", senda_solution<2>);
    add("senda_4_threads", senda_solution<4>);
    add("senda_8_threads", senda_solution<8>);
    add("senda_16_threads", senda_solution<16>);
    add("hand_written", hand_written_solution);
    return true;
}();

}  // namespace
}  // namespace ida_star_bench
