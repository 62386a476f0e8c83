// SPDX-License-Identifier: MIT
#include <senda/search/observer.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/algorithms.hpp"
#include "support/checks.hpp"

using namespace support;

namespace {

struct counts {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t improved = 0;
};

/// All hooks, each with all its arguments, checked against the graph as they come.
struct witness {
    const test_graph* graph;
    counts* seen;

    bool joined(int from, int to) const {
        for (const auto& edge : graph->from(from))
            if (edge.to == to) return true;
        return false;
    }
    void on_expand(int node, int cost) {
        ++seen->expanded;
        CHECK(node >= 0);
        CHECK(cost >= 0);
    }
    void on_generate(int from, int to, int cost) {
        ++seen->generated;
        CHECK((joined(from, to) || joined(to, from)));
        CHECK(cost >= 0);
    }
    void on_improve(int from, int to, int cost) {
        ++seen->improved;
        CHECK((joined(from, to) || joined(to, from)));
        CHECK(cost >= 0);
    }
};

struct only_expand {
    counts* seen;
    senda::flow on_expand(int) {
        ++seen->expanded;
        return senda::flow::proceed;
    }
};

struct only_generate {
    counts* seen;
    void on_generate(int, int) { ++seen->generated; }
};

struct only_improve {
    counts* seen;
    senda::flow on_improve(int) {
        ++seen->improved;
        return senda::flow::proceed;
    }
};

}  // namespace

TEST_CASE("an observer sees what the statistics count and changes nothing") {
    for_each_graph(60, 8, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const dense_view dense{graph};
        for_each_algorithm([&](auto algorithm) {
            INFO("algorithm: " << algorithm.name);
            const auto plain = algorithm.call(dense, start, goal);
            counts all;
            const auto watched =
                algorithm.call(dense, start, goal, senda::options{}, witness{&graph, &all});
            // bfs works in larger bites when nobody looks on, so only the answers must agree.
            check_same_answer(watched, plain);
            CHECK(all.expanded == watched.statistics.expanded);
            CHECK(all.generated == watched.statistics.generated);
            CHECK(all.improved <= all.generated);
        });
    });
}

TEST_CASE("an observer may have any of the hooks and leave off trailing arguments") {
    for_each_graph(60, 12, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const dense_view dense{graph};
        const auto check = [&](auto algorithm) {
            INFO("algorithm: " << algorithm.name);
            counts all;
            counts some;
            const auto plain =
                algorithm.call(dense, start, goal, senda::options{}, witness{&graph, &all});
            check_same(algorithm.call(dense, start, goal, senda::options{}, only_expand{&some}),
                       plain);
            check_same(algorithm.call(dense, start, goal, senda::options{}, only_generate{&some}),
                       plain);
            check_same(algorithm.call(dense, start, goal, senda::options{}, only_improve{&some}),
                       plain);
            CHECK(some.expanded == all.expanded);
            CHECK(some.generated == all.generated);
            CHECK(some.improved == all.improved);
        };
        check(bfs_algorithm{});
        check(dijkstra_algorithm{});
        check(bidirectional_algorithm{});
    });
}

TEST_CASE("an observer given by name is the one that is told") {
    test_graph graph{3};
    graph.add(0, 1, 1);
    graph.add(1, 2, 1);
    struct counter {
        int expanded = 0;
        void on_expand(int) { ++expanded; }
    };
    counter named;
    CHECK(senda::dijkstra(dense_view{graph}, 0, 2, {}, named).cost == 2);
    CHECK(named.expanded == 2);
}

TEST_CASE("on_improve reports falling costs and ends with the right one") {
    struct recorder {
        std::vector<int>* cost;
        void on_improve(int, int to, int found) {
            int& known = (*cost)[static_cast<std::size_t>(to)];
            CHECK(found < known);
            known = found;
        }
    };
    for_each_graph(150, 15, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        std::vector<int> cost(graph.out.size(), infinite<int>);
        cost[static_cast<std::size_t>(start)] = 0;
        CHECK(senda::dijkstra(as_pairs(graph), start, -1, {}, recorder{&cost}).status ==
              senda::status::exhausted);
        for (int node = 0; node < graph.node_count(); ++node) {
            const wide best = between(least, start, node);
            const int known = cost[static_cast<std::size_t>(node)];
            if (best == unreachable) {
                CHECK(known == infinite<int>);
            } else {
                CHECK(same_cost(known, best));
            }
        }
    });
}
