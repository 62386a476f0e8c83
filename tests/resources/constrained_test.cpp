// SPDX-License-Identifier: MIT
#include <senda/resources/constrained.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
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

/// What trying all gives on a graph with many labels a node.
template <class Model>
auto all_labels(const test_graph& graph, const std::set<int>& goals, const Model& model,
                int first) {
    return label_costs(graph, {0}, goals, first, [&](int now, int from, int to, int cost) {
        return model.step(now, from, to, cost);
    });
}

/// The most that any label costs that must be expanded: a limit below that is in the way.
template <class Model>
wide dearest_of(const test_graph& graph, const std::set<int>& goals, const Model&,
                const auto& labels) {
    wide most = 0;
    for (int node = 0; node < graph.node_count(); ++node)
        if (goals.count(node) == 0)
            for (const auto& [cost, left] : front_at(labels, {node}, Model::beats))
                most = std::max(most, cost);
    return most;
}

/// Calls `body(graph, model, first, random)` for graphs with many labels a node and every kind of
/// resource.
template <class Body>
void for_each_kind_of_resource(int count, Body body) {
    static_assert(senda::Hashable<beat> && !senda::Hashable<unhashed_beat>);
    for (int seed = 1; seed <= rounds(count); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed)};
        const test_graph graph = trading_graph(random);
        body(graph, trade_rules{}, random.between(20, 110), random);
        body(graph, gathering_rules{}, 0U, random);
        body(graph, clock_rules<beat>{}, beat{0}, random);
        body(graph, clock_rules<unhashed_beat>{}, unhashed_beat{0}, random);
    }
}

}  // namespace

TEST_CASE("constrained with many labels a node is what trying all gives") {
    for_each_kind_of_resource(
        60, [](const test_graph& graph, const auto& model, const auto& first, split_mix64& random) {
            const int goal = random.percent(80) ? graph.node_count() - 1 : -1;
            const auto labels = all_labels(graph, {goal}, model, model.value(first));
            check_constrained(graph, senda::constrained(as_edges(graph), 0, goal, model, first),
                              model, 0, {goal}, cheapest_at(labels, {goal}));
        });
}

TEST_CASE("constrained has a cost limit in its way only if a label was left out for it") {
    for_each_kind_of_resource(60, [](const test_graph& graph, const auto& model, const auto& first,
                                     split_mix64&) {
        const int nowhere = -1;
        const auto all = all_labels(graph, {nowhere}, model, model.value(first));
        const wide dearest = dearest_of(graph, {nowhere}, model, all);
        for (const wide limit : {dearest, dearest + 1, dearest + 1000}) {
            const auto answer = senda::constrained(as_edges(graph), 0, nowhere, model, first,
                                                   {.limits = {.cost = static_cast<int>(limit)}});
            check_exhausted(answer);
        }
        const int step = 1 + static_cast<int>(dearest) / 7;
        for (wide limit = 0; limit < dearest; limit += step) {
            const auto answer = senda::constrained(as_edges(graph), 0, nowhere, model, first,
                                                   {.limits = {.cost = static_cast<int>(limit)}});
            check_no_path(answer, senda::status::cost_limit);
            CHECK(answer.lower_bound > static_cast<int>(limit));
            CHECK(answer.lower_bound <= static_cast<int>(dearest));
        }
        const int goal = graph.node_count() - 1;
        const auto full = senda::constrained(as_edges(graph), 0, goal, model, first);
        if (!full) return;
        check_same_answer(senda::constrained(as_edges(graph), 0, goal, model, first,
                                             {.limits = {.cost = full.cost}}),
                          full);
        const auto less = senda::constrained(as_edges(graph), 0, goal, model, first,
                                             {.limits = {.cost = full.cost - 1}});
        check_no_path(less, senda::status::cost_limit);
        CHECK(less.lower_bound <= full.cost);
    });
}

TEST_CASE("constrained is not cut off by an estimate that is too high for the type of cost") {
    test_graph graph{3};
    graph.add(0, 1, 5);
    graph.add(1, 2, 5);
    const auto h = [](int node) { return node == 2 ? 0 : infinite<int> - 2; };
    const auto answer = senda::constrained(as_edges(graph), 0, 2, fuel_rules{20, 0}, 20, h);
    CHECK(answer.status == senda::status::found);
    CHECK(answer.cost == 10);
}

