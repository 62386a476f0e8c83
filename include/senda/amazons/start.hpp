// SPDX-License-Identifier: MIT
// The players, and where their amazons stand at the start of a game.
#pragma once

#include <senda/amazons/cell.hpp>
#include <senda/amazons/cell_set.hpp>

#include <algorithm>
#include <cstdint>

namespace senda::amazons {

/// White begins.
enum class player : std::uint8_t { white = 1, black = 2 };

/// The other player.
[[nodiscard]] constexpr player opponent(player p) noexcept {
    return p == player::white ? player::black : player::white;
}

/// How many amazons each player has on a board of so many columns and rows: four, two on boards
/// with fewer than six of either, one with fewer than four.
[[nodiscard]] constexpr int amazons_each(int columns, int rows) noexcept {
    const int shorter = std::min(columns, rows);
    return shorter >= 6 ? 4 : shorter >= 4 ? 2 : 1;
}

/// The amazons of a player at the start: white's on a4, d1, g1 and j4 of 10 x 10, at the like
/// places of other sizes, and black's opposite. Two stand on the outermost row only; one stands on
/// a1 or in the opposite corner.
[[nodiscard]] constexpr cell_set start_of(player p, int columns, int rows) noexcept {
    const bool white = p == player::white;
    const int count = amazons_each(columns, rows);
    const int last_column = columns - 1;
    const int outermost = white ? 0 : rows - 1;
    if (count == 1) {
        // Both would be the one cell of the smallest board: black then has none.
        if (!white && columns * rows == 1) return {};
        return cell_set{cell_at(white ? 0 : last_column, outermost)};
    }
    const int inset = columns * 3 / 10;
    cell_set amazons = cell_set{cell_at(inset, outermost)};
    amazons.insert(cell_at(last_column - inset, outermost));
    if (count == 4) {
        const int flank = white ? rows * 3 / 10 : rows - 1 - rows * 3 / 10;
        amazons.insert(cell_at(0, flank));
        amazons.insert(cell_at(last_column, flank));
    }
    return amazons;
}

}  // namespace senda::amazons
