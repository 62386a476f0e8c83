// SPDX-License-Identifier: MIT
// Boards of any shape solved. Apart from `solve.hpp`, so that only those compile it who use it.
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/examine.hpp>
#include <rush_hour/sized_graph.hpp>
#include <rush_hour/solve.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

namespace senda::rush_hour {

namespace detail {

/// Finds a shortest solution by breadth-first search up to the last move, which is the red car's.
[[nodiscard]] inline answer solve_up_to_last_move(const board& b,
                                                  const breadth_first_sized_parking_graph& g,
                                                  options o) {
    if (h_sized_blockers(g.all())(g.all().start()) == infinite<steps>) {
        answer a;
        conclude(a, {.states = 1, .ended = status::exhausted}, no_moves);
        return a;
    }
    if (b.solved() || o.limits.cost.most<steps>() < 1)
        return run_to_answer(bfs_search(g, g.start(), g.goal(), o));
    o.limits.cost = o.limits.cost.less(steps{1});
    bfs_search search(g, g.start(), g.one_before_goal(), o);
    answer a = run_to_answer(search);
    if (a.lower_bound != no_moves) ++a.lower_bound;
    if (!a) return a;
    a.cost = a.lower_bound;
    append_slide(a.solution, g.last_move(search.result().path.back()));
    return a;
}

}  // namespace detail

/// Finds a shortest solution of a board of any shape: of a classic one as `solve` does, of another
/// by `bfs` on `breadth_first_sized_parking_graph`, or by `astar` on `sized_parking_graph` if that
/// is asked for.
[[nodiscard]] inline answer solve_any(const board& b, const question& q = {}) {
    if (b.shape().is_classic()) return solve(b, q);
    const options o{.limits = q.limits, .stop = q.stop};
    if (q.how == engine::astar) {
        const sized_parking_graph g(b, q.count);
        return detail::run_to_answer(astar_search(g, g.start(), g.goal(), h_sized_blockers(g), o));
    }
    const breadth_first_sized_parking_graph g(b, q.count);
    if (q.how == engine::fast) return detail::solve_up_to_last_move(b, g, o);
    return detail::run_to_answer(bfs_search(g, g.start(), g.goal(), o));
}

/// Finds out what can be said about a board of any shape: of a classic one as `one.examine` does,
/// of another its solution and both counts. The limits hold for all searches put together.
[[nodiscard]] inline findings examine_any(examiner& one, const board& b, const question& q = {},
                                          depth how_deep = depth::rated, unsigned threads = 1) {
    if (b.shape().is_classic()) return one.examine(b, q, how_deep, threads);
    return examiner::examine_with(solve_any, b, q);
}

}  // namespace senda::rush_hour
