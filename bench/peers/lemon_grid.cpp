// SPDX-License-Identifier: MIT
#include "lemon_grid.hpp"

#include <lemon/adaptors.h>
#include <lemon/bfs.h>
#include <lemon/dijkstra.h>
#include <lemon/grid_graph.h>
#include <lemon/static_graph.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace bench::peers {

namespace {

// LEMON numbers nodes with int.
int as_id(std::uint32_t cell) { return static_cast<int>(cell); }

template <class Search, class Graph>
std::vector<std::uint32_t> path_of(const Search& search, const Graph& graph,
                                   typename Graph::Node goal) {
    std::vector<std::uint32_t> path;
    for (auto node = goal; node != lemon::INVALID; node = search.predNode(node)) {
        path.push_back(static_cast<std::uint32_t>(graph.id(node)));
    }
    std::reverse(path.begin(), path.end());
    return path;
}

template <class Graph>
lemon_answer run_bfs(const Graph& graph, typename Graph::Node start, typename Graph::Node goal) {
    lemon::Bfs<Graph> search(graph);
    search.init();
    search.addSource(start);
    std::uint64_t processed = 0;
    while (!search.emptyQueue() && !search.reached(goal)) {
        search.processNextNode();
        ++processed;
    }
    if (!search.reached(goal)) return {{}, processed, -1};
    const auto waiting = static_cast<std::uint64_t>(search.queueSize());
    return {path_of(search, graph, goal), processed + waiting, search.dist(goal)};
}

template <class Graph, class Lengths>
lemon_answer run_dijkstra(const Graph& graph, const Lengths& lengths, typename Graph::Node start,
                          typename Graph::Node goal) {
    lemon::Dijkstra<Graph, Lengths> search(graph, lengths);
    search.init();
    search.addSource(start);
    std::uint64_t processed = 0;
    while (!search.emptyQueue() && search.nextNode() != goal) {
        search.processNextNode();
        ++processed;
    }
    if (search.emptyQueue()) return {{}, processed, -1};
    search.processNextNode();
    return {path_of(search, graph, goal), processed + 1, search.dist(goal)};
}

}  // namespace

struct lemon_grid::graph {
    std::uint32_t side;
    lemon::StaticDigraph digraph;
    std::vector<std::uint8_t> entering;

    struct entering_cost {
        using Key = lemon::StaticDigraph::Arc;
        using Value = int;
        const graph* of;
        Value operator[](Key arc) const {
            const auto to = static_cast<std::size_t>(of->digraph.id(of->digraph.target(arc)));
            return of->entering.empty() ? 1 : of->entering[to];
        }
    };

    struct reduced_cost {
        using Key = lemon::StaticDigraph::Arc;
        using Value = int;
        const graph* of;
        int goal_x;
        int goal_y;
        int distance(lemon::StaticDigraph::Node node) const {
            const int width = as_id(of->side);
            const int cell = of->digraph.id(node);
            return std::abs(cell % width - goal_x) + std::abs(cell / width - goal_y);
        }
        Value operator[](Key arc) const {
            return 1 + distance(of->digraph.target(arc)) - distance(of->digraph.source(arc));
        }
    };
};

lemon_grid::lemon_grid(std::uint32_t side, const std::uint8_t* open, const std::uint8_t* cost)
    : graph_{new graph} {
    const std::uint32_t cells = side * side;
    std::vector<std::pair<int, int>> arcs;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        if (!open[cell]) continue;
        for (const std::uint32_t next : std::array{cell - side, cell + 1, cell + side, cell - 1}) {
            if (open[next]) arcs.emplace_back(as_id(cell), as_id(next));
        }
    }
    graph_->side = side;
    graph_->digraph.build(as_id(cells), arcs.begin(), arcs.end());
    if (cost != nullptr) graph_->entering.assign(cost, cost + cells);
}

lemon_grid::~lemon_grid() = default;

lemon_answer lemon_grid::bfs(std::uint32_t start, std::uint32_t goal) const {
    const auto& digraph = graph_->digraph;
    return run_bfs(digraph, digraph.node(as_id(start)), digraph.node(as_id(goal)));
}

lemon_answer lemon_grid::astar(std::uint32_t start, std::uint32_t goal) const {
    const auto& digraph = graph_->digraph;
    const graph::reduced_cost lengths{graph_.get(), as_id(goal % graph_->side),
                                      as_id(goal / graph_->side)};
    const auto from = digraph.node(as_id(start));
    lemon_answer answer = run_dijkstra(digraph, lengths, from, digraph.node(as_id(goal)));
    answer.cost += lengths.distance(from);
    return answer;
}

lemon_answer lemon_grid::dijkstra(std::uint32_t start, std::uint32_t goal) const {
    const auto& digraph = graph_->digraph;
    const graph::entering_cost lengths{graph_.get()};
    return run_dijkstra(digraph, lengths, digraph.node(as_id(start)), digraph.node(as_id(goal)));
}

struct lemon_filtered_grid::graph {
    lemon::GridGraph whole;
    lemon::GridGraph::NodeMap<bool> is_open;
    lemon::FilterNodes<lemon::GridGraph> passable;

    graph(std::uint32_t side, const std::uint8_t* open)
        : whole(as_id(side), as_id(side)), is_open(whole), passable(whole, is_open) {
        for (std::uint32_t cell = 0; cell < side * side; ++cell) {
            is_open[whole.nodeFromId(as_id(cell))] = open[cell] != 0;
        }
    }
};

lemon_filtered_grid::lemon_filtered_grid(std::uint32_t side, const std::uint8_t* open)
    : graph_{new graph(side, open)} {}

lemon_filtered_grid::~lemon_filtered_grid() = default;

lemon_answer lemon_filtered_grid::bfs(std::uint32_t start, std::uint32_t goal) const {
    return run_bfs(graph_->passable, graph_->whole.nodeFromId(as_id(start)),
                   graph_->whole.nodeFromId(as_id(goal)));
}

}  // namespace bench::peers
