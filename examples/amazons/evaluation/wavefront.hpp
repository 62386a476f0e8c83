// SPDX-License-Identifier: MIT
// Wavefronts of both players on bitboards: all cells one move of a queen, or of a king, away.
#pragma once

#include <amazons/cell.hpp>
#include <senda/language/extensions.hpp>

#include <cstdint>

namespace senda::amazons::detail {

/// White's and black's word side by side: what is done to one is done to both in one instruction.
#if SENDA_HAS_VECTORS
using word_pair [[gnu::vector_size(16)]] = std::uint64_t;
#else
struct word_pair {
    std::uint64_t words[2];

    [[nodiscard]] std::uint64_t operator[](int i) const noexcept { return words[i]; }
    friend word_pair operator~(word_pair a) noexcept { return {~a[0], ~a[1]}; }
    friend word_pair operator&(word_pair a, word_pair b) noexcept {
        return {a[0] & b[0], a[1] & b[1]};
    }
    friend word_pair operator|(word_pair a, word_pair b) noexcept {
        return {a[0] | b[0], a[1] | b[1]};
    }
    friend word_pair operator^(word_pair a, word_pair b) noexcept {
        return {a[0] ^ b[0], a[1] ^ b[1]};
    }
    friend word_pair operator<<(word_pair a, int by) noexcept { return {a[0] << by, a[1] << by}; }
    friend word_pair operator>>(word_pair a, int by) noexcept { return {a[0] >> by, a[1] >> by}; }
};
#endif

/// A set of cells for each player.
struct set_pair {
    word_pair low{};
    word_pair high{};

    set_pair() = default;
    set_pair(word_pair low_words, word_pair high_words) noexcept
        : low(low_words), high(high_words) {}
    set_pair(cell_set white, cell_set black) noexcept
        : low{white.low, black.low}, high{white.high, black.high} {}
    explicit(false) set_pair(cell_set both) noexcept : set_pair(both, both) {}

    [[nodiscard]] cell_set white() const noexcept { return {low[0], high[0]}; }
    [[nodiscard]] cell_set black() const noexcept { return {low[1], high[1]}; }
    [[nodiscard]] bool empty() const noexcept {
        const word_pair any = low | high;
        return (any[0] | any[1]) == 0;
    }
    [[nodiscard]] set_pair swapped() const noexcept {
        return {word_pair{low[1], low[0]}, word_pair{high[1], high[0]}};
    }

    friend set_pair operator~(set_pair a) noexcept { return {~a.low, ~a.high}; }
    friend set_pair operator&(set_pair a, set_pair b) noexcept {
        return {a.low & b.low, a.high & b.high};
    }
    friend set_pair operator|(set_pair a, set_pair b) noexcept {
        return {a.low | b.low, a.high | b.high};
    }
    friend set_pair operator^(set_pair a, set_pair b) noexcept {
        return {a.low ^ b.low, a.high ^ b.high};
    }
    set_pair& operator|=(set_pair b) noexcept { return *this = *this | b; }
};

/// Kogge-Stone fill in one direction, by doubling: 1 step, 2 more, 4 more, 8 more. It keeps the
/// free cells behind which 0, 1, 3 and 7 more are free.
template <int By>
class sliding_fill {
public:
    explicit sliding_fill(cell_set free) noexcept {
        const cell_set two = free & shifted<By>(free);
        const cell_set four = two & shifted<2 * By>(two);
        const cell_set eight = four & shifted<4 * By>(four);
        one_ = free;
        two_ = two;
        four_ = four;
        eight_ = eight;
        long_ = !eight.empty();
    }

    /// The set and all cells that it passes.
    [[nodiscard]] set_pair operator()(set_pair from) const noexcept {
        from |= one_ & shifted<By>(from);
        from |= two_ & shifted<2 * By>(from);
        from |= four_ & shifted<4 * By>(from);
        if (long_) from |= eight_ & shifted<8 * By>(from);
        return from;
    }

private:
    set_pair one_, two_, four_, eight_;
    bool long_ = false;
};

/// Moves in several directions from all cells of a set at once.
template <int... By>
class sliding_step : sliding_fill<By>... {
public:
    explicit sliding_step(cell_set free) noexcept : sliding_fill<By>(free)... {}

    /// The set and all cells one move away.
    [[nodiscard]] set_pair operator()(set_pair from) const noexcept {
        return (... | sliding_fill<By>::operator()(from));
    }
};

using queen_step =
    sliding_step<1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, -stride + 1>;

struct king_step {
    set_pair free;

    /// The set and the free cells beside it.
    [[nodiscard]] set_pair operator()(set_pair from) const noexcept {
        return from | (free & with_neighbours(from));
    }
};

}  // namespace senda::amazons::detail
