// SPDX-License-Identifier: MIT
// Boost.Graph's searches, each from a start to a goal, stopped there by an exception as its
// documentation advises.
#pragma once

#include "../harness.hpp"
#include "../implicit_grid.hpp"
#include "boost_grid.hpp"

#include <boost/graph/astar_search.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/properties.hpp>
#include <boost/graph/visitors.hpp>
#include <boost/pending/queue.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <boost/property_map/property_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace bench::peers {

struct goal_reached {};

using cell_number = boost::typed_identity_property_map<std::uint32_t>;

/// One value a cell in memory that nobody initialises, as the searches write before they read: a
/// vector would cost work proportional to the map that is not Boost's.
template <class Value>
class cell_array {
public:
    explicit cell_array(const grid_map& map)
        : count_{map.cells()}, values_{std::make_unique_for_overwrite<Value[]>(count_)} {}

    auto map() const { return boost::make_iterator_property_map(values_.get(), cell_number{}); }
    Value* data() const { return values_.get(); }
    std::size_t bytes() const { return count_ * sizeof(Value); }

private:
    std::size_t count_;
    std::unique_ptr<Value[]> values_;
};

inline std::vector<std::uint32_t> path_of(const std::uint32_t* predecessor, std::uint32_t start,
                                          std::uint32_t goal) {
    std::vector<std::uint32_t> path{goal};
    while (goal != start) path.push_back(goal = predecessor[goal]);
    std::reverse(path.begin(), path.end());
    return path;
}

struct bfs_to_goal : boost::default_bfs_visitor {
    std::uint32_t* predecessor;
    std::uint64_t* visited;
    std::uint32_t goal;

    bfs_to_goal(std::uint32_t* parents, std::uint64_t& count, std::uint32_t to)
        : predecessor{parents}, visited{&count}, goal{to} {}

    void tree_edge(const boost_grid::edge& e, const boost_grid&) const {
        predecessor[e.to] = e.from;
    }
    void discover_vertex(std::uint32_t cell, const boost_grid&) const {
        ++*visited;
        if (cell == goal) throw goal_reached{};
    }
};

/// boost::breadth_first_search with the cheapest property maps it accepts: one byte of colour and
/// four of predecessor a cell.
inline map_answer boost_bfs(const grid_map& map, std::uint32_t start, std::uint32_t goal) {
    const boost_grid g{map};
    const cell_array<std::uint8_t> color{map};
    const cell_array<std::uint32_t> predecessor{map};
    boost::queue<std::uint32_t> queue;
    std::uint64_t visited = 0;
    try {
        boost::breadth_first_search(g, start, queue, bfs_to_goal{predecessor.data(), visited, goal},
                                    color.map());
    } catch (const goal_reached&) {
        return {path_of(predecessor.data(), start, goal), visited,
                color.bytes() + predecessor.bytes()};
    }
    return {{}, visited, 0};
}

struct stop_at_goal {
    using event_filter = boost::on_discover_vertex;
    std::uint64_t* visited;
    std::uint32_t goal;

    void operator()(std::uint32_t cell, const boost_grid&) const {
        ++*visited;
        if (cell == goal) throw goal_reached{};
    }
};

/// boost::breadth_first_search as its documentation writes it: named parameters, a vector of
/// default_color_type, record_predecessors.
inline map_answer boost_documented_bfs(const grid_map& map, std::uint32_t start,
                                       std::uint32_t goal) {
    const boost_grid g{map};
    std::vector<boost::default_color_type> color(map.cells());
    std::vector<std::uint32_t> predecessor(map.cells());
    std::uint64_t visited = 0;
    const auto record = boost::record_predecessors(
        boost::make_iterator_property_map(predecessor.begin(), cell_number{}),
        boost::on_tree_edge{});
    try {
        boost::breadth_first_search(
            g, start,
            boost::visitor(
                boost::make_bfs_visitor(std::make_pair(record, stop_at_goal{&visited, goal})))
                .color_map(boost::make_iterator_property_map(color.begin(), cell_number{})));
    } catch (const goal_reached&) {
        return {path_of(predecessor.data(), start, goal), visited,
                color.size() * sizeof color[0] + predecessor.size() * sizeof predecessor[0]};
    }
    return {{}, visited, 0};
}

struct settle_to_goal : boost::default_astar_visitor {
    std::uint64_t* visited;
    std::uint32_t goal;

    settle_to_goal(std::uint64_t& count, std::uint32_t to) : visited{&count}, goal{to} {}

