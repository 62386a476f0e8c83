// SPDX-License-Identifier: MIT
// One graph in every spelling: the same answer.
#include <algorithm>
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// Emits nodes, costs and actions of other types than it declares.
struct mixed {
    using node_type = std::int64_t;
    using cost_type = double;
    using action_type = std::string;
    void successors(std::int64_t n, auto&& emit) const {
        emit(static_cast<int>(n) + 1, 1, "one");
        emit(n + 2, 1.5F, std::string{"two"});
    }
};

}  // namespace

TEST_CASE("moves without costs are the same in every spelling") {
    for_each_graph(150, 15, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto nodes = senda::bfs(as_nodes(graph), start, goal);
        const auto sink = senda::bfs(as_sink(graph), start, goal);
        const auto pairs = senda::bfs(as_pairs(graph), start, goal);
        const auto places = senda::bfs(place_view<int>{&graph}, place{start}, place{goal});
        const auto names =
            senda::bfs(named_view<int>{&graph}, name_of_node(start), name_of_node(goal));
        check_same_answer(sink, nodes);
        check_same_answer(pairs, nodes);
        CHECK(ids(places.path) == nodes.path);
        CHECK(ids(names.path) == nodes.path);
        CHECK(places.cost == nodes.cost);
        CHECK(names.cost == nodes.cost);
        CHECK(names.status == nodes.status);
        if (names) CHECK_EQ(replay_fault(graph, names, start, goal), "");
    });
}

TEST_CASE("moves with costs are the same in every spelling") {
    for_each_graph(150, 15, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto edges = on_edges("dijkstra").call(as_edges(graph), start, goal);
        const auto pairs = senda::dijkstra(as_pairs(graph), start, goal);
        const auto dense = on_dense("dijkstra").call(as_dense(graph), start, goal);
        const auto places = senda::dijkstra(place_view<int>{&graph}, place{start}, place{goal});
        const auto names =
            senda::dijkstra(named_view<int>{&graph}, name_of_node(start), name_of_node(goal));
        check_same(dense, edges);
        CHECK(pairs.path == edges.path);
        CHECK(pairs.cost == edges.cost);
        CHECK(pairs.actions.empty());
        CHECK(ids(places.path) == edges.path);
        CHECK(ids(names.path) == edges.path);
        CHECK(names.actions == edges.actions);
    });
}

TEST_CASE("a graph can be given as an lvalue, as a const lvalue and as a temporary") {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    const auto constant = next;
    CHECK(senda::bfs(next, 1, 23).cost == 7);
    CHECK(senda::bfs(constant, 1, 23).cost == 7);
    CHECK(senda::bfs([](int n) { return std::array{2 * n, n + 1}; }, 1, 23).cost == 7);
    // A graph that keeps something from call to call: it remembers the largest node it was asked
    // for.
    auto remembering = [largest = 0](int n) mutable {
        largest = std::max(largest, n);
        return std::array{2 * n, n + 1, largest};
    };
    CHECK(senda::bfs(remembering, 1, 23).cost == 7);
    CHECK(senda::bfs(+[](int n) { return std::array{2 * n, n + 1}; }, 1, 23).cost == 7);
}

TEST_CASE("a range of successors may be a reference to the graph's own lists") {
    struct lists {
        std::vector<std::vector<int>> out{{1, 2}, {3}, {3}, {}};
        const std::vector<int>& successors(int n) const { return out[static_cast<std::size_t>(n)]; }
    };
    CHECK(senda::bfs(lists{}, 0, 3).cost == 2);
    struct maps {
        std::vector<std::map<int, double>> out{{{1, 0.5}, {2, 4}}, {{2, 0.25}}, {}};
        const std::map<int, double>& successors(int n) const {
            return out[static_cast<std::size_t>(n)];
        }
    };
    CHECK(senda::dijkstra(maps{}, 0, 2).cost == 0.75);
    struct plain_array {
        int out[3][2] = {{1, 2}, {2, 0}, {0, 1}};
        const int (&successors(int n) const)[2] { return out[n]; }
    };
    CHECK(senda::bfs(plain_array{}, 0, 2).cost == 1);
}

TEST_CASE("a sink may emit moves, costs and actions of convertible types") {
    const auto answer = senda::dijkstra(mixed{}, 0, 4);
    CHECK(answer.cost == 3);
    CHECK(answer.actions == std::vector<std::string>{"two", "two"});
}
