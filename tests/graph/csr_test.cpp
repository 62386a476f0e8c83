// SPDX-License-Identifier: MIT
#include <senda/graph/csr.hpp>

#include <senda/graph/concepts.hpp>

#include "support/random_graphs.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <list>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using node = std::uint32_t;

static_assert(senda::IndexedGraph<senda::csr<int>, node>);
static_assert(!senda::ReversibleGraph<senda::csr<int>, node>);
static_assert(senda::ReversibleGraph<senda::reversible_csr<int>, node>);
static_assert(senda::IndexedGraph<senda::reversible_csr<>, node>);
static_assert(std::same_as<senda::cost_of<senda::csr<>, node>, senda::steps>);
static_assert(!senda::is_weighted<senda::csr<>, node>, "a graph of steps needs no costs");
static_assert(std::same_as<senda::cost_of<senda::csr<std::uint8_t>, node>, int>);
static_assert(std::same_as<senda::cost_of<senda::reversible_csr<double>, node>, double>);

template <class Cost>
using half_edges = std::vector<std::pair<node, Cost>>;

template <class Graph>
auto successors_of(const Graph& g, node n) {
    using cost = senda::cost_of<Graph, node>;
    half_edges<cost> found;
    g.successors(n, [&](node to, cost c = 1) { found.emplace_back(to, c); });
    return found;
}

template <class Graph>
auto predecessors_of(const Graph& g, node n) {
    using cost = senda::cost_of<Graph, node>;
    half_edges<cost> found;
    g.predecessors(n, [&](node from, cost c = 1) { found.emplace_back(from, c); });
    return found;
}

struct road {
    int from;
    int to;
    int length;
};

}  // namespace

TEST_CASE("every node has the edges it was given, in their order, on random graphs") {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        support::split_mix64 random{seed};
        const int nodes = random.between(1, 12);
        std::vector<road> roads;
        const int count = random.below(50);
        for (int i = 0; i < count; ++i)
            roads.push_back({random.below(nodes), random.below(nodes), random.below(4)});

        const auto made = senda::csr<int>::from_edges(static_cast<std::size_t>(nodes), roads);
        REQUIRE(made);
        const auto both = made->with_reverse();
        CHECK(made->node_count() == static_cast<std::size_t>(nodes));
        CHECK(made->edge_count() == roads.size());
        CHECK(made->index_bound() == static_cast<std::size_t>(nodes));
        for (int n = 0; n < nodes; ++n) {
            const auto id = static_cast<node>(n);
            half_edges<int> out;
            half_edges<int> in;
            for (const road& r : roads)
                if (r.from == n) out.emplace_back(r.to, r.length);
            for (int from = 0; from < nodes; ++from)
                for (const road& r : roads)
                    if (r.from == from && r.to == n) in.emplace_back(from, r.length);
            CAPTURE(seed);
            CHECK(made->index(id) == id);
            CHECK(made->degree(id) == out.size());
            CHECK(successors_of(*made, id) == out);
            CHECK(successors_of(both, id) == out);
            CHECK(predecessors_of(both, id) == in);
            CHECK(successors_of(made->transposed(), id) == in);
        }
    }
}

TEST_CASE("a graph is written as a list in braces") {
    const auto roads = senda::csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 7}, {0, 2, 1}});
    REQUIRE(roads);
    CHECK(successors_of(*roads, 0) == half_edges<int>{{1, 5}, {2, 1}});
    const auto links = senda::csr<>::from_edges(3, {{2, 0}, {2, 1}});
    REQUIRE(links);
    CHECK(successors_of(*links, 2) == half_edges<int>{{0, 1}, {1, 1}});
    CHECK(successors_of(*links, 0).empty());
}

TEST_CASE("edges without a cost reach a sink that takes only nodes") {
    const auto links = senda::csr<>::from_edges(2, {{0, 1}, {0, 0}});
    std::vector<node> seen;
    links->successors(0, [&](node to) { seen.push_back(to); });
    CHECK(seen == std::vector<node>{1, 0});
}

