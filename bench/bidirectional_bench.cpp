// SPDX-License-Identifier: MIT
// What do two ends and two estimates save where the estimate is weak? Piles of ten pancakes, by an
// estimate that leaves some of them out.
#include <senda/graph/adaptors.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/storage/random.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace bidirectional_bench {
namespace {

using pile = std::array<std::int8_t, 10>;
constexpr pile sorted{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

struct flips {
    using node_type = pile;

    template <class Emit>
    void successors(const pile& p, Emit&& emit) const {
        for (std::ptrdiff_t n = 2; n <= 10; ++n) {
            pile turned = p;
            std::reverse(turned.begin(), turned.begin() + n);
            emit(turned);
        }
    }
};

/// Neighbours that do not belong together in `other` must be parted, also the last and the plate;
/// of the smallest `without` it knows nothing.
struct gaps {
    std::array<int, 11> place{};
    int last;
    int without;

    gaps(const pile& other, int left_out) : last(other.back()), without(left_out) {
        for (std::size_t i = 0; i < other.size(); ++i)
            place[static_cast<std::size_t>(other[i])] = static_cast<int>(i);
    }
    int operator()(const pile& p) const {
        int count = p.back() > without && p.back() != last ? 1 : 0;
        for (std::size_t i = 0; i + 1 < p.size(); ++i) {
            if (p[i] <= without || p[i + 1] <= without) continue;
            const int apart =
                place[static_cast<std::size_t>(p[i])] - place[static_cast<std::size_t>(p[i + 1])];
            count += std::abs(apart) != 1 ? 1 : 0;
        }
        return count;
    }
};

const std::vector<pile>& piles() {
    static const std::vector<pile> made = [] {
        std::vector<pile> all(10, sorted);
        senda::random_source random(1);
        for (pile& p : all)
            for (std::uint32_t i = 10; i > 1; --i) std::swap(p[i - 1], p[random.below(i)]);
        return all;
    }();
    return made;
}

/// Registers one contender, `search(pile, left out)`.
template <class Search>
void add(int left_out, const std::string& contender, Search search) {
    const auto body = [=](benchmark::State& state) {
        std::uint64_t expanded = 0;
        for (auto _ : state) {
            for (const pile& p : piles()) {
                const auto found = search(p, left_out);
                if (!found) return state.SkipWithError("no path");
                expanded += found.statistics.expanded;
            }
        }
        state.counters["expanded"] = benchmark::Counter(static_cast<double>(expanded) / 10,
                                                        benchmark::Counter::kAvgIterations);
    };
    benchmark::RegisterBenchmark(
        ("pancakes/gap-" + std::to_string(left_out) + "/10/" + contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
    for (int left_out = 0; left_out <= 4; ++left_out) {
        add(left_out, "astar",
            [](const pile& p, int n) { return senda::astar(flips{}, p, sorted, gaps(sorted, n)); });
        add(left_out, "bidirectional", [](const pile& p, int) {
            return senda::bidirectional(senda::symmetric(flips{}), p, sorted);
        });
        add(left_out, "bidirectional_astar", [](const pile& p, int n) {
            return senda::bidirectional_astar(senda::symmetric(flips{}), p, sorted, gaps(sorted, n),
                                              gaps(p, n));
        });
    }
    return true;
}();

}  // namespace
}  // namespace bidirectional_bench
