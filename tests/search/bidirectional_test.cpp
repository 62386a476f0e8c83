// SPDX-License-Identifier: MIT
#include <senda/search/bidirectional.hpp>

#include <cstdlib>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("bidirectional finds a cheapest route on every graph") {
    for_each_graph(500, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 4; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const auto answer = on_dense("bidirectional").call(dense, start, goal);
            check_optimal(graph, answer, start, goal, between(least, start, goal));
            check_same(
                named(hashed_algorithms(), "bidirectional").call(as_hashed(dense), start, goal),
                answer);
        }
    });
}

TEST_CASE("bidirectional and bfs agree where every move is a step") {
    for_each_graph(300, 25, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = undirected(with_unit_costs(weighted));
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto both = senda::bidirectional(senda::symmetric(as_nodes(graph)), start, goal);
        const auto one = on_edges("bfs").call(as_edges(graph), start, goal);
        CHECK(both.status == one.status);
        CHECK(both.cost == one.cost);
        CHECK(both.lower_bound == one.lower_bound);
        if (both) CHECK_EQ(replay_fault(graph, both, start, goal), "");
    });
}

TEST_CASE("bidirectional with real costs finds what dijkstra finds") {
    for_each_graph(200, 20, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 4.0; });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto both = on_reals("bidirectional").call(as_dense(graph), start, goal);
        const auto one = on_reals("dijkstra").call(as_dense(graph), start, goal);
        CHECK(both.status == one.status);
        CHECK(both.cost == one.cost);
        if (both) CHECK_EQ(replay_fault(graph, both, start, goal), "");
    });
}

TEST_CASE("bidirectional takes several starts and several goals") {
    for_each_graph(200, 15, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide best = least_between(floyd_warshall(graph), starts, goals);
        const auto answer = on_dense("bidirectional")
                                .call(as_dense(graph), senda::any_of(starts), senda::any_of(goals));
        if (best == unreachable) {
            check_exhausted(answer);
            return;
        }
        REQUIRE(answer.status == senda::status::found);
        CHECK(same_cost(answer.cost, best));
        CHECK(starts.count(answer.path.front()) == 1);
        CHECK(goals.count(answer.path.back()) == 1);
        CHECK_EQ(replay_fault(graph, answer), "");
    });
}

TEST_CASE("bidirectional with names and edges as ranges replays its actions") {
    for_each_graph(60, 10, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto answer =
            senda::bidirectional(named_view<int>{&graph}, name_of_node(start), name_of_node(goal));
        check_optimal(graph, answer, start, goal, between(floyd_warshall(graph), start, goal));
    });
}

TEST_CASE("bidirectional does not stop at the first meeting") {
    // The frontiers meet first in 5, at 6 + 6; the detour over 1 and 2 costs less.
    test_graph graph{6};
    graph.add(0, 5, 6);
    graph.add(5, 3, 6);
    graph.add(0, 1, 4);
    graph.add(1, 2, 3);
    graph.add(2, 3, 4);
    CHECK(on_dense("bidirectional").call(as_dense(graph), 0, 3).cost == 11);
}

TEST_CASE("bidirectional expands far less than one direction on an open plane") {
    const plane everywhere;
    const auto both = on_plane("bidirectional").call(everywhere, {0, 0}, {30, 0});
    const auto one = on_plane("bfs").call(everywhere, {0, 0}, {30, 0});
    CHECK(both.cost == 30);
    CHECK(one.cost == 30);
    CHECK(both.statistics.expanded < one.statistics.expanded * 3 / 4);
}
