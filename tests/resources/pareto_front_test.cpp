// SPDX-License-Identifier: MIT
#include <senda/resources/pareto_front.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <type_traits>
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
    CHECK(answer.status == (expected.empty() ? senda::status::exhausted : senda::status::complete));
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

/// The pairs of cost and resource of a front, with the resource as a number.
template <class Model, class Answer>
std::set<std::pair<wide, int>> trades_of(const Answer& answer) {
    std::set<std::pair<wide, int>> trades;
    for (const auto& route : answer.routes)
        trades.insert({static_cast<wide>(route.cost), Model::value(route.resource())});
    CHECK(trades.size() == answer.routes.size());
    return trades;
}

template <class Model>
auto labels_of(const test_graph& graph, const std::set<int>& goals, const Model& model, int first) {
    return label_costs(graph, {0}, goals, first, [&](int now, int from, int to, int cost) {
        return model.step(now, from, to, cost);
    });
}

/// Calls `body(graph, model, first, random)` for graphs with many labels a node and every kind of
/// resource.
template <class Body>
void for_each_kind_of_trade(int count, Body body) {
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

template <class A, class B>
void check_same_front(const A& a, const B& b) {
    CHECK(a.status == b.status);
    REQUIRE(a.routes.size() == b.routes.size());
    for (std::size_t i = 0; i < a.routes.size(); ++i) {
        CHECK(a.routes[i].cost == b.routes[i].cost);
        CHECK(a.routes[i].path == b.routes[i].path);
        CHECK(a.routes[i].actions == b.routes[i].actions);
        CHECK(a.routes[i].resources == b.routes[i].resources);
    }
}

}  // namespace

TEST_CASE("pareto_front with many labels a node is what trying all gives") {
    std::size_t most = 0;
    for_each_kind_of_trade(60, [&](const test_graph& graph, const auto& model, const auto& first,
                                   split_mix64& random) {
        using rules = std::remove_cvref_t<decltype(model)>;
        const int last = graph.node_count() - 1;
        const auto goals = random.percent(50) ? std::set{last} : std::set{last - 1, last};
        const auto labels = labels_of(graph, goals, model, model.value(first));
        const auto expected = front_at(labels, goals, rules::beats);
        const auto answer =
            senda::pareto_front(as_edges(graph), 0, senda::any_of(goals), model, first);
        CHECK(answer.status ==
              (expected.empty() ? senda::status::exhausted : senda::status::complete));
        CHECK((trades_of<rules>(answer) == expected));
        for (const auto& route : answer.routes) {
            CHECK_EQ(replay_fault(graph, route), "");
            CHECK(replays(graph, route.path, route.actions, route.resources, model));
        }
        most = std::max(most, answer.routes.size());
    });
    CHECK(most >= 20);  // there were many
}

TEST_CASE("pareto_front has a cost limit in its way only if a label was left out for it") {
    for_each_kind_of_trade(
        60, [](const test_graph& graph, const auto& model, const auto& first, split_mix64& random) {
            using rules = std::remove_cvref_t<decltype(model)>;
            const int last = graph.node_count() - 1;
            const auto goals = random.percent(50) ? std::set{last} : std::set{last - 2, last};
            const auto labels = labels_of(graph, goals, model, model.value(first));
            const auto front = front_at(labels, goals, rules::beats);
            wide dearest = front.empty() ? 0 : front.rbegin()->first;
            for (int node = 0; node < graph.node_count(); ++node)
                if (goals.count(node) == 0)
                    for (const auto& [cost, left] : front_at(labels, {node}, rules::beats))
                        dearest = std::max(dearest, cost);
            const auto full =
                senda::pareto_front(as_edges(graph), 0, senda::any_of(goals), model, first);
            const auto within = [&](wide limit) {
                return senda::pareto_front(as_edges(graph), 0, senda::any_of(goals), model, first,
                                           {.limits = {.cost = static_cast<int>(limit)}});
            };
            check_same_front(within(dearest), full);
            check_same_front(within(dearest + 1), full);
            const int step = 1 + static_cast<int>(dearest) / 7;
            for (wide limit = 0; limit < dearest; limit += step) {
                const auto answer = within(limit);
                CHECK(answer.status == senda::status::cost_limit);
                std::set<std::pair<wide, int>> below;
                for (const auto& trade : front)
                    if (trade.first <= limit) below.insert(trade);
                CHECK((trades_of<rules>(answer) == below));
            }
        });
}

