// SPDX-License-Identifier: MIT
#include <senda/search/all_shortest.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/checks.hpp"

using namespace support;

namespace {

/// All routes in their order.
template <class Routes>
std::vector<std::vector<int>> listed(const Routes& answer) {
    std::vector<std::vector<int>> routes;
    for (const auto& path : answer.routes()) routes.push_back(ids(path));
    return routes;
}

/// Holds an answer against the routes found by trying all.
template <class Routes>
void check_routes(const Routes& answer, const test_graph& graph, const std::set<int>& starts,
                  const std::set<int>& goals) {
    const auto expected = shortest_simple_paths(graph, starts, goals);
    const auto routes = listed(answer);
    CHECK(std::set(routes.begin(), routes.end()) == expected);
    CHECK(routes.size() == expected.size());
    CHECK(listed(answer) == routes);
    CHECK(static_cast<bool>(answer) == !expected.empty());
    const bool endless = endless_shortest_walks(graph, starts, goals);
    CHECK(answer.endless() == endless);
    const auto count = answer.count();
    REQUIRE(count.has_value() == !endless);
    if (count) CHECK(count->to_string() == std::to_string(expected.size()));
    const wide best = least_between(floyd_warshall(graph), starts, goals);
    if (best == unreachable) {
        CHECK(answer.status == senda::status::exhausted);
        CHECK(answer.cost == infinite<int>);
        CHECK(answer.lower_bound == infinite<int>);
    } else {
        CHECK(answer.status == senda::status::found);
        CHECK(same_cost(answer.cost, best));
        CHECK(answer.lower_bound == answer.cost);
    }
}

/// `length` diamonds in a row: two ways through each.
test_graph diamonds(int length) {
    test_graph graph{3 * length + 1};
    for (int i = 0; i < length; ++i) {
        graph.add(3 * i, 3 * i + 1, 1);
        graph.add(3 * i, 3 * i + 2, 2);
        graph.add(3 * i + 1, 3 * i + 3, 2);
        graph.add(3 * i + 2, 3 * i + 3, 1);
    }
    return graph;
}

}  // namespace

TEST_CASE("all_shortest lists every cheapest route once and counts them") {
    for_each_graph(500, 7, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto answer = senda::all_shortest(as_edges(graph), start, goal);
        check_routes(answer, graph, {start}, {goal});
        const dense_view dense{graph};
        CHECK(listed(senda::all_shortest(dense, start, goal)) == listed(answer));
    });
}

TEST_CASE("all_shortest finds the many ties of unit costs") {
    for_each_graph(300, 8, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        check_routes(senda::all_shortest(as_nodes(graph), start, goal), graph, {start}, {goal});
        check_routes(senda::all_shortest(as_dense(graph), start, goal), graph, {start}, {goal});
    });
}

TEST_CASE("all_shortest takes several starts and several goals") {
    for_each_graph(300, 6, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        check_routes(
            senda::all_shortest(as_edges(graph), senda::any_of(starts), senda::any_of(goals)),
            graph, starts, goals);
    });
}

TEST_CASE("all_shortest with real costs counts only exact ties") {
    for_each_graph(150, 6, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 4.0; });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto answer = senda::all_shortest(as_pairs(graph), start, goal);
        const auto routes = listed(answer);
        CHECK(std::set(routes.begin(), routes.end()) ==
              shortest_simple_paths(whole, {start}, {goal}));
    });
}

TEST_CASE("all_shortest counts more routes than any machine word holds") {
    const test_graph graph = diamonds(200);
    const dense_view dense{graph};
    const auto answer = senda::all_shortest(dense, 0, 600);
    CHECK(answer.cost == 600);
    REQUIRE(answer.count().has_value());
    CHECK(answer.count()->to_string() ==
          "1606938044258990275541962092341162602522202993782792835301376");
    std::set<std::vector<int>> first;
    for (const auto& path : answer.routes()) {
        CHECK_EQ(replay_fault(graph, path, std::vector<int>{}, answer.cost), "");
        first.insert(path);
        if (first.size() == 5) break;
    }
    CHECK(first.size() == 5);
}

TEST_CASE("all_shortest from a start that is the goal has the one empty route") {
    test_graph loop{2};
    loop.add(0, 0, 0);
    loop.add(0, 1, 0);
    loop.add(1, 0, 0);
    const auto answer = senda::all_shortest(as_edges(loop), 0, 0);
    CHECK(answer.cost == 0);
    CHECK_FALSE(answer.endless());
    REQUIRE(answer.count().has_value());
    CHECK(answer.count()->to_string() == "1");
    CHECK(listed(answer) == (std::vector<std::vector<int>>{{0}}));
}

TEST_CASE("all_shortest says when a cycle that costs nothing makes walks endless") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(1, 2, 0);
    graph.add(2, 1, 0);
    graph.add(2, 3, 1);
    const auto answer = senda::all_shortest(as_edges(graph), 0, 3);
    CHECK(answer.endless());
    CHECK_FALSE(answer.count().has_value());
    CHECK(listed(answer) == (std::vector<std::vector<int>>{{0, 1, 2, 3}}));
}

TEST_CASE("all_shortest stopped by a limit has no routes and a valid bound") {
    const test_graph graph = diamonds(20);
    const dense_view dense{graph};
    for (std::uint64_t limit = 0; limit < 50; ++limit) {
        const auto answer = senda::all_shortest(dense, 0, 60, {.limits = {.expansions = limit}});
        CHECK(answer.status == senda::status::expansion_limit);
        CHECK(answer.statistics.expanded <= limit);
        CHECK(answer.lower_bound <= 60);
        CHECK_FALSE(static_cast<bool>(answer));
        CHECK(listed(answer).empty());
    }
    const auto poor = senda::all_shortest(dense, 0, 60, {.limits = {.bytes = 100}});
    CHECK(poor.status == senda::status::memory_limit);
    CHECK(listed(poor).empty());
}
