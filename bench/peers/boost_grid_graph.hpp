// SPDX-License-Identifier: MIT
// Boost's own implicit grid, boost::grid_graph, its walls hidden by boost::filtered_graph as its
// documentation shows for mazes.
#pragma once

#include "../harness.hpp"

#include <boost/array.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/grid_graph.hpp>
#include <boost/graph/visitors.hpp>
#include <boost/property_map/property_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace bench::peers {

/// The map as such a graph; it refers to the map.
class boost_grid_graph {
public:
    using whole = boost::grid_graph<2>;
    using vertex = boost::graph_traits<whole>::vertex_descriptor;

    /// Says which vertices are open.
    struct passable {
        const grid_map* map = nullptr;
        bool operator()(const vertex& v) const { return map->open[v[1] * map->side + v[0]] != 0; }
    };
    using graph = boost::filtered_graph<whole, boost::keep_all, passable>;

    explicit boost_grid_graph(const grid_map& map)
        : whole_{boost::array<std::size_t, 2>{{map.side, map.side}}},
          graph_{whole_, boost::keep_all{}, passable{&map}},
          side_{map.side} {}
    boost_grid_graph(const boost_grid_graph&) = delete;
    boost_grid_graph& operator=(const boost_grid_graph&) = delete;

    const graph& filtered() const { return graph_; }
    auto numbers() const { return get(boost::vertex_index, whole_); }
    std::size_t cells() const { return side_ * side_; }
    vertex at(std::uint32_t cell) const { return {{cell % side_, cell / side_}}; }
    std::uint32_t number(const vertex& v) const {
        return static_cast<std::uint32_t>(v[1] * side_ + v[0]);
    }

private:
    whole whole_;
    graph graph_;
    std::size_t side_;
};

inline const boost_grid_graph& boost_grid_graph_of(const grid_map& map) {
    static std::map<const grid_map*, boost_grid_graph> graphs;
    return graphs.try_emplace(&map, map).first->second;
}

/// boost::breadth_first_search on it, stopped at the goal by an exception, with a byte of colour
/// and four of predecessor a cell.
inline map_answer boost_grid_graph_bfs(const boost_grid_graph& grid, std::uint32_t start,
                                       std::uint32_t goal) {
    struct found {};
    struct to_goal : boost::default_bfs_visitor {
        const boost_grid_graph* grid;
        std::uint32_t* predecessor;
        std::uint64_t* visited;
        std::uint32_t goal;
        to_goal(const boost_grid_graph& g, std::uint32_t* parents, std::uint64_t& count,
                std::uint32_t to)
            : grid{&g}, predecessor{parents}, visited{&count}, goal{to} {}
        void tree_edge(const boost_grid_graph::graph::edge_descriptor& e,
                       const boost_grid_graph::graph& g) const {
            predecessor[grid->number(target(e, g))] = grid->number(source(e, g));
        }
        void discover_vertex(const boost_grid_graph::vertex& v,
                             const boost_grid_graph::graph&) const {
            ++*visited;
            if (grid->number(v) == goal) throw found{};
        }
    };
    const auto color = std::make_unique_for_overwrite<std::uint8_t[]>(grid.cells());
    const auto predecessor = std::make_unique_for_overwrite<std::uint32_t[]>(grid.cells());
    boost::queue<boost_grid_graph::vertex> queue;
    std::uint64_t visited = 0;
    try {
        boost::breadth_first_search(grid.filtered(), grid.at(start), queue,
                                    to_goal{grid, predecessor.get(), visited, goal},
                                    boost::make_iterator_property_map(color.get(), grid.numbers()));
    } catch (const found&) {
        std::vector<std::uint32_t> path{goal};
        while (path.back() != start) path.push_back(predecessor[path.back()]);
        std::reverse(path.begin(), path.end());
        return {std::move(path), visited, grid.cells() * 5};
    }
    return {{}, visited, 0};
}

}  // namespace bench::peers
