// SPDX-License-Identifier: MIT
// Random puzzles: arrangements of up to eight pieces, and a few random moves that permute places.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <senda/graph/permutations.hpp>
#include <utility>
#include <vector>

namespace permuted {

inline constexpr std::size_t most = 8;
inline constexpr std::uint8_t hidden = 15;

/// The piece in each place; places that a puzzle does not use hold themselves.
using row = std::array<std::uint8_t, most>;

struct move {
    row from{};  ///< the piece in a place comes from there
    int cost = 1;
};

[[nodiscard]] inline row turned(const row& n, const move& m) {
    row to{};
    for (std::size_t i = 0; i < most; ++i) to[i] = n[m.from[i]];
    return to;
}
[[nodiscard]] inline move undone(const move& m) {
    move back{{}, m.cost};
    for (std::size_t i = 0; i < most; ++i) back.from[m.from[i]] = static_cast<std::uint8_t>(i);
    return back;
}
[[nodiscard]] inline row sorted() {
    row n{};
    for (std::size_t i = 0; i < most; ++i) n[i] = static_cast<std::uint8_t>(i);
    return n;
}

/// Moves that can be done anywhere, on whole arrangements and on those of a few pieces alike.
struct puzzle {
    using node_type = row;
    using action_type = int;
    std::vector<move> moves;

    template <class Emit>
    void successors(const row& n, Emit&& emit) const {
        for (std::size_t i = 0; i < moves.size(); ++i)
            emit(turned(n, moves[i]), static_cast<int>(i));
    }
    template <class Emit>
    void predecessors(const row& n, Emit&& emit) const {
        for (std::size_t i = 0; i < moves.size(); ++i)
            emit(turned(n, undone(moves[i])), static_cast<int>(i));
    }
    [[nodiscard]] std::uint64_t index(const row& n) const {
        return senda::permutations<most>::rank(n);
    }
    [[nodiscard]] static constexpr std::uint64_t index_bound() {
        return senda::permutations<most>::count;
    }
};

/// The same puzzle, whose moves have costs.
struct costly_puzzle {
    using node_type = row;
    using cost_type = int;
    std::vector<move> moves;

    template <class Emit>
    void successors(const row& n, Emit&& emit) const {
        for (const move& m : moves) emit(turned(n, m), m.cost);
    }
    template <class Emit>
    void predecessors(const row& n, Emit&& emit) const {
        for (const move& m : moves) emit(turned(n, undone(m)), m.cost);
    }
    [[nodiscard]] std::uint64_t index(const row& n) const {
        return senda::permutations<most>::rank(n);
    }
    [[nodiscard]] static constexpr std::uint64_t index_bound() {
        return senda::permutations<most>::count;
    }
};

/// Moves of random places of the first `size`, which may be undone by others or not.
[[nodiscard]] inline std::vector<move> random_moves(int size, bool both_ways,
                                                    support::split_mix64& random,
                                                    int most_cost = 1) {
    std::vector<move> moves;
    for (int count = random.between(1, 4); count > 0; --count) {
        move m{sorted(), most_cost == 1 ? 1 : random.between(0, most_cost)};
        const int cycle = std::min(size, random.between(2, 5));
        std::vector<std::uint8_t> places;
        for (int i = 0; i < size; ++i) places.push_back(static_cast<std::uint8_t>(i));
        for (int i = 0; i < cycle; ++i) {
            std::swap(places[static_cast<std::size_t>(i)],
                      places[static_cast<std::size_t>(random.between(i, size - 1))]);
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(cycle); ++i)
            m.from[places[i]] = places[(i + 1) % static_cast<std::size_t>(cycle)];
        moves.push_back(m);
        if (both_ways) moves.push_back(undone(m));
    }
    return moves;
}

/// Sees only some pieces; the others look alike. The number is that of their places, with gaps
/// where two pieces would share one.
struct some_pieces {
    std::vector<std::uint8_t> pieces;

    [[nodiscard]] row operator()(const row& n) const {
        row small{};
        for (std::size_t i = 0; i < most; ++i) small[i] = sees(n[i]) ? n[i] : hidden;
        return small;
    }
    [[nodiscard]] std::uint64_t index_bound() const {
        return std::uint64_t{1} << (3 * pieces.size());
    }
    [[nodiscard]] std::uint64_t index(const row& small) const {
        std::uint64_t number = 0;
        for (const std::uint8_t piece : pieces) {
            const auto place = std::find(small.begin(), small.end(), piece) - small.begin();
            number = number * most + static_cast<std::uint64_t>(place);
        }
        return number;
    }
    [[nodiscard]] row node(std::uint64_t number) const {
        row small{};
        small.fill(hidden);
        for (std::size_t i = pieces.size(); i-- > 0; number /= most)
            small[static_cast<std::size_t>(number % most)] = pieces[i];
        return small;
    }
    [[nodiscard]] bool sees(std::uint8_t piece) const {
        return std::find(pieces.begin(), pieces.end(), piece) != pieces.end();
    }
};

/// A few pieces of the first `size`, at most `count`.
[[nodiscard]] inline some_pieces random_pieces(int size, int count, support::split_mix64& random) {
    some_pieces some;
    for (int tries = random.between(0, count); tries > 0; --tries) {
        const auto piece = static_cast<std::uint8_t>(random.below(size));
        if (!some.sees(piece)) some.pieces.push_back(piece);
    }
    return some;
}

}  // namespace permuted
