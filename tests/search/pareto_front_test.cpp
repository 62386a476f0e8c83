// SPDX-License-Identifier: MIT
#include <senda/search/pareto_front.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/resource_models.hpp"

using namespace support;

namespace {

template <class Model, class Resource>
bool replays(const test_graph& graph, const std::vector<int>& path, const std::vector<int>& actions,
             const std::vector<Resource>& resources, const Model& model) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const auto& taken =
            graph.from(path[i])[static_cast<std::size_t>(actions[i] % actions_a_node)];
        const senda::edge<int, int, int> edge{taken.to, taken.cost, actions[i]};
        const auto next = model.extend(resources[i], path[i], edge);
        if (!next || !(*next == resources[i + 1])) return false;
    }
    return true;
}

/// Holds a front against the one found by trying all.
template <class Answer, class Resource, class Model>
void check_front(const test_graph& graph, const Answer& answer,
                 const std::set<std::pair<wide, Resource>>& expected, const Model& model, int start,
                 int goal) {
    CHECK(answer.status == (expected.empty() ? senda::status::exhausted : senda::status::found));
    std::set<std::pair<wide, Resource>> front;
    wide before = 0;
    for (const auto& route : answer.routes) {
        CHECK(static_cast<wide>(route.cost) >= before);
        before = static_cast<wide>(route.cost);
        front.insert({before, route.resource()});
        CHECK_EQ(replay_fault(graph, route, start, goal), "");
        REQUIRE(route.resources.size() == route.path.size());
        CHECK(route.resources.back() == route.resource());
        CHECK(replays(graph, route.path, route.actions, route.resources, model));
    }
    CHECK(front.size() == answer.routes.size());
    CHECK((front == expected));
}

}  // namespace

TEST_CASE("pareto_front of cost and fuel is what trying all gives") {
    for_each_graph(500, 8, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const fuel_rules rules{random.between(1, 25), static_cast<unsigned>(random.below(256))};
        const auto labels = label_costs(
            graph, {start}, {goal}, rules.tank,
            [&](int fuel, int, int to, int cost) { return rules.step(fuel, to, cost); });
        const auto expected = front_at(labels, {goal}, [](int a, int b) { return a >= b; });
        const auto answer = senda::pareto_front(as_edges(graph), start, goal, rules, rules.tank);
        check_front(graph, answer, expected, rules, start, goal);
        const auto dense = senda::pareto_front(as_dense(graph), start, goal, rules, rules.tank);
        check_front(graph, dense, expected, rules, start, goal);
        REQUIRE(dense.routes.size() == answer.routes.size());
        for (std::size_t i = 0; i < answer.routes.size(); ++i)
            CHECK(dense.routes[i].path == answer.routes[i].path);
    });
}

TEST_CASE("pareto_front of cost and things collected is what trying all gives") {
    for_each_graph(400, 7, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const key_rules rules{static_cast<unsigned>(random.below(128)), random.between(2, 4)};
        const auto labels = label_costs(
            graph, {start}, {goal}, 0U,
            [&](unsigned keys, int from, int to, int) { return rules.step(keys, from, to); });
        const auto expected =
            front_at(labels, {goal}, [](unsigned a, unsigned b) { return (a & b) == b; });
        check_front(graph, senda::pareto_front(as_edges(graph), start, goal, rules, 0U), expected,
                    rules, start, goal);
    });
}

TEST_CASE("pareto_front keeps one route where two are equally good") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(0, 2, 1);
    graph.add(1, 3, 1);
    graph.add(2, 3, 1);
    const fuel_rules rules{5, 0};
    const auto answer = senda::pareto_front(as_edges(graph), 0, 3, rules, 5);
    REQUIRE(answer.routes.size() == 1);
    CHECK(answer.routes[0].cost == 2);
    CHECK(answer.routes[0].resource() == 3);
}

TEST_CASE("pareto_front stops at its limits") {
    split_mix64 random{5};
    const auto graph = random_graph<int>(shape::dense, 8, random);
    const int goal = graph.node_count() - 1;
    const fuel_rules rules{200, 2U};
    const auto full = senda::pareto_front(as_edges(graph), 0, goal, rules, 200);
    REQUIRE(full.status == senda::status::found);
    for (std::uint64_t limit = 0; limit < full.statistics.expanded; ++limit) {
        const auto answer = senda::pareto_front(as_edges(graph), 0, goal, rules, 200,
                                                {.limits = {.expansions = limit}});
        CHECK(answer.status == senda::status::expansion_limit);
        CHECK(answer.statistics.expanded == limit);
    }
    const auto poor =
        senda::pareto_front(as_edges(graph), 0, goal, rules, 200, {.limits = {.bytes = 64}});
    CHECK(poor.status == senda::status::memory_limit);
}
