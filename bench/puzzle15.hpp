// SPDX-License-Identifier: MIT
#pragma once

#include "inputs.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace bench {

/// The 15-puzzle as a user writes it: sixteen squares of four bits each, the blank is 0.
struct puzzle15 {
    using node_type = std::uint64_t;

    /// Tiles 1 to 15 in order, the blank in the last corner.
    static constexpr std::uint64_t goal = 0x0fedcba987654321u;

    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        const int blank = blank_square(board);
        const int column = blank % 4;
        if (blank >= 4) emit(slide(board, blank, blank - 4));
        if (column < 3) emit(slide(board, blank, blank + 1));
        if (blank < 12) emit(slide(board, blank, blank + 4));
        if (column > 0) emit(slide(board, blank, blank - 1));
    }

private:
    static int blank_square(std::uint64_t board) {
        std::uint64_t taken = board | (board >> 1);
        taken |= taken >> 2;
        return std::countr_zero(~taken & 0x1111111111111111u) / 4;
    }

    static std::uint64_t slide(std::uint64_t board, int blank, int from) {
        const std::uint64_t tile = (board >> (4 * from)) & 0xfu;
        return (board ^ (tile << (4 * from))) | (tile << (4 * blank));
    }
};

/// 15p-d22: every state within this many moves of the goal, and how many there are.
inline constexpr int puzzle15_depth = 22;
inline constexpr std::uint64_t puzzle15_states = 12'318'701;

/// The sum of the tiles' distances to their squares, from a table a pair of squares.
class manhattan15 {
public:
    manhattan15() {
        for (int pair = 0; pair < 8; ++pair) {
            for (int tiles = 0; tiles < 256; ++tiles) {
                sums_[static_cast<std::size_t>(pair)][static_cast<std::size_t>(tiles)] =
                    static_cast<std::uint8_t>(distance(2 * pair, tiles % 16) +
                                              distance(2 * pair + 1, tiles / 16));
            }
        }
    }

    std::int32_t operator()(std::uint64_t board) const {
        std::int32_t sum = 0;
        for (const auto& sums : sums_) {
            sum += sums[board & 0xffu];
            board >>= 8;
        }
        return sum;
    }

    /// How far a tile on a square is from where it belongs; the blank does not count.
    static constexpr int distance(int square, int tile) {
        if (tile == 0) return 0;
        const int home = tile - 1;
        const int across = square % 4 - home % 4;
        const int down = square / 4 - home / 4;
        return (across < 0 ? -across : across) + (down < 0 ? -down : down);
    }

private:
    std::array<std::array<std::uint8_t, 256>, 8> sums_{};
};

/// The puzzles that are solved one after the other, chosen for their size.
struct instance15 {
    std::uint64_t seed;
    std::size_t moves;  // of a shortest solution
};
inline constexpr std::array<instance15, 4> instances15{{{2, 54}, {5, 46}, {15, 52}, {21, 56}}};

/// The board after 200 random moves from the goal, none of which takes back the one before.
inline std::uint64_t shuffled15(std::uint64_t seed) {
    constexpr int moves = 200;
    const puzzle15 puzzle;
    splitmix64 random{seed};
    std::uint64_t before = puzzle15::goal;
    std::uint64_t board = puzzle15::goal;
    for (int move = 0; move < moves; ++move) {
        std::array<std::uint64_t, 4> ways{};
        std::size_t count = 0;
        puzzle.successors(board, [&](std::uint64_t next) {
            if (next != before) ways[count++] = next;
        });
        before = board;
        board = ways[random.next() % count];
    }
    return board;
}

}  // namespace bench
