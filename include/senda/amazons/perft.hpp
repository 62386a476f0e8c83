// SPDX-License-Identifier: MIT
// Counting the sequences of plays from a position: the usual check of a generator of moves.
#pragma once

#include <senda/amazons/board.hpp>

#include <cstdint>

namespace senda::amazons {

/// The number of sequences of exactly so many legal plays. From the start: 1, 2 176, 4 307 152.
/// The last play of a sequence is counted without being made.
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
