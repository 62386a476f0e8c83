// SPDX-License-Identifier: MIT
// Puzzles whose states have numbers: sliding tiles, pancakes, and the cube of 2x2x2.
#pragma once

#include <senda/graph/permutations.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace puzzles {

/// Up to 16 small values in a word, four bits each.
struct nibbles {
    std::uint64_t word = 0;

    template <class Row>
    static constexpr nibbles of(const Row& row) {
        nibbles n;
        for (std::size_t i = 0; i < row.size(); ++i) n.word |= std::uint64_t{row[i]} << (4 * i);
        return n;
    }
    [[nodiscard]] constexpr unsigned operator[](std::size_t i) const noexcept {
        return static_cast<unsigned>(word >> (4 * i)) & 15;
    }
    friend constexpr bool operator==(nibbles, nibbles) = default;
};

/// Sliding tiles in a frame, of which one place is blank. A state is the tiles in reading order,
/// without the blank, and the place of that in the last four bits.
template <std::size_t Rows, std::size_t Columns>
class tiles {
    static constexpr std::size_t places = Rows * Columns;
    using orders = senda::even_permutations<places - 1>;
    static constexpr unsigned blank_at = 60;

public:
    static_assert(places >= 4 && places <= 16 && Columns >= 2 && Rows >= 2);
    using node_type = nibbles;

    /// The blank in the first place, and the tiles in order behind it.
    [[nodiscard]] static constexpr node_type solved() { return nibbles::of(orders::unrank(0)); }
    /// The tile in a place, from 1 on; 0 is the blank.
    [[nodiscard]] static constexpr unsigned tile(node_type n, std::size_t place) noexcept {
        const std::size_t blank = n[15];
        if (place == blank) return 0;
        return n[place < blank ? place : place - 1] + 1;
    }

    // Along a row the tiles keep their order; to another row one tile passes all of a row but one,
    // so that in a frame with an even number of columns the row of the blank tells the parity.
    [[nodiscard]] static constexpr std::uint64_t index(node_type n) noexcept {
        return orders::rank(n) * places + n[15];
    }
    [[nodiscard]] static constexpr std::uint64_t index_bound() noexcept {
        return orders::count * places;
    }
    [[nodiscard]] static constexpr node_type node(std::uint64_t number) noexcept {
        const std::uint64_t blank = number % places;
        const bool is_odd = Columns % 2 == 0 && blank / Columns % 2 == 1;
        node_type n = nibbles::of(
            orders::unrank(number / places, is_odd ? senda::parity::odd : senda::parity::even));
        n.word |= blank << blank_at;
        return n;
    }

    template <class Emit>
    static constexpr void successors(node_type n, Emit&& emit) {
        constexpr std::uint64_t one = std::uint64_t{1} << blank_at;
        const std::size_t blank = n[15];
        const std::size_t column = blank % Columns;
        if (column > 0) emit(node_type{n.word - one});
        if (column + 1 < Columns) emit(node_type{n.word + one});
        if (blank >= Columns) {
            emit(node_type{turned(n.word, blank - Columns, 4, 4 * (Columns - 1)) - Columns * one});
        }
        if (blank + Columns < places) {
            emit(node_type{turned(n.word, blank, 4 * (Columns - 1), 4) + Columns * one});
        }
    }

private:
    /// The tiles of a row's length from `first` on, turned: so many bits down, the others up.
    [[nodiscard]] static constexpr std::uint64_t turned(std::uint64_t word, std::size_t first,
                                                        std::size_t down, std::size_t up) noexcept {
        constexpr std::uint64_t all = (std::uint64_t{1} << (4 * Columns)) - 1;
        const std::size_t at = 4 * first;
        const std::uint64_t part = word >> at & all;
        return (word & ~(all << at)) | (((part >> down | part << up) & all) << at);
    }
};

/// A stack of pancakes, of which any number from the top are turned over at once.
template <std::size_t N>
class pancakes {
    using orders = senda::permutations<N>;

public:
    static_assert(N >= 2 && N <= 15);
    /// From the bottom to the top: so the upper ones, which move most, count least in the number,
    /// and the numbers of neighbours are near each other.
    using node_type = nibbles;

    [[nodiscard]] static constexpr node_type solved() { return nibbles::of(orders::unrank(0)); }
    [[nodiscard]] static constexpr std::uint64_t index(node_type n) noexcept {
        return orders::rank(n);
    }
    [[nodiscard]] static constexpr std::uint64_t index_bound() noexcept { return orders::count; }
    [[nodiscard]] static constexpr node_type node(std::uint64_t number) noexcept {
        return nibbles::of(orders::unrank(number));
    }

