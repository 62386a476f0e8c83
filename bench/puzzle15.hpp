// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
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

}  // namespace bench
