// SPDX-License-Identifier: MIT
// Paths that cost more than the limit are not followed, and that is not "no path".
#include <doctest/doctest.h>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("a cost limit keeps what costs no more") {
    for_each_graph(60, 8, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        if (best == unreachable) return;
        const dense_view dense{graph};
        const auto exact = static_cast<double>(best);
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            // bfs counts moves; the others add costs up.
            if (algorithm.name == "bfs") continue;
            INFO("algorithm: " << algorithm.name);
            for (const double limit : {exact, exact + 0.5, exact + 10}) {
                const auto answer =
                    algorithm.call(dense, start, goal, senda::options{.limits = {.cost = limit}});
                if (algorithm.optimal) {
                    check_optimal(graph, answer, start, goal, best);
                } else if (answer) {
                    CHECK(answer.cost <= limit);
                    CHECK_EQ(replay_fault(graph, answer, start, goal), "");
                } else {
                    CHECK(answer.status == senda::status::cost_limit);
                    CHECK(static_cast<wide>(answer.lower_bound) <= best);
                }
            }
            if (best == 0) continue;
            for (const double limit : {exact - 0.5, exact - 1, exact / 2}) {
                const auto answer =
                    algorithm.call(dense, start, goal, senda::options{.limits = {.cost = limit}});
                check_no_path(answer, senda::status::cost_limit);
                CHECK(static_cast<wide>(answer.lower_bound) <= best);
            }
        }
    });
}

TEST_CASE("a cost limit of bfs is a number of moves") {
    test_graph row{10};
    for (int node = 0; node < 9; ++node) row.add(node, node + 1, 1);
    const auto chain = as_edges(row);
    for (const double limit : {3.0, 4.5}) {
        const senda::options o{.limits = {.cost = limit}};
        for (int goal = 0; goal <= limit; ++goal)
            CHECK(on_edges("bfs").call(chain, 0, goal, o).cost == goal);
        for (int goal = 5; goal < 8; ++goal) {
            const auto answer = on_edges("bfs").call(chain, 0, goal, o);
            check_no_path(answer, senda::status::cost_limit);
            CHECK(answer.lower_bound <= goal);
        }
    }
    CHECK(on_edges("bfs").call(chain, 0, 1, {.limits = {.cost = 0}}).status ==
          senda::status::cost_limit);
}

TEST_CASE("a cost limit that was never in the way leaves no path exhausted") {
    test_graph graph{3};
    graph.add(0, 1, 4);
    const dense_view dense{graph};
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        check_exhausted(algorithm.call(dense, 0, 2, senda::options{.limits = {.cost = 4}}));
    }
}
