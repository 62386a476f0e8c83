// SPDX-License-Identifier: MIT
// Paths of straight lines in any direction on grids of open and closed cells.
#pragma once

#include <senda/detail/grid/sight/interval_search.hpp>
#include <senda/detail/grid/sight/theta_search.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/line_of_sight.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

namespace senda {

/// How a path in any direction is searched for.
enum class any_angle_kind {
    exact,      ///< the shortest path there is: Anya
    theta,      ///< Theta*: a short path that turns at centres of cells
    lazy_theta  ///< Lazy Theta*: the same with fewer lines of sight
};

/// `any_angle` in steps: `step`, `run`, `result`, and `restart(start, goal)` in the memory of
/// before. The grid must outlive the search.
template <class Grid, any_angle_kind Kind = any_angle_kind::exact>
class any_angle_search {
    static_assert(sizeof(Grid) == 0,
                  "any_angle needs a grid with diagonal steps and without weights: "
                  "octile_grid or octile_grid_cutting");
};

/// The shortest path.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class any_angle_search<basic_grid<Moves>, any_angle_kind::exact>
    : public detail::interval_search<Moves> {
public:
    using detail::interval_search<Moves>::interval_search;
};

/// Theta*.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class any_angle_search<basic_grid<Moves>, any_angle_kind::theta>
    : public detail::theta_search<Moves, detail::sight_checks::each_edge> {
public:
    using detail::theta_search<Moves, detail::sight_checks::each_edge>::theta_search;
};

/// Lazy Theta*.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class any_angle_search<basic_grid<Moves>, any_angle_kind::lazy_theta>
    : public detail::theta_search<Moves, detail::sight_checks::each_expansion> {
public:
    using detail::theta_search<Moves, detail::sight_checks::each_expansion>::theta_search;
};

template <grid_moves Moves, class Weight>
any_angle_search(const basic_grid<Moves, Weight>&, cell, cell, const options& = {})
    -> any_angle_search<basic_grid<Moves, Weight>>;

/// Finds a path of straight lines in any direction between the centres of two cells: the shortest
/// there is, or with `any_angle<any_angle_kind::theta>` or `lazy_theta` one that is never longer
/// than that of single steps. The result's path has its ends and the points where it turns; `cost`
/// is its length.
///
/// A walker is a point. It enters no closed cell; it may touch corners and go along walls, but
/// passes between two closed cells that touch at a corner on `octile_grid_cutting` only.
///
/// `g`      the grid, without weights: `octile_grid` or `octile_grid_cutting`.
/// `start`  the cell in whose centre the path begins.
/// `goal`   the cell in whose centre it ends.
/// `o`      limits, a stop token. An expansion is that of a corner, or of what is seen from one in
///          a row; with the other kinds, of a cell.
template <any_angle_kind Kind = any_angle_kind::exact, class Grid>
[[nodiscard]] result<point, double> any_angle(const Grid& g, cell start, cell goal,
                                              const options& o = {}) {
    return detail::run_to_end(any_angle_search<Grid, Kind>(g, start, goal, o));
}

}  // namespace senda