    template <class Emit>
    static constexpr void successors(node_type n, Emit&& emit) {
        const std::uint64_t turned = upside_down(n.word);
        for (std::size_t count = 2; count <= N; ++count) {
            const std::size_t kept = 4 * (N - count);
            const std::uint64_t below = (std::uint64_t{1} << kept) - 1;
            emit(node_type{(n.word & below) | (turned & (all >> kept)) << kept});
        }
    }

private:
    static constexpr std::uint64_t all = (std::uint64_t{1} << (4 * N)) - 1;

    [[nodiscard]] static constexpr std::uint64_t upside_down(std::uint64_t w) noexcept {
        w = (w & 0x0F0F'0F0F'0F0F'0F0F) << 4 | (w >> 4 & 0x0F0F'0F0F'0F0F'0F0F);
        w = (w & 0x00FF'00FF'00FF'00FF) << 8 | (w >> 8 & 0x00FF'00FF'00FF'00FF);
        w = (w & 0x0000'FFFF'0000'FFFF) << 16 | (w >> 16 & 0x0000'FFFF'0000'FFFF);
        w = w << 32 | w >> 32;
        return w >> (64 - 4 * N);
    }
};

/// How turns of a cube are counted.
enum class turns { half, quarter };

/// The cube of 2x2x2 with one corner held in its place, so that seven move: which corner is in each
/// place, and how it is twisted. Those places are, in order, up-right-front and on around the upper
/// side, then down-front-right, down-left-front, down-right-back.
template <turns Counted>
class small_cube {
    static constexpr std::size_t corners = 7;
    using orders = senda::permutations<corners>;
    static constexpr unsigned twists = 729;  // the last corner's twist follows from the others

public:
    struct node_type {
        std::array<std::uint8_t, corners> corner{};
        std::array<std::uint8_t, corners> twist{};

        friend constexpr bool operator==(const node_type&, const node_type&) = default;
    };

    [[nodiscard]] static constexpr node_type solved() { return node(0); }
    [[nodiscard]] static constexpr std::uint64_t index(const node_type& n) noexcept {
        std::uint64_t twist = 0;
        for (std::size_t i = 0; i + 1 < corners; ++i) twist = twist * 3 + n.twist[i];
        return orders::rank(n.corner) * twists + twist;
    }
    [[nodiscard]] static constexpr std::uint64_t index_bound() noexcept {
        return orders::count * twists;
    }
    [[nodiscard]] static constexpr node_type node(std::uint64_t number) noexcept {
        node_type n{orders::unrank(number / twists), {}};
        auto twist = static_cast<unsigned>(number % twists);
        unsigned sum = 0;
        for (std::size_t i = corners - 1; i-- > 0; twist /= 3) {
            n.twist[i] = static_cast<std::uint8_t>(twist % 3);
            sum += n.twist[i];
        }
        n.twist[corners - 1] = static_cast<std::uint8_t>((3 - sum % 3) % 3);
        return n;
    }

    template <class Emit>
    static constexpr void successors(const node_type& n, Emit&& emit) {
        for (const side& turned : sides) {
            const node_type once = turn(n, turned);
            const node_type twice = turn(once, turned);
            emit(once);
            if constexpr (Counted == turns::half) emit(twice);
            emit(turn(twice, turned));
        }
    }

private:
    /// Where the corners of a turned side come from, and by how much they are twisted.
    struct side {
        std::array<std::uint8_t, corners> from;
        std::array<std::uint8_t, corners> twist;
    };
    static constexpr std::array<side, 3> sides{{
        {{3, 0, 1, 2, 4, 5, 6}, {0, 0, 0, 0, 0, 0, 0}},  // up
        {{4, 1, 2, 0, 6, 5, 3}, {2, 0, 0, 1, 1, 0, 2}},  // right
        {{1, 5, 2, 3, 0, 4, 6}, {1, 2, 0, 0, 2, 1, 0}},  // front
    }};

    [[nodiscard]] static constexpr node_type turn(const node_type& n, const side& s) noexcept {
        node_type to;
        for (std::size_t i = 0; i < corners; ++i) {
            to.corner[i] = n.corner[s.from[i]];
            to.twist[i] = static_cast<std::uint8_t>((n.twist[s.from[i]] + s.twist[i]) % 3);
        }
        return to;
    }
};

}  // namespace puzzles
