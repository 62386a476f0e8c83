// SPDX-License-Identifier: MIT
#include <senda/search/astar.hpp>

#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/adaptors.hpp>
#include <utility>
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

TEST_CASE("greedy finds a path within the limit, also past a node that it met by a dear one") {
    // The first path to 1 is so dear that nothing beyond it is within what the type holds.
    const auto near_the_end = [](int n) {
        using edges = std::vector<std::pair<int, int>>;
        constexpr int most = std::numeric_limits<int>::max() - 1;
        if (n == 0) return edges{{1, most - 1}, {2, 5}};
        if (n == 1) return edges{{3, 10}};
        if (n == 2) return edges{{1, 5}};
        return edges{};
    };
    const auto nearest_first = [](int n) { return n == 1 ? 1 : n == 2 ? 2 : 0; };
    const auto found = senda::greedy(near_the_end, 0, 3, nearest_first);
    CHECK(found.status == senda::status::found);
    CHECK(found.cost == 20);
    CHECK(found.path == std::vector{0, 2, 1, 3});
    CHECK(found.statistics.expanded == 6);  // 0, 1 and 2, and the same once more
    const auto limited = senda::greedy(near_the_end, 0, 3, nearest_first, {.limits = {.cost = 19}});
    CHECK(limited.status == senda::status::cost_limit);
    const auto closed = [](int n) { return n == 2 ? senda::infinite<int> : 0; };
    CHECK(senda::greedy(near_the_end, 0, 3, closed).status == senda::status::cost_limit);
}