    void examine_vertex(std::uint32_t cell, const boost_grid&) const {
        ++*visited;
        if (cell == goal) throw goal_reached{};
    }
};

/// boost::astar_search with the Manhattan distance, every property map a plain array.
inline map_answer boost_astar(const grid_map& map, std::uint32_t start, std::uint32_t goal) {
    const boost_grid g{map};
    const cell_array<std::uint8_t> color{map};
    const cell_array<std::uint32_t> predecessor{map};
    const cell_array<std::int32_t> rank{map};
    const cell_array<std::int32_t> distance{map};
    const auto one_a_step = boost::make_function_property_map<boost_grid::edge>(
        [](const boost_grid::edge&) { return 1; });
    std::uint64_t visited = 0;
    try {
        boost::astar_search(g, start, manhattan_on_map{map, goal}, settle_to_goal{visited, goal},
                            predecessor.map(), rank.map(), distance.map(), one_a_step,
                            cell_number{}, color.map(), std::less<>{}, std::plus<>{},
                            std::numeric_limits<std::int32_t>::max(), 0);
    } catch (const goal_reached&) {
        return {path_of(predecessor.data(), start, goal), visited,
                color.bytes() + predecessor.bytes() + rank.bytes() + distance.bytes() +
                    map.cells() * sizeof(std::size_t)};
    }
    return {{}, visited, 0};
}

/// boost::astar_search as its documentation writes it: named parameters, a vector for each property
/// map.
inline map_answer boost_documented_astar(const grid_map& map, std::uint32_t start,
                                         std::uint32_t goal) {
    const boost_grid g{map};
    std::vector<boost::default_color_type> color(map.cells());
    std::vector<std::uint32_t> predecessor(map.cells());
    std::vector<int> rank(map.cells());
    std::vector<int> distance(map.cells());
    const auto one_a_step = boost::make_function_property_map<boost_grid::edge>(
        [](const boost_grid::edge&) { return 1; });
    const auto by_cell = [](auto& values) {
        return boost::make_iterator_property_map(values.begin(), cell_number{});
    };
    std::uint64_t visited = 0;
    try {
        boost::astar_search(g, start, manhattan_on_map{map, goal},
                            boost::predecessor_map(by_cell(predecessor))
                                .distance_map(by_cell(distance))
                                .rank_map(by_cell(rank))
                                .color_map(by_cell(color))
                                .weight_map(one_a_step)
                                .vertex_index_map(cell_number{})
                                .visitor(settle_to_goal{visited, goal}));
    } catch (const goal_reached&) {
        return {path_of(predecessor.data(), start, goal), visited,
                map.cells() * (sizeof color[0] + sizeof predecessor[0] + sizeof rank[0] +
                               sizeof distance[0] + sizeof(std::size_t))};
    }
    return {{}, visited, 0};
}

/// boost::dijkstra_shortest_paths where entering a cell costs `entering[cell]`; returns the path.
inline map_answer boost_dijkstra(const grid_map& map, const std::uint8_t* entering,
                                 std::uint32_t start, std::uint32_t goal) {
    struct visitor : boost::default_dijkstra_visitor {
        std::uint64_t* visited;
        std::uint32_t goal;
        visitor(std::uint64_t& count, std::uint32_t to) : visited{&count}, goal{to} {}
        void examine_vertex(std::uint32_t cell, const boost_grid&) const {
            ++*visited;
            if (cell == goal) throw goal_reached{};
        }
    };
    const boost_grid g{map};
    const cell_array<std::uint8_t> color{map};
    const cell_array<std::uint32_t> predecessor{map};
    const cell_array<std::int32_t> distance{map};
    const auto cost = boost::make_function_property_map<boost_grid::edge>(
        [entering](const boost_grid::edge& e) { return std::int32_t{entering[e.to]}; });
    std::uint64_t visited = 0;
    try {
        boost::dijkstra_shortest_paths(g, start, predecessor.map(), distance.map(), cost,
                                       cell_number{}, std::less<>{}, std::plus<>{},
                                       std::numeric_limits<std::int32_t>::max(), 0,
                                       visitor{visited, goal}, color.map());
    } catch (const goal_reached&) {
        return {path_of(predecessor.data(), start, goal), visited,
                color.bytes() + predecessor.bytes() + distance.bytes() +
                    map.cells() * sizeof(std::size_t)};
    }
    return {{}, visited, 0};
}

}  // namespace bench::peers
