// SPDX-License-Identifier: MIT
// Searches on graphs seen through an adaptor answer as on the graph itself.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("indexed gives a graph arrays and changes no answer") {
    for_each_graph(100, 15, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto dense = senda::indexed(as_edges(graph), graph.out.size(),
                                          [](int n) { return static_cast<std::size_t>(n); });
        static_assert(senda::IndexedGraph<decltype(dense), int>);
        check_same(senda::dijkstra(dense, start, goal),
                   on_edges("dijkstra").call(as_edges(graph), start, goal));
    });
}

TEST_CASE("hashed hides the index and keeps the rest") {
    const test_graph graph{2};
    const auto hashed = senda::hashed(dense_view{graph});
    static_assert(!senda::IndexedGraph<decltype(hashed), int>);
    static_assert(senda::ReversibleGraph<decltype(hashed), int>);
    static_assert(senda::ReversibleGraph<decltype(senda::symmetric(as_nodes(graph))), int>);
    CHECK(senda::bfs(hashed, 0, 0).cost == 0);
}

TEST_CASE("reverse turns every route around") {
    for_each_graph(100, 15, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const dense_view dense{graph};
        auto back = senda::dijkstra(senda::reverse(dense), goal, start);
        CHECK((best == unreachable ? !back : same_cost(back.cost, best)));
        if (!back) return;
        std::reverse(back.path.begin(), back.path.end());
        std::reverse(back.actions.begin(), back.actions.end());
        CHECK_EQ(replay_fault(graph, back, start, goal), "");
        check_optimal(graph,
                      senda::bidirectional(senda::reverse(senda::reverse(dense)), start, goal),
                      start, goal, best);
    });
}

TEST_CASE("csr answers as the lists it was made from") {
    for_each_graph(100, 15, [](const test_graph& graph, split_mix64& random) {
        const auto start = static_cast<std::uint32_t>(random.below(graph.node_count()));
        const auto goal = static_cast<std::uint32_t>(random.below(graph.node_count()));
        struct arc {
            std::uint32_t from;
            std::uint32_t to;
            int cost;
        };
        std::vector<arc> arcs;
        for (int from = 0; from < graph.node_count(); ++from)
            for (const auto& edge : graph.from(from))
                arcs.push_back({static_cast<std::uint32_t>(from),
                                static_cast<std::uint32_t>(edge.to), edge.cost});
        const auto made = senda::csr<int>::from_edges(graph.out.size(), arcs);
        REQUIRE(made);
        const auto& packed = *made;
        const wide best =
            between(floyd_warshall(graph), static_cast<int>(start), static_cast<int>(goal));
        const auto answer = senda::dijkstra(packed, start, goal);
        CHECK((best == unreachable ? !answer : same_cost(answer.cost, best)));
        const auto lists =
            on_edges("dijkstra")
                .call(as_edges(graph), static_cast<int>(start), static_cast<int>(goal));
        CHECK(answer.status == lists.status);
        CHECK(answer.cost == lists.cost);
        if (answer) CHECK(bool(senda::verify(packed, start, goal, answer)));
    });
}