TEST_CASE("constrained that is restarted answers as a fresh search does") {
    for_each_kind_of_resource(
        40, [](const test_graph& graph, const auto& model, const auto& first, split_mix64& random) {
            const auto next = as_edges(graph);
            senda::constrained_search search(next, 0, 0, model, first);
            for (int query = 0; query < 8; ++query) {
                const int start = random.below(graph.node_count());
                const int goal = random.below(graph.node_count() + 1) - 1;
                search.restart(start, goal, first);
                if (query % 4 == 1) {
                    (void)search.step(3);  // left half way: the next query must not see it
                    continue;
                }
                if (query % 4 == 3) search.restart(start, first);
                search.run();
                senda::constrained_search fresh(next, start, goal, model, first);
                fresh.run();
                check_same(search.result(), fresh.result());
                CHECK(search.result().resources == fresh.result().resources);
                CHECK(search.labels() == fresh.labels());
            }
        });
}

TEST_CASE("constrained with other limits is restarted within them") {
    split_mix64 random{3};
    const test_graph graph = trading_graph(random);
    const int goal = graph.node_count() - 1;
    const auto next = as_edges(graph);
    senda::constrained_search search(next, 0, goal, trade_rules{}, 100);
    search.run();
    const int cost = search.result().cost;
    search.set_limits({.cost = cost - 1});
    search.restart(0, 100);
    CHECK(search.run() == senda::status::cost_limit);
    search.set_limits({});
    search.restart(0, 100);
    CHECK(search.run() == senda::status::found);
    CHECK(search.result().cost == cost);
}

TEST_CASE("constrained with many labels a node keeps to its limits, exactly") {
    for_each_kind_of_resource(
        12, [](const test_graph& graph, const auto& model, const auto& first, split_mix64&) {
            const int nowhere = -1;
            const auto run = [&](const senda::limits& l) {
                return senda::constrained(as_edges(graph), 0, nowhere, model, first, {.limits = l});
            };
            const auto full = run({});
            check_exhausted(full);
            const std::uint64_t expanded = full.statistics.expanded;
            const std::uint64_t bytes = full.statistics.bytes;
            check_exhausted(run({.expansions = expanded}));
            check_no_path(run({.expansions = expanded - 1}), senda::status::expansion_limit);
            check_no_path(run({.expansions = 0}), senda::status::expansion_limit);
            const auto enough = run({.bytes = bytes});
            check_exhausted(enough);
            CHECK(enough.statistics.bytes == bytes);
            check_no_path(run({.bytes = 0}), senda::status::memory_limit);
            for (std::uint64_t limit = bytes - 1; limit > bytes / 16; limit -= 1 + limit / 32) {
                const auto answer = run({.bytes = limit});
                CHECK(answer.statistics.bytes <= limit);
                if (answer.status != senda::status::exhausted)
                    check_no_path(answer, senda::status::memory_limit);
            }
        });
}

TEST_CASE(
    "constrained makes no second label of the same cost and resource, however many there are") {
    for_each_kind_of_resource(
        20, [](const test_graph& graph, const auto& model, const auto& first, split_mix64&) {
            test_graph twice = graph;
            for (int node = 0; node < graph.node_count(); ++node)
                for (const auto& edge : graph.from(node)) twice.add(node, edge.to, edge.cost);
            const auto next = as_edges(graph);
            const auto next_twice = as_edges(twice);
            senda::constrained_search once(next, 0, -1, model, first);
            senda::constrained_search again(next_twice, 0, -1, model, first);
            once.run();
            again.run();
            CHECK(again.labels() == once.labels());
            CHECK(again.statistics().expanded == once.statistics().expanded);
        });
}

TEST_CASE("constrained keeps a label whose resource is not a number") {
    // Not a number dominates nothing and nothing dominates it, so that each such label is kept.
    test_graph graph{2};
    for (int cost = 30; cost > 0; --cost) graph.add(0, 1, cost);
    struct rules {
        std::optional<double> extend(double, int, const senda::edge<int, int, int>& e) const {
            return e.cost % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : e.cost;
        }
    };
    const auto next = as_edges(graph);
    senda::constrained_search search(next, 0, -1, rules{}, 0.0);
    search.run();
    CHECK(search.labels() == 31);
    CHECK(search.statistics().expanded == 31);
}

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
