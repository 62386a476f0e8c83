// SPDX-License-Identifier: MIT
// How fast is dijkstra where entering a cell costs 1 to 9, on a graph that the user wrote and on
// senda's grids, and which queue should it use? `dijkstra` measures whole libraries; `queue` one
// hand-written loop over several queues.
#include "hand_written.hpp"
#include "harness.hpp"
#include "implicit_grid.hpp"
#include "inputs.hpp"

#ifdef SENDA_HAVE_BOOST_GRAPH
#include "peers/boost_search.hpp"
#endif
#ifdef SENDA_HAVE_LEMON
#include "peers/lemon_maps.hpp"
#endif

#include <senda/graph/grid.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace grid_dijkstra_bench {
namespace {

using namespace bench;

constexpr std::array weighted_kinds{map_kind::open25, map_kind::braid10};

/// What is known of the cheapest path on the weighted map.
struct weighted_answer {
    std::uint64_t cost;
    std::uint64_t visited;
};

constexpr std::uint64_t known_cost(map_kind kind, std::uint32_t side) {
    if (kind == map_kind::open25) return side == 1001 ? 7307 : 29056;
    return side == 1001 ? 12772 : 49563;
}

/// Registers one contender; `prepare(map, costs)` is not measured and returns the search.
template <class Prepare>
void contend(const std::string& question, map_kind kind, std::uint32_t side,
             const std::string& contender, Prepare prepare) {
    const auto body = [=](benchmark::State& state) {
        const grid_map& map = map_of(kind, side);
        const auto search = prepare(map, costs_of(map).data());
        weighted_answer answer{};
        for (auto _ : state) {
            answer = search();
            if (answer.cost != known_cost(kind, side)) {
                state.SkipWithError("wrong cost of the path");
                return;
            }
        }
        state.counters["cells/s"] = rate(answer.visited);
        state.counters["cells"] = static_cast<double>(answer.visited);
    };
    const std::string input = std::string{to_string(kind)} + "_costs";
    benchmark::RegisterBenchmark(benchmark_name(question, input, side, contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

std::uint64_t cost_of(const std::vector<std::uint32_t>& path, const std::uint8_t* costs) {
    std::uint64_t sum = 0;
    for (std::size_t step = 1; step < path.size(); ++step) sum += costs[path[step]];
    return sum;
}

template <class Cost>
auto senda_dijkstra(const grid_map& map, const std::uint8_t* costs) {
    return [&map, costs] {
        const auto found =
            senda::dijkstra(weighted_implicit_grid<Cost>{map, costs}, map.start(), map.goal());
        return weighted_answer{cost_of(found.path, costs), found.statistics.expanded};
    };
}

/// The same on senda's own grid, whose cells weigh what entering them costs.
template <class Weight>
auto senda_grid_dijkstra(const grid_map& map, const std::uint8_t* costs) {
    using grid = senda::basic_grid<senda::grid_moves::straight, Weight>;
    const auto side = static_cast<int>(map.side);
    const auto number = [&map](senda::cell c) {
        return map.at(static_cast<std::uint32_t>(c.x), static_cast<std::uint32_t>(c.y));
    };
    grid g(side, side, [&](senda::cell c) {
        return map.open[number(c)] ? static_cast<Weight>(costs[number(c)]) : grid::closed;
    });
    return [g = std::move(g), number, costs, side] {
        const auto found = senda::dijkstra(g, senda::cell{1, 1}, senda::cell{side - 2, side - 2});
        std::uint64_t sum = 0;
        for (std::size_t step = 1; step < found.path.size(); ++step) {
            sum += costs[number(found.path[step])];
        }
        return weighted_answer{sum, found.statistics.expanded};
    };
}

void add_libraries(map_kind kind, std::uint32_t side) {
    contend("dijkstra", kind, side, "senda", senda_dijkstra<std::int32_t>);
    contend("dijkstra", kind, side, "senda_double", senda_dijkstra<double>);
    contend("dijkstra", kind, side, "senda_grid", senda_grid_dijkstra<int>);
    contend("dijkstra", kind, side, "senda_grid_bytes", senda_grid_dijkstra<std::uint8_t>);
#ifdef SENDA_HAVE_BOOST_GRAPH
    contend("dijkstra", kind, side, "boost", [](const grid_map& map, const std::uint8_t* costs) {
        return [&map, costs] {
            const auto found = peers::boost_dijkstra(map, costs, map.start(), map.goal());
            return weighted_answer{cost_of(found.path, costs), found.visited};
        };
    });
#endif
#ifdef SENDA_HAVE_LEMON
    contend("dijkstra", kind, side, "lemon", [](const grid_map& map, const std::uint8_t* costs) {
        return [&map, costs, &graph = peers::weighted_lemon_of(map)] {
            const auto found = graph.dijkstra(map.start(), map.goal());
            return weighted_answer{cost_of(found.path, costs), found.visited};
        };
    });
#endif
}

using key_and_cell = std::pair<std::uint32_t, std::uint32_t>;

class std_queue {
public:
    bool empty() const { return queue_.empty(); }
    void push(std::uint32_t key, std::uint32_t cell) { queue_.emplace(key, cell); }
    key_and_cell pop() {
        const key_and_cell first = queue_.top();
        queue_.pop();
        return first;
    }

private:
    std::priority_queue<key_and_cell, std::vector<key_and_cell>, std::greater<>> queue_;
};

class heap_queue {
public:
    bool empty() const { return queue_.empty(); }
    void push(std::uint32_t key, std::uint32_t cell) { (void)queue_.push({key, cell}); }
    key_and_cell pop() { return queue_.pop(); }

private:
    senda::memory_budget budget_;
    senda::four_ary_heap<key_and_cell, std::less<>> queue_{budget_};
};

class bucket_queue {
public:
    bool empty() const { return queue_.empty(); }
    void push(std::uint32_t key, std::uint32_t cell) { (void)queue_.push(key, cell); }
    key_and_cell pop() { return queue_.pop(); }

private:
    senda::memory_budget budget_;
    senda::bucket_queue<std::uint32_t, std::uint32_t> queue_{budget_};
};

template <class Queue>
auto dijkstra_over(const grid_map& map, const std::uint8_t* costs) {
    return [&map, costs] {
        std::uint64_t visited = 0;
        const std::uint64_t cost =
            hand_written::dijkstra(map, costs, map.start(), map.goal(), Queue{}, visited);
        return weighted_answer{cost, visited};
    };
}

[[maybe_unused]] const bool added = [] {
    for (const std::uint32_t side : {1001u, 4001u}) {
        for (const map_kind kind : weighted_kinds) add_libraries(kind, side);
        const auto contend_as_queue = [side](const std::string& contender, auto prepare) {
            contend("queue", map_kind::open25, side, contender, prepare);
        };
        contend_as_queue("senda_bucket_queue", dijkstra_over<bucket_queue>);
        contend_as_queue("senda_four_ary_heap", dijkstra_over<heap_queue>);
        contend_as_queue("std_priority_queue", dijkstra_over<std_queue>);
    }
    return true;
}();

}  // namespace
}  // namespace grid_dijkstra_bench
