// SPDX-License-Identifier: MIT
// The rules of MAZE, written once: what a step does.
#pragma once

#include <senda/maze/board.hpp>

namespace senda::maze {

/// What a treasure gives the first time that it is entered.
inline constexpr life_points treasure_life = 5;

/// The life after entering a cell; `taken` says whether its treasure is gone. A digit takes its
/// value, a treasure gives 5 once, all else leaves life as it is.
[[nodiscard]] constexpr life_points life_after(char cell, life_points life, bool taken) noexcept {
    if (cell == 'T') return taken ? life : life + treasure_life;
    if (cell >= '0' && cell <= '9') return life - (cell - '0');
    return life;
}

/// Whether a runner dies who has `life` left in a cell after its effect.
[[nodiscard]] constexpr bool dies(char cell, life_points life) noexcept {
    return life <= 0 && cell != 'E';
}

/// Whether a runner wins who has `life` left in a cell. One who was alive a step before the end
/// always does: the end costs nothing.
[[nodiscard]] constexpr bool wins(char cell, life_points life) noexcept {
    return cell == 'E' && life >= 1;
}

}  // namespace senda::maze
