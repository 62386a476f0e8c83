// SPDX-License-Identifier: MIT
#include <senda/search/k_shortest.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"

using namespace support;

namespace {

/// Holds the routes against all simple paths, cheapest first.
template <class Answer>
void check_routes(const Answer& answer, const test_graph& graph, int start, int goal,
                  const std::vector<walk>& all, std::size_t wanted) {
    const std::size_t expected = std::min(wanted, all.size());
    CHECK(answer.status == (all.size() < wanted ? senda::status::exhausted : senda::status::found));
    REQUIRE(answer.routes.size() == expected);
    std::set<std::vector<int>> different;
    for (std::size_t i = 0; i < expected; ++i) {
        const auto& route = answer.routes[i];
        CHECK(same_cost(route.cost, all[i].cost));
        CHECK_EQ(replay_fault(graph, route, start, goal), "");
        CHECK(std::set<int>(route.path.begin(), route.path.end()).size() == route.path.size());
        different.insert(route.path);
    }
    CHECK(different.size() == expected);
}

}  // namespace

TEST_CASE("k_shortest lists the cheapest simple paths in order") {
    for_each_graph(500, 6, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto all = simple_paths(graph, {start}, {goal});
        for (const std::size_t wanted : {1U, 2U, 3U, 10U, 100U}) {
            CAPTURE(wanted);
            const auto answer = senda::k_shortest(as_edges(graph), start, goal, wanted);
            check_routes(answer, graph, start, goal, all, wanted);
            const auto dense = senda::k_shortest(as_dense(graph), start, goal, wanted);
            REQUIRE(dense.routes.size() == answer.routes.size());
            for (std::size_t i = 0; i < answer.routes.size(); ++i) {
                CHECK(dense.routes[i].path == answer.routes[i].path);
                CHECK(dense.routes[i].actions == answer.routes[i].actions);
            }
        }
    });
}

TEST_CASE("k_shortest gives fewer routes than asked when fewer exist") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(1, 3, 1);
    graph.add(0, 2, 2);
    graph.add(2, 3, 2);
    graph.add(1, 0, 1);
    const auto answer = senda::k_shortest(as_edges(graph), 0, 3, 5);
    CHECK(answer.status == senda::status::exhausted);
    REQUIRE(answer.routes.size() == 2);
    CHECK(answer.routes[0].path == std::vector{0, 1, 3});
    CHECK(answer.routes[1].path == std::vector{0, 2, 3});
}

TEST_CASE("k_shortest does not count parallel edges as different routes") {
    test_graph graph{2};
    graph.add(0, 1, 5);
    graph.add(0, 1, 2);
    graph.add(0, 1, 2);
    const auto answer = senda::k_shortest(as_edges(graph), 0, 1, 3);
    REQUIRE(answer.routes.size() == 1);
    CHECK(answer.routes[0].cost == 2);
    CHECK(answer.routes[0].actions == std::vector{action_of(0, 1)});
}

TEST_CASE("k_shortest with no routes asked for does nothing") {
    test_graph graph{2};
    graph.add(0, 1, 5);
    CHECK(senda::k_shortest(as_edges(graph), 0, 1, 0).routes.empty());
}

TEST_CASE("k_shortest from a start that is the goal has the one empty route") {
    test_graph loop{2};
    loop.add(0, 1, 1);
    loop.add(1, 0, 1);
    const auto answer = senda::k_shortest(as_edges(loop), 0, 0, 4);
    CHECK(answer.status == senda::status::exhausted);
    REQUIRE(answer.routes.size() == 1);
    CHECK(answer.routes[0].path == std::vector{0});
    CHECK(answer.routes[0].cost == 0);
}

TEST_CASE("k_shortest takes a goal as a predicate") {
    for_each_graph(100, 6, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto answer =
            senda::k_shortest(as_edges(graph), start, [goal](int node) { return node == goal; }, 4);
        check_routes(answer, graph, start, goal, simple_paths(graph, {start}, {goal}), 4);
    });
}

TEST_CASE("k_shortest with real costs lists the cheapest simple paths in order") {
    for_each_graph(150, 6, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 4.0; });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto all = simple_paths(whole, {start}, {goal});
        const auto answer = senda::k_shortest(as_edges(graph), start, goal, 20);
        REQUIRE(answer.routes.size() == std::min<std::size_t>(20, all.size()));
        for (std::size_t i = 0; i < answer.routes.size(); ++i) {
            CHECK(answer.routes[i].cost * 4 == static_cast<double>(all[i].cost));
            CHECK_EQ(replay_fault(graph, answer.routes[i], start, goal), "");
        }
    });
}

TEST_CASE("k_shortest takes several starts and several goals") {
    for_each_graph(200, 6, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 2, random);
        const auto goals = some_nodes(graph.node_count(), 2, random);
        const auto all = simple_paths(graph, starts, goals);
        const auto answer =
            senda::k_shortest(as_edges(graph), senda::any_of(starts), senda::any_of(goals), 12);
        CHECK(answer.status == (all.size() < 12 ? senda::status::exhausted : senda::status::found));
        REQUIRE(answer.routes.size() == std::min<std::size_t>(12, all.size()));
        std::set<std::vector<int>> different;
        for (std::size_t i = 0; i < answer.routes.size(); ++i) {
            CHECK(same_cost(answer.routes[i].cost, all[i].cost));
            CHECK_EQ(replay_fault(graph, answer.routes[i]), "");
            CHECK(starts.count(answer.routes[i].path.front()) == 1);
            CHECK(goals.count(answer.routes[i].path.back()) == 1);
            different.insert(answer.routes[i].path);
        }
        CHECK(different.size() == answer.routes.size());
    });
}

TEST_CASE("k_shortest stopped by a limit keeps the routes it is sure of") {
    for_each_graph(60, 6, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto all = simple_paths(graph, {start}, {goal});
        const auto full = senda::k_shortest(as_edges(graph), start, goal, 30);
        for (std::uint64_t limit = 0; limit <= full.statistics.expanded; limit += 3) {
            const auto answer = senda::k_shortest(as_edges(graph), start, goal, 30,
                                                  {.limits = {.expansions = limit}});
            CHECK(answer.statistics.expanded <= limit);
            REQUIRE(answer.routes.size() <= full.routes.size());
            if (answer.routes.size() < full.routes.size() || answer.status != full.status)
                CHECK(answer.status == senda::status::expansion_limit);
            for (std::size_t i = 0; i < answer.routes.size(); ++i)
                CHECK(same_cost(answer.routes[i].cost, all[i].cost));
        }
    });
}

TEST_CASE("k_shortest stops at limits of memory and cost and time") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(1, 3, 1);
    graph.add(0, 2, 2);
    graph.add(2, 3, 2);
    graph.add(0, 3, 9);
    const auto poor = senda::k_shortest(as_edges(graph), 0, 3, 3, {.limits = {.bytes = 100}});
    CHECK(poor.status == senda::status::memory_limit);
    CHECK(poor.routes.empty());
    const auto stingy = senda::k_shortest(as_edges(graph), 0, 3, 3, {.limits = {.cost = 4}});
    CHECK(stingy.status == senda::status::cost_limit);
    REQUIRE(stingy.routes.size() == 2);
    CHECK(stingy.routes[1].cost == 4);
    const auto hasty = senda::k_shortest(as_edges(graph), 0, 3, 3, {.limits = {.time = 0.0}});
    CHECK(hasty.status == senda::status::time_limit);
    CHECK(hasty.routes.empty());
}
