// SPDX-License-Identifier: MIT
// The steppable engines under the one-line calls.
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/bfs.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("a search stepped one by one ends where a run ends") {
    for_each_graph(90, 12, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            INFO("algorithm: " << algorithm.name);
            if (algorithm.name == "ida_star" && graph.node_count() > 8) continue;
            const auto whole = algorithm.call(dense, start, goal);
            const auto search = algorithm.engine(dense, start, goal);
            if (start != goal) CHECK(search->status() == senda::status::running);
            std::uint64_t steps = 0;
            std::uint64_t before = 0;
            while (search->step(1) == senda::status::running) {
                const std::uint64_t now = search->statistics().expanded;
                CHECK(now <= before + 1);
                before = now;
                REQUIRE(++steps < 1'000'000);
            }
            check_same(search->result(), whole);
            CHECK(search->status() == whole.status);
            CHECK(search->step(1) == whole.status);
            CHECK(search->run() == whole.status);
            check_same(search->result(), whole);

            const auto in_threes = algorithm.engine(dense, start, goal);
            while (in_threes->step(3) == senda::status::running) {
            }
            check_same(in_threes->result(), whole);

            const auto at_once = algorithm.engine(dense, start, goal);
            CHECK(at_once->run() == whole.status);
            check_same(at_once->result(), whole);
        }
    });
}

TEST_CASE("a search with a hashed table stepped one by one ends where a run ends") {
    for_each_graph(90, 12, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const dense_view dense{graph};
        const auto next = as_hashed(dense);
        for (const hashed_algorithm& algorithm : hashed_algorithms()) {
            if (algorithm.name != "bfs" && algorithm.name != "dijkstra") continue;
            INFO("algorithm: " << algorithm.name);
            const auto whole = algorithm.call(next, start, goal);
            const auto search = algorithm.engine(next, start, goal);
            std::uint64_t steps = 0;
            while (search->step(1) == senda::status::running) {
                CHECK(search->statistics().expanded <= ++steps);
            }
            check_same_answer(search->result(), whole);
        }
    });
}

TEST_CASE("a search that still runs has no path and a valid bound") {
    for_each_graph(60, 8, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            INFO("algorithm: " << algorithm.name);
            const auto search = algorithm.engine(dense, start, goal);
            do {
                const auto answer = search->result();
                CHECK(answer.status == search->status());
                CHECK(static_cast<wide>(answer.lower_bound) <= best);
                if (answer.status == senda::status::running)
                    check_no_path(answer, senda::status::running);
            } while (search->step(1) == senda::status::running);
        }
    });
}

TEST_CASE("an engine keeps the temporaries it was made from") {
    auto search = [] {
        std::vector<std::vector<int>> lists(100);
        for (int i = 0; i < 100; ++i) lists[static_cast<std::size_t>(i)] = {(i + 1) % 100};
        return senda::bfs_search{[lists](int n) { return lists[static_cast<std::size_t>(n)]; }, 0,
                                 [target = std::vector{57}](int n) { return n == target.front(); }};
    }();
    CHECK(search.run() == senda::status::found);
    CHECK(search.result().cost == 57);
}

TEST_CASE("the same query has the same answer on every run") {
    for_each_graph(60, 20, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const dense_view dense{graph};
        for (const char* name : {"dijkstra", "bidirectional"}) {
            const dense_algorithm& algorithm = on_dense(name);
            const auto first = algorithm.call(dense, start, goal);
            for (int run = 0; run < 3; ++run) check_same(algorithm.call(dense, start, goal), first);
        }
    });
}
