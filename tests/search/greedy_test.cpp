// SPDX-License-Identifier: MIT
#include <senda/search/greedy.hpp>

#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("greedy finds a path wherever there is one and any heuristic will do") {
    for_each_graph(400, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        const auto good = random_admissible<int>(least, {goal}, random);
        const auto bad = nonsense<int>(graph.node_count(), 1000, random);
        const auto answer = on_edges("greedy").led(as_edges(graph), start, goal, good);
        check_sound(graph, answer, start, goal, best);
        const dense_view dense{graph};
        check_same(on_dense("greedy").led(dense, start, goal, good), answer);
        check_same(named(hashed_algorithms(), "greedy").led(as_hashed(dense), start, goal, good),
                   answer);
        const auto misled = on_edges("greedy").led(as_edges(graph), start, goal, bad);
        if (best == unreachable) {
            check_exhausted(misled);
        } else {
            check_replays(graph, misled, start, goal);
        }
    });
}

TEST_CASE("greedy follows the smallest estimate and not the smallest cost") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(0, 2, 50);
    graph.add(1, 3, 1);
    graph.add(2, 3, 50);
    const table_heuristic<int> h{{3, 2, 1, 0}};
    const auto answer = on_edges("greedy").led(as_edges(graph), 0, 3, h);
    CHECK(answer.path == std::vector{0, 2, 3});
    CHECK(answer.cost == 100);
    CHECK(answer.lower_bound <= 2);
}

TEST_CASE("greedy asks a node for its successors once") {
    for_each_graph(100, 20, [](const test_graph& graph, split_mix64& random) {
        std::vector<int> asked(graph.out.size(), 0);
        auto next = [&, inner = as_pairs(graph)](int node) {
            ++asked[static_cast<std::size_t>(node)];
            return inner(node);
        };
        const auto h = nonsense<int>(graph.node_count(), 9, random);
        CHECK(senda::greedy(next, random.below(graph.node_count()), -1, h).status ==
              senda::status::exhausted);
        for (int times : asked) CHECK(times <= 1);
    });
}
