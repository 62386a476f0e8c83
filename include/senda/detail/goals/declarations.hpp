// SPDX-License-Identifier: MIT
// What a search on grids must know of `nearest` to take it for a goal.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/options.hpp>

namespace senda {

template <class Goal, class Estimate>
struct nearest;

namespace detail {

/// The answer of `shortest(goal, options)` on a grid, or a shortest path to the nearest; without an
/// estimate that is by the length of paths on an empty grid.
template <grid_moves Moves, class Estimate, class Shortest>
auto shortest_or_nearest(const basic_grid<Moves>& g, cell start, const nearest<cell, Estimate>& to,
                         const options& o, const Shortest& shortest);

}  // namespace detail

}  // namespace senda
