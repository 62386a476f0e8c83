// SPDX-License-Identifier: MIT
// What a program asks about a position, whether it has an engine or not.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/format.hpp>
#include <amazons/play.hpp>
#include <amazons/size.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::amazons {

// Reading and writing are `parse_board` and `to_text`, of files `read_board` and `save_board`.

/// The start of a game, on a board of up to 10 x 10 cells.
[[nodiscard]] constexpr board new_board(board_size size = {}) noexcept { return board{size}; }

// A move or a shot is valid by the lines of the board, whoever is to move; it is legal if the
// player to move may make it. `board::is_legal` says that of a whole play.

/// Whether an amazon, of either player, stands on a cell and can go from there to another.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_valid_move(const basic_board<Columns, Rows>& b, cell from,
                                           cell to) noexcept {
    return (b.amazons(player::white) | b.amazons(player::black)).contains(from) &&
           b.moves_from(from).contains(to);
}

/// Whether an arrow can fly from a cell, whatever stands there, to another.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_valid_shot(const basic_board<Columns, Rows>& b, cell from,
                                           cell arrow) noexcept {
    return b.contains(from) && b.moves_from(from).contains(arrow);  // it flies as amazons go
}

/// Whether an amazon, of either player, can go from a cell to another and then shoot at a third.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_valid_shot(const basic_board<Columns, Rows>& b, cell from, cell to,
                                           cell arrow) noexcept {
    return is_valid_move(b, from, to) && b.shots_from(from, to).contains(arrow);
}

/// Whether the player to move may begin a play so: with an amazon on a cell that goes to another.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_legal_move(const basic_board<Columns, Rows>& b, cell from,
                                           cell to) noexcept {
    return b.amazons(b.to_move()).contains(from) && is_valid_move(b, from, to);
}

/// Whether the player to move may end a play so, once an amazon has come to a cell: what is asked
/// between the two halves of a play.
template <int Columns, int Rows>
[[nodiscard]] constexpr bool is_legal_shot(const basic_board<Columns, Rows>& b, cell amazon,
                                           cell arrow) noexcept {
    return b.amazons(b.to_move()).contains(amazon) && is_valid_shot(b, amazon, arrow);
}

/// The first cell where something stands on the line of a queen from a cell to another, that other
/// included; nothing if all is empty or they are in no line. To itself, a cell is in its own way.
template <int Columns, int Rows>
[[nodiscard]] constexpr std::optional<cell> first_obstacle(const basic_board<Columns, Rows>& b,
                                                           cell from, cell to) noexcept {
    const int right = to.column() - from.column();
    const int up = to.row() - from.row();
    if (right == 0 && up == 0) return from;
    if (right != 0 && up != 0 && right != up && right != -up) return std::nullopt;
    const auto sign = [](int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; };
    for (cell c = from; c != to;) {
        c = cell_at(c.column() + sign(right), c.row() + sign(up));
        if (!b.empty_cells().contains(c)) return c;
    }
    return std::nullopt;
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

/// What stands on a cell of the board, as a character: `0` and `X` for the amazons of white and
/// black, `*` for an arrow, `.` for nothing.
template <int Columns, int Rows>
[[nodiscard]] constexpr char symbol_at(const basic_board<Columns, Rows>& b, cell c) noexcept {
    for (const player p : {player::white, player::black})
        if (b.amazons(p).contains(c)) return symbol_of(p);
    return b.empty_cells().contains(c) ? empty_symbol : arrow_symbol;
}

/// The board as text with its rows and columns named, the highest row first, and a legend with what
/// the players are called.
template <int Columns, int Rows>
[[nodiscard]] std::string to_picture_text(const basic_board<Columns, Rows>& b,
                                          std::string_view white = "white",
                                          std::string_view black = "black") {
    std::string out;
    for (int row = b.size().rows; row-- > 0;) {
        out += (row < 9 ? " " : "") + std::to_string(row + 1);
        for (int column = 0; column < b.size().columns; ++column) {
            out += ' ';
            out += symbol_at(b, cell_at(column, row));
        }
        out += '\n';
    }
    out += "  ";
    for (int column = 0; column < b.size().columns; ++column) {
        out += ' ';
        out += static_cast<char>('a' + column);
    }
    out += "\n0 ";
    out.append(white).append("   X ").append(black);
    return out + "   * arrow   . empty cell\n";
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
