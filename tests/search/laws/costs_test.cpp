// SPDX-License-Identifier: MIT
// Costs and estimates that make no sense: below zero, not a number, infinite.
#include <doctest/doctest.h>
#include <limits>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("an infinite cost closes an edge") {
    basic_test_graph<double> graph{3};
    graph.add(0, 1, std::numeric_limits<double>::infinity());
    graph.add(0, 2, 1);
    graph.add(2, 1, 3);
    const dense_view dense{graph};
    for (const real_algorithm& algorithm : real_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        CHECK(algorithm.call(dense, 0, 1).cost == 4);
    }
    graph.out[2].clear();
    const dense_view closed{graph};
    for (const real_algorithm& algorithm : real_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        CHECK_FALSE(static_cast<bool>(algorithm.call(closed, 0, 1)));
    }
}

TEST_CASE("a cost below zero is reported wherever it is met") {
    for_each_graph(150, 8, [](const test_graph& positive, split_mix64& random) {
        test_graph graph = positive;
        const int from = random.below(graph.node_count());
        graph.add(from, random.below(graph.node_count()), -random.between(1, 5));
        const int start = random.below(graph.node_count());
        const bool met = between(floyd_warshall(positive), start, from) != unreachable;
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            // bfs looks at no cost; bidirectional has a test of its own.
            if (algorithm.name == "bfs" || algorithm.name == "bidirectional") continue;

            INFO("algorithm: " << algorithm.name);
            const auto answer = algorithm.call(dense, start, -1);
            if (met) {
                check_no_path(answer, senda::status::negative_cost);
            } else {
                check_exhausted(answer);
            }
        }
    });
}

TEST_CASE("bidirectional reports a cost below zero from either side") {
    test_graph graph{6};
    graph.add(0, 1, -1);
    graph.add(1, 2, 1);
    graph.add(2, 3, 1);
    graph.add(3, 4, 1);
    graph.add(4, 5, 1);
    check_no_path(on_dense("bidirectional").call(as_dense(graph), 0, 5),
                  senda::status::negative_cost);
    graph.out[0][0].cost = 1;
    graph.out[4][0].cost = -1;
    check_no_path(on_dense("bidirectional").call(as_dense(graph), 0, 5),
                  senda::status::negative_cost);
}

TEST_CASE("a cost that is not a number is reported and zero with a sign is not") {
    basic_test_graph<double> graph{3};
    graph.add(0, 1, -0.0);
    graph.add(1, 2, std::numeric_limits<double>::quiet_NaN());
    const dense_view dense{graph};
    for (const real_algorithm& algorithm : real_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        check_no_path(algorithm.call(dense, 0, 2), senda::status::negative_cost);
        graph.out[1][0].cost = -std::numeric_limits<double>::infinity();
        check_no_path(algorithm.call(dense, 0, 2), senda::status::negative_cost);
        graph.out[1][0].cost = 2;
        CHECK(algorithm.call(dense, 0, 2).cost == 2);
        graph.out[1][0].cost = std::numeric_limits<double>::quiet_NaN();
    }
}

TEST_CASE("an estimate that is not a number or below zero still ends with a path") {
    basic_test_graph<double> graph{4};
    graph.add(0, 1, 1);
    graph.add(1, 3, 1);
    graph.add(0, 2, 1);
    graph.add(2, 3, 5);
    const dense_view dense{graph};
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -3.0,
                             -std::numeric_limits<double>::infinity()}) {
        CAPTURE(bad);
        const table_heuristic<double> h{.otherwise = bad};
        for (const auto& answer :
             {on_reals("astar").led(dense, 0, 3, h), on_reals("greedy").led(dense, 0, 3, h),
              on_reals("ida_star").led(dense, 0, 3, h)}) {
            CHECK(answer.status == senda::status::found);
            CHECK_EQ(replay_fault(graph, answer, 0, 3), "");
        }
        CHECK(on_reals("astar").led(dense, 0, 3, h, {.weight = 3}).status == senda::status::found);
    }
}

TEST_CASE("a weight that makes no sense counts as one") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(1, 3, 1);
    graph.add(0, 2, 1);
    graph.add(2, 3, 5);
    const table_heuristic<int> h{{0, 1, 0, 0}};
    for (const double weight : {std::numeric_limits<double>::quiet_NaN(), -1.0, 0.0, 0.5,
                                std::numeric_limits<double>::infinity()}) {
        CAPTURE(weight);
        const auto answer = on_edges("astar").led(as_edges(graph), 0, 3, h, {.weight = weight});
        CHECK(answer.status == senda::status::found);
        CHECK_EQ(replay_fault(graph, answer, 0, 3), "");
        if (!(weight > 1)) CHECK(answer.cost == 2);
        CHECK(answer.lower_bound <= 2);
    }
}
