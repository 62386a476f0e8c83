// SPDX-License-Identifier: MIT
// How a game that is under way can still be won, in the fewest moves or with the most energy.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/game.hpp>
#include <pacman/rules.hpp>
#include <pacman/solve.hpp>

namespace senda::pacman {

/// The best way on from where a game stands; one that is over has none.
///
/// `g`      the game.
/// `what`   the fewest moves, or the most energy.
/// `q`      where to give up, and who may end the search.
[[nodiscard]] inline answer way_on(const game& g, goal_kind what, const question& q = {}) {
    if (g.is_over()) return {.outcome = outcome::no_route};
    return solve(rest_of(g.board(), g.situation()), what, q);
}

}  // namespace senda::pacman
