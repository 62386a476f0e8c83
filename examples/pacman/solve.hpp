// SPDX-License-Identifier: MIT
// The best route by either measure.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/richest.hpp>
#include <pacman/shortest.hpp>

namespace senda::pacman {

/// The best route on a map, or the proof that there is none, or what is known when a limit came
/// first.
///
/// `b`      the map.
/// `what`   the fewest moves, or the most energy.
/// `q`      where to give up, and who may end the search.
[[nodiscard]] inline answer solve(const board& b, goal_kind what = goal_kind::shortest,
                                  const question& q = {}) {
    return what == goal_kind::shortest ? shortest(b, q) : richest(b, q);
}

}  // namespace senda::pacman
