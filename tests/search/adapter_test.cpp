// SPDX-License-Identifier: MIT
// A type of somebody else, with the adapter that docs/graphs.md shows and one that says more.
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <vector>

#include "support/checks.hpp"

namespace adapter_test {

/// Somebody's matrix of distances, 0 where there is no road.
struct matrix {
    int size;
    std::vector<int> entries;
};
struct two_way_matrix : matrix {};

inline int entry(const matrix& m, int row, int column) {
    return m.entries[static_cast<std::size_t>(row * m.size + column)];
}

}  // namespace adapter_test

template <>
struct senda::graph_adapter<adapter_test::matrix> {
    using node_type = int;
    using cost_type = int;
    template <class Emit>
    static void successors(const adapter_test::matrix& m, int n, Emit&& emit) {
        for (int to = 0; to < m.size; ++to)
            if (const int km = entry(m, n, to); km != 0) emit(to, km);
    }
    static std::size_t index(const adapter_test::matrix&, int n) {
        return static_cast<std::size_t>(n);
    }
    static std::size_t index_bound(const adapter_test::matrix& m) {
        return static_cast<std::size_t>(m.size);
    }
};

template <>
struct senda::graph_adapter<adapter_test::two_way_matrix> : graph_adapter<adapter_test::matrix> {
    template <class Emit>
    static void predecessors(const adapter_test::matrix& m, int n, Emit&& emit) {
        for (int from = 0; from < m.size; ++from)
            if (const int km = entry(m, from, n); km != 0) emit(from, km);
    }
    static bool contains(const adapter_test::matrix& m, int n) { return 0 <= n && n < m.size; }
};

namespace adapter_test {

using namespace support;

static_assert(senda::IndexedGraph<matrix, int> && !senda::ReversibleGraph<matrix, int>);
static_assert(senda::ReversibleGraph<two_way_matrix, int>);
static_assert(senda::IndexedGraph<senda::symmetric<const matrix&>, int>);
static_assert(!senda::IndexedGraph<senda::hashed<const matrix&>, int>);

TEST_CASE("an adapter makes a graph of a type that is none") {
    for_each_graph(200, 12, [](const test_graph& drawn, split_mix64& random) {
        // One road from a node to another, of a cost above 0.
        const int size = drawn.node_count();
        two_way_matrix roads{{size, std::vector<int>(static_cast<std::size_t>(size * size))}};
        test_graph graph{size};
        for (int from = 0; from < size; ++from)
            for (const auto& edge : drawn.from(from)) {
                int& km = roads.entries[static_cast<std::size_t>(from * size + edge.to)];
                if (km == 0 && edge.cost != 0) graph.add(from, edge.to, km = edge.cost);
            }
        const int start = random.below(size);
        const int goal = random.below(size);
        const wide best = between(floyd_warshall(graph), start, goal);
        const matrix& ahead = roads;
        check_optimal(graph, senda::dijkstra(ahead, start, goal), start, goal, best);
        check_optimal(graph, senda::dijkstra(senda::hashed(ahead), start, goal), start, goal, best);
        check_optimal(graph, senda::bidirectional(roads, start, goal), start, goal, best);
        const auto back = senda::dijkstra(senda::reverse(roads), goal, start);
        CHECK((best == unreachable ? !back : same_cost(back.cost, best)));
    });
}

TEST_CASE("a node that an adapted graph does not have is not reached") {
    const matrix roads{2, {0, 7, 7, 0}};
    for (const int outside : {-1, 2}) {
        CHECK(senda::dijkstra(roads, outside, 1).status == senda::status::exhausted);
        CHECK(senda::dijkstra(roads, 0, outside).status == senda::status::exhausted);
        CHECK(senda::dijkstra(senda::hashed(roads), outside, 1).status == senda::status::exhausted);
    }
}

}  // namespace adapter_test
