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
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

struct counts {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t improved = 0;
};

/// All hooks, each with all its arguments, checked against the graph as they come.
steering witness(const test_graph& graph, counts& seen) {
    const auto has_edge = [&graph](int from, int to) {
        for (const auto& edge : graph.from(from))
            if (edge.to == to) return true;
        return false;
    };
    const auto check_edge = [has_edge](int from, int to, int cost) {
        CHECK((has_edge(from, to) || has_edge(to, from)));
        CHECK(cost >= 0);
        return senda::flow::proceed;
    };
    return {.at_node =
                [&seen](int node, int cost) {
                    ++seen.expanded;
                    CHECK(node >= 0);
                    CHECK(cost >= 0);
                    return senda::flow::proceed;
                },
            .at_edge =
                [&seen, check_edge](int from, int to, int cost) {
                    ++seen.generated;
                    return check_edge(from, to, cost);
                },
            .at_gain =
                [&seen, check_edge](int from, int to, int cost) {
                    ++seen.improved;
                    return check_edge(from, to, cost);
                }};
}

struct only_expand {
    counts* seen;
    int told = 0;
    senda::flow on_expand(int) {
        ++told;
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

/// Hooks of which no address can be taken: a template, and one of two overloads.
struct generic_generate {
    counts* seen;
    void on_generate(const auto&, const auto&, auto) { ++seen->generated; }
};
struct overloaded_improve {
    counts* seen;
    void on_improve(int, int, int) { ++seen->improved; }
    void on_improve(const std::string&, const std::string&, int) { seen = nullptr; }
};

}  // namespace

TEST_CASE("an observer sees what the statistics count and changes nothing") {
    for_each_graph(60, 8, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            INFO("algorithm: " << algorithm.name);
            const auto plain = algorithm.call(dense, start, goal);
            counts all;
            const auto watched =
                algorithm.call(dense, start, goal, senda::options{}, witness(graph, all));
            // bfs works in larger bites when nobody looks on, so only the answers must agree.
            check_same_answer(watched, plain);
            CHECK(all.expanded == watched.statistics.expanded);
            CHECK(all.generated == watched.statistics.generated);
            CHECK(all.improved <= all.generated);
        }
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
            const auto plain = on_dense(algorithm.name)
                                   .call(dense, start, goal, senda::options{}, witness(graph, all));
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

TEST_CASE("a hook may be a template or overloaded") {
    test_graph graph{3};
    graph.add(0, 1, 1);
    graph.add(1, 2, 1);
    counts seen;
    CHECK(senda::bfs(as_dense(graph), 0, 2, {}, generic_generate{&seen}).cost == 2);
    CHECK(senda::dijkstra(as_dense(graph), 0, 2, {}, overloaded_improve{&seen}).cost == 2);
    CHECK(seen.generated == 2);
    CHECK(seen.improved == 2);
}

TEST_CASE("an observer given by name is the one that is told") {
    test_graph graph{3};
    graph.add(0, 1, 1);
    graph.add(1, 2, 1);
    counts seen;
    only_expand observer{&seen};
    CHECK(senda::dijkstra(as_dense(graph), 0, 2, {}, observer).cost == 2);
    CHECK(observer.told == 2);
}

TEST_CASE("on_improve reports falling costs and ends with the right one") {
    for_each_graph(150, 15, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        std::vector<int> cost(graph.out.size(), infinite<int>);
        cost[static_cast<std::size_t>(start)] = 0;
        const steering recorder{.at_gain = [&](int, int to, int found) {
            int& known = cost[static_cast<std::size_t>(to)];
            CHECK(found < known);
            known = found;
            return senda::flow::proceed;
        }};
        CHECK(on_dense("dijkstra")
                  .call(as_dense(graph), start, -1, senda::options{}, recorder)
                  .status == senda::status::exhausted);
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
