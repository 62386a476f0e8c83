// SPDX-License-Identifier: MIT
#include <senda/graph/boost.hpp>

#include <senda/graph/adaptors.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>

#include "support/random_graphs.hpp"
#include "support/reference.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/grid_graph.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/vector_as_graph.hpp>
#include <boost/graph/visitors.hpp>
#include <concepts>
#include <cstddef>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace boost_tests {

using support::test_graph;

using weight = boost::property<boost::edge_weight_t, int>;
using index = boost::property<boost::vertex_index_t, std::size_t>;
struct road {
    int km = 0;
};

template <class Out, class Vertices, class Directed, class Vertex = boost::no_property,
          class Edge = weight>
using list_of = boost::adjacency_list<Out, Vertices, Directed, Vertex, Edge>;
using vectors = list_of<boost::vecS, boost::vecS, boost::directedS>;
using plain = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using bundled = list_of<boost::vecS, boost::vecS, boost::bidirectionalS, boost::no_property, road>;
using lists = list_of<boost::listS, boost::listS, boost::bidirectionalS>;
using rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, weight>;

template <class G>
using vertex = typename boost::graph_traits<G>::vertex_descriptor;

static_assert(senda::IndexedGraph<vectors, vertex<vectors>>);
static_assert(senda::IndexedGraph<rows, vertex<rows>>);
static_assert(!senda::IndexedGraph<lists, vertex<lists>>, "its vertices have no numbers");
static_assert(senda::IndexedGraph<list_of<boost::setS, boost::listS, boost::directedS, index>,
                                  vertex<lists>>);
static_assert(!senda::ReversibleGraph<vectors, vertex<vectors>>);
static_assert(senda::ReversibleGraph<bundled, vertex<bundled>>);
static_assert(
    senda::ReversibleGraph<list_of<boost::vecS, boost::vecS, boost::undirectedS>, vertex<vectors>>);
static_assert(!senda::is_weighted<plain, vertex<plain>>);
static_assert(!senda::is_weighted<bundled, vertex<bundled>>, "a bundle does not say what costs");
static_assert(std::same_as<senda::cost_of<vectors, vertex<vectors>>, int>);
static_assert(senda::IndexedGraph<std::vector<std::vector<int>>, int>,
              "with Boost's vector_as_graph included, it is still senda's");

/// The vertices of a graph that were added for the nodes of another, and these as edges.
template <class G>
struct copied {
    G graph;
    std::vector<vertex<G>> vertices;

    explicit copied(const test_graph& from) {
        for (int n = 0; n < from.node_count(); ++n) {
            vertices.push_back(add_vertex(graph));
            if constexpr (senda::detail::BoostIndexed<G> && !std::integral<vertex<G>>) {
                put(boost::vertex_index, graph, vertices.back(), static_cast<std::size_t>(n));
            }
        }
        for (int n = 0; n < from.node_count(); ++n)
            for (const auto& e : from.from(n)) {
                if constexpr (senda::detail::BoostWeighted<G>) {
                    add_edge(at(n), at(e.to), weight{e.cost}, graph);
                } else if constexpr (std::same_as<G, bundled>) {
                    add_edge(at(n), at(e.to), road{e.cost}, graph);
                } else {
                    add_edge(at(n), at(e.to), graph);
                }
            }
    }
    vertex<G> at(int n) const { return vertices[static_cast<std::size_t>(n)]; }
};

constexpr int nowhere = std::numeric_limits<int>::max();

/// The costs from a vertex as Boost finds them, with a weight map and a number for each vertex.
template <class G, class Weights>
std::map<vertex<G>, int> costs_by_boost(const G& g, vertex<G> start, Weights weights) {
    std::map<vertex<G>, std::size_t> numbers;
    std::map<vertex<G>, int> costs;
    for (auto [v, end] = vertices(g); v != end; ++v) numbers.emplace(*v, numbers.size());
    for (const auto& entry : numbers) costs[entry.first] = nowhere;
    boost::dijkstra_shortest_paths(g, start,
                                   boost::weight_map(weights)
                                       .vertex_index_map(boost::make_assoc_property_map(numbers))
                                       .distance_map(boost::make_assoc_property_map(costs)));
    return costs;
}

