// SPDX-License-Identifier: MIT
// The route that ends with the most life, however long it is.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/life/trade_solver.hpp>
#include <maze/parts/by_parts.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace senda::maze {

/// What is known of the most life with which a maze can be won. True in a condition when it was
/// solved: the most life, and the fewest steps for it.
struct richest_answer {
    /// Whether there is a route.
    maze::outcome outcome = outcome::limit;
    /// Why there is no route, if that is proven.
    maze::obstacle obstacle = obstacle::none;
    /// Why the search ended: `found`, `exhausted`, or what stopped it.
    senda::status ended = status::running;
    /// Whether walls part the start from the end.
    maze::connectivity connectivity = {};
    /// The route with the most life that is known, and among those with the fewest steps.
    std::optional<route> best = {};
    /// No route ends with more life.
    life_points upper_bound = 0;
    /// No route that ends with as much life as `best` has fewer steps.
    std::uint64_t lower_bound = 0;
    /// What it took.
    maze::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return outcome == outcome::solved; }
};

/// The route that ends with the most life, and among those one with the fewest steps; or the proof
/// that there is none. Treasures pay once, so there is a most; to know it, a runner may have to be
/// sent to any of them in any order, which is hard where they are many.
///
/// `b`  the maze.
/// `o`  limits, a stop token.
///
/// When a limit comes first, the answer has the best route so far and bounds.
[[nodiscard]] inline richest_answer richest_route(const board& b, const options& o = {}) {
    detail::search_control control(o);
    constexpr std::uint64_t work = detail::part_fronts::much_work;
    if (std::optional<route> best = detail::front_by_parts(b, control, work).richest()) {
        richest_answer a{.connectivity = connectivity_of(b),
                         .statistics = detail::statistics_of(control)};
        const bool wins = !best->cells.empty();
        a.outcome = wins ? outcome::solved : outcome::no_route;
        a.obstacle = wins ? obstacle::none : obstacle::starved;
        a.ended = wins ? status::found : status::exhausted;
        a.upper_bound = best->life;
        a.lower_bound = wins ? best->steps() : no_steps;
        if (wins) a.best = std::move(best);
        return a;
    }
    constexpr double share = 0.9;  // for the fewest steps, where they are not soon known
    detail::trade_solver solver(b, detail::options_left(control), share);
    // Where it is not soon known, a good route first: it stands if a limit comes, and what cannot
    // beat it is not looked at.
    constexpr std::uint64_t few = 1000;
    solver.find_most_life(few);
    if (!solver.is_most_known()) {
        solver.improve_richest();
        solver.find_most_life(std::numeric_limits<std::uint64_t>::max());
    }
    if (solver.is_most_known()) solver.find_front(solver.upper_bound());
    const answer& fewest = solver.fewest();
    richest_answer a{fewest.outcome,      fewest.obstacle,    solver.ended(),
                     fewest.connectivity, solver.richest(),   solver.upper_bound(),
                     fewest.lower_bound,  solver.statistics()};
    if (!fewest) return a;
    if (solver.proven() == no_steps && solver.is_most_known()) {
        a.lower_bound = a.best->steps();
    } else {
        a.outcome = outcome::limit;
        if (solver.is_most_known() && solver.proven() > a.lower_bound)
            a.lower_bound = solver.proven();
    }
    return a;
}

}  // namespace senda::maze
