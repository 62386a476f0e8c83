// SPDX-License-Identifier: MIT
#include <senda/search/k_shortest.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/search/dijkstra.hpp>
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
    CHECK(answer.status == (all.empty()           ? senda::status::exhausted
                            : all.size() < wanted ? senda::status::complete
                                                  : senda::status::found));
    REQUIRE(answer.routes.size() == expected);
    if (all.size() < wanted) CHECK(answer.lower_bound == senda::infinite<int>);
    if (all.size() >= wanted) CHECK(same_cost(answer.lower_bound, all[wanted - 1].cost));
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

TEST_CASE("k_shortest for fewer routes gives the first of those for more") {
    for_each_graph(200, 7, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto many = senda::k_shortest(as_dense(graph), start, goal, 40);
        std::uint64_t expanded = 0;
        for (std::size_t k = 1; k <= many.routes.size(); ++k) {
            const auto few = senda::k_shortest(as_dense(graph), start, goal, k);
            REQUIRE(few.routes.size() == k);
            CHECK(few.routes.back().path == many.routes[k - 1].path);
            CHECK(few.routes.back().actions == many.routes[k - 1].actions);
            CHECK(few.statistics.expanded >= expanded);
            expanded = few.statistics.expanded;
        }
    });
}

TEST_CASE("k_shortest for one route expands what dijkstra expands") {
    for_each_graph(200, 20, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto one = senda::k_shortest(as_edges(graph), start, goal, 1);
        const auto best = senda::dijkstra(as_edges(graph), start, goal);
        REQUIRE(one.routes.size() == (best ? 1 : 0));
        if (best) CHECK(one.routes[0].cost == best.cost);
        CHECK(one.statistics.expanded == best.statistics.expanded);
        CHECK(one.statistics.generated == best.statistics.generated);
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
    CHECK(answer.status == senda::status::complete);
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
    const auto answer = senda::k_shortest(as_edges(graph), 0, 1, 0);
    CHECK(answer.status == senda::status::found);
    CHECK(answer.routes.empty());
    CHECK(answer.lower_bound == 0);
    CHECK(answer.statistics.expanded == 0);
}

TEST_CASE("k_shortest on graphs larger than what is explored at once lists the cheapest paths") {
    // Strips three nodes wide: some hundred routes, far from the start to the goal.
    split_mix64 random{7};
    for (int round = 0; round < rounds(60); ++round) {
        CAPTURE(round);
        const int length = random.between(3, 6);
        const int dearest = random.percent(30) ? 1 : 9;
        test_graph graph{3 * length + 40};
        const auto join = [&](int a, int b) {
            graph.add(a, b, random.between(dearest == 1 ? 1 : 0, dearest));
            graph.add(b, a, random.between(dearest == 1 ? 1 : 0, dearest));
        };
        for (int x = 0; x < length; ++x)
            for (int y = 0; y < 3; ++y) {
                if (x + 1 < length) join(3 * x + y, 3 * x + y + 3);
                if (y < 2) join(3 * x + y, 3 * x + y + 1);
            }
        // And a tail that leads nowhere, which is explored only if there is need.
        for (int node = 3 * length; node < graph.node_count(); ++node)
            graph.add(node == 3 * length ? 0 : node - 1, node, 1);
        const int goal = 3 * length - 1;
        const auto all = simple_paths(graph, {0}, {goal});
        for (const std::size_t wanted : {5U, 60U, 1000U}) {
            CAPTURE(wanted);
            check_routes(senda::k_shortest(as_edges(graph), 0, goal, wanted), graph, 0, goal, all,
                         wanted);
        }
    }
}

TEST_CASE(
    "k_shortest with rounded costs lists routes in order, and each cost is the sum along it") {
    for_each_graph(150, 7, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost * 0.1; });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto all = simple_paths(whole, {start}, {goal});
        const auto answer = senda::k_shortest(as_edges(graph), start, goal, 30);
        REQUIRE(answer.routes.size() == std::min<std::size_t>(30, all.size()));
        for (std::size_t i = 0; i < answer.routes.size(); ++i) {
            const double expected = static_cast<double>(all[i].cost) * 0.1;
            CHECK(answer.routes[i].cost == doctest::Approx(expected));
            CHECK_EQ(replay_fault(graph, answer.routes[i], start, goal), "");
            if (i > 0) CHECK(!(answer.routes[i].cost < answer.routes[i - 1].cost));
        }
    });
}

TEST_CASE("k_shortest from a start that is the goal has the one empty route") {
    test_graph loop{2};
    loop.add(0, 1, 1);
    loop.add(1, 0, 1);
    const auto answer = senda::k_shortest(as_edges(loop), 0, 0, 4);
    CHECK(answer.status == senda::status::complete);
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
    for_each_graph(300, 6, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const auto all = simple_paths(graph, starts, goals);
        const auto answer =
            senda::k_shortest(as_edges(graph), senda::any_of(starts), senda::any_of(goals), 12);
        CHECK(answer.status == (all.empty()       ? senda::status::exhausted
                                : all.size() < 12 ? senda::status::complete
                                                  : senda::status::found));
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
