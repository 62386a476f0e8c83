// SPDX-License-Identifier: MIT
// What a program asks about a position, whether it has an engine or not.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/format.hpp>
#include <senda/amazons/play.hpp>

#include <cstdint>
#include <string>

namespace senda::amazons {

// Loading and saving are `parse_board` and `to_text`.

/// The start of a game.
[[nodiscard]] constexpr board new_board() noexcept { return {}; }

/// Whether the player to move has an amazon on a cell that can go to another.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_valid_move(const basic_board<Columns, Rows>& b, cell from,
                                           cell to) noexcept {
    return b.contains(from) && b.contains(to) && b.amazons(b.to_move()).contains(from) &&
           b.moves_from(from).contains(to);
}

/// Whether the player to move has an amazon on a cell that can shoot from there, without moving
/// first, at another: what is asked between the two halves of a play.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_valid_shot(const basic_board<Columns, Rows>& b, cell amazon,
                                           cell arrow) noexcept {
    return is_valid_move(b, amazon, arrow);  // an arrow flies as an amazon goes
}

/// Whether an amazon of the player to move can go from a cell to another and shoot at a third.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_valid_shot(const basic_board<Columns, Rows>& b, cell from, cell to,
                                           cell arrow) noexcept {
    return b.is_legal({from, to, arrow});
}

/// Whether the amazon on a cell, of either player, still has a complete play.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool can_move(const basic_board<Columns, Rows>& b, cell amazon) noexcept {
    const cell_set all = b.amazons(player::white) | b.amazons(player::black);
    // One that can move can shoot back to where it was.
    return all.contains(amazon) && !(with_neighbours(cell_set{amazon}) & b.empty_cells()).empty();
}

/// Whether the player to move has lost: none of the player's amazons has a complete play.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool has_lost(const basic_board<Columns, Rows>& b) noexcept {
    return !b.has_play();
}

/// What stands on a cell of the board: `W` and `B` for amazons, `x` for an arrow, `.` for nothing.
template <int Columns, int Rows>
[[nodiscard]] constexpr char letter_at(const basic_board<Columns, Rows>& b, cell c) noexcept {
    if (b.amazons(player::white).contains(c)) return 'W';
    if (b.amazons(player::black).contains(c)) return 'B';
    return b.empty_cells().contains(c) ? '.' : 'x';
}

/// The board as text with its rows and columns named, the highest row first.
template <int Columns, int Rows>
[[nodiscard]] std::string to_picture_text(const basic_board<Columns, Rows>& b) {
    std::string out;
    for (int row = Rows; row-- > 0;) {
        out += (row < 9 ? " " : "") + std::to_string(row + 1);
        for (int column = 0; column < Columns; ++column) {
            out += ' ';
            out += letter_at(b, cell_at(column, row));
        }
        out += '\n';
    }
    out += "  ";
    for (int column = 0; column < Columns; ++column) {
        out += ' ';
        out += static_cast<char>('a' + column);
    }
    return out + '\n';
}

/// The number of sequences of exactly so many legal plays. From the start: 1, 2 176, 4 307 152.
template <int Columns, int Rows>
[[nodiscard]] constexpr std::uint64_t perft(const basic_board<Columns, Rows>& from,
                                            int depth) noexcept {
    if (depth <= 0) return 1;
    if (depth == 1) return from.count_moves();
    std::uint64_t count = 0;
    basic_board<Columns, Rows> b = from;
    from.for_each_play([&](const play& p) {
        b.make(p);
        count += perft(b, depth - 1);
        b.unmake(p);
    });
    return count;
}

}  // namespace senda::amazons
