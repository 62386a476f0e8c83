// SPDX-License-Identifier: MIT
// LEMON behind plain functions: it predates C++20 and is compiled apart, as C++17.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace bench::peers {

/// What a LEMON search hands back.
struct lemon_answer {
    std::vector<std::uint32_t> path;
    std::uint64_t visited = 0;
    std::int64_t cost = 0;
};

/// A map as LEMON's own explicit graph, its fastest (StaticDigraph). Building it is not measured.
class lemon_grid {
public:
    /// `open` holds one byte a cell, row by row, with a closed border. `cost` of entering a cell
    /// may be null: then each step costs one.
    lemon_grid(std::uint32_t side, const std::uint8_t* open, const std::uint8_t* cost);
    ~lemon_grid();

    /// lemon::Bfs, stopped when the goal is reached.
    lemon_answer bfs(std::uint32_t start, std::uint32_t goal) const;

    /// lemon::Dijkstra on costs reduced by the Manhattan distance, which is A*: LEMON has none.
    lemon_answer astar(std::uint32_t start, std::uint32_t goal) const;

    /// lemon::Dijkstra, stopped when the goal is settled.
    lemon_answer dijkstra(std::uint32_t start, std::uint32_t goal) const;

private:
    struct graph;
    std::unique_ptr<graph> graph_;
};

/// lemon::Bfs on LEMON's implicit grid, its walls hidden by an adaptor (GridGraph, FilterNodes).
class lemon_filtered_grid {
public:
    lemon_filtered_grid(std::uint32_t side, const std::uint8_t* open);
    ~lemon_filtered_grid();

    /// lemon::Bfs, stopped when the goal is reached.
    lemon_answer bfs(std::uint32_t start, std::uint32_t goal) const;

private:
    struct graph;
    std::unique_ptr<graph> graph_;
};

}  // namespace bench::peers
