// SPDX-License-Identifier: MIT
// Which grids the engines of `bfs`, `astar` and `dijkstra` for grids search.
#pragma once

#include <senda/fwd.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>

#include <concepts>

namespace senda::detail {

class tiled_cells;
class tile_layers;
class two_ended_bfs;
class two_stack_astar;
template <class G>
class octile_astar;
template <std::integral Weight>
class dial_search;

/// A 4-connected grid of open and closed cells, kept in tiles of bits.
template <class G>
concept TiledGrid = requires(const G& g, cell c) {
    { g.tiles() } -> std::same_as<const tiled_cells&>;
    { g.open(c) } -> std::same_as<bool>;
};

/// The distance that A* in tiles goes by.
template <class H>
inline constexpr bool is_manhattan =
    std::same_as<H, manhattan<cell>> || std::same_as<H, manhattan<cell, double>>;

/// The distance that `octile_astar` goes by.
template <class H>
inline constexpr bool is_octile = std::same_as<H, octile<cell>>;

/// A grid that it searches: 8-connected, without weights or with whole ones.
template <class G>
concept OctileGrid = requires(const G& g) {
    requires G::moves != grid_moves::straight;
    requires std::same_as<typename G::weight_type, unweighted> ||
                 (std::integral<typename G::weight_type> &&
                  !std::same_as<typename G::weight_type, bool>);
    g.data();
};

/// A question from one cell of such a grid to another, unobserved.
template <class Query>
concept OctileQuery =
    OctileGrid<typename Query::graph> && Query::is_one_to_one && !Query::is_observed;

/// A grid that `dial_search` searches: 4-connected, with whole weights.
template <class G>
inline constexpr bool is_dial_grid = false;
template <std::integral Weight>
inline constexpr bool is_dial_grid<basic_grid<grid_moves::straight, Weight>> =
    !std::same_as<Weight, bool>;

}  // namespace senda::detail
