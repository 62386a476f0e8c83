// SPDX-License-Identifier: MIT
#include <senda/search/range.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/search/reachable.hpp>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/checks.hpp"

using namespace support;

namespace {

template <class Range>
auto listed(Range&& range) {
    std::vector<std::decay_t<decltype(*range.begin())>> all;
    for (auto&& each : range) all.push_back(each);
    return all;
}

/// What a recursive depth-first walk visits, in order.
std::vector<int> depth_first(const test_graph& graph, int start) {
    std::vector<int> order;
    std::vector<bool> seen(graph.out.size(), false);
    auto visit = [&](auto&& self, int node) -> void {
        seen[static_cast<std::size_t>(node)] = true;
        order.push_back(node);
        for (const auto& edge : graph.from(node))
            if (!seen[static_cast<std::size_t>(edge.to)]) self(self, edge.to);
    };
    visit(visit, start);
    return order;
}

}  // namespace

TEST_CASE("bfs_range visits what reachable lists") {
    for_each_graph(200, 20, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const auto expected = senda::reachable(as_nodes(graph), start).nodes;
        CHECK(listed(senda::bfs_range(as_nodes(graph), start)) == expected);
        CHECK(listed(senda::bfs_range(as_dense(graph), start)) == expected);
    });
}

TEST_CASE("dfs_range visits in the order of a recursive walk") {
    for_each_graph(200, 20, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const auto expected = depth_first(graph, start);
        CHECK(listed(senda::dfs_range(as_nodes(graph), start)) == expected);
        CHECK(listed(senda::dfs_range(as_dense(graph), start)) == expected);
    });
}

TEST_CASE("dijkstra_range visits every node once in order of its cost") {
    for_each_graph(200, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        std::set<int> seen;
        int before = 0;
        for (const auto& [node, cost] : senda::dijkstra_range(as_pairs(graph), start)) {
            CHECK(cost >= before);
            CHECK(same_cost(cost, between(least, start, node)));
            CHECK(seen.insert(node).second);
            before = cost;
        }
        for (int node = 0; node < graph.node_count(); ++node)
            CHECK((seen.count(node) == 1) == (between(least, start, node) != unreachable));
    });
}

TEST_CASE("a range of an endless graph can be left with a plain break") {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    std::vector<int> seen;
    for (auto v : senda::bfs_range(next, 1)) {
        if (v > 50) break;
        seen.push_back(v);
    }
    CHECK(seen.front() == 1);
    CHECK(std::set<int>(seen.begin(), seen.end()).size() == seen.size());
    for (auto v : senda::dfs_range([](int n) { return std::array{n + 1}; }, 0))
        if (v == 1000) break;
    for (auto [v, cost] :
         senda::dijkstra_range([](int n) { return std::array{std::pair{n + 1, 0.5}}; }, 0)) {
        CHECK(cost == v * 0.5);
        if (v == 1000) break;
    }
}

TEST_CASE("a range does no work before it is asked") {
    int calls = 0;
    auto next = [&calls](int n) {
        ++calls;
        return std::array{n + 1};
    };
    {
        auto range = senda::bfs_range(next, 0);
        CHECK(calls == 0);
        auto at = range.begin();
        CHECK(*at == 0);
        CHECK(calls <= 1);
        ++at;
        CHECK(*at == 1);
        CHECK(calls <= 2);
    }
    calls = 0;
    for (int v : senda::bfs_range(next, 0))
        if (v == 10) break;
    CHECK(calls <= 11);
}

TEST_CASE("a range owns the temporary graph it was made from") {
    const auto range_of = [](int width) {
        std::vector<std::vector<int>> lists(static_cast<std::size_t>(width));
        for (int i = 0; i < width; ++i)
            lists[static_cast<std::size_t>(i)].push_back((i * 7 + 3) % width);
        return senda::bfs_range([lists](int n) { return lists[static_cast<std::size_t>(n)]; }, 0);
    };
    std::size_t count = 0;
    for ([[maybe_unused]] int v : range_of(50)) ++count;
    CHECK(count > 1);
}

TEST_CASE("a range ends on a graph without edges after its start") {
    const test_graph edgeless{5};
    CHECK(listed(senda::bfs_range(as_nodes(edgeless), 4)) == std::vector{4});
    CHECK(listed(senda::dfs_range(as_nodes(edgeless), 4)) == std::vector{4});
}

TEST_CASE("a range tells how its walk stands") {
    test_graph graph{10};
    for (int node = 0; node < 9; ++node) graph.add(node, node + 1, 1);
    auto walk = senda::bfs_range(as_dense(graph), 0);
    int seen = 0;
    for ([[maybe_unused]] const auto& node : walk)
        if (++seen == 3) break;
    CHECK(walk.status() == senda::status::running);
    CHECK(walk.statistics().expanded < 4);
    for (auto i = walk.begin(); i != walk.end(); i++) ++seen;
    CHECK(seen == graph.node_count());
    CHECK(walk.status() == senda::status::complete);
    CHECK(walk.statistics().expanded == static_cast<std::uint64_t>(graph.node_count()));
}
