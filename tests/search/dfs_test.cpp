// SPDX-License-Identifier: MIT
#include <senda/search/dfs.hpp>

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"
#include "support/rounds.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("dfs finds a simple path wherever there is one") {
    for_each_graph(400, 30, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 4; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const auto answer = on_edges("dfs").call(as_edges(graph), start, goal);
            check_sound(graph, answer, start, goal, between(least, start, goal));
            CHECK(std::set<int>(answer.path.begin(), answer.path.end()).size() ==
                  answer.path.size());
            check_same(on_dense("dfs").call(dense, start, goal), answer);
            check_same(named(hashed_algorithms(), "dfs").call(as_hashed(dense), start, goal),
                       answer);
        }
    });
}

TEST_CASE("dfs follows the first successor first") {
    const auto tree = [](int n) {
        return n < 8 ? std::vector{2 * n, 2 * n + 1} : std::vector<int>{};
    };
    CHECK(senda::dfs(tree, 1, 11).path == std::vector{1, 2, 5, 11});
    std::vector<int> expanded;
    struct recorder {
        std::vector<int>* order;
        void on_expand(int node) { order->push_back(node); }
    };
    CHECK(senda::dfs(tree, 1, 3, {}, recorder{&expanded}).status == senda::status::found);
    CHECK(expanded == std::vector{1, 2, 4, 8, 9, 5, 10, 11});
}

TEST_CASE("dfs goes deeper than any call stack") {
    const auto next = [](std::uint32_t n) { return std::array{n + 1}; };
    constexpr std::uint32_t depth = support::rounds(1'000'000U);
    const auto answer = senda::dfs(next, 0U, depth);
    CHECK(answer.cost == depth);
    CHECK(answer.path.size() == depth + 1);
}

TEST_CASE("dfs asks a node for its successors once") {
    for_each_graph(100, 20, [](const test_graph& graph, split_mix64& random) {
        std::vector<int> asked(graph.out.size(), 0);
        auto next = [&, inner = as_nodes(graph)](int node) {
            ++asked[static_cast<std::size_t>(node)];
            return inner(node);
        };
        CHECK(senda::dfs(next, random.below(graph.node_count()), -1).status ==
              senda::status::exhausted);
        for (int times : asked) CHECK(times <= 1);
    });
}

TEST_CASE("dfs takes several starts and several goals") {
    for_each_graph(200, 15, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide best = least_between(floyd_warshall(graph), starts, goals);
        const auto answer =
            on_dense("dfs").call(as_dense(graph), senda::any_of(starts), senda::any_of(goals));
        if (best == unreachable) {
            check_exhausted(answer);
            return;
        }
        REQUIRE(answer.status == senda::status::found);
        CHECK(starts.count(answer.path.front()) == 1);
        CHECK(goals.count(answer.path.back()) == 1);
        CHECK_EQ(replay_fault(graph, answer), "");
    });
}
