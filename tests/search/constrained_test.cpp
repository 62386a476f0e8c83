// SPDX-License-Identifier: MIT
#include <senda/search/constrained.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/graph/adaptors.hpp>
#include <senda/search/dijkstra.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/resource_models.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// Replays the resources along the path with the very edges that the actions name.
template <class Answer, class Model>
std::string resource_fault(const test_graph& graph, const Answer& answer, const Model& model) {
    if (answer.resources.size() != answer.path.size()) return "not one resource a node";
    if (answer.actions.size() + 1 != answer.path.size()) return "not one action a move";
    for (std::size_t i = 0; i + 1 < answer.path.size(); ++i) {
        const int from = answer.path[i];
        const auto& taken =
            graph.from(from)[static_cast<std::size_t>(answer.actions[i] % actions_a_node)];
        const senda::edge<int, int, int> edge{taken.to, taken.cost, answer.actions[i]};
        const auto next = model.extend(answer.resources[i], from, edge);
        if (!next) return "a dead label is on the path";
        if (!(*next == answer.resources[i + 1])) return "a resource is of another label";
    }
    return {};
}

template <class Answer, class Model>
void check_constrained(const test_graph& graph, const Answer& answer, const Model& model, int start,
                       const std::set<int>& goals, wide best) {
    if (best == unreachable) {
        check_exhausted(answer);
        CHECK(answer.resources.empty());
        return;
    }
    REQUIRE(answer.status == senda::status::found);
    CHECK(same_cost(answer.cost, best));
    CHECK(answer.lower_bound == answer.cost);
    CHECK(answer.path.front() == start);
    CHECK(goals.count(answer.path.back()) == 1);
    CHECK_EQ(replay_fault(graph, answer), "");
    CHECK_EQ(resource_fault(graph, answer, model), "");
}

}  // namespace

TEST_CASE("constrained without a resource finds what dijkstra finds") {
    for_each_graph(300, 20, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto answer =
            senda::constrained(as_edges(graph), start, goal, no_rules{}, no_resource{});
        check_constrained(graph, answer, no_rules{}, start, {goal},
                          between(floyd_warshall(graph), start, goal));
        const auto sure = on_edges("dijkstra").call(as_edges(graph), start, goal);
        CHECK(answer.cost == sure.cost);
        CHECK(answer.status == sure.status);
    });
}

TEST_CASE("constrained by fuel finds the cheapest route that does not run dry") {
    for_each_graph(500, 8, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const fuel_rules rules{random.between(1, 20), static_cast<unsigned>(random.below(256))};
        const int full = rules.tank;
        const auto labels = label_costs(
            graph, {start}, {goal}, full,
            [&](int fuel, int, int to, int cost) { return rules.step(fuel, to, cost); });
        const wide best = cheapest_at(labels, {goal});
        const dense_view dense{graph};
        const auto answer = senda::constrained(as_edges(graph), start, goal, rules, full);
        check_constrained(graph, answer, rules, start, {goal}, best);
        if (best != unreachable) CHECK(answer.resources.front() == full);
        const auto other = senda::constrained(dense, start, goal, rules, full);
        check_same(other, answer);
        CHECK(other.resources == answer.resources);
        const auto h = random_admissible<int>(floyd_warshall(graph), {goal}, random);
        check_constrained(graph, senda::constrained(dense, start, goal, rules, full, h), rules,
                          start, {goal}, best);
    });
}

TEST_CASE("constrained by what was collected finds the cheapest route through the doors") {
    for_each_graph(400, 7, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const key_rules rules{static_cast<unsigned>(random.below(128)), random.between(2, 4)};
        const auto labels = label_costs(
            graph, {start}, {goal}, 0U,
            [&](unsigned keys, int from, int to, int) { return rules.step(keys, from, to); });
        check_constrained(graph, senda::constrained(as_edges(graph), start, goal, rules, 0U), rules,
                          start, {goal}, cheapest_at(labels, {goal}));
    });
}

TEST_CASE("constrained with a resource that only knows equality keeps every different label") {
    for_each_graph(300, 8, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const beat_rules rules{random.between(2, 4)};
        const auto labels = label_costs(
            graph, {start}, {goal}, 0, [&](int now, int, int to, int) -> std::optional<int> {
                const auto next = rules.extend(beat{now}, 0, test_edge<int>{to, 0});
                return next ? std::optional<int>{next->value} : std::nullopt;
            });
        check_constrained(graph, senda::constrained(as_edges(graph), start, goal, rules, beat{0}),
                          rules, start, {goal}, cheapest_at(labels, {goal}));
    });
}

