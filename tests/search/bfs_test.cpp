// SPDX-License-Identifier: MIT
#include <senda/search/bfs.hpp>

#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("bfs finds a route with the fewest moves on every graph") {
    for_each_graph(400, 30, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 4; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const wide best = between(least, start, goal);
            const auto answer = on_edges("bfs").call(as_edges(graph), start, goal);
            check_optimal(graph, answer, start, goal, best);
            // Hashed storage looks nodes up in batches, so it may see a little more before it ends.
            check_same_answer(on_dense("bfs").call(dense, start, goal), answer);
            check_same(named(hashed_algorithms(), "bfs").call(as_hashed(dense), start, goal),
                       answer);
        }
    });
}

TEST_CASE("bfs and dijkstra with unit costs agree on every graph") {
    for_each_graph(300, 20, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto moves = on_edges("bfs").call(as_edges(graph), start, goal);
        const auto costs = on_edges("dijkstra").call(as_edges(graph), start, goal);
        CHECK(moves.status == costs.status);
        CHECK(moves.cost == costs.cost);
        CHECK(moves.path == costs.path);
    });
}

TEST_CASE("bfs takes a goal as a value and as a predicate") {
    test_graph graph{100};
    for (int n = 1; n < 50; ++n) {
        graph.add(n, 2 * n, 1);
        graph.add(n, n + 1, 1);
    }
    const auto next = as_edges(graph);
    const auto value = on_edges("bfs").call(next, 1, 23);
    const auto predicate = senda::bfs(next, 1, [](int n) { return n == 23; });
    CHECK(value.cost == 7);
    CHECK(value.path == std::vector{1, 2, 4, 5, 10, 11, 22, 23});
    check_same(value, predicate);
}

TEST_CASE("bfs takes several starts and several goals") {
    for_each_graph(200, 15, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide best = least_between(floyd_warshall(graph), starts, goals);
        const auto answer =
            senda::bfs(as_edges(graph), senda::any_of(starts), senda::any_of(goals));
        if (best == unreachable) {
            check_exhausted(answer);
            return;
        }
        REQUIRE(answer.status == senda::status::found);
        CHECK(same_cost(answer.cost, best));
        CHECK(starts.count(answer.path.front()) == 1);
        CHECK(goals.count(answer.path.back()) == 1);
        CHECK_EQ(replay_fault(graph, answer), "");
        const auto dense =
            on_dense("bfs").call(as_dense(graph), senda::any_of(starts), senda::any_of(goals));
        check_same_answer(dense, answer);
    });
}

TEST_CASE("bfs from a start that is the goal takes no move") {
    test_graph graph{7};
    graph.add(5, 6, 1);
    const auto answer = on_edges("bfs").call(as_edges(graph), 5, 5);
    CHECK(answer.status == senda::status::found);
    CHECK(answer.cost == 0);
    CHECK(answer.lower_bound == 0);
    CHECK(answer.path == std::vector{5});
    CHECK(answer.actions.empty());
}

TEST_CASE("bfs without a goal knows every distance") {
    for_each_graph(100, 20, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const auto next = as_edges(graph);
        senda::bfs_search search{next, start};
        CHECK(search.run() == senda::status::exhausted);
        for (int node = 0; node < graph.node_count(); ++node) {
            const wide best = between(least, start, node);
            const auto cost = search.cost_to(node);
            const auto path = search.path_to(node);
            REQUIRE(cost.has_value() == (best != unreachable));
            CHECK(path.empty() == !cost.has_value());
            CHECK(search.contains(node) == cost.has_value());
            const auto index = search.index_of(node);
            REQUIRE(index.has_value() == cost.has_value());
            if (!cost) continue;
            CHECK(same_cost(*cost, best));
            CHECK(search.reached(*index) == node);
            CHECK(search.depth(*index) == *cost);
            CHECK(search.reached(search.parent(*index)) ==
                  (path.size() < 2 ? node : path[path.size() - 2]));
            CHECK_EQ(replay_fault(graph, path, std::vector<int>{}, *cost), "");
            CHECK(path.front() == start);
            CHECK(path.back() == node);
        }
    });
}

TEST_CASE("bfs asks a node for its successors once") {
    for_each_graph(100, 20, [](const test_graph& graph, split_mix64& random) {
        std::vector<int> asked(graph.out.size(), 0);
        auto next = [&, inner = as_nodes(graph)](int node) {
            ++asked[static_cast<std::size_t>(node)];
            return inner(node);
        };
        const auto answer = senda::bfs(next, random.below(graph.node_count()), -1);
        std::uint64_t sum = 0;
        for (int times : asked) {
            CHECK(times <= 1);
            sum += static_cast<std::uint64_t>(times);
        }
        CHECK(answer.statistics.expanded == sum);
    });
}
