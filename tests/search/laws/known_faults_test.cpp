// SPDX-License-Identifier: MIT
// Faults that other libraries had, each built so that it would show here.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <optional>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/resource_models.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// Records in which order nodes are expanded, and at which costs.
template <class Cost>
struct recorder {
    std::vector<int>* nodes;
    std::vector<Cost>* costs;
    void on_expand(int node, Cost cost) {
        nodes->push_back(node);
        costs->push_back(cost);
    }
};

/// Node i is the farther from 0 the smaller i is.
template <class Cost>
basic_test_graph<Cost> against_the_ids(int node_count) {
    basic_test_graph<Cost> graph{node_count};
    for (int node = 1; node < node_count; ++node)
        graph.add(0, node, static_cast<Cost>(node_count - node));
    for (int node = 2; node < node_count; ++node) graph.add(node, node - 1, static_cast<Cost>(1));
    return graph;
}

template <class Cost, class View>
void check_order_by_cost(const View& view, int node_count) {
    std::vector<int> nodes;
    std::vector<Cost> costs;
    const auto answer = senda::dijkstra(view, 0, 1, {}, recorder<Cost>{&nodes, &costs});
    CHECK(answer.cost == static_cast<Cost>(node_count - 1));
    CHECK(std::is_sorted(costs.begin(), costs.end()));
    REQUIRE(nodes.size() >= 3);
    CHECK(nodes[1] == node_count - 1);
    CHECK(nodes[2] == node_count - 2);
}

}  // namespace

TEST_CASE("a heap ordered by the id of a node instead of its distance") {
    const auto whole = against_the_ids<int>(50);
    const auto real = against_the_ids<double>(50);
    check_order_by_cost<int>(as_dense(whole), 50);
    check_order_by_cost<int>(as_pairs(whole), 50);
    check_order_by_cost<double>(as_dense(real), 50);
    check_order_by_cost<double>(as_pairs(real), 50);
}

TEST_CASE("a comparator that reads distances mutated while they are queued") {
    // Every node is queued at a high cost, then improved again and again while it waits.
    const int count = 60;
    const auto build = [&](auto zero) {
        using cost = decltype(zero);
        basic_test_graph<cost> graph{count};
        for (int from = 0; from < count; ++from)
            for (int to = from + 1; to < count; ++to)
                graph.add(from, to, static_cast<cost>((to - from) * (to - from)));
        return graph;
    };
    const auto check = [&](const auto& view, auto zero) {
        using cost = decltype(zero);
        std::vector<int> nodes;
        std::vector<cost> costs;
        const auto answer = senda::dijkstra(view, 0, count - 1, {}, recorder<cost>{&nodes, &costs});
        CHECK(answer.cost == static_cast<cost>(count - 1));
        CHECK(answer.path.size() == static_cast<std::size_t>(count));
        CHECK(std::is_sorted(costs.begin(), costs.end()));
        for (std::size_t i = 0; i < nodes.size(); ++i) CHECK(nodes[i] == static_cast<int>(i));
    };
    const auto whole = build(0);
    const auto real = build(0.0);
    check(as_pairs(whole), 0);
    check(as_dense(whole), 0);
    check(as_pairs(real), 0.0);
    check(as_dense(real), 0.0);
}

