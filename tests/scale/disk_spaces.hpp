// SPDX-License-Identifier: MIT
// Spaces for searches on disk, and a search of them with nothing to get wrong.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace disk_spaces {

constexpr std::uint64_t scrambled(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = (a + 0x9e37'79b9'7f4a'7c15U) * 0xbf58'476d'1ce4'e5b9U + b;
    h = (h ^ (h >> 31U)) * 0x94d0'49bb'1331'11ebU;
    return h ^ (h >> 29U);
}

/// Random edges between the numbers below `size`, made by hashing.
struct random_space {
    using node_type = std::uint32_t;

    std::uint32_t size = 1;
    std::uint64_t seed = 0;
    bool is_undirected = true;
    unsigned degree = 3;

    template <class Emit>
    void operator()(std::uint32_t n, Emit&& emit) const {
        for (unsigned i = 0; i < degree; ++i) {
            if (is_undirected) {
                // Each node has an edge to the one that is so far ahead, or not.
                const auto far = static_cast<std::uint32_t>(scrambled(seed, i) % size);
                const std::uint32_t before = (n + size - far) % size;
                if (scrambled(seed + i, n) % 3 != 0) emit((n + far) % size);
                if (scrambled(seed + i, before) % 3 != 0) emit(before);
            } else {
                const std::uint64_t h = scrambled(seed + i, n);
                // Mostly a little ahead or back, so that there are many layers.
                if (h % 5 == 0) continue;
                emit(static_cast<std::uint32_t>((n + (h >> 8U) % 40 + size - 12) % size));
            }
        }
    }
};

/// The distance of each node from some of them, or `unreached`.
inline constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();
inline std::vector<std::uint32_t> depths(const random_space& space,
                                         const std::vector<std::uint32_t>& starts) {
    std::vector<std::uint32_t> depth(space.size, unreached);
    std::vector<std::uint32_t> layer;
    for (const std::uint32_t s : starts) {
        if (depth[s] != 0) layer.push_back(s);
        depth[s] = 0;
    }
    for (std::uint32_t d = 1; !layer.empty(); ++d) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t n : layer)
            space(n, [&](std::uint32_t to) {
                if (depth[to] != unreached) return;
                depth[to] = d;
                next.push_back(to);
            });
        layer = next;
    }
    return depth;
}
/// How many nodes there are at each depth, up to `last`.
inline std::vector<std::uint64_t> layers(const std::vector<std::uint32_t>& depths,
                                         std::uint32_t last = unreached) {
    std::vector<std::uint64_t> counts;
    for (const std::uint32_t d : depths) {
        if (d == unreached || d > last) continue;
        if (counts.size() <= d) counts.resize(d + 1);
        ++counts[d];
    }
    return counts;
}

/// The 15-puzzle in four bits a cell, and as numbers below 16!/2.
struct tiles15 {
    using node_type = std::uint64_t;
    static constexpr std::uint64_t solved = 0xfedc'ba98'7654'3210U;

    [[nodiscard]] static unsigned blank(std::uint64_t board) {
        constexpr std::uint64_t low = 0x7777'7777'7777'7777U;
        const std::uint64_t zeros = ~(((board & low) + low) | board | low);
        return static_cast<unsigned>(std::countr_zero(zeros)) / 4;
    }
    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        const unsigned to = blank(board);
        const auto slide = [&](unsigned from) {
            const std::uint64_t tile = board >> (4 * from) & 15;
            emit(board ^ (tile << (4 * from)) ^ (tile << (4 * to)));
        };
        if (to % 4 > 0) slide(to - 1);
        if (to % 4 < 3) slide(to + 1);
        if (to >= 4) slide(to - 4);
        if (to < 12) slide(to + 4);
    }

    /// The cell of the blank, then the rank of the other tiles, of which the last two follow.
    [[nodiscard]] static std::uint64_t index(std::uint64_t board) {
        const unsigned hole = blank(board);
        const std::uint64_t below = (std::uint64_t{1} << (4 * hole)) - 1;
        std::uint64_t tiles = (board & below) | (board >> 4 & ~below);
        std::uint64_t rank = hole;
        std::uint32_t used = 0;
        for (unsigned i = 0; i < 13; ++i, tiles >>= 4U) {
            const auto tile = static_cast<unsigned>(tiles & 15U) - 1;
            const std::uint32_t smaller = used & ((1U << tile) - 1);
            rank = rank * (15 - i) + tile - static_cast<unsigned>(std::popcount(smaller));
            used |= 1U << tile;
        }
        return rank;
    }
    [[nodiscard]] static std::uint64_t node(std::uint64_t rank) {
        unsigned digits[13];
        unsigned inversions = 0;
        for (unsigned i = 13; i-- > 0; rank /= 15 - i) {
            digits[i] = static_cast<unsigned>(rank % (15 - i));
            inversions += digits[i];
        }
        const auto hole = static_cast<unsigned>(rank);
        std::uint64_t left = 0x0fed'cba9'8765'4321U;
        std::uint64_t tiles = 0;
        for (unsigned i = 0; i < 13; ++i) {
            const unsigned shift = 4 * digits[i];
            const std::uint64_t below = (std::uint64_t{1} << shift) - 1;
            tiles |= (left >> shift & 15) << (4 * i);
            left = (left & below) | (left >> 4 & ~below);
        }
        // Sliding along a row changes no order, and across rows passes three tiles.
        if ((inversions + hole / 4) % 2 != 0) left = left >> 4 | (left & 15) << 4;
        tiles |= left << 52;
        const std::uint64_t below = (std::uint64_t{1} << (4 * hole)) - 1;
        return (tiles & below) | (tiles & ~below) << 4;
    }
};

}  // namespace disk_spaces