TEST_CASE("constrained takes several starts and several goals") {
    for_each_graph(200, 8, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 2, random);
        const auto goals = some_nodes(graph.node_count(), 2, random);
        const fuel_rules rules{random.between(1, 20), static_cast<unsigned>(random.below(256))};
        const auto labels = label_costs(
            graph, starts, goals, rules.tank,
            [&](int fuel, int, int to, int cost) { return rules.step(fuel, to, cost); });
        const auto answer = senda::constrained(as_edges(graph), senda::any_of(starts),
                                               senda::any_of(goals), rules, rules.tank);
        const wide best = cheapest_at(labels, goals);
        if (answer) CHECK(starts.count(answer.path.front()) == 1);
        check_constrained(graph, answer, rules, answer ? answer.path.front() : 0, goals, best);
    });
}

TEST_CASE("constrained may pass a node twice when that is what it takes") {
    // The tank holds 4. From 1 the goal is 4 away, so the way leads over the station 2 and back.
    test_graph graph{4};
    graph.add(0, 1, 2);
    graph.add(1, 2, 1);
    graph.add(2, 1, 1);
    graph.add(1, 3, 3);
    const fuel_rules rules{4, 1U << 2};
    const auto answer = senda::constrained(as_edges(graph), 0, 3, rules, 4);
    CHECK(answer.cost == 7);
    CHECK(answer.path == std::vector{0, 1, 2, 1, 3});
    CHECK(answer.resources == std::vector{4, 2, 4, 3, 0});
}

TEST_CASE("constrained gives the label it found and not a cheaper one at the same node") {
    // At 2 the cheap label has too little fuel left for the last edge: the route must not mix the
    // two.
    test_graph graph{5};
    graph.add(0, 1, 1);
    graph.add(1, 2, 5);
    graph.add(0, 3, 4);
    graph.add(3, 2, 3);
    graph.add(2, 4, 6);
    const fuel_rules rules{10, 1U << 3};
    const auto answer = senda::constrained(as_edges(graph), 0, 4, rules, 10);
    CHECK(answer.cost == 13);
    CHECK(answer.path == std::vector{0, 3, 2, 4});
    CHECK(answer.resources == std::vector{10, 10, 7, 1});
}

TEST_CASE("constrained stops at its limits with a valid bound") {
    split_mix64 random{11};
    const auto graph = random_graph<int>(shape::dense, 8, random);
    const int goal = graph.node_count() - 1;
    const fuel_rules rules{300, 0};
    const dense_view dense{graph};
    const auto full = senda::constrained(dense, 0, goal, rules, 300);
    REQUIRE(full);
    for (std::uint64_t limit = 0; limit < full.statistics.expanded; ++limit) {
        const auto answer =
            senda::constrained(dense, 0, goal, rules, 300, {.limits = {.expansions = limit}});
        check_no_path(answer, senda::status::expansion_limit);
        CHECK(answer.statistics.expanded == limit);
        CHECK(answer.lower_bound <= full.cost);
    }
    for (std::uint64_t limit = 0; limit < full.statistics.bytes; limit += 64) {
        const auto answer =
            senda::constrained(dense, 0, goal, rules, 300, {.limits = {.bytes = limit}});
        CHECK(answer.statistics.bytes <= limit);
        if (answer) {
            CHECK(answer.cost == full.cost);
        } else {
            check_no_path(answer, senda::status::memory_limit);
            CHECK(answer.lower_bound <= full.cost);
        }
    }
}

TEST_CASE("constrained led by what the resource allows finds the same with less work") {
    std::uint64_t led = 0;
    std::uint64_t blind = 0;
    for_each_graph(300, 12, [&](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const fuel_rules rules{random.between(5, 30), 0};
        const auto least = floyd_warshall(graph);
        // Without stations, whoever has less fuel than the way takes never arrives.
        const auto h = [&](int node, int fuel) {
            const wide left = between(least, node, goal);
            return left > fuel ? infinite<int> : static_cast<int>(left);
        };
        const auto plain = senda::constrained(as_edges(graph), start, goal, rules, rules.tank);
        const auto answer = senda::constrained(as_edges(graph), start, goal, rules, rules.tank, h);
        CHECK(answer.status == plain.status);
        CHECK(answer.cost == plain.cost);
        if (answer) CHECK_EQ(replay_fault(graph, answer), "");
        led += answer.statistics.expanded;
        blind += plain.statistics.expanded;
    });
    CHECK(led * 2 < blind);
}