TEST_CASE("anything that comes apart into from, to and cost is an edge") {
    const half_edges<double> expected = {{1, 0.5}, {0, 2}};
    const std::vector<std::tuple<std::int64_t, unsigned short, float>> tuples = {{0, 1, 0.5F},
                                                                                 {0, 0, 2}};
    CHECK(successors_of(*senda::csr<double>::from_edges(2, tuples), 0) == expected);
    const std::list<std::array<int, 2>> arrays = {{0, 1}, {0, 0}};
    CHECK(successors_of(*senda::csr<>::from_edges(2, arrays), 0) ==
          half_edges<int>{{1, 1}, {0, 1}});
    const std::pair<int, int> plain[] = {{1, 0}};
    CHECK(successors_of(*senda::csr<>::from_edges(2, plain), 1) == half_edges<int>{{0, 1}});
    const std::vector<senda::csr<int>::edge_type> named = {{.from = 0, .to = 1, .cost = 3}};
    CHECK(successors_of(*senda::csr<int>::from_edges(2, named), 0) == half_edges<int>{{1, 3}});
}

TEST_CASE("an edge to a node that is not there is an error that names it") {
    const auto check = [](std::vector<std::pair<std::int64_t, std::int64_t>> edges,
                          std::string_view expected) {
        const auto made = senda::csr<>::from_edges(3, edges);
        REQUIRE_FALSE(made);
        CHECK(made.error().code == "bad_node");
        CHECK(made.error().message == expected);
    };
    check({{0, 1}, {0, 3}}, "edge 1 goes from node 0 to node 3: expected nodes below 3");
    check({{3, 0}}, "edge 0 goes from node 3 to node 0: expected nodes below 3");
    check({{0, -1}}, "edge 0 goes from node 0 to node -1: expected nodes below 3");
    check({{std::int64_t{1} << 32, 0}},
          "edge 0 goes from node 4294967296 to node 0: expected nodes below 3");
    CHECK(senda::csr<>::from_edges(0, {{0, 0}}).error().code == "bad_node");
}

TEST_CASE("a cost that the graph cannot hold is an error") {
    using small = senda::csr<std::uint8_t>;
    const std::vector<road> fits = {{0, 1, 255}};
    CHECK(successors_of(*small::from_edges(2, fits), 0) == half_edges<int>{{1, 255}});
    CHECK(small::from_edges(2, std::vector<road>{{0, 1, 256}}).error().code == "bad_cost");
    CHECK(small::from_edges(2, std::vector<road>{{0, 1, -1}}).error().code == "bad_cost");
}

TEST_CASE("more nodes than their numbers can tell apart are an error") {
    if constexpr (sizeof(std::size_t) > 4)
        CHECK(senda::csr<>::from_edges(std::size_t{1} << 40, {}).error().code == "too_many_nodes");
}

TEST_CASE("a graph without nodes or without edges is a graph") {
    CHECK(senda::csr<>{}.node_count() == 0);
    CHECK(senda::csr<>{}.with_reverse().edge_count() == 0);
    CHECK(senda::csr<int>::from_edges(0, {})->node_count() == 0);
    const auto lonely = senda::csr<int>::from_edges(1, {});
    REQUIRE(lonely);
    CHECK(successors_of(*lonely, 0).empty());
    CHECK(predecessors_of(lonely->with_reverse(), 0).empty());
}

TEST_CASE("a graph that was moved from has no nodes") {
    auto g = *senda::csr<>::from_edges(3, {{0, 1}});
    const auto both = std::move(g).with_reverse();
    CHECK(both.node_count() == 3);
    CHECK(g.node_count() == 0);  // NOLINT(bugprone-use-after-move)
    CHECK(predecessors_of(both, 1) == half_edges<int>{{0, 1}});
}