TEST_CASE("a bfs that marks a node when it leaves the queue and queues it again and again") {
    // Ten layers of ten, each joined to the whole next layer: marked late, each node is queued
    // tenfold.
    const int width = 10;
    test_graph layers{width * width};
    for (int node = 0; node + width < width * width; ++node)
        for (int next = 0; next < width; ++next)
            layers.add(node, (node / width + 1) * width + next, 1);
    std::vector<int> asked(layers.out.size(), 0);
    const auto next = [&](int node) {
        ++asked[static_cast<std::size_t>(node)];
        return as_nodes(layers)(node);
    };
    const auto answer = senda::bfs(next, 0, -1);
    CHECK(answer.status == senda::status::exhausted);
    CHECK(answer.statistics.expanded == static_cast<std::uint64_t>(width * width - width + 1));
    for (int times : asked) CHECK(times <= 1);
    CHECK(answer.statistics.bytes < 20'000);
}

namespace {

/// A node that counts how often two of its kind are compared.
struct compared {
    static inline std::uint64_t times = 0;

    std::uint64_t id;
    friend bool operator==(const compared& a, const compared& b) {
        ++times;
        return a.id == b.id;
    }
};

}  // namespace

template <>
struct std::hash<compared> {
    std::size_t operator()(const compared& node) const { return static_cast<std::size_t>(node.id); }
};

TEST_CASE("a visited set that is scanned from end to end") {
    // Ids far apart by powers of two: a table that takes the lowest bits of the hash puts all in
    // one place.
    for (const int shift : {0, 12, 32, 48}) {
        CAPTURE(shift);
        if (shift >= std::numeric_limits<std::size_t>::digits) continue;  // no hash holds such ids
        const auto next = [shift](const compared& node) {
            const std::uint64_t n = node.id >> shift;
            std::vector<compared> out;
            for (const std::uint64_t to : {2 * n + 1, 2 * n + 2, n / 2, n})
                if (to < 20'000) out.push_back({to << shift});
            return out;
        };
        compared::times = 0;
        const auto answer = senda::bfs(next, compared{0}, [](const compared&) { return false; });
        CHECK(answer.statistics.expanded == 20'000);
        CHECK(compared::times < 2 * answer.statistics.generated);
    }
}

TEST_CASE("an astar that fails to reopen a node when the heuristic is inconsistent") {
    // 2 is closed at cost 4 before the cheap way over 1 is seen: h(1) is large, h(2) is nothing.
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(0, 2, 4);
    graph.add(1, 2, 1);
    graph.add(2, 3, 10);
    const table_heuristic<int> h{{0, 11, 0, 0}};
    for (const auto& answer : {on_edges("astar").led(as_edges(graph), 0, 3, h),
                               on_dense("astar").led(as_dense(graph), 0, 3, h)}) {
        CHECK(answer.cost == 12);
        CHECK(answer.path == std::vector{0, 1, 2, 3});
        CHECK(answer.statistics.reopened == 1);
        CHECK(answer.lower_bound == 12);
    }
}

TEST_CASE("an astar that fails to pass a reopening on to nodes long closed") {
    // Martelli's family: each node is reopened many times, and each time its improvement must
    // spread.
    const int size = 6;
    test_graph graph{size + 1};
    // Edges from i down to j < i; node `size` is the start, node 0 the goal.
    for (int i = size; i > 1; --i)
        for (int j = i - 1; j > 0; --j) graph.add(i, j, (1 << (i - 2)) - (1 << (j - 1)) + (i - j));
    graph.add(1, 0, (1 << (size - 2)) + size - 2);
    const auto least = floyd_warshall(graph);
    split_mix64 random{3};
    for (int round = 0; round < 200; ++round) {
        const auto h = random_admissible<int>(least, {0}, random);
        const auto answer = on_edges("astar").led(as_edges(graph), size, 0, h);
        check_optimal(graph, answer, size, 0, between(least, size, 0));
    }
}

TEST_CASE("a constrained search that returns another label than the one found") {
    // Many labels wait at each node of a ladder; the route and its resources must be of one label.
    for (int tank = 12; tank < 60; tank += 5) {
        const int rungs = 8;
        test_graph ladder{2 * rungs};
        for (int i = 0; i + 1 < rungs; ++i) {
            ladder.add(2 * i, 2 * i + 2, 5);
            ladder.add(2 * i + 1, 2 * i + 3, 2);
            ladder.add(2 * i, 2 * i + 1, 1);
            ladder.add(2 * i + 1, 2 * i, 1);
        }
        const fuel_rules rules{tank, 1U << 6};
        const int goal = 2 * rungs - 2;
        const auto answer = senda::constrained(as_edges(ladder), 0, goal, rules, tank);
        const auto labels = label_costs(
            ladder, {0}, {goal}, tank,
            [&](int fuel, int, int to, int cost) { return rules.step(fuel, to, cost); });
        const wide best = cheapest_at(labels, {goal});
        CAPTURE(tank);
        if (best == unreachable) {
            check_exhausted(answer);
            continue;
        }
        REQUIRE(answer);
        CHECK(same_cost(answer.cost, best));
        REQUIRE(answer.resources.size() == answer.path.size());
        for (std::size_t i = 0; i + 1 < answer.path.size(); ++i) {
            const auto& taken = ladder.from(
                answer.path[i])[static_cast<std::size_t>(answer.actions[i] % actions_a_node)];
            CHECK(taken.to == answer.path[i + 1]);
            CHECK(rules.step(answer.resources[i], taken.to, taken.cost) == answer.resources[i + 1]);
        }
    }
}

TEST_CASE("a constrained search that frees a label that is still referenced") {
    // The label 0 -> 2 is expanded first; then 0 -> 1 -> 2 arrives at the same cost with more fuel
    // and dominates it, while the goal label that grew from the first waits in the queue.
    test_graph graph{4};
    graph.add(0, 2, 2);
    graph.add(0, 1, 2);
    graph.add(1, 2, 0);
    graph.add(2, 3, 0);
    using load = std::vector<int>;  // owns memory: the fuel, then every move made
    struct rules {
        std::optional<load> extend(const load& carried, int from,
                                   const senda::edge<int, int, int>& e) const {
            load next = carried;
            next.front() = e.to == 1 ? 10 : next.front() - e.cost;
            next.push_back(from * 100 + e.to);
            return next;
        }
        bool dominates(const load& a, const load& b) const { return a.front() >= b.front(); }
    };
    const auto answer = senda::constrained(as_edges(graph), 0, 3, rules{}, load{10});
    REQUIRE(answer);
    CHECK(answer.cost == 2);
    CHECK_EQ(replay_fault(graph, answer, 0, 3), "");
    REQUIRE(answer.resources.size() == answer.path.size());
    for (std::size_t i = 0; i + 1 < answer.path.size(); ++i) {
        REQUIRE(answer.resources[i + 1].size() == i + 2);
        CHECK(answer.resources[i + 1].back() == answer.path[i] * 100 + answer.path[i + 1]);
    }
}

TEST_CASE("a stored graph without edges has none to fetch ahead") {
    const auto g = *senda::csr<int>::from_edges(12, std::vector<senda::csr<int>::edge_type>{});
    std::vector<std::uint32_t> starts;
    for (std::uint32_t n = 0; n < 11; ++n) starts.push_back(n);
    for (const unsigned threads : {1U, 3U}) {
        const senda::options o{.threads = threads};
        CHECK(senda::dijkstra(g, senda::any_of(starts), 11U, o).status == senda::status::exhausted);
    }
}
