// SPDX-License-Identifier: MIT
// A shortest path across a room of 100 x 100 cells by A*, by Boost.Graph.
#include <boost/array.hpp>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/grid_graph.hpp>
#include <boost/property_map/property_map.hpp>

#include <cstddef>
#include <vector>

namespace {

using graph = boost::grid_graph<2>;
using node = boost::graph_traits<graph>::vertex_descriptor;

constexpr std::size_t side = 100;

struct estimate : boost::astar_heuristic<graph, int> {
    int operator()(node n) const { return static_cast<int>(2 * (side - 1) - n[0] - n[1]); }
};

struct arrived {};
struct stops_at_goal : boost::default_astar_visitor {
    void examine_vertex(node n, const graph&) const {
        if (n[0] == side - 1 && n[1] == side - 1) throw arrived{};
    }
};

}  // namespace

int main() {
    const graph g(boost::array<std::size_t, 2>{{side, side}});
    const auto index = get(boost::vertex_index, g);
    std::vector<node> parent(side * side);
    std::vector<int> cost(side * side);
    const node start{{0, 0}};
    const node goal{{side - 1, side - 1}};
    try {
        boost::astar_search(
            g, start, estimate{},
            boost::predecessor_map(boost::make_iterator_property_map(parent.begin(), index))
                .distance_map(boost::make_iterator_property_map(cost.begin(), index))
                .weight_map(boost::make_static_property_map<graph::edge_descriptor>(1))
                .visitor(stops_at_goal{}));
    } catch (const arrived&) {
    }
    std::vector<node> path{goal};
    while (path.back() != start) path.push_back(parent[get(index, path.back())]);
    return path.size() == 2 * side - 1 ? 0 : 1;
}
