// SPDX-License-Identifier: MIT
#include <senda/search/ida_star.hpp>

#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/search/dijkstra.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("ida_star with any admissible heuristic finds what dijkstra finds") {
    for_each_graph(400, 7, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto answer = on_edges("ida_star").led(as_edges(graph), start, goal, h);
        check_optimal(graph, answer, start, goal, best);
        check_same(on_dense("ida_star").led(as_dense(graph), start, goal, h), answer);
    });
}

TEST_CASE("ida_star with real costs finds what dijkstra finds") {
    for_each_graph(150, 6, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 4.0; });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const table_heuristic<double> h;
        const auto answer = senda::ida_star(as_edges(graph), start, goal, h);
        const auto sure = on_reals("dijkstra").call(as_dense(graph), start, goal);
        CHECK(answer.status == sure.status);
        CHECK(answer.cost == sure.cost);
        if (answer) CHECK_EQ(replay_fault(graph, answer, start, goal), "");
    });
}

TEST_CASE("ida_star ends on cycles that cost nothing") {
    test_graph graph{4};
    graph.add(0, 0, 0);
    graph.add(0, 1, 0);
    graph.add(1, 0, 0);
    graph.add(1, 2, 3);
    const table_heuristic<int> h;
    CHECK(on_edges("ida_star").led(as_edges(graph), 0, 2, h).cost == 3);
    check_exhausted(on_edges("ida_star").led(as_edges(graph), 0, 3, h));
}

TEST_CASE("ida_star with an inadmissible heuristic ends with a path that replays") {
    for_each_graph(200, 6, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const auto h = nonsense<int>(graph.node_count(), 30, random);
        const auto answer = on_edges("ida_star").led(as_edges(graph), start, goal, h);
        if (best == unreachable) {
            check_exhausted(answer);
            return;
        }
        check_replays(graph, answer, start, goal);
        CHECK(static_cast<wide>(answer.cost) >= best);
    });
}

TEST_CASE("ida_star takes several starts and several goals") {
    for_each_graph(150, 6, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 2, random);
        const auto least = floyd_warshall(graph);
        const wide best = least_between(least, starts, goals);
        const auto h = random_admissible<int>(least, goals, random);
        const auto answer =
            on_dense("ida_star")
                .led(as_dense(graph), senda::any_of(starts), senda::any_of(goals), h);
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

TEST_CASE("ida_star needs memory only for one path") {
    test_graph ladder{13};
    table_heuristic<int> estimates;
    for (int node = 0; node < 13; ++node) {
        for (int way = 0; way < 3 && node < 12; ++way) ladder.add(node, node + 1, 1);
        estimates.estimate.push_back(12 - node);
    }
    const auto& h = estimates;
    const auto answer =
        on_edges("ida_star").led(as_edges(ladder), 0, 12, h, {.limits = {.bytes = 65'536}});
    CHECK(answer.status == senda::status::found);
    CHECK(answer.cost == 12);
}
