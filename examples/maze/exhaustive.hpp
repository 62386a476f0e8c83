// SPDX-License-Identifier: MIT
// A maze solved by searching all its states: plain, exact, and hopeless with many treasures.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/states.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace senda::maze {

/// How the states are searched.
enum class method {
    bfs,              ///< breadth first: level by level, blindly
    astar_manhattan,  ///< A* guided by the distance as if there were no walls
    astar_exact       ///< A* guided by the steps to the end as if life did not matter
};

/// The name of a method as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(method m) noexcept {
    return senda::enum_name(m, {"bfs", "astar_manhattan", "astar_exact"});
}

namespace detail {

[[nodiscard]] inline route route_of(const std::vector<state>& path) {
    route made{{}, path.back().life};
    made.cells.reserve(path.size());
    for (const state& s : path) made.cells.push_back(s.at);
    return made;
}

/// Solves one maze: first the fewest steps, then all routes that have no more. `Estimate` leads
/// both, and never says too much.
template <class Estimate>
class exhaustive_solver {
public:
    exhaustive_solver(const board& b, const Estimate& estimate, const question& what)
        : board_(&b), states_(b), estimate_(estimate), question_(&what) {}

    void solve(answer& into) {
        const auto found = find([this](const state& s) { return s.at == board_->end(); });
        if (!found) return give_up(into, found);
        into.feasible = route_of(found.path);
        into.lower_bound = into.feasible->steps();
        complete(into);
    }

    [[nodiscard]] const maze::statistics& statistics() const noexcept { return used_; }

private:
    /// The shortest path to a goal, by breadth-first search if there is nothing to lead it.
    template <class Goal>
    auto find(const Goal& goal) {
        if constexpr (std::is_same_v<Estimate, zero_heuristic>) {
            return counted(senda::bfs(states_, states_.start(), goal, limits_left()));
        } else {
            return counted(senda::astar(states_, states_.start(), goal, estimate_, limits_left()));
        }
    }

    template <class Result>
    static void give_up(answer& into, const Result& stopped) {
        into.ended = stopped.status;
        if (stopped.status == status::exhausted) {
            into.outcome = outcome::no_route;
            into.obstacle = obstacle::starved;
            into.lower_bound = no_steps;
        } else {
            into.lower_bound =
                std::max(into.lower_bound, static_cast<std::uint64_t>(stopped.lower_bound));
        }
    }

    // States that cannot reach the end with the fewest steps any more lie on no optimal route.
    struct not_too_late {
        const Estimate* estimate;
        steps fewest;

        flow on_expand(const state& s, steps spent) const {
            return spent + (*estimate)(s) > fewest ? flow::prune : flow::proceed;
        }
    };

    void complete(answer& into) {
        const place end = board_->end();
        const auto fewest = static_cast<steps>(into.feasible->steps());
        const auto every = counted(all_shortest(
            states_, states_.start(), [end](const state& s) { return s.at == end; }, limits_left(),
            not_too_late{&estimate_, fewest}));
        into.ended = every.status;
        if (!every) return;

        life_points most = 0;
        for (const state& s : every.nodes())
            if (s.at == end) most = std::max(most, s.life);
        if (into.feasible->life == most) {
            into.optimal = into.feasible;
        } else {
            const auto found =
                find([end, most](const state& s) { return s.at == end && s.life == most; });
            into.ended = found.status;
            if (!found) return;
            into.optimal = route_of(found.path);
        }
        into.outcome = outcome::solved;
        into.max_life = most;
        if (question_->count) into.count = every.count();
        if (question_->routes == 0) return;
        for (const std::vector<state>& path : every.routes()) {
            into.routes.push_back(route_of(path));
            if (into.routes.size() == question_->routes) break;
        }
    }

    // The searches follow one another, and together keep to what was allowed.
    [[nodiscard]] options limits_left() const {
        options left{.limits = question_->limits, .stop = question_->stop};
        left.limits.expansions -= std::min(used_.expanded, left.limits.expansions);
        left.limits.time = left.limits.time.seconds() - used_.seconds;
        return left;
    }

    template <class Result>
    Result counted(Result r) {
        used_.expanded += r.statistics.expanded;
        used_.labels += r.statistics.generated;
        used_.bytes = std::max(used_.bytes, r.statistics.bytes);
        used_.seconds += r.statistics.seconds;
        return r;
    }

    const board* board_;
    state_graph states_;
    Estimate estimate_;
    const question* question_;
    maze::statistics used_ = {};
};

}  // namespace detail

/// Solves a maze by searching its states, each a cell, a life and a set of treasures taken: with k
/// treasures up to 2^k sets. For teaching, and to hold faster solvers against; a maze with more
/// than `most_treasures_in_states` treasures ends in `outcome::limit` at once.
///
/// `b`      the maze.
/// `how`    the search that finds the fewest steps.
/// `what`   what to find beyond an optimal route, limits and a stop token.
[[nodiscard]] inline answer solve_exhaustively(const board& b, method how = method::bfs,
                                               const question& what = {}) {
    const double started = senda::now_in_seconds();
    answer a;
    memory_budget budget(what.limits.bytes);
    std::vector<std::uint32_t> to_end;
    if (detail::reserve_tables(b, budget)) to_end = steps_to_end(b);
    const std::optional<connectivity> found =
        to_end.empty() ? detail::bfs_with_bitset(b, budget) : connectivity_of(b, to_end);
    if (found) a.connectivity = *found;
    a.lower_bound = found ? found->steps : detail::manhattan_distance(b, b.start(), b.end());
    question rest = what;
    rest.limits.bytes = budget.left();
    const auto solve_with = [&](const auto& estimate) {
        detail::exhaustive_solver solver(b, estimate, rest);
        solver.solve(a);
        a.statistics = solver.statistics();
        a.statistics.bytes += budget.used();
    };
    if (found && !found->connected) {
        a.outcome = outcome::no_route;
        a.obstacle = obstacle::unreachable;
        a.ended = status::exhausted;
        a.lower_bound = no_steps;
    } else if (to_end.empty() || b.treasures().size() > most_treasures_in_states) {
        a.ended = status::memory_limit;
    } else if (how == method::bfs) {
        solve_with(zero_heuristic{});
    } else if (how == method::astar_manhattan) {
        solve_with([&](const state& s) { return manhattan(b.xy(b.end()))(b.xy(s.at)); });
    } else {
        solve_with([&](const state& s) { return static_cast<steps>(to_end[s.at]); });
    }
    a.statistics.seconds = senda::now_in_seconds() - started;
    return a;
}

}  // namespace senda::maze
