// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/engine/breadth_first_search.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <rush_hour/graph.hpp>
#include <rush_hour/rules.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::rush_hour {

namespace detail {

/// Notes how a search ended, with what it took and the bound that it proved.
inline void conclude(answer& a, const rush_hour::statistics& used, std::uint32_t bound) {
    a.statistics = used;
    a.lower_bound = bound;
    if (used.ended == status::found) a.cost = bound;
    a.outcome = used.ended == status::found       ? outcome::solved
                : used.ended == status::exhausted ? outcome::no_route
                                                  : outcome::limit;
}

/// What a search of the library on a graph of positions found.
template <class Search>
[[nodiscard]] answer run_to_answer(Search&& search) {
    search.run();
    const auto found = search.result();
    answer a;
    for (const move m : found.actions) append_slide(a.solution, m);
    const senda::statistics& used = found.statistics;
    conclude(a, {used.expanded, search.reached(), used.bytes, used.seconds, found.status},
             found.lower_bound == infinite<steps> ? no_moves
                                                  : static_cast<std::uint32_t>(found.lower_bound));
    return a;
}

}  // namespace detail

/// Solves boards, one after the other, in the same memory.
class solver {
public:
    solver() = default;
    solver(const solver&) = delete;
    solver& operator=(const solver&) = delete;

    /// Finds a shortest solution of a board in the metric that is asked for.
    /// Boards that are not classic are for `solve_any`: of these nothing is known here, as if a
    /// limit had come first.
    [[nodiscard]] answer solve(const board& b, const question& q = {}) {
        if (!b.shape().is_classic()) return {};
        const options o{.limits = q.limits, .stop = q.stop};
        if (q.how == engine::fast) return solve_fast(b, q.count, o);
        if (q.how == engine::bfs) {
            const breadth_first_parking_graph g(b, q.count);
            return detail::run_to_answer(bfs_search(g, g.start(), g.goal(), o));
        }
        const parking_graph g(b, q.count);
        return detail::run_to_answer(
            astar_search(g, g.start(), g.goal(), h_blocked_blockers(g), o));
    }

private:
    answer solve_fast(const board& b, metric count, const options& o) {
        const car_park park(b);
        const detail::line_table& row = *park.lines()[exit_row].table;
        const detail::goal_test one_before{(count == metric::slide ? row.slides : row.steps).data(),
                                           park.exits()};
        senda::search_control control(o);

        // The last move is the red car's. The search ends at the first position where that is
        // possible: what it would meet later is no nearer, and the move costs one from anywhere.
        const auto most = o.limits.cost.most<steps>();
        answer a{.statistics = {.states = 1}};
        if (b.solved()) {
            conclude(a, control, status::found, 0);
        } else if (park.exits() == 0) {  // a vehicle of its own row is between it and the exit
            conclude(a, control, status::exhausted, no_moves);
        } else if (most == 0) {
            conclude(a, control, status::cost_limit, 1);
        } else if (one_before(park.start())) {
            append_last(a, park, park.start(), one_before);
            conclude(a, control, status::found, 1);
        } else {
            search_.restart(park, count);
            search_.add(park.start());
            const senda::status ended =
                search_.run(control, one_before, static_cast<std::size_t>(most - 1));
            if (ended == status::found) append_path(a, park, one_before);
            a.statistics.states = std::max<std::uint64_t>(search_.size(), 1);
            conclude(a, control, ended,
                     ended == status::exhausted    ? no_moves
                     : ended == status::cost_limit ? static_cast<std::uint32_t>(most) + 1
                                                   : search_.lower_bound() + 1);
        }
        return a;
    }

    void conclude(answer& a, senda::search_control& control, senda::status why,
                  std::uint32_t bound) {
        control.end(why);
        const senda::statistics used = control.statistics();
        detail::conclude(
            a,
            {used.expanded, a.statistics.states, search_.bytes(), used.seconds, control.status()},
            bound);
    }

    void append_path(answer& a, const car_park& park, detail::goal_test one_before) {
        const std::vector<position> path = search_.path();
        for (std::size_t i = 1; i < path.size(); ++i)
            append_slide(a.solution, park.last_move(path[i]));
        append_last(a, park, path.back(), one_before);
    }

    static void append_last(answer& a, const car_park& park, const position& p,
                            detail::goal_test one_before) {
        const std::size_t bits = car_park::bits_at(p, exit_row);
        const auto out = static_cast<unsigned>(one_before.table[bits] & one_before.wanted);
        append_slide(a.solution, park.slide(exit_row, bits >> detail::crossing_bits,
                                            static_cast<std::size_t>(std::countr_zero(out))));
    }

    detail::breadth_first_search search_;
};

/// Finds a shortest solution of a board. For many boards, a `solver` saves asking for memory.
[[nodiscard]] inline answer solve(const board& b, const question& q = {}) {
    solver s;
    return s.solve(b, q);
}

}  // namespace senda::rush_hour
