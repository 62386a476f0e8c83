// SPDX-License-Identifier: MIT
// A hard 15-puzzle by beams of several widths: the wider the beam, the better the path.
#include <senda/search/beam.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

/// Sixteen squares of four bits; 0 is the blank.
using board = std::uint64_t;
constexpr int tile(board b, int square) { return static_cast<int>(b >> (4 * square) & 15); }

struct sliding {
    using node_type = board;
    template <class Emit>
    static void successors(board b, Emit&& emit) {
        int blank = 0;
        while (tile(b, blank) != 0) ++blank;
        const auto slide = [&](int from) {
            emit((b & ~(board{15} << (4 * from))) | static_cast<board>(tile(b, from))
                                                        << (4 * blank));
        };
        const bool may[] = {blank >= 4, blank % 4 > 0, blank % 4 < 3, blank < 12};
        const int by[] = {-4, -1, 1, 4};
        for (int i = 0; i < 4; ++i)
            if (may[i]) slide(blank + by[i]);
    }
};

int main() {
    const auto distance = [](board b) {
        int sum = 0;
        for (int s = 0; s < 16; ++s)
            if (const int t = tile(b, s); t != 0)
                sum += std::abs(s % 4 - t % 4) + std::abs(s / 4 - t / 4);
        return sum;
    };
    board mixed = 0, solved = 0;
    for (int square = 0; int t : {5, 12, 10, 7, 15, 11, 14, 0, 8, 2, 1, 13, 3, 4, 9, 6}) {
        mixed |= static_cast<board>(t) << (4 * square);
        solved |= static_cast<board>(square) << (4 * square);
        ++square;
    }
    for (const std::size_t width : {10U, 100U, 1000U, 10'000U}) {
        const auto found = senda::beam(sliding{}, mixed, solved, distance, width);
        std::cout << "width " << width << ": " << found.cost << " moves\n";
    }
}