/// Holds a search from one vertex to all others against the costs of Boost.
template <class G, class Searched, class Weights>
void compare(const G& g, const Searched& searched, vertex<G> start, Weights weights) {
    for (const auto& [goal, cost] : costs_by_boost(g, start, weights)) {
        const auto found = senda::dijkstra(searched, start, goal);
        CHECK(static_cast<bool>(found) == (cost != nowhere));
        if (found) CHECK(found.cost == cost);
        if constexpr (senda::ReversibleGraph<Searched, vertex<G>>) {
            const auto both = senda::bidirectional(searched, start, goal);
            CHECK(static_cast<bool>(both) == (cost != nowhere));
            if (both) CHECK(both.cost == cost);
        }
    }
}

template <class G>
void compare_copy(const test_graph& graph, int start) {
    const copied<G> made{graph};
    compare(made.graph, made.graph, made.at(start), get(boost::edge_weight, made.graph));
}

TEST_CASE("on every adjacency_list with weights the costs are those of Boost") {
    using boost::bidirectionalS, boost::directedS, boost::undirectedS;
    using boost::listS, boost::setS, boost::vecS;
    support::for_each_graph(60, 9, [](const test_graph& graph, support::split_mix64& random) {
        const int start = random.below(graph.node_count());
        compare_copy<vectors>(graph, start);
        compare_copy<list_of<vecS, vecS, undirectedS>>(graph, start);
        compare_copy<list_of<listS, vecS, bidirectionalS>>(graph, start);
        compare_copy<list_of<setS, listS, directedS, index>>(graph, start);
        compare_copy<list_of<listS, listS, undirectedS, index>>(graph, start);
        compare_copy<lists>(graph, start);
    });
}

TEST_CASE("costs may be a member of the bundle, a property map or a function of the edge") {
    support::for_each_graph(60, 9, [](const test_graph& graph, support::split_mix64& random) {
        const int start = random.below(graph.node_count());
        const copied<bundled> made{graph};
        const auto kilometres = get(&road::km, made.graph);
        compare(made.graph, senda::from_boost(made.graph, &road::km), made.at(start), kilometres);
        compare(made.graph, senda::from_boost(made.graph, kilometres), made.at(start), kilometres);

        std::map<boost::graph_traits<bundled>::edge_descriptor, int> twice;
        for (auto [e, end] = edges(made.graph); e != end; ++e) twice[*e] = 2 * made.graph[*e].km;
        const auto exterior = boost::make_assoc_property_map(twice);
        compare(made.graph, senda::from_boost(made.graph, exterior), made.at(start), exterior);
        compare(made.graph,
                senda::from_boost(made.graph, [&](const auto& e) { return 2 * made.graph[e].km; }),
                made.at(start), exterior);
    });
}

