// SPDX-License-Identifier: MIT
#include <senda/graph/adaptors.hpp>

#include <senda/graph/adjacency.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>

#include "support/random_graphs.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace undirected_tests {

using support::test_graph;
using lists = std::vector<std::vector<std::pair<int, int>>>;

lists as_lists(const test_graph& graph) {
    lists made(graph.out.size());
    for (int n = 0; n < graph.node_count(); ++n)
        for (const auto& e : graph.from(n))
            made[static_cast<std::size_t>(n)].push_back({e.to, e.cost});
    return made;
}

std::string name(int n) { return "n" + std::to_string(n); }

/// The same graph as a map from names, which leaves out the nodes without edges.
template <class Map>
Map as_map(const test_graph& graph) {
    Map made;
    for (int n = 0; n < graph.node_count(); ++n)
        for (const auto& e : graph.from(n)) made[name(n)].push_back({name(e.to), e.cost});
    return made;
}

/// All edges into a node as a graph lists them, sorted.
template <class G, class Node>
auto into(const G& g, const Node& n) {
    std::vector<std::pair<Node, int>> found;
    g.predecessors(n, [&](const Node& from, int cost) { found.emplace_back(from, cost); });
    return found;
}

static_assert(senda::ReversibleGraph<senda::with_reverse<lists&>, int>);
static_assert(senda::IndexedGraph<senda::with_reverse<lists>, int>);
static_assert(senda::ReversibleGraph<senda::with_reverse<senda::csr<>>, std::uint32_t>);
static_assert(!senda::is_weighted<senda::with_reverse<std::vector<std::vector<int>>>, int>);
static_assert(std::same_as<decltype(senda::undirected(std::declval<senda::reversible_csr<>&>())),
                           senda::undirected_view<senda::reversible_csr<>&>>,
              "nothing is stored where the graph has predecessors");

TEST_CASE("with_reverse lists the edges into a node in the order of where they come from") {
    support::for_each_graph(200, 12, [](const test_graph& graph, support::split_mix64&) {
        const lists stored = as_lists(graph);
        const auto by_name =
            as_map<std::map<std::string, std::vector<std::pair<std::string, int>>>>(graph);
        const senda::with_reverse numbered{stored};
        const senda::with_reverse named{by_name};
        for (int n = 0; n < graph.node_count(); ++n) {
            std::vector<std::pair<int, int>> expected;
            std::vector<std::pair<std::string, int>> expected_names;
            for (int from = 0; from < graph.node_count(); ++from)
                for (const auto& e : graph.from(from))
                    if (e.to == n) expected.emplace_back(from, e.cost);
            for (const auto& [from, cost] : expected) expected_names.emplace_back(name(from), cost);
            CHECK(into(numbered, n) == expected);
            auto found = into(named, name(n));
            std::sort(found.begin(), found.end());
            std::sort(expected_names.begin(), expected_names.end());
            CHECK(found == expected_names);
        }
    });
}

TEST_CASE("in an undirected graph costs are those of the edges and their mirror images") {
    support::for_each_graph(200, 12, [](const test_graph& graph, support::split_mix64& random) {
        const auto least = support::floyd_warshall(support::undirected(graph));
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto expected = support::between(least, start, goal);
        const auto check = [&](const auto& g, const auto& from, const auto& to) {
            for (const auto& found :
                 {senda::dijkstra(g, from, to), senda::bidirectional(g, from, to)}) {
                CHECK(static_cast<bool>(found) == (expected != support::unreachable));
                if (found) CHECK(support::same_cost(found.cost, expected));
            }
        };
        std::vector<std::array<int, 3>> edges;
        senda::adjacency<int, int> changing;
        std::multimap<std::string, std::pair<std::string, int>> multi;
        for (int n = 0; n < graph.node_count(); ++n) {
            changing.add_node(n);
            for (const auto& e : graph.from(n)) {
                edges.push_back({n, e.to, e.cost});
                changing.add_edge(n, e.to, e.cost);
                multi.emplace(name(n), std::pair{name(e.to), e.cost});
            }
        }
        const auto made = senda::csr<int>::from_edges(graph.out.size(), edges);
        const auto first = static_cast<std::uint32_t>(start);
        const auto last = static_cast<std::uint32_t>(goal);
        const lists stored = as_lists(graph);
        using towns = std::vector<std::pair<std::string, int>>;
        check(senda::undirected(*made), first, last);
        check(senda::undirected(made->with_reverse()), first, last);
        check(senda::undirected(changing), start, goal);
        check(senda::undirected(stored), start, goal);
        check(senda::undirected(as_lists(graph)), start, goal);
        check(senda::undirected(as_map<std::map<std::string, towns>>(graph)), name(start),
              name(goal));
        check(senda::undirected(as_map<std::unordered_map<std::string, towns>>(graph)), name(start),
              name(goal));
        check(senda::undirected(multi), name(start), name(goal));
    });
}

/// One edge with a name between each number and the next, as ranges.
struct street {
    using named = senda::edge<int, int, std::string>;
    std::vector<named> successors(int n) const {
        return {{n + 1, 2, "house " + std::to_string(n)}};
    }
    std::vector<named> predecessors(int n) const {
        return {{n - 1, 2, "house " + std::to_string(n - 1)}};
    }
};

TEST_CASE("an edge has its action both ways, in ranges and in stored containers") {
    const std::vector<std::string> back{"house 2", "house 1"};
    CHECK(senda::dijkstra(senda::undirected(street{}), 3, 1).actions == back);
    CHECK(senda::bidirectional(senda::undirected(street{}), 3, 1).actions == back);
    const std::vector<std::vector<std::tuple<int, int, std::string>>> stored{
        {}, {{2, 2, "house 1"}}, {{3, 2, "house 2"}}, {}};
    CHECK(senda::dijkstra(senda::undirected(stored), 3, 1).actions == back);
    CHECK(senda::bidirectional(senda::undirected(stored), 3, 1).actions == back);
}

TEST_CASE("edges without costs stay so") {
    const std::vector<std::vector<int>> links{{1}, {2}, {}};
    const auto both = senda::undirected(links);
    static_assert(!senda::is_weighted<decltype(both), int>);
    CHECK(senda::bfs(both, 2, 0).cost == 2);
    CHECK_FALSE(senda::bfs(links, 2, 0));
}

TEST_CASE("an edge listed both ways is two, and still one route") {
    const std::vector<std::vector<int>> square{{1, 2}, {0, 3}, {0, 3}, {1, 2}};
    const auto both = senda::undirected(square);
    int edges = 0;
    both.successors(0, [&](int) { ++edges; });
    CHECK(edges == 4);
    CHECK(senda::all_shortest(both, 0, 3).count() == 2U);
    CHECK(senda::all_shortest(both, 0, 3).cost == 2);
}

TEST_CASE("in an undirected grid a step costs what it costs either way") {
    const auto swamp = senda::weighted_grid::parse("19\n");
    REQUIRE(swamp);
    CHECK(senda::dijkstra(*swamp, {0, 0}, {1, 0}).cost == 9);
    CHECK(senda::dijkstra(senda::undirected(*swamp), {0, 0}, {1, 0}).cost == 1);
}

}  // namespace undirected_tests
