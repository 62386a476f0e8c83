// SPDX-License-Identifier: MIT
// Paths of straight lines in any direction on grids of open and closed cells.
#pragma once

#include <senda/detail/grid/sight/interval_search.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/line_of_sight.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

namespace senda {

/// `any_angle` in steps: `step`, `run`, `result`, and `restart(start, goal)` in the memory of
/// before. The grid must outlive the search.
template <class Grid>
class any_angle_search {
    static_assert(sizeof(Grid) == 0,
                  "any_angle needs a grid with diagonal steps and without weights: "
                  "octile_grid or octile_grid_cutting");
};

/// The shortest path.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class any_angle_search<basic_grid<Moves>> : public detail::interval_search<Moves> {
public:
    using detail::interval_search<Moves>::interval_search;
};

template <grid_moves Moves, class Weight>
any_angle_search(const basic_grid<Moves, Weight>&, cell, cell, const options& = {})
    -> any_angle_search<basic_grid<Moves, Weight>>;

/// Finds a path of straight lines in any direction between the centres of two cells: the shortest
/// there is. The result's path has its ends and the points where it turns; `cost`
/// is its length.
///
/// A walker is a point. It enters no closed cell; it may touch corners and go along walls, but
/// passes between two closed cells that touch at a corner on `octile_grid_cutting` only.
///
/// `g`      the grid, without weights: `octile_grid` or `octile_grid_cutting`.
/// `start`  the cell in whose centre the path begins.
/// `goal`   the cell in whose centre it ends.
/// `o`      limits, a stop token. An expansion is that of a corner, or of what is seen from one in
///          a row.
template <class Grid>
[[nodiscard]] result<point, double> any_angle(const Grid& g, cell start, cell goal,
                                              const options& o = {}) {
    return detail::run_to_end(any_angle_search<Grid>(g, start, goal, o));
}

}  // namespace senda
