// SPDX-License-Identifier: MIT
// What does a front of two or three costs take, beside a front of cost and resource that says the
// same, where the goal is known and where it leads nobody?
#include "harness.hpp"
#include "shared_data.hpp"

#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/resources/pareto_costs.hpp>
#include <senda/resources/pareto_front.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace costs_bench {
namespace {

using namespace bench;

template <std::size_t N>
using costs = std::array<std::uint32_t, N>;

/// A map of roads with time, distance and, of three, the number of crossings; and questions.
template <std::size_t N>
struct roads {
    senda::reversible_csr<costs<N>> graph;
    std::vector<std::array<std::uint32_t, 2>> questions;
};

/// Streets in a square, some of them faster and longer than others.
template <std::size_t N>
roads<N> make_streets(std::uint32_t side) {
    struct street {
        std::uint32_t from;
        std::uint32_t to;
        costs<N> cost;
    };
    std::vector<street> all;
    splitmix64 random{1};
    const auto add = [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t metres = 80 + random.below(60);
        const std::uint32_t speed = random.below(5) == 0 ? 25 : 8 + random.below(6);
        costs<N> cost{metres * 100 / speed, metres};
        if constexpr (N == 3) cost[2] = 1;
        all.push_back({a, b, cost});
        all.push_back({b, a, cost});
    };
    for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t here = y * side + x;
            if (x + 1 < side) add(here, here + 1);
            if (y + 1 < side) add(here, here + side);
        }
    return {senda::csr<costs<N>>::from_edges(std::size_t{side} * side, all)->with_reverse(),
            {{0, side * side - 1}, {side / 2, side * side - side / 3}}};
}

std::vector<std::uint32_t> read(const std::string& name) {
    std::ifstream in(shared_data("roads/luxembourg_" + name), std::ios::binary);
    std::vector<std::uint32_t> all;
    for (std::uint32_t one = 0; in.read(reinterpret_cast<char*>(&one), sizeof one);)
        all.push_back(one);
    return all;
}

/// The roads of Luxembourg, and some of their questions.
template <std::size_t N>
roads<N> read_luxembourg() {
    struct road {
        std::uint32_t from;
        std::uint32_t to;
        costs<N> cost;
    };
    const auto first = read("first_out");
    const auto head = read("head");
    const auto time = read("travel_time");
    const auto distance = read("geo_distance");
    const auto from = read("source_node");
    const auto to = read("target_node");
    std::vector<road> all;
    for (std::uint32_t n = 0; n + 1 < first.size(); ++n)
        for (std::uint32_t e = first[n]; e < first[n + 1]; ++e) {
            costs<N> cost{time[e], distance[e]};
            if constexpr (N == 3) cost[2] = 1;
            all.push_back({n, head[e], cost});
        }
    roads<N> made;
    if (first.empty()) return made;
    made.graph = senda::csr<costs<N>>::from_edges(first.size() - 1, all)->with_reverse();
    for (std::size_t i = 0; i < from.size(); i += 500) made.questions.push_back({from[i], to[i]});
    return made;
}

/// The same as an edge with a cost and the rest as its action.
template <std::size_t N>
struct as_resources {
    using node_type = std::uint32_t;
    using cost_type = std::uint32_t;
    using action_type = costs<N>;
    const senda::reversible_csr<costs<N>>* graph;

    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        graph->successors(n, [&](std::uint32_t to, const costs<N>& c) { emit(to, c[0], c); });
    }
    [[nodiscard]] std::size_t index(std::uint32_t n) const { return n; }
    [[nodiscard]] std::size_t index_bound() const { return graph->node_count(); }
};
/// The other costs are spent, and less is better; of one other, what is left is a number.
template <std::size_t N>
struct spending {
    using resource = costs<N>;
    template <class Edge>
    std::optional<resource> extend(resource spent, std::uint32_t, const Edge& e) const {
        for (std::size_t i = 1; i < N; ++i) spent[i] += e.action[i];
        return spent;
    }
    static bool dominates(const resource& a, const resource& b) {
        for (std::size_t i = 1; i < N; ++i)
            if (a[i] > b[i]) return false;
        return true;
    }
    static std::uint64_t spent(const resource& of) { return of[1] + of[N - 1]; }
};
template <>
struct spending<2> {
    using resource = std::int64_t;
    template <class Edge>
    std::optional<resource> extend(resource left, std::uint32_t, const Edge& e) const {
        return left - e.action[1];
    }
    static std::uint64_t spent(resource left) { return static_cast<std::uint64_t>(-left); }
};