TEST_CASE("on rows, matrices and views of a graph the costs are those of Boost") {
    using matrix = boost::adjacency_matrix<boost::directedS, boost::no_property, weight>;
    support::for_each_graph(60, 9, [](const test_graph& graph, support::split_mix64& random) {
        const auto start = static_cast<std::size_t>(random.below(graph.node_count()));
        std::vector<std::pair<int, int>> ends;
        std::vector<int> costs;
        matrix dense(graph.out.size());
        for (int n = 0; n < graph.node_count(); ++n)
            for (const auto& e : graph.from(n)) {
                ends.emplace_back(n, e.to);
                costs.push_back(e.cost);
                add_edge(static_cast<std::size_t>(n), static_cast<std::size_t>(e.to),
                         weight{e.cost}, dense);
            }
        const rows sorted(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(),
                          costs.begin(), graph.out.size());
        compare(sorted, sorted, start, get(boost::edge_weight, sorted));
        compare(dense, dense, start, get(boost::edge_weight, dense));

        const copied<list_of<boost::vecS, boost::vecS, boost::bidirectionalS>> made{graph};
        const auto back = boost::make_reverse_graph(made.graph);
        compare(back, back, start, get(boost::edge_weight, back));
        const auto kept = [start](std::size_t v) { return v == start || v % 2 == 0; };
        const boost::filtered_graph even{made.graph, boost::keep_all{}, std::function{kept}};
        compare(even, even, start, get(boost::edge_weight, even));
        CHECK(static_cast<bool>(senda::dijkstra(even, start, start)));
        if (graph.node_count() > 2 && start != 1)
            CHECK_FALSE(senda::dijkstra(even, std::size_t{1}, std::size_t{1}));
    });
}

TEST_CASE("on a graph without weights bfs finds the levels of Boost's") {
    support::for_each_graph(100, 12, [](const test_graph& graph, support::split_mix64& random) {
        const copied<plain> made{graph};
        const auto start = static_cast<std::size_t>(random.below(graph.node_count()));
        std::vector<int> levels(graph.out.size(), -1);
        levels[start] = 0;
        boost::breadth_first_search(made.graph, start,
                                    boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                                        levels.data(), boost::on_tree_edge{}))));
        for (std::size_t goal = 0; goal < levels.size(); ++goal) {
            const auto found = senda::bfs(made.graph, start, goal);
            CHECK(static_cast<bool>(found) == (levels[goal] >= 0));
            if (found) CHECK(found.cost == levels[goal]);
        }
        const auto least =
            support::floyd_warshall(support::undirected(support::with_unit_costs(graph)));
        const auto both = senda::undirected(made.graph);
        for (std::size_t goal = 0; goal < levels.size(); ++goal) {
            const auto found = senda::bfs(both, start, goal);
            const auto expected =
                support::between(least, static_cast<int>(start), static_cast<int>(goal));
            CHECK(static_cast<bool>(found) == (expected != support::unreachable));
            if (found) CHECK(support::same_cost(found.cost, expected));
        }
    });
}

TEST_CASE("cells of a grid_graph are nodes") {
    const boost::array<std::size_t, 2> size{{7, 5}};
    const boost::grid_graph<2> grid{size};
    using cell = vertex<boost::grid_graph<2>>;
    static_assert(senda::IndexedGraph<boost::grid_graph<2>, cell>);
    const cell start{{0, 0}};
    const cell goal{{6, 4}};
    CHECK(senda::bfs(grid, start, goal).cost == 10);
    CHECK(senda::bidirectional(grid, start, goal).cost == 10);
    const auto left = [&](const cell& c) { return static_cast<int>(6 - c[0] + 4 - c[1]); };
    CHECK(senda::astar(grid, start, goal, left).cost == 10);
    CHECK_FALSE(senda::bfs(grid, cell{{7, 0}}, goal));

    const std::function open = [](const cell& c) { return c[0] != 3 || c[1] == 4; };
    const boost::filtered_graph walled{grid, boost::keep_all{}, open};
    static_assert(senda::IndexedGraph<decltype(walled), cell>);
    CHECK(senda::bfs(walled, start, cell{{6, 0}}).cost == 14);
    CHECK_FALSE(senda::bfs(walled, cell{{3, 0}}, goal));
}

TEST_CASE("a vertex that is none is no node") {
    const copied<vectors> made{test_graph{3}};
    CHECK_FALSE(
        senda::bfs(made.graph, boost::graph_traits<vectors>::null_vertex(), std::size_t{0}));
    CHECK_FALSE(senda::bfs(made.graph, std::size_t{0}, std::size_t{3}));
}

}  // namespace boost_tests
