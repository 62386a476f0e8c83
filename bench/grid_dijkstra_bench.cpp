// SPDX-License-Identifier: MIT
// How fast is generic dijkstra where entering a cell costs 1 to 9, and which queue should it use?
// `dijkstra` measures whole libraries; `queue` one hand-written loop over several queues.
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

#include <senda/search/dijkstra.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace bench;

constexpr map_kind kind = map_kind::open25;

/// What is known of the cheapest path on the weighted map.
struct weighted_answer {
    std::uint64_t cost;
    std::uint64_t visited;
};

constexpr std::uint64_t known_cost(std::uint32_t side) { return side == 1001 ? 7343 : 29228; }

/// Registers one contender; `prepare(map, costs)` is not measured and returns the search.
template <class Prepare>
void contend(const std::string& question, std::uint32_t side, const std::string& contender,
             Prepare prepare) {
    const auto body = [=](benchmark::State& state) {
        const grid_map& map = map_of(kind, side);
        const auto search = prepare(map, costs_of(map).data());
        weighted_answer answer{};
        for (auto _ : state) {
            answer = search();
            if (answer.cost != known_cost(side)) {
                state.SkipWithError("wrong cost of the path");
                return;
            }
        }
        state.counters["cells/s"] = rate(answer.visited);
        state.counters["cells"] = static_cast<double>(answer.visited);
    };
    benchmark::RegisterBenchmark(benchmark_name(question, "open25_costs", side, contender).c_str(),
                                 body)
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

void add_libraries(std::uint32_t side) {
    contend("dijkstra", side, "senda", senda_dijkstra<std::int32_t>);
    contend("dijkstra", side, "senda_double", senda_dijkstra<double>);
#ifdef SENDA_HAVE_BOOST_GRAPH
    contend("dijkstra", side, "boost", [](const grid_map& map, const std::uint8_t* costs) {
        return [&map, costs] {
            const auto found = peers::boost_dijkstra(map, costs, map.start(), map.goal());
            return weighted_answer{cost_of(found.path, costs), found.visited};
        };
    });
#endif
#ifdef SENDA_HAVE_LEMON
    contend("dijkstra", side, "lemon", [](const grid_map& map, const std::uint8_t* costs) {
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
        add_libraries(side);
        contend("queue", side, "senda_bucket_queue", dijkstra_over<bucket_queue>);
        contend("queue", side, "senda_four_ary_heap", dijkstra_over<heap_queue>);
        contend("queue", side, "std_priority_queue", dijkstra_over<std_queue>);
    }
    return true;
}();

}  // namespace
