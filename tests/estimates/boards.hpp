// SPDX-License-Identifier: MIT
// The 8-puzzle in plain arrays, with patterns that are added or of which the largest counts, and
// stacks of pancakes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <senda/graph/permutations.hpp>
#include <utility>

namespace boards {

/// The tile in each place; 0 is the blank, `hidden` any other that a pattern does not see.
using board = std::array<std::uint8_t, 9>;
inline constexpr std::uint8_t hidden = 99;

[[nodiscard]] inline int blank_of(const board& b) {
    return static_cast<int>(std::find(b.begin(), b.end(), 0) - b.begin());
}

/// The blank moves left, right, up or down; whole boards and those with hidden tiles alike.
struct eight_puzzle {
    using node_type = board;
    using action_type = int;

    static constexpr board solved{0, 1, 2, 3, 4, 5, 6, 7, 8};

    int action_count() const { return 4; }
    int inverse(int a) const { return a ^ 1; }
    bool allows(const board& b, int a) const {
        const int blank = blank_of(b);
        const std::array<bool, 4> can{blank % 3 > 0, blank % 3 < 2, blank > 2, blank < 6};
        return can[static_cast<std::size_t>(a)];
    }
    void apply(board& b, int a) const {
        constexpr std::array<int, 4> by{-1, 1, -3, 3};
        const int blank = blank_of(b);
        std::swap(b[static_cast<std::size_t>(blank)],
                  b[static_cast<std::size_t>(blank + by[static_cast<std::size_t>(a)])]);
    }
    void undo(board& b, int a) const { apply(b, inverse(a)); }
    template <class Emit>
    void successors(const board& b, Emit&& emit) const {
        for (int a = 0; a < 4; ++a) {
            if (!allows(b, a)) continue;
            board to = b;
            apply(to, a);
            emit(to, a);
        }
    }
    std::uint64_t index(const board& b) const { return senda::permutations<9>::rank(b); }
    std::uint64_t index_bound() const { return senda::permutations<9>::count; }
    board node(std::uint64_t i) const { return senda::permutations<9>::unrank(i); }
};

/// The same moves, which cost something only if a tile moves that is seen.
struct seen_moves {
    using node_type = board;
    using cost_type = int;

    template <class Emit>
    void successors(const board& b, Emit&& emit) const {
        const auto blank = static_cast<std::size_t>(blank_of(b));
        eight_puzzle().successors(b, [&](const board& to, int) {
            emit(to, to[blank] == hidden ? 0 : 1);  // the tile that is now where the blank was
        });
    }
};

/// The blank and K tiles.
template <std::size_t K>
struct some_tiles {
    using numbers = senda::permutations<9, K + 1>;
    std::array<std::uint8_t, K> tiles;

    bool sees(std::uint8_t tile) const {
        return tile == 0 || std::find(tiles.begin(), tiles.end(), tile) != tiles.end();
    }
    board operator()(const board& b) const {
        board small = b;
        for (std::uint8_t& tile : small) tile = sees(tile) ? tile : hidden;
        return small;
    }
    std::uint64_t index(const board& small) const {
        typename numbers::value_type places{static_cast<std::uint8_t>(blank_of(small))};
        for (std::size_t i = 0; i < K; ++i)
            places[i + 1] = static_cast<std::uint8_t>(
                std::find(small.begin(), small.end(), tiles[i]) - small.begin());
        return numbers::rank(places);
    }
    std::uint64_t index_bound() const { return numbers::count; }
    board node(std::uint64_t number) const {
        const auto places = numbers::unrank(number);
        board small{};
        small.fill(hidden);
        small[places[0]] = 0;
        for (std::size_t i = 0; i < K; ++i) small[places[i + 1]] = tiles[i];
        return small;
    }
};
template <class... Tile>
some_tiles(Tile...) -> some_tiles<sizeof...(Tile)>;

/// Mirrored at the diagonal, tiles and places alike: the solved board stays as it is.
struct transposed {
    static std::uint8_t other(std::uint8_t at) {
        return static_cast<std::uint8_t>(at % 3 * 3 + at / 3);
    }
    board operator()(const board& b) const {
        board to{};
        for (std::uint8_t i = 0; i < 9; ++i) to[other(i)] = other(b[i]);
        return to;
    }
    int action(int a) const { return a ^ 2; }
};

/// Seven pancakes, of which those from the top on are turned over.
struct pancakes {
    using node_type = std::array<std::uint8_t, 7>;
    using numbers = senda::permutations<7>;

    static constexpr node_type sorted{0, 1, 2, 3, 4, 5, 6};
    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        for (auto last = n.begin() + 2; last <= n.end(); ++last) {
            node_type to = n;
            std::reverse_copy(n.begin(), last, to.begin());
            emit(to);
        }
    }
    std::uint64_t index(const node_type& n) const { return numbers::rank(n); }
    std::uint64_t index_bound() const { return numbers::count; }
    node_type node(std::uint64_t i) const { return numbers::unrank(i); }
    /// All of them: the abstraction that leaves nothing out.
    const node_type& operator()(const node_type& n) const { return n; }
};

/// Sees the pancakes from 4 on, those that are below 4 look alike.
struct large_pancakes {
    using node_type = pancakes::node_type;
    using numbers = senda::permutations<7, 3>;

    node_type operator()(node_type n) const {
        for (std::uint8_t& size : n) size = size < 4 ? hidden : size;
        return n;
    }
    std::uint64_t index(const node_type& small) const {
        numbers::value_type places{};
        for (std::uint8_t i = 0; i < 7; ++i)
            if (small[i] != hidden) places[small[i] - 4U] = i;
        return numbers::rank(places);
    }
    std::uint64_t index_bound() const { return numbers::count; }
    node_type node(std::uint64_t number) const {
        const auto places = numbers::unrank(number);
        node_type small{};
        small.fill(hidden);
        for (std::uint8_t i = 0; i < 3; ++i) small[places[i]] = static_cast<std::uint8_t>(4 + i);
        return small;
    }
};

/// The dual of a stack: where each pancake is. The same turns, in the other order, sort it.
struct inverse_stack {
    pancakes::node_type operator()(const pancakes::node_type& n) const {
        pancakes::node_type dual{};
        for (std::uint8_t i = 0; i < 7; ++i) dual[n[i]] = i;
        return dual;
    }
};

}  // namespace boards
