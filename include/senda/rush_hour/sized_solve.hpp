// SPDX-License-Identifier: MIT
// Boards of any shape solved. Apart from `solve.hpp`, so that only those compile it who use it.
#pragma once

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/examine.hpp>
#include <senda/rush_hour/sized_graph.hpp>
#include <senda/rush_hour/solve.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/options.hpp>

namespace senda::rush_hour {

/// Finds a shortest solution of a board of any shape: of a classic one as `solve` does, of another
/// by `bfs` on `sized_parking_graph`, or by `astar` if that is asked for.
[[nodiscard]] inline answer solve_any(const board& b, const question& q = {}) {
    if (b.shape().is_classic()) return solve(b, q);
    const options o{.limits = q.limits, .stop = q.stop};
    const sized_parking_graph g(b, q.count);
    if (q.how != engine::astar) return detail::run_to_answer(bfs_search(g, g.start(), g.goal(), o));
    return detail::run_to_answer(astar_search(g, g.start(), g.goal(), h_sized_blockers(g), o));
}

/// Finds out what can be said about a board of any shape: of a classic one as `one.examine` does,
/// of another its solution and both counts. The limits hold for all searches put together.
[[nodiscard]] inline findings examine_any(examiner& one, const board& b, const question& q = {},
                                          depth how_deep = depth::rated, unsigned threads = 1) {
    if (b.shape().is_classic()) return one.examine(b, q, how_deep, threads);
    return examiner::examine_with(solve_any, b, q);
}

}  // namespace senda::rush_hour
