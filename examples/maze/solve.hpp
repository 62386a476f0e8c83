// SPDX-License-Identifier: MIT
// A maze solved exactly, with treasures in any number.
#pragma once

#include <maze/answer.hpp>
#include <maze/solver/solver.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/options.hpp>

#include <utility>

namespace senda::maze {

/// Solves a maze: a route with the fewest steps and among those with the most life, or the proof
/// that there is none.
///
/// `b`      the maze.
/// `what`   what to find beyond that, limits and a stop token.
///
/// When a limit comes first, the answer has the best route so far and a lower bound on the steps.
/// When it comes after the maze was solved, only the count or some of the routes are missing.
[[nodiscard]] inline answer solve(const board& b, const question& what = {}) {
    detail::solver solver(
        b, options{.limits = what.limits, .stop = what.stop, .progress = what.progress});
    solver.solve();
    if (what.count) solver.count();
    solver.list(what.routes);
    return std::move(solver.result());
}

}  // namespace senda::maze
