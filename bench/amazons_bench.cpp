// SPDX-License-Identifier: MIT
// How fast are the plays of an Amazons position counted, beside a grid of characters as the rules
// read? How many positions can be evaluated in a second, and how many simulations does the engine
// make?
#include "harness.hpp"
#include "inputs.hpp"

#include <amazons/board.hpp>
#include <amazons/engine.hpp>
#include <amazons/evaluation.hpp>
#include <amazons/queries.hpp>
#include <amazons/territory.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace amazons_bench {
namespace {

using namespace bench;
namespace amazons = senda::amazons;

/// The position after so many random plays, or at the end of the game if that comes first.
amazons::board after_random_plays(splitmix64& random, int count) {
    amazons::board b;
    for (; count > 0 && b.has_play(); --count) {
        std::uint32_t chosen = random.below(static_cast<std::uint32_t>(b.count_plays()));
        amazons::play next;
        b.for_each_play([&](const amazons::play& p) {
            next = p;
            return chosen-- > 0;
        });
        b.make(next);
    }
    return b;
}

/// The plays counted as the rules read: step by step over a grid with a border.
class character_grid {
public:
    explicit character_grid(const amazons::board& b) : white_to_move_(is_white(b.to_move())) {
        cells_.fill('#');
        amazons::for_each_cell(b.empty_cells(), [this](amazons::cell c) { at(c) = '.'; });
        for (const amazons::player p : {amazons::player::white, amazons::player::black})
            amazons::for_each_cell(b.amazons(p),
                                   [&](amazons::cell c) { at(c) = is_white(p) ? 'W' : 'B'; });
    }

    std::uint64_t perft(int depth) {
        std::uint64_t count = 0;
        const char own = white_to_move_ ? 'W' : 'B';
        for (std::size_t from = 0; from < cells_.size(); ++from) {
            if (cells_[from] != own) continue;
            cells_[from] = '.';
            for_each_reached(from, [&](std::size_t to) {
                if (depth == 1) {
                    for_each_reached(to, [&](std::size_t) { ++count; });
                    return;
                }
                for_each_reached(to, [&](std::size_t arrow) {
                    cells_[to] = own;
                    cells_[arrow] = '#';
                    white_to_move_ = !white_to_move_;
                    count += perft(depth - 1);
                    white_to_move_ = !white_to_move_;
                    cells_[to] = cells_[arrow] = '.';
                });
            });
            cells_[from] = own;
        }
        return count;
    }

private:
    static constexpr std::size_t width = 12;

    static bool is_white(amazons::player p) { return p == amazons::player::white; }

    char& at(amazons::cell c) {
        return cells_[static_cast<std::size_t>(c.row() + 1) * width +
                      static_cast<std::size_t>(c.column() + 1)];
    }

    template <class Visit>
    void for_each_reached(std::size_t from, Visit visit) {
        constexpr std::array<std::size_t, 4> steps = {1, width - 1, width, width + 1};
        for (const std::size_t step : steps) {
            for (std::size_t c = from + step; cells_[c] == '.'; c += step) visit(c);
            for (std::size_t c = from - step; cells_[c] == '.'; c -= step) visit(c);
        }
    }

    std::array<char, width * width> cells_{};
    bool white_to_move_;
};

struct perft_case {
    const char* name;
    amazons::board board;
    int depth;
    std::uint64_t nodes;
};

const std::vector<perft_case>& perft_cases() {
    static const std::vector<perft_case> cases = [] {
        splitmix64 random{7};
        const amazons::board middle = after_random_plays(random, 30);
        const std::uint64_t nodes = character_grid{middle}.perft(2);
        return std::vector<perft_case>{{"start", amazons::board{}, 2, 4'307'152},
                                       {"middle", middle, 2, nodes}};
    }();
    return cases;
}

template <class Count>
void add_perft(const perft_case& which, const char* contender, Count count) {
    const auto body = [&which, count](benchmark::State& state) {
        for (auto _ : state) {
            if (count(which) != which.nodes) {
                state.SkipWithError("wrong number of plays");
                return;
            }
        }
        state.counters["plays/s"] = rate(which.nodes);
    };
    benchmark::RegisterBenchmark(benchmark_name("amazons_perft", which.name,
                                                static_cast<std::uint32_t>(which.depth), contender)
                                     .c_str(),
                                 body)
        ->Unit(benchmark::kMillisecond);
}

/// Positions of all phases of a game, in an order that nothing can foresee.
const std::vector<amazons::board>& positions() {
    static const std::vector<amazons::board> all = [] {
        std::vector<amazons::board> made;
        splitmix64 random{8};
        for (int i = 0; i < 2000; ++i)
            made.push_back(after_random_plays(random, static_cast<int>(random.below(60))));
        return made;
    }();
    return all;
}

template <class Judge>
void add_evaluation(const char* contender, Judge judge) {
    const auto body = [judge](benchmark::State& state) {
        const std::vector<amazons::board>& boards = positions();
        for (auto _ : state)
            for (const amazons::board& b : boards) {
                auto judged = judge(b);
                benchmark::DoNotOptimize(judged);
            }
        state.counters["evaluations/s"] = rate(boards.size());
    };
    benchmark::RegisterBenchmark(
        benchmark_name("amazons_evaluation", "random", 10, contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

/// What one play of the engine at its default level costs, with a tree that begins anew.
void add_search(const perft_case& which) {
    const auto body = [&which](benchmark::State& state) {
        std::uint64_t simulations = 0;
        for (auto _ : state) {
            amazons::engine player{amazons::engine_options{.endgame_positions = 0}};
            const amazons::chosen c = player.choose(which.board);
            if (!c.best || !which.board.is_legal(*c.best)) {
                state.SkipWithError("no legal play");
                return;
            }
            simulations = c.nodes;
        }
        state.counters["simulations/s"] = rate(simulations);
    };
    benchmark::RegisterBenchmark(
        benchmark_name("amazons_search", which.name, amazons::engine_options::default_simulations,
                       "senda")
            .c_str(),
        body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool registered = [] {
    for (const perft_case& which : perft_cases()) add_search(which);
    for (const perft_case& which : perft_cases()) {
        add_perft(which, "senda",
                  [](const perft_case& c) { return amazons::perft(c.board, c.depth); });
        add_perft(which, "hand_written",
                  [](const perft_case& c) { return character_grid{c.board}.perft(c.depth); });
    }
    add_evaluation("senda", [](const amazons::board& b) { return amazons::evaluate(b); });
    add_evaluation("queen_territory", [](const amazons::board& b) {
        return amazons::territory_of(b, amazons::metric::queen).closeness;
    });
    add_evaluation("king_territory", [](const amazons::board& b) {
        return amazons::territory_of(b, amazons::metric::king).closeness;
    });
    return true;
}();

}  // namespace
}  // namespace amazons_bench
