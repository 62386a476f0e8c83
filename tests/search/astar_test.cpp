// SPDX-License-Identifier: MIT
#include <senda/search/astar.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/search/dijkstra.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("astar with any admissible heuristic finds what dijkstra finds") {
    for_each_graph(500, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const wide best = between(least, start, goal);
            const auto h = random_admissible<int>(least, {goal}, random);
            const auto answer = on_edges("astar").led(as_edges(graph), start, goal, h);
            check_optimal(graph, answer, start, goal, best);
            check_same(on_dense("astar").led(dense, start, goal, h), answer);
            check_same(named(hashed_algorithms(), "astar").led(as_hashed(dense), start, goal, h),
                       answer);
        }
    });
}

TEST_CASE("astar with real costs and an inconsistent heuristic finds what dijkstra finds") {
    for_each_graph(200, 20, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 4.0; });
        const auto least = floyd_warshall(whole);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        table_heuristic<double> estimates;
        for (const int whole_estimate : random_admissible<int>(least, {goal}, random).estimate)
            estimates.estimate.push_back(whole_estimate / 4.0);
        const auto& h = estimates;
        const auto answer = senda::astar(as_edges(graph), start, goal, h);
        const auto sure = on_reals("dijkstra").call(as_dense(graph), start, goal);
        CHECK(answer.status == sure.status);
        CHECK(answer.cost == sure.cost);
        CHECK(answer.lower_bound == sure.lower_bound);
        if (answer) CHECK_EQ(replay_fault(graph, answer, start, goal), "");
        check_same(on_reals("astar").led(as_dense(graph), start, goal, h), answer);
    });
}

TEST_CASE("astar with the exact distance expands only a cheapest route") {
    for_each_graph(200, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        if (best == unreachable) return;
        const auto h = exact<int>(least, {goal});
        const auto answer = on_edges("astar").led(as_edges(graph), start, goal, h);
        check_optimal(graph, answer, start, goal, best);
        CHECK(answer.statistics.reopened == 0);
        CHECK(answer.statistics.expanded <=
              on_edges("dijkstra").call(as_edges(graph), start, goal).statistics.expanded);
    });
}

TEST_CASE("astar with a weight stays within the weight and knows a valid bound") {
    for_each_graph(300, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        const double weight = 1 + 4 * random.unit();
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto answer =
            on_edges("astar").led(as_edges(graph), start, goal, h, {.weight = weight});
        check_sound(graph, answer, start, goal, best);
        check_same(on_dense("astar").led(as_dense(graph), start, goal, h, {.weight = weight}),
                   answer);
        if (best == unreachable) return;
        CHECK(static_cast<double>(answer.cost) <= weight * static_cast<double>(best) + 1e-9);
    });
}

TEST_CASE("astar with several starts and several goals is still optimal") {
    for_each_graph(200, 15, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const auto least = floyd_warshall(graph);
        const wide best = least_between(least, starts, goals);
        const auto h = random_admissible<int>(least, goals, random);
        const auto answer =
            senda::astar(as_edges(graph), senda::any_of(starts), senda::any_of(goals), h);
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

TEST_CASE("astar with an inadmissible heuristic ends with a path that replays") {
    for_each_graph(300, 20, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const auto h =
            nonsense<int>(graph.node_count(), random.percent(50) ? 20 : 1'000'000, random);
        const auto answer = on_edges("astar").led(as_edges(graph), start, goal, h);
        if (best == unreachable) {
            check_exhausted(answer);
            return;
        }
        check_replays(graph, answer, start, goal);
        CHECK(static_cast<wide>(answer.cost) >= best);
    });
}

TEST_CASE("astar survives estimates at the very end of the type") {
    for_each_graph(100, 12, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const table_heuristic<int> h{.otherwise = std::numeric_limits<int>::max() - 2};
        const auto answer = on_edges("astar").led(as_edges(graph), start, goal, h);
        if (best == unreachable) {
            CHECK_FALSE(static_cast<bool>(answer));
        } else if (answer) {
            check_replays(graph, answer, start, goal);
        } else {
            CHECK(answer.status == senda::status::cost_limit);
        }
    });
}

TEST_CASE("astar takes infinity as proof that no goal can be reached from a node") {
    test_graph fork{4};
    fork.add(0, 1, 1);
    fork.add(1, 3, 1);
    fork.add(0, 2, 5);
    fork.add(2, 3, 5);
    std::vector<int> expanded;
    const steering recorder{.at_node = [&](int node, int) {
        expanded.push_back(node);
        return senda::flow::proceed;
    }};
    const table_heuristic<int> h{{0, std::numeric_limits<int>::max(), 0, 0}};
    const auto answer = on_dense("astar").led(as_dense(fork), 0, 3, h, recorder);
    CHECK(answer.path == std::vector{0, 2, 3});
    CHECK(answer.cost == 10);
    CHECK(std::find(expanded.begin(), expanded.end(), 1) == expanded.end());
}

TEST_CASE("astar takes estimates as real numbers where costs are whole") {
    test_graph fork{4};
    fork.add(0, 1, 1);
    fork.add(1, 3, 1);
    fork.add(0, 2, 5);
    fork.add(2, 3, 5);
    const table_heuristic<double> closed{{0.5, std::numeric_limits<double>::infinity(), 0.5, 0.5}};
    CHECK(senda::astar(as_pairs(fork), 0, 3, closed).path == std::vector{0, 2, 3});
    const table_heuristic<double> far{{0, 1e300, 0, 0}};
    CHECK(senda::astar(as_pairs(fork), 0, 3, far).path == std::vector{0, 2, 3});
    const table_heuristic<double> near{.otherwise = 1.9};
    CHECK(senda::astar(as_pairs(fork), 0, 3, near).cost == 2);
}

TEST_CASE("astar breaks ties alike with whole and real costs however far apart they are") {
    for (const int scale : {1, 100, 1000, 5000, 100'000}) {
        CAPTURE(scale);
        for_each_graph(100, 15, [scale](const test_graph& small, split_mix64& random) {
            const auto whole = with_costs<int>(small, [scale](int cost) { return cost * scale; });
            const auto real = with_costs<double>(whole, [](int cost) { return double{1} * cost; });
            const int start = random.below(small.node_count());
            const int goal = random.below(small.node_count());
            const auto h = random_admissible<int>(floyd_warshall(whole), {goal}, random);
            const auto by_buckets = on_edges("astar").led(as_edges(whole), start, goal, h);
            const auto by_heap = senda::astar(as_edges(real), start, goal, h);
            CHECK(by_buckets.path == by_heap.path);
            CHECK(by_buckets.statistics.expanded == by_heap.statistics.expanded);
            CHECK(by_buckets.statistics.reopened == by_heap.statistics.reopened);
        });
    }
}
