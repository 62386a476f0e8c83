// SPDX-License-Identifier: MIT
// Seeded random boards as text, made without the library.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace support {

/// Puts a vehicle on free cells at random; false if the place that came up is taken.
inline bool park_at_random(std::string& board, char letter, split_mix64& random) {
    const int length = random.between(2, 3);
    const bool across = random.percent(50);
    const int row = random.below(across ? 6 : 7 - length);
    const int column = random.below(across ? 7 - length : 6);
    std::vector<std::size_t> cells;
    for (int i = 0; i < length; ++i)
        cells.push_back(static_cast<std::size_t>((across ? row : row + i) * 6 +
                                                 (across ? column + i : column)));
    if (!std::all_of(cells.begin(), cells.end(), [&](std::size_t c) { return board[c] == 'o'; }))
        return false;
    for (const std::size_t c : cells) board[c] = letter;
    return true;
}

/// A valid board in 36 characters, with up to `most_walls` walls; often crowded, sometimes solved
/// already or without a solution. The letters of the vehicles are in no order.
inline std::string random_board_text(split_mix64& random, int most_walls = 3) {
    std::string board(36, 'o');
    const auto red = static_cast<std::size_t>(12 + random.below(5));
    board[red] = board[red + 1] = 'A';
    for (int walls = random.below(most_walls + 1); walls > 0; --walls) {
        const auto cell = static_cast<std::size_t>(random.below(36));
        if (board[cell] == 'o') board[cell] = 'x';
    }
    std::string letters = "BCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (std::size_t i = letters.size(); i > 1; --i)
        std::swap(letters[i - 1],
                  letters[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    const int wanted = random.below(14);
    for (int tries = 0, parked = 0; tries < 4 * wanted && parked < wanted; ++tries)
        if (park_at_random(board, letters[static_cast<std::size_t>(parked)], random)) ++parked;
    return board;
}

}  // namespace support
