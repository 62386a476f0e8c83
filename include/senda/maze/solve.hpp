// SPDX-License-Identifier: MIT
// A maze solved exactly, with treasures in any number.
#pragma once

#include <senda/maze/answer.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/solver.hpp>
#include <senda/search/options.hpp>

namespace senda::maze {

/// Solves a maze: a route with the fewest steps and among those with the most life, or the proof
/// that there is none.
///
/// `b`      the maze.
/// `asked`  what to tell beyond that, limits and a stop token.
[[nodiscard]] inline answer solve(const board& b, const question& asked = {}) {
    detail::solver solver(b, options{.limits = asked.limits, .stop = asked.stop});
    solver.solve();
    if (asked.count) solver.count();
    solver.list(asked.routes);
    return solver.result();
}

}  // namespace senda::maze