/// How many routes, and what they cost together.
struct trades {
    std::uint64_t count = 0;
    std::uint64_t cost = 0;
    std::uint64_t labels = 0;
};

template <std::size_t N>
trades by_costs(const roads<N>& r) {
    trades found;
    for (const auto& [from, to] : r.questions) {
        const auto front = senda::pareto_front(r.graph, from, to);
        found.count += front.routes.size();
        found.labels += front.statistics.expanded;
        for (const auto& route : front.routes)
            for (const std::uint32_t cost : route.costs) found.cost += cost;
    }
    return found;
}
/// Where nobody knows the goal.
template <std::size_t N>
trades without_estimates(const roads<N>& r) {
    trades found;
    for (const auto& [from, to] : r.questions) {
        const auto front =
            senda::pareto_front(r.graph, from, [goal = to](std::uint32_t n) { return n == goal; });
        found.count += front.routes.size();
        found.labels += front.statistics.expanded;
        for (const auto& route : front.routes)
            for (const std::uint32_t cost : route.costs) found.cost += cost;
    }
    return found;
}
template <std::size_t N>
trades by_resource(const roads<N>& r) {
    trades found;
    for (const auto& [from, to] : r.questions) {
        const auto front = senda::pareto_front(as_resources<N>{&r.graph}, from, to, spending<N>{},
                                               typename spending<N>::resource{});
        found.count += front.routes.size();
        found.labels += front.statistics.expanded;
        for (const auto& route : front.routes) {
            found.cost += route.cost + spending<N>::spent(route.resource());
        }
    }
    return found;
}

template <std::size_t N>
void add(const std::string& input, roads<N> (*make)(), const std::string& contender,
         trades (*find)(const roads<N>&)) {
    const auto body = [=](benchmark::State& state) {
        static std::map<roads<N> (*)(), roads<N>> maps;  // made once
        const auto [place, is_new] = maps.try_emplace(make);
        if (is_new) place->second = make();
        const roads<N>& map = place->second;
        if (map.questions.empty()) return state.SkipWithError("the map is not there");
        const trades expected = by_costs<N>(map);
        trades found;
        for (auto _ : state) {
            found = find(map);
            if (found.count != expected.count || found.cost != expected.cost)
                return state.SkipWithError("another front");
        }
        state.counters["routes"] = static_cast<double>(found.count);
        state.counters["labels"] = static_cast<double>(found.labels);
    };
    const std::string question = N == 2 ? "two_costs" : "three_costs";
    benchmark::RegisterBenchmark(benchmark_name(question, input, 0, contender).c_str(), body)
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
}

template <std::size_t N>
void add_all(const std::string& input, roads<N> (*make)()) {
    add<N>(input, make, "senda", by_costs<N>);
    add<N>(input, make, "predicate", without_estimates<N>);
    add<N>(input, make, "resource", by_resource<N>);
}

[[maybe_unused]] const bool added = [] {
    add_all<2>("streets", [] { return make_streets<2>(40); });
    add_all<3>("streets", [] { return make_streets<3>(30); });
    if (has_shared("roads/luxembourg_head")) {
        add<2>("luxembourg", read_luxembourg<2>, "senda", by_costs<2>);
        add<2>("luxembourg", read_luxembourg<2>, "resource", by_resource<2>);
    }
    return true;
}();

}  // namespace
}  // namespace costs_bench
