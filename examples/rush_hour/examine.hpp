// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/component.hpp>
#include <rush_hour/engine/on_threads.hpp>
#include <rush_hour/rate.hpp>
#include <rush_hour/solve.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace senda::rush_hour {

/// The numbers of all positions that can be reached from a board.
struct component_numbers {
    std::uint64_t states = 0;  ///< positions, solved ones included
    std::uint64_t goals = 0;   ///< those of them that are solved
    /// The most slides that a position among them needs; nothing if no position is solved.
    std::optional<std::uint32_t> deepest_moves = {};
    std::optional<std::uint32_t> deepest_steps = {};  ///< the same in steps
    big_unsigned optimal_count = {};                  ///< solutions with the fewest slides
};

/// All that is known about a board.
struct findings {
    /// The answer to the question, in the metric that it asks for.
    answer found = {};
    std::optional<std::uint32_t> moves = {};          ///< the fewest slides
    std::optional<std::uint32_t> steps = {};          ///< the fewest steps, whatever the slides
    std::optional<difficulty> rated = {};             ///< if it can be solved
    std::optional<component_numbers> component = {};  ///< if it was asked for
    /// What stopped the work before all of it was known; `found` or `exhausted` if nothing did.
    senda::status ended = status::running;
};

/// How much is asked about a board.
enum class depth : std::uint8_t {
    rated,    ///< its solution, both counts and its difficulty
    analysed  ///< and the numbers of its component
};

/// Finds out all that can be said about boards. It keeps its memory for the next one.
class examiner {
public:
    /// The limits hold for all searches that this takes, put together. On several threads they run
    /// at the same time, unless there is a limit on what they may take; what is found is the same.
    [[nodiscard]] findings examine(const board& b, const question& q, depth how_deep = depth::rated,
                                   unsigned threads = 1) {
        if (detail::threads_for(threads, 3) > 1 && !is_limited(q.limits))
            return examine_at_once(b, q, how_deep, threads);
        question rest = q;
        findings all = find_both(
            [this](const board& one, const question& of) { return solver_.solve(one, of); }, b,
            rest);
        const bool is_known =
            all.found ? all.moves && all.steps
                      : all.found.outcome == outcome::no_route && how_deep == depth::analysed;
        if (is_known) analyse(all, b, rest, how_deep);
        return all;
    }

    /// The solution and both counts alone, by any `solve(board, question)`.
    template <class Solve>
    [[nodiscard]] static findings examine_with(Solve&& solve, const board& b, question q) {
        return find_both(solve, b, q);
    }

private:
    /// Takes what the searches used from the limits of `rest`.
    template <class Solve>
    static findings find_both(Solve&& solve, const board& b, question& rest) {
        findings all;
        all.found = solve(b, rest);
        all.ended = all.found.statistics.ended;
        set(all, rest.count, all.found.cost);
        if (all.found) find_other(all, solve, b, rest);
        return all;
    }

    static void set(findings& all, metric count, std::optional<std::uint32_t> cost) {
        (count == metric::slide ? all.moves : all.steps) = cost;
    }

    [[nodiscard]] static bool is_limited(const limits& l) {
        const limits none;
        return l.expansions != none.expansions || l.bytes != none.bytes ||
               l.time.seconds() != none.time.seconds() || double{l.cost} != double{none.cost};
    }

    /// The same by searches that do not wait for each other.
    findings examine_at_once(const board& b, const question& q, depth how_deep, unsigned threads) {
        question other_metric = q;
        other_metric.count = q.count == metric::slide ? metric::step : metric::slide;
        findings all;
        answer other;
        bool complete = false;
        if (!other_solver_) other_solver_.emplace();
        detail::for_each_on_threads(threads, 3, [&](std::size_t i, unsigned) {
            if (i == 0) {
                complete = component_.analyse(b, {}, q.stop);
                if (complete && how_deep == depth::analysed) (void)component_.levels(metric::step);
            } else if (i == 1) {
                all.found = solver_.solve(b, q);
            } else {
                other = other_solver_->solve(b, other_metric);
            }
        });
        all.ended = all.found.statistics.ended;
        set(all, q.count, all.found.cost);
        if (all.found.outcome == outcome::limit) return all;
        if (all.found) {
            set(all, other_metric.count, other.cost);
            add(all.found.statistics, other.statistics);
            if (!other) all.ended = other.statistics.ended;
            if (!other) return all;
        }
        if (all.found || how_deep == depth::analysed) report_component(all, b, complete, how_deep);
        return all;
    }

    /// Takes what a search used from the limits of the next.
    static void spend(limits& left, const statistics& used) {
        left.expansions -= std::min(left.expansions, used.expanded);
        left.time = std::max(left.time.seconds() - used.seconds, 0.0);
    }

    static void add(statistics& sum, const statistics& used) {
        sum.expanded += used.expanded;
        sum.states += used.states;
        sum.bytes = std::max(sum.bytes, used.bytes);
        sum.seconds += used.seconds;
    }

    /// Counts in the other metric, unless a limit comes first.
    template <class Solve>
    static void find_other(findings& all, Solve&& solve, const board& b, question& rest) {
        spend(rest.limits, all.found.statistics);
        rest.count = rest.count == metric::slide ? metric::step : metric::slide;
        const answer other = solve(b, rest);
        set(all, rest.count, other.cost);
        spend(rest.limits, other.statistics);
        add(all.found.statistics, other.statistics);
        if (!other) all.ended = other.statistics.ended;
    }

    void analyse(findings& all, const board& b, const question& rest, depth how_deep) {
        report_component(all, b, component_.analyse(b, rest.limits, rest.stop), how_deep);
    }

    void report_component(findings& all, const board& b, bool complete, depth how_deep) {
        add(all.found.statistics, component_.statistics());
        if (!complete) {
            all.ended = component_.statistics().ended;
            return;
        }
        if (all.found) all.rated = rate(b, component_);
        if (how_deep != depth::analysed) return;
        component_numbers numbers{component_.states(), component_.goals()};
        if (component_.solvable()) {
            numbers.deepest_moves = component_.deepest(metric::slide).moves;
            numbers.deepest_steps = component_.deepest(metric::step).moves;
            numbers.optimal_count = component_.optimal_count(b, metric::slide);
        }
        all.component = numbers;
    }

    solver solver_;
    std::optional<solver> other_solver_;  // of a second thread
    component component_;
};

/// Finds out all that can be said about a board.
[[nodiscard]] inline findings examine(const board& b, const question& q = {},
                                      depth how_deep = depth::rated, unsigned threads = 1) {
    return examiner{}.examine(b, q, how_deep, threads);
}

}  // namespace senda::rush_hour
