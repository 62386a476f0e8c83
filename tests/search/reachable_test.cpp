// SPDX-License-Identifier: MIT
#include <senda/search/reachable.hpp>

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"

using namespace support;

TEST_CASE("reachable lists every node that can be reached once and nearest first") {
    for_each_graph(300, 25, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const auto answer = senda::reachable(as_nodes(graph), start);
        CHECK(answer.status == senda::status::complete);
        std::set<int> expected;
        for (int node = 0; node < graph.node_count(); ++node)
            if (between(least, start, node) != unreachable) expected.insert(node);
        CHECK(std::set<int>(answer.nodes.begin(), answer.nodes.end()) == expected);
        CHECK(answer.nodes.size() == expected.size());
        CHECK(answer.nodes.front() == start);
        wide before = 0;
        for (int node : answer.nodes) {
            CHECK(between(least, start, node) >= before);
            before = between(least, start, node);
        }
        CHECK(senda::reachable(as_dense(graph), start).nodes == answer.nodes);
    });
}

TEST_CASE("reachable takes several starts") {
    for_each_graph(150, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const auto starts = some_nodes(graph.node_count(), 3, random);
        std::set<int> expected;
        for (int node = 0; node < graph.node_count(); ++node)
            if (least_between(least, starts, {node}) != unreachable) expected.insert(node);
        const auto answer = senda::reachable(as_nodes(graph), senda::any_of(starts));
        CHECK(std::set<int>(answer.nodes.begin(), answer.nodes.end()) == expected);
        CHECK(answer.nodes.size() == expected.size());
    });
}

TEST_CASE("reachable stops at its limits with what it has") {
    const auto next = [](std::uint64_t n) { return std::array{2 * n + 1, 2 * n + 2}; };
    const auto answer = senda::reachable(next, std::uint64_t{0}, {.limits = {.expansions = 100}});
    CHECK(answer.status == senda::status::expansion_limit);
    CHECK(answer.statistics.expanded == 100);
    CHECK(answer.nodes.size() >= 100);
    CHECK(senda::reachable(next, std::uint64_t{0}, {.limits = {.bytes = 10'000}}).status ==
          senda::status::memory_limit);
}
