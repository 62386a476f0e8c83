// SPDX-License-Identifier: MIT
// The trade between steps and life: all routes of which none has both fewer steps and more life.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/life/trade_solver.hpp>
#include <maze/parts/by_parts.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze {

/// What is known of the trade between steps and life. True in a condition when all is proven.
struct pareto_answer {
    /// Whether there is a route, and the front is complete.
    maze::outcome outcome = outcome::limit;
    /// Why there is no route, if that is proven.
    maze::obstacle obstacle = obstacle::none;
    /// Why the search ended: `found`, `exhausted`, or what stopped it.
    senda::status ended = status::running;
    /// Whether walls part the start from the end.
    maze::connectivity connectivity = {};
    /// One route for each pair of steps and life at the end of which no other route has both no
    /// more steps and no less life; more steps, more life. After a limit those that are known.
    std::vector<route> front = {};
    /// What has fewer steps than this is proven; `no_steps` if all is.
    std::uint64_t proven_below = 0;
    /// No route ends with more life.
    life_points upper_bound = 0;
    /// What it took.
    maze::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return outcome == outcome::solved; }
};

/// All that steps can buy: from the route with the fewest steps to the one with the most life,
/// every pair of steps and life that no route beats, with a route for each.
///
/// `b`  the maze.
/// `o`  limits, a stop token.
///
/// When a limit comes first, the front is proven up to some steps, and life is bounded beyond.
[[nodiscard]] inline pareto_answer pareto_front(const board& b, const options& o = {}) {
    detail::search_control control(o);
    constexpr std::uint64_t work = detail::part_fronts::much_work;
    if (std::optional<std::vector<route>> front = detail::front_by_parts(b, control, work).all()) {
        const bool wins = !front->empty();
        const life_points most = wins ? front->back().life : 0;
        return {wins ? outcome::solved : outcome::no_route,
                wins ? obstacle::none : obstacle::starved,
                wins ? status::found : status::exhausted,
                connectivity_of(b),
                *std::move(front),
                no_steps,
                most,
                detail::statistics_of(control)};
    }
    // To know the most life ends the search; where that is hard to know, it does without.
    const std::uint64_t few = 500'000 + std::uint64_t{4} * b.bound();
    detail::trade_solver solver(b, detail::options_left(control));
    solver.find_most_life(few);
    solver.find_front(1);
    const answer& fewest = solver.fewest();
    pareto_answer a{fewest.outcome,       fewest.obstacle,           solver.ended(),
                    fewest.connectivity,  std::move(solver.front()), fewest.lower_bound,
                    solver.upper_bound(), solver.statistics()};
    if (!fewest) {
        if (fewest.feasible) a.front = {*fewest.feasible};
        return a;
    }
    a.proven_below = std::max(a.proven_below, solver.proven());
    if (a.proven_below == no_steps) {
        a.upper_bound = a.front.back().life;
        a.ended = status::found;  // whatever limit came with the last of it
    } else {
        a.outcome = outcome::limit;
    }
    // The fewest steps are proven even if there was no time for more.
    if (a.front.empty()) {
        a.front = {*fewest.optimal};
        if (solver.richest()->life > fewest.optimal->life) a.front.push_back(*solver.richest());
    }
    return a;
}

}  // namespace senda::maze
