// SPDX-License-Identifier: MIT
// How long does a hard Rush Hour board take the engine, and how much longer the searches of the
// library and a textbook's loop? How fast are all positions of a board found, with their distances?
// How long does a new board take that needs exactly so many moves?
#include "harness.hpp"
#include "inputs.hpp"
#include "shared_data.hpp"

#include <rush_hour/component.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/generate.hpp>
#include <rush_hour/graph.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/solve.hpp>
#include <senda/search/bfs.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <fstream>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rush_hour_bench {
namespace {

using namespace bench;
namespace rush_hour = senda::rush_hour;

/// A board, the fewest slides that solve it, and the positions it can come to.
struct known_board {
    rush_hour::board board;
    std::uint32_t moves = 0;
    std::uint64_t states = 0;
};

constexpr std::size_t most_boards = 1000;

std::vector<known_board> published_boards() {
    std::vector<known_board> all;
    std::ifstream in(shared_data("rush_hour/boards.txt"));
    std::string text;
    std::uint32_t moves = 0;
    std::uint64_t states = 0;
    while (in >> moves >> text >> states)
        if (const auto b = rush_hour::parse_text(text)) all.push_back({*b, moves, states});
    return all;
}

/// A crowded board; often one that cannot be solved.
std::string crowded_text(splitmix64& random) {
    std::string text(36, 'o');
    const std::size_t red = 12 + random.below(2);
    text[red] = text[red + 1] = 'A';
    char letter = 'B';
    for (int tries = 0; tries < 60 && letter < 'N'; ++tries) {
        const std::size_t length = 2 + random.below(4) / 3;
        const bool across = random.below(2) == 0;
        const std::size_t along = random.below(static_cast<std::uint32_t>(7 - length));
        const std::size_t line = random.below(6);
        const std::size_t first = across ? line * 6 + along : along * 6 + line;
        const std::size_t next = across ? 1 : 6;
        bool free = !across || line != 2;
        for (std::size_t i = 0; i < length; ++i) free = free && text[first + i * next] == 'o';
        if (!free) continue;
        for (std::size_t i = 0; i < length; ++i) text[first + i * next] = letter;
        ++letter;
    }
    return text;
}

/// Boards for where no published ones are at hand: the deepest positions of random components.
std::vector<known_board> made_boards() {
    std::vector<known_board> all;
    rush_hour::component component;
    splitmix64 random{1};
    while (all.size() < most_boards) {
        const auto b = rush_hour::parse_text(crowded_text(random));
        if (!b || !component.analyse(*b, {.expansions = 200'000}) || !component.solvable())
            continue;
        const rush_hour::deepest_position deepest = component.deepest();
        if (deepest.moves >= 12) all.push_back({deepest.board, deepest.moves, component.states()});
    }
    return all;
}

/// The boards with the most moves, hardest first.
const std::vector<known_board>& hard_boards() {
    static const std::vector<known_board> boards = [] {
        std::vector<known_board> all = published_boards();
        if (all.empty()) all = made_boards();
        std::sort(all.begin(), all.end(), [](const known_board& a, const known_board& b) {
            return std::pair{a.moves, a.states} > std::pair{b.moves, b.states};
        });
        if (all.size() > most_boards) all.erase(all.begin() + most_boards, all.end());
        return all;
    }();
    return boards;
}

/// The mean time of a board, beside the rate that a contender reports.
void report(benchmark::State& state, std::size_t boards) {
    state.counters["s/board"] = {
        static_cast<double>(boards),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

void solve(benchmark::State& state, rush_hour::engine how) {
    const std::vector<known_board>& boards = hard_boards();
    rush_hour::solver solver;
    std::uint64_t expanded = 0;
    for (auto _ : state) {
        expanded = 0;
        for (const known_board& known : boards) {
            const rush_hour::answer a = solver.solve(known.board, {.how = how});
            expanded += a.statistics.expanded;
            if (a.cost != known.moves || !rush_hour::replay(known.board, a.solution))
                return state.SkipWithError("a wrong number of moves, or they do not replay");
        }
    }
    state.counters["expansions/s"] = rate(expanded);
    report(state, boards.size());
}

/// The library's search on the graph with every move, which any search may use.
void search_all_moves(benchmark::State& state) {
    const std::vector<known_board>& boards = hard_boards();
    std::uint64_t expanded = 0;
    for (auto _ : state) {
        expanded = 0;
        for (const known_board& known : boards) {
            const rush_hour::parking_graph g(known.board);
            const auto found = senda::bfs(g, g.start(), g.goal());
            expanded += found.statistics.expanded;
            if (!found || !rush_hour::replay(known.board, found.actions) ||
                found.actions.size() != known.moves)
                return state.SkipWithError("a wrong number of moves, or they do not replay");
        }
    }
    state.counters["expansions/s"] = rate(expanded);
    report(state, boards.size());
}

/// A hash map from each board to the slide that led to it, and a queue.
std::vector<rush_hour::move> solve_by_the_book(const rush_hour::board& start) {
    std::unordered_map<rush_hour::board, rush_hour::move> came_by{{start, {}}};
    std::deque<rush_hour::board> queue{start};
    while (!queue.empty() && !queue.front().solved()) {
        const rush_hour::board here = queue.front();
        queue.pop_front();
        rush_hour::for_each_move(here, [&](rush_hour::move m) {
            const rush_hour::board there = *rush_hour::after(here, m);
            if (came_by.try_emplace(there, m).second) queue.push_back(there);
        });
    }
    std::vector<rush_hour::move> moves;
    if (queue.empty()) return moves;
    for (rush_hour::board at = queue.front(); !(at == start);) {
        moves.push_back(came_by.at(at));
        at = *rush_hour::after(at, rush_hour::reverse(moves.back()));
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

/// One board of ten, for it takes so long.
void solve_a_tenth_by_the_book(benchmark::State& state) {
    const std::vector<known_board>& boards = hard_boards();
    for (auto _ : state) {
        for (std::size_t i = 0; i < boards.size(); i += 10)
            if (solve_by_the_book(boards[i].board).size() != boards[i].moves)
                return state.SkipWithError("a wrong number of moves");
    }
    report(state, (boards.size() + 9) / 10);
}

void analyse(benchmark::State& state) {
    const std::vector<known_board>& boards = hard_boards();
    rush_hour::component component;
    std::uint64_t states = 0;
    for (auto _ : state) {
        states = 0;
        for (const known_board& known : boards) {
            component.analyse(known.board);
            states += component.states();
            if (component.states() != known.states ||
                component.distance(known.board) != known.moves)
                return state.SkipWithError("a wrong number of positions, or a wrong distance");
        }
    }
    state.counters["states/s"] = rate(states);
    report(state, boards.size());
}

/// A board of the next seed each time.
void generate(benchmark::State& state, std::uint32_t moves) {
    std::uint64_t seed = 0;
    for (auto _ : state) {
        const auto b = rush_hour::generate({.moves = moves, .seed = ++seed});
        if (!b || rush_hour::solve(*b).cost != moves)
            return state.SkipWithError("no board, or another number of moves");
    }
    report(state, 1);
}

[[maybe_unused]] const bool added = [] {
    const auto add = [](const char* input, const char* contender, auto body) {
        benchmark::RegisterBenchmark(
            benchmark_name("rush_hour", input, most_boards, contender).c_str(), body)
            ->Unit(benchmark::kMillisecond);
    };
    using rush_hour::engine;
    add("hardest", "senda", [](benchmark::State& state) { solve(state, engine::fast); });
    add("hardest", "senda_bfs", [](benchmark::State& state) { solve(state, engine::bfs); });
    add("hardest", "senda_bfs_all_moves", search_all_moves);
    add("hardest", "senda_astar", [](benchmark::State& state) { solve(state, engine::astar); });
    add("hardest", "textbook_of_a_tenth", solve_a_tenth_by_the_book);
    add("component", "senda", analyse);
    add("generate_10", "senda", [](benchmark::State& state) { generate(state, 10); });
    add("generate_30", "senda", [](benchmark::State& state) { generate(state, 30); });
    add("generate_45", "senda", [](benchmark::State& state) { generate(state, 45); });
    return true;
}();

}  // namespace
}  // namespace rush_hour_bench
