// SPDX-License-Identifier: MIT
// The fewest doublings and increments from 1 to 23, by Boost.Graph, which wants the graph stored.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>

#include <cstddef>
#include <vector>

int main() {
    using graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    graph g(47);
    for (std::size_t n = 1; n <= 23; ++n) {
        boost::add_edge(n, 2 * n, g);
        boost::add_edge(n, n + 1, g);
    }
    std::vector<std::size_t> parent(boost::num_vertices(g));
    boost::breadth_first_search(g, 1,
                                boost::visitor(boost::make_bfs_visitor(boost::record_predecessors(
                                    parent.data(), boost::on_tree_edge()))));
    std::vector<std::size_t> path;
    for (std::size_t n = 23; n != 1; n = parent[n]) path.push_back(n);
    return path.size() == 7 ? 0 : 1;
}
