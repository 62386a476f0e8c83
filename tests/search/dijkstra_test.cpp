// SPDX-License-Identifier: MIT
#include <senda/search/dijkstra.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// One query on the same graph with costs of another type, `parts` to the unit.
template <class Cost>
void check_cost_type(const test_graph& graph, int start, int goal, wide best, int parts) {
    const auto changed = with_costs<Cost>(graph, [parts](int cost) {
        return static_cast<Cost>(static_cast<Cost>(cost) / static_cast<Cost>(parts));
    });
    const auto answer = senda::dijkstra(as_edges(changed), start, goal);
    if (best == unreachable) {
        check_exhausted(answer);
        return;
    }
    check_replays(changed, answer, start, goal);
    CHECK(static_cast<double>(answer.cost) * parts == static_cast<double>(best));
}

}  // namespace

TEST_CASE("dijkstra finds a cheapest route on every graph") {
    for_each_graph(400, 30, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 4; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const auto answer = on_edges("dijkstra").call(as_edges(graph), start, goal);
            check_optimal(graph, answer, start, goal, between(least, start, goal));
            const auto in_arrays = on_dense("dijkstra").call(dense, start, goal);
            check_same_answer(in_arrays, answer);
            // What an engine did that gave up is counted as well.
            CHECK(in_arrays.statistics.expanded >= answer.statistics.expanded);
            check_same(named(hashed_algorithms(), "dijkstra").call(as_hashed(dense), start, goal),
                       answer);
            CHECK(answer.statistics.reopened == 0);
        }
    });
}

TEST_CASE("dijkstra is right with costs of every arithmetic type") {
    for_each_graph(150, 12, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        check_cost_type<double>(graph, start, goal, best, 4);
        check_cost_type<float>(graph, start, goal, best, 4);
        check_cost_type<std::int64_t>(graph, start, goal, best, 1);
        check_cost_type<std::uint64_t>(graph, start, goal, best, 1);
        check_cost_type<std::uint8_t>(graph, start, goal, best, 1);
    });
}

TEST_CASE("dijkstra adds small integer costs up beyond their own type") {
    basic_test_graph<std::uint8_t> chain{100};
    for (int node = 0; node < 99; ++node) chain.add(node, node + 1, 255);
    const auto answer = senda::dijkstra(as_edges(chain), 0, 99);
    static_assert(std::is_same_v<decltype(answer.cost), int>);
    CHECK(answer.cost == 99 * 255);
}

TEST_CASE("dijkstra takes several starts and several goals") {
    for_each_graph(200, 15, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide best = least_between(floyd_warshall(graph), starts, goals);
        const auto in_goals = [&](int node) { return goals.count(node) != 0; };
        const auto answer = senda::dijkstra(as_edges(graph), senda::any_of(starts), in_goals);
        check_same(
            on_dense("dijkstra").call(as_dense(graph), senda::any_of(starts), senda::any_of(goals)),
            answer);
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

TEST_CASE("dijkstra without a goal knows every distance") {
    for_each_graph(100, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const dense_view dense{graph};
        senda::dijkstra_search search{dense, start};
        CHECK(search.run() == senda::status::exhausted);
        for (int node = 0; node < graph.node_count(); ++node) {
            const wide best = between(least, start, node);
            const auto cost = search.cost_to(node);
            const auto path = search.path_to(node);
            REQUIRE(cost.has_value() == (best != unreachable));
            CHECK(path.empty() == !cost.has_value());
            if (!cost) continue;
            CHECK(same_cost(*cost, best));
            CHECK_EQ(replay_fault(graph, path, std::vector<int>{}, *cost), "");
            CHECK(path.front() == start);
            CHECK(path.back() == node);
        }
    });
}

TEST_CASE("dijkstra expands nodes in order of cost and each once") {
    for_each_graph(200, 20, [](const test_graph& graph, split_mix64& random) {
        std::vector<int> costs;
        std::vector<int> times(graph.out.size(), 0);
        const steering recorder{.at_node = [&](int node, int cost) {
            costs.push_back(cost);
            ++times[static_cast<std::size_t>(node)];
            return senda::flow::proceed;
        }};
        CHECK(on_dense("dijkstra")
                  .call(as_dense(graph), random.below(graph.node_count()), -1, senda::options{},
                        recorder)
                  .status == senda::status::exhausted);
        CHECK(std::is_sorted(costs.begin(), costs.end()));
        for (int each : times) CHECK(each <= 1);
    });
}

TEST_CASE("dijkstra breaks a tie for the way it met first") {
    test_graph diamond{4};
    diamond.add(0, 2, 1);
    diamond.add(0, 1, 1);
    diamond.add(1, 3, 1);
    diamond.add(2, 3, 1);
    CHECK(on_edges("dijkstra").call(as_edges(diamond), 0, 3).path == std::vector{0, 2, 3});
    CHECK(on_dense("dijkstra").call(as_dense(diamond), 0, 3).path == std::vector{0, 2, 3});
}

TEST_CASE("dijkstra has no estimate that a weight could make its bound worse by") {
    test_graph line{3};
    line.add(0, 1, 4);
    line.add(1, 2, 4);
    const senda::options weighted{.weight = 2.5};
    CHECK(on_edges("dijkstra").call(as_edges(line), 0, 2, weighted).lower_bound == 8);
    CHECK(on_dense("dijkstra").call(as_dense(line), 0, 2, weighted).lower_bound == 8);
    senda::dijkstra_search stepped{dense_view{line}, 0, 2, weighted};
    stepped.run();
    CHECK(stepped.result().lower_bound == 8);
}
