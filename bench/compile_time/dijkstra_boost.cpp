// SPDX-License-Identifier: MIT
// The cheapest path in a small graph by Dijkstra's algorithm, by Boost.Graph.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <cstddef>
#include <vector>

int main() {
    using graph =
        boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                              boost::property<boost::edge_weight_t, int>>;
    graph g(4);
    boost::add_edge(0, 1, 4, g);
    boost::add_edge(0, 2, 1, g);
    boost::add_edge(1, 3, 1, g);
    boost::add_edge(2, 1, 2, g);
    boost::add_edge(2, 3, 5, g);
    std::vector<std::size_t> parent(4);
    std::vector<int> cost(4);
    boost::dijkstra_shortest_paths(g, 0,
                                   boost::predecessor_map(parent.data()).distance_map(cost.data()));
    std::vector<std::size_t> path{3};
    while (path.back() != 0) path.push_back(parent[path.back()]);
    return cost[3] == 4 && path.size() == 4 ? 0 : 1;
}
