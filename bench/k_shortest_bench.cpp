// SPDX-License-Identifier: MIT
// What do the k cheapest routes cost beside a single one, and beside Yen's algorithm as a textbook
// has it: a search of Dijkstra's for every node of every route?
#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#include <senda/graph/csr.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/k_shortest.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace k_shortest_bench {
namespace {

using namespace bench;

constexpr std::uint32_t maze_side = 401;
constexpr std::uint32_t places = 20000;

/// A graph with a question, and what the 10 and the 100 cheapest routes cost together.
template <class G>
struct question {
    G graph;
    std::uint32_t start;
    std::uint32_t goal;
    std::array<std::int64_t, 2> costs;

    [[nodiscard]] std::int64_t cost_of(std::size_t k) const { return costs[k == 10 ? 0 : 1]; }
};

const question<implicit_grid>& maze() {
    const grid_map& map = map_of(map_kind::braid10, maze_side);
    static const question<implicit_grid> asked{
        implicit_grid{map}, map.start(), map.goal(), {10440, 104400}};
    return asked;
}

/// Places scattered over a square, each joined both ways to the three next to it; the cost is the
/// distance in millionths of the side. From near one corner to near the other.
question<senda::csr<int>> make_roads() {
    splitmix64 random{1};
    std::vector<std::pair<double, double>> at(places);
    for (auto& [x, y] : at) {
        x = random.below(1'000'000);
        y = random.below(1'000'000);
    }
    std::vector<std::uint32_t> by_x(places);
    for (std::uint32_t i = 0; i < places; ++i) by_x[i] = i;
    std::sort(by_x.begin(), by_x.end(),
              [&](std::uint32_t a, std::uint32_t b) { return at[a].first < at[b].first; });
    const auto distance = [&](std::uint32_t a, std::uint32_t b) {
        return std::hypot(at[a].first - at[b].first, at[a].second - at[b].second);
    };
    std::vector<senda::csr<int>::edge_type> edges;
    for (std::size_t i = 0; i < places; ++i) {
        const std::uint32_t here = by_x[i];
        std::vector<std::pair<double, std::uint32_t>> near;
        const std::size_t first = i < 400 ? 0 : i - 400;
        for (std::size_t j = first; j < std::min<std::size_t>(places, i + 400); ++j) {
            if (j != i) near.emplace_back(distance(here, by_x[j]), by_x[j]);
        }
        std::partial_sort(near.begin(), near.begin() + 3, near.end());
        for (std::size_t n = 0; n < 3; ++n) {
            const int cost = static_cast<int>(near[n].first) + 1;
            edges.push_back({here, near[n].second, cost});
            edges.push_back({near[n].second, here, cost});
        }
    }
    const auto nearest = [&](double x, double y) {
        std::uint32_t best = 0;
        for (std::uint32_t i = 0; i < places; ++i) {
            if (std::hypot(at[i].first - x, at[i].second - y) <
                std::hypot(at[best].first - x, at[best].second - y)) {
                best = i;
            }
        }
        return best;
    };
    return {*senda::csr<int>::from_edges(places, edges),
            nearest(2e5, 2e5),
            nearest(8e5, 8e5),
            {12'059'778, 120'604'654}};
}

const question<senda::csr<int>>& roads() {
    static const auto asked = make_roads();
    return asked;
}

struct answer {
    std::int64_t cost = 0;
    std::uint64_t expanded = 0;
    std::uint64_t bytes = 0;
};

template <class G>
answer by_senda(const question<G>& asked, std::size_t k) {
    const auto found = senda::k_shortest(asked.graph, asked.start, asked.goal, k);
    answer sum{0, found.statistics.expanded, found.statistics.bytes};
    for (const auto& route : found.routes) sum.cost += route.cost;
    return sum;
}

/// One route only: what any search for several must do first. It has no costs to compare.
template <class G>
answer by_dijkstra(const question<G>& asked, std::size_t) {
    const auto found = senda::dijkstra(asked.graph, asked.start, asked.goal);
    return {0, found.statistics.expanded, found.statistics.bytes};
}

/// Yen's algorithm with Lawler's rule and a search by Dijkstra's algorithm for each detour.
template <class G>
answer by_textbook(const question<G>& asked, std::size_t k) {
    struct route {
        std::int64_t cost;
        std::vector<std::uint32_t> path;
        std::size_t fork;
        bool operator<(const route& r) const {
            return cost != r.cost ? cost < r.cost : path < r.path;
        }
    };
    std::vector<std::uint8_t> closed(asked.graph.index_bound());
    std::vector<std::uint32_t> taken;
    std::uint32_t fork = asked.start;
    // The rest of the graph, as a user would leave out nodes and edges.
    const auto rest = [&](std::uint32_t n) {
        std::vector<std::pair<std::uint32_t, int>> next;
        senda::for_each_successor(
            asked.graph, n, [&](std::uint32_t to, int cost, senda::no_action) {
                const bool is_taken =
                    n == fork && std::find(taken.begin(), taken.end(), to) != taken.end();
                if (!closed[to] && !is_taken) next.emplace_back(to, cost);
            });
        return next;
    };
    answer sum;
    const auto search = [&](std::uint32_t from) {
        auto found = senda::dijkstra(rest, from, asked.goal);
        sum.expanded += found.statistics.expanded;
        return found;
    };
    std::set<route> waiting;
    std::vector<route> known;
    if (const auto best = search(asked.start)) waiting.insert({best.cost, best.path, 0});
    while (known.size() < k && !waiting.empty()) {
        known.push_back(*waiting.begin());
        waiting.erase(waiting.begin());
        const route last = known.back();
        sum.cost += last.cost;
        std::int64_t before = 0;
        for (std::size_t at = 0; at + 1 < last.path.size(); ++at) {
            fork = last.path[at];
            closed[fork] = 1;
            if (at >= last.fork) {
                taken.clear();
                for (const route& r : known) {
                    if (r.path.size() > at + 1 &&
                        std::equal(r.path.begin(), r.path.begin() + static_cast<long>(at) + 1,
                                   last.path.begin())) {
                        taken.push_back(r.path[at + 1]);
                    }
                }
                if (const auto detour = search(fork)) {
                    route r{before + detour.cost, {}, at};
                    r.path.assign(last.path.begin(), last.path.begin() + static_cast<long>(at));
                    r.path.insert(r.path.end(), detour.path.begin(), detour.path.end());
                    waiting.insert(std::move(r));
                }
            }
            int step = 0;
            senda::for_each_successor(asked.graph, fork,
                                      [&](std::uint32_t to, int cost, senda::no_action) {
                                          if (to == last.path[at + 1] && (step == 0 || cost < step))
                                              step = cost;
                                      });
            before += step;
        }
        std::fill(closed.begin(), closed.end(), std::uint8_t{0});
    }
    return sum;
}

template <class Asked, class Search>
void add(const char* input, Asked asked, std::uint32_t k, const char* contender, Search search) {
    benchmark::RegisterBenchmark(benchmark_name("k_shortest", input, k, contender).c_str(),
                                 [=](benchmark::State& state) {
                                     const auto& q = asked();
                                     answer found;
                                     for (auto _ : state) {
                                         found = search(q, k);
                                         if (found.cost != 0 && found.cost != q.cost_of(k)) {
                                             state.SkipWithError("wrong costs");
                                             return;
                                         }
                                     }
                                     state.counters["routes/s"] = rate(k);
                                     state.counters["expanded"] =
                                         static_cast<double>(found.expanded);
                                     if (found.bytes != 0)
                                         state.counters["bytes"] = static_cast<double>(found.bytes);
                                 })
        ->Unit(benchmark::kMillisecond);
}

template <class Asked>
void add_all(const char* input, Asked asked) {
    const auto senda = [](const auto& q, std::size_t k) { return by_senda(q, k); };
    const auto single = [](const auto& q, std::size_t k) { return by_dijkstra(q, k); };
    const auto textbook = [](const auto& q, std::size_t k) { return by_textbook(q, k); };
    for (const std::uint32_t k : {10U, 100U}) {
        add(input, asked, k, "senda", senda);
        add(input, asked, k, "single_dijkstra", single);
    }
    add(input, asked, 10, "textbook", textbook);
}

[[maybe_unused]] const bool registered = [] {
    add_all("braid10_401", maze);
    add_all("roads_20000", roads);
    return true;
}();

}  // namespace
}  // namespace k_shortest_bench
