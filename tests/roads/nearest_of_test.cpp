// SPDX-License-Identifier: MIT
#include <senda/roads/many_to_many.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <utility>
#include <vector>

#include "roads/plain_hierarchy.hpp"
#include "support/checks.hpp"

using namespace support;

namespace nearest_of_set {

/// All nodes of a set by distance, then by number: `distance(node)` is `infinite` for those that
/// cannot be reached.
template <class Cost, class Distance>
std::vector<senda::node_distance<Cost>> sorted(const std::set<int>& set, Distance distance) {
    std::vector<std::pair<wide, int>> all;
    for (const int node : set)
        if (const wide d = distance(node); d < static_cast<wide>(senda::infinite<Cost>))
            all.emplace_back(d, node);
    std::sort(all.begin(), all.end());
    std::vector<senda::node_distance<Cost>> nodes;
    for (const auto& [d, node] : all)
        nodes.push_back({static_cast<std::uint32_t>(node), static_cast<Cost>(d)});
    return nodes;
}

template <class Cost>
void check_answer(const senda::nearest_nodes<Cost>& answer,
                  std::vector<senda::node_distance<Cost>> all, std::size_t wanted, Cost most) {
    const std::size_t reachable = all.size();
    std::erase_if(all, [&](const auto& near) { return near.cost > most; });
    const bool has_all = all.size() >= wanted;
    if (has_all) all.resize(wanted);
    CHECK(answer.nodes == all);
    CHECK(answer.status == (has_all                  ? senda::status::found
                            : all.size() < reachable ? senda::status::cost_limit
                            : all.empty()            ? senda::status::exhausted
                                                     : senda::status::complete));
}

template <class Cost>
void check(const basic_test_graph<Cost>& graph, split_mix64& random) {
    const plain_hierarchy<Cost> p(graph, random);
    const auto least = floyd_warshall(graph);
    const std::set<int> set = some_nodes(graph.node_count(), 12, random);
    std::vector<std::uint32_t> given(set.rbegin(), set.rend());
    given.push_back(given.front());
    given.push_back(static_cast<std::uint32_t>(graph.node_count()));
    const senda::nearest_of near(p, given);
    REQUIRE(near);
    CHECK(std::equal(near.nodes().begin(), near.nodes().end(), set.begin(), set.end(),
                     [](std::uint32_t a, int b) { return std::cmp_equal(a, b); }));
    for (int round = 0; round < 8; ++round) {
        const int node = random.below(graph.node_count());
        const auto count = static_cast<std::size_t>(random.below(15));
        const auto wanted = std::min(count, set.size());
        const Cost most =
            random.percent(60) ? senda::largest_cost<Cost> : static_cast<Cost>(random.below(30));
        const senda::options o{.limits = {.cost = most}};
        const auto at = static_cast<std::uint32_t>(node);
        const auto from = sorted<Cost>(set, [&](int to) { return between(least, node, to); });
        const auto to = sorted<Cost>(set, [&](int begin) { return between(least, begin, node); });
        check_answer(near.from(at, count, o), from, wanted, most);
        check_answer(near.to(at, count, o), to, wanted, most);
    }
    CHECK(near.from(static_cast<std::uint32_t>(graph.node_count()), 1).nodes.empty());
}

/// A circle of streets that lead both ways, at 1 a step.
inline test_graph circle(int nodes) {
    test_graph graph(nodes);
    for (int n = 0; n < nodes; ++n) {
        graph.add(n, (n + 1) % nodes, 1);
        graph.add((n + 1) % nodes, n, 1);
    }
    return graph;
}

}  // namespace nearest_of_set

TEST_CASE("nearest_of finds the nearest of a set, both ways, on every graph") {
    for_each_graph<int>(
        400, 25,
        [](const auto& graph, split_mix64& random) { nearest_of_set::check(graph, random); }, true);
    for_each_graph<std::uint32_t>(
        100, 25,
        [](const auto& graph, split_mix64& random) { nearest_of_set::check(graph, random); }, true);
}

TEST_CASE("of nodes that are equally near, the lower number comes first") {
    split_mix64 random(3);
    const test_graph graph = nearest_of_set::circle(20);
    const plain_hierarchy<int> p(graph, random);
    const senda::nearest_of near(p, {15, 5, 2, 18});
    const auto answer = near.from(0, 3);
    CHECK(answer.status == senda::status::found);
    REQUIRE(answer.nodes.size() == 3);
    CHECK(answer.nodes[0] == senda::node_distance<int>{2, 2});
    CHECK(answer.nodes[1] == senda::node_distance<int>{18, 2});
    CHECK(answer.nodes[2] == senda::node_distance<int>{5, 5});
    CHECK(near.to(0, 9).nodes.size() == 4);
}

TEST_CASE("nearest_of holds to its limits") {
    split_mix64 random(3);
    const test_graph graph = nearest_of_set::circle(100);
    const plain_hierarchy<int> p(graph, random);
    const std::vector<std::uint32_t> set{3, 40, 41, 77};
    const senda::nearest_of near(p, set);
    const auto all = near.from(0, 4);
    CHECK(all.status == senda::status::found);
    CHECK(all.statistics.engine == senda::engine_kind::contraction);
    CHECK(near.from(0, 4, {.limits = {.expansions = all.statistics.expanded}}));
    const auto few = near.from(0, 4, {.limits = {.expansions = all.statistics.expanded - 1}});
    CHECK(few.status == senda::status::expansion_limit);
    CHECK(few.nodes.empty());
    CHECK(near.from(0, 4, {.limits = {.time = 0}}).status == senda::status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(near.to(0, 4, {.stop = stop}).status == senda::status::cancelled);
    const std::uint64_t needed = all.statistics.bytes;
    CHECK(near.from(0, 4, {.limits = {.bytes = 2 * needed}}));
    CHECK(near.from(0, 4, {.limits = {.bytes = 100}}).status == senda::status::memory_limit);

    const senda::nearest_of stopped(p, set, {.stop = stop});
    CHECK(stopped.status() == senda::status::cancelled);
    CHECK(stopped.from(0, 1).status == senda::status::cancelled);
    CHECK(stopped.from(0, 1).nodes.empty());
    for (std::uint64_t most = 0; most < near.statistics().bytes; most += 500)
        CHECK(senda::nearest_of(p, set, {.limits = {.bytes = most}}).status() ==
              senda::status::memory_limit);
    CHECK(senda::nearest_of(p, set, {.limits = {.bytes = near.statistics().bytes}}).status() ==
          senda::status::complete);
    CHECK(senda::nearest_of(p, set, {.limits = {.expansions = 3}}).status() ==
          senda::status::expansion_limit);
}