TEST_CASE("pareto_front does not mind a goal beyond the cost limit that another goal beats") {
    test_graph graph{3};
    graph.add(0, 1, 3);
    graph.add(0, 2, 8);
    const auto answer = senda::pareto_front(as_edges(graph), 0, senda::any_of(std::set{1, 2}),
                                            fuel_rules{20, 0}, 20, {.limits = {.cost = 5}});
    CHECK(answer.status == senda::status::complete);
    REQUIRE(answer.routes.size() == 1);
    CHECK(answer.routes[0].cost == 3);
    const auto filled = senda::pareto_front(as_edges(graph), 0, senda::any_of(std::set{1, 2}),
                                            fuel_rules{20, 1U << 2}, 20, {.limits = {.cost = 5}});
    CHECK(filled.status == senda::status::cost_limit);
    CHECK(filled.routes.size() == 1);
}

TEST_CASE("pareto_front that is restarted answers as a fresh search does") {
    for_each_kind_of_trade(
        12, [](const test_graph& graph, const auto& model, const auto& first, split_mix64& random) {
            const auto next = as_edges(graph);
            senda::pareto_front_search search(next, 0, 0, model, first);
            std::uint64_t most = 0;
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
                senda::pareto_front_search fresh(next, start, goal, model, first);
                fresh.run();
                check_same_front(search.result(), fresh.result());
                CHECK(search.statistics().expanded == fresh.statistics().expanded);
                most = std::max(most, fresh.statistics().bytes);
            }
            // What the routes of one front took is given back before the next.
            const std::uint64_t before = search.statistics().bytes;
            for (int again = 0; again < 5; ++again) {
                search.restart(0, graph.node_count() - 1, first);
                search.run();
            }
            const std::uint64_t once = search.statistics().bytes;
            for (int again = 0; again < 20; ++again) {
                search.restart(0, graph.node_count() - 1, first);
                search.run();
            }
            CHECK(search.statistics().bytes == once);
            CHECK(before <= once);
        });
}

TEST_CASE("pareto_front with many labels a node keeps to its limits, exactly") {
    for_each_kind_of_trade(
        12, [](const test_graph& graph, const auto& model, const auto& first, split_mix64&) {
            const auto run = [&](const senda::limits& l) {
                return senda::pareto_front(as_edges(graph), 0, graph.node_count() - 1, model, first,
                                           {.limits = l});
            };
            const auto full = run({});
            const std::uint64_t expanded = full.statistics.expanded;
            const std::uint64_t bytes = full.statistics.bytes;
            check_same_front(run({.expansions = expanded}), full);
            CHECK(run({.expansions = expanded - 1}).status == senda::status::expansion_limit);
            CHECK(run({.expansions = 0}).status == senda::status::expansion_limit);
            check_same_front(run({.bytes = bytes}), full);
            CHECK(run({.bytes = bytes}).statistics.bytes == bytes);
            CHECK(run({.bytes = 0}).status == senda::status::memory_limit);
            for (std::uint64_t limit = bytes - 1; limit > bytes / 16; limit -= 1 + limit / 32) {
                const auto answer = run({.bytes = limit});
                CHECK(answer.statistics.bytes <= limit);
                if (answer.status == full.status) {
                    check_same_front(answer, full);
                } else {
                    CHECK(answer.status == senda::status::memory_limit);
                }
            }
        });
}

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
    REQUIRE(full.status == senda::status::complete);
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
