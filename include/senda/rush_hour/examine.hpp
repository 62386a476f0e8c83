// SPDX-License-Identifier: MIT
// Finds out all that can be said about a board, in one call.
#pragma once

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/component.hpp>
#include <senda/rush_hour/findings.hpp>
#include <senda/rush_hour/rate.hpp>
#include <senda/rush_hour/solve.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace senda::rush_hour {

/// How much is asked about a board.
enum class depth : std::uint8_t {
    rated,    ///< its solution, both counts and its difficulty
    analysed  ///< and the numbers of its component
};

/// Finds out all that can be said about boards. It keeps its memory for the next one.
class examiner {
public:
    /// The limits hold for all searches that this takes, put together.
    [[nodiscard]] findings examine(const board& b, const question& asked,
                                   depth how_deep = depth::rated) {
        findings all;
        question rest = asked;
        all.found = solver_.solve(b, rest);
        all.ended = all.found.statistics.ended;
        set(all, asked.count, all.found.cost);
        if (all.found.outcome == outcome::limit) return all;
        if (all.found && !find_other(all, b, rest)) return all;
        if (all.found || how_deep == depth::analysed) look_around(all, b, rest, how_deep);
        return all;
    }

private:
    static void set(findings& all, metric count, std::optional<std::uint32_t> cost) {
        (count == metric::slide ? all.moves : all.steps) = cost;
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

    /// Counts in the other metric; false if a limit came first.
    bool find_other(findings& all, const board& b, question& rest) {
        spend(rest.limits, all.found.statistics);
        const metric asked = rest.count;
        rest.count = asked == metric::slide ? metric::step : metric::slide;
        const answer other = solver_.solve(b, rest);
        set(all, rest.count, other.cost);
        rest.count = asked;
        spend(rest.limits, other.statistics);
        add(all.found.statistics, other.statistics);
        if (!other) all.ended = other.statistics.ended;
        return static_cast<bool>(other);
    }

    void look_around(findings& all, const board& b, const question& rest, depth how_deep) {
        const bool complete = around_.analyse(b, rest.limits, rest.stop);
        add(all.found.statistics, around_.statistics());
        if (!complete) {
            all.ended = around_.statistics().ended;
            return;
        }
        if (all.found) all.rated = rate(b, around_);
        if (how_deep != depth::analysed) return;
        component_numbers numbers{around_.states(), around_.goals()};
        if (around_.solvable()) {
            numbers.deepest_moves = around_.deepest(metric::slide).moves;
            numbers.deepest_steps = around_.deepest(metric::step).moves;
            numbers.optimal_count = around_.optimal_count(b, metric::slide);
        }
        all.component = numbers;
    }

    solver solver_;
    component around_;
};

/// Finds out all that can be said about a board.
[[nodiscard]] inline findings examine(const board& b, const question& asked = {},
                                      depth how_deep = depth::rated) {
    return examiner{}.examine(b, asked, how_deep);
}

}  // namespace senda::rush_hour
