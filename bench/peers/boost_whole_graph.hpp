// SPDX-License-Identifier: MIT
// Algorithms of Boost.Graph about all nodes, on its graph in compressed sparse rows.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/bellman_ford_shortest_paths.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dag_shortest_paths.hpp>
#include <boost/graph/johnson_all_pairs_shortest.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/property_map/property_map.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace bench::peers {

struct boost_cost {
    int cost;
};
using boost_stored =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost_cost>;

/// The graph of a list of edges `{from, to, cost}`.
template <class Edges>
boost_stored make_boost_stored(std::size_t nodes, const Edges& edges) {
    std::vector<std::pair<std::size_t, std::size_t>> ends;
    std::vector<boost_cost> costs;
    for (const auto& [from, to, cost] : edges) {
        ends.emplace_back(from, to);
        costs.push_back({cost});
    }
    return {boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), costs.begin(), nodes};
}

/// The sum of the costs to all nodes; every node can be reached.
inline std::int64_t sum_of(const std::vector<int>& costs) {
    std::int64_t sum = 0;
    for (const int cost : costs) sum += cost;
    return sum;
}

inline std::int64_t boost_bellman_ford(const boost_stored& g, std::uint32_t start) {
    const std::size_t nodes = num_vertices(g);
    std::vector<int> cost(nodes, std::numeric_limits<int>::max());
    std::vector<std::size_t> parent(nodes);
    for (std::size_t n = 0; n < nodes; ++n) parent[n] = n;
    cost[start] = 0;
    const bool is_free_of_cycles =
        boost::bellman_ford_shortest_paths(g, static_cast<int>(nodes),
                                           boost::weight_map(get(&boost_cost::cost, g))
                                               .distance_map(boost::make_iterator_property_map(
                                                   cost.begin(), get(boost::vertex_index, g)))
                                               .predecessor_map(boost::make_iterator_property_map(
                                                   parent.begin(), get(boost::vertex_index, g))));
    return is_free_of_cycles ? sum_of(cost) : -1;
}

/// The sum of all costs of the table.
inline std::int64_t boost_johnson(const boost_stored& g) {
    const std::size_t nodes = num_vertices(g);
    // It adds a node, which needs another kind of graph for its work: it makes one by itself.
    std::vector<std::vector<int>> table(nodes, std::vector<int>(nodes));
    if (!boost::johnson_all_pairs_shortest_paths(g, table,
                                                 boost::weight_map(get(&boost_cost::cost, g))))
        return -1;
    std::int64_t sum = 0;
    for (const auto& row : table) sum += sum_of(row);
    return sum;
}

/// All nodes, the first in order at the end.
inline std::vector<std::size_t> boost_topological_order(const boost_stored& g) {
    std::vector<std::size_t> order;
    order.reserve(num_vertices(g));
    boost::topological_sort(g, std::back_inserter(order));
    return order;
}

/// The sum of what the heaviest paths from a node to all cost.
inline std::int64_t boost_longest_paths(const boost_stored& g, std::uint32_t start) {
    const std::size_t nodes = num_vertices(g);
    std::vector<int> cost(nodes);
    std::vector<std::size_t> parent(nodes);
    boost::dag_shortest_paths(g, start,
                              boost::weight_map(get(&boost_cost::cost, g))
                                  .distance_map(boost::make_iterator_property_map(
                                      cost.begin(), get(boost::vertex_index, g)))
                                  .predecessor_map(boost::make_iterator_property_map(
                                      parent.begin(), get(boost::vertex_index, g)))
                                  .distance_compare(std::greater<int>())
                                  .distance_inf(std::numeric_limits<int>::lowest()));
    return sum_of(cost);
}

/// What a minimum spanning forest costs.
inline std::int64_t boost_spanning_forest(const boost_stored& g) {
    std::vector<boost_stored::edge_descriptor> taken;
    boost::kruskal_minimum_spanning_tree(g, std::back_inserter(taken),
                                         boost::weight_map(get(&boost_cost::cost, g)));
    std::int64_t sum = 0;
    for (const auto& e : taken) sum += g[e].cost;
    return sum;
}

}  // namespace bench::peers
