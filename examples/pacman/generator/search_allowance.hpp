// SPDX-License-Identifier: MIT
// Many short searches within the limits of a long one.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/shortest.hpp>
#include <pacman/solve.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace senda::pacman::detail {

/// Searches that take no more than is left to all of them together.
class search_allowance {
public:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    explicit search_allowance(const question& q) : control_({.limits = q.limits, .stop = q.stop}) {}

    /// Solves a map in no more than so many steps, which are the same on every machine, as seconds
    /// are not. A limit of all searches together ends them all.
    answer solve(const board& b, goal_kind what, std::uint64_t most_steps = no_limit) {
        if (!control_.may_expand()) return {.statistics = {.ended = control_.status()}};
        senda::limits limits = limits_left(control_);
        const bool is_short = most_steps < limits.expansions;
        limits.expansions = std::min(limits.expansions, most_steps);
        const answer a = pacman::solve(b, what, {limits, control_.options().stop});
        control_.count_expanded(a.statistics.expanded);
        const senda::status ended = a.statistics.ended;
        if (a.outcome == outcome::limit && !(is_short && ended == status::expansion_limit))
            control_.end(ended);
        return a;
    }

    /// Counts a step that is no search; false if a limit was reached.
    bool may_go_on() { return control_.may_expand(); }
    [[nodiscard]] bool is_open() const noexcept { return control_.running(); }
    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    [[nodiscard]] const search_control& control() const noexcept { return control_; }

private:
    search_control control_;
};

}  // namespace senda::pacman::detail
