// SPDX-License-Identifier: MIT
// Two sets of cells, white's and black's, that grow over free cells as queens or kings move.
#pragma once

#include <senda/amazons/cell.hpp>
#include <senda/amazons/cell_set.hpp>

#include <cstdint>

namespace senda::amazons::detail {

/// White's and black's word side by side: what is done to one is done to both in one instruction.
using word_pair = std::uint64_t __attribute__((vector_size(16)));

/// A set of cells for each player.
struct set_pair {
    word_pair low{};
    word_pair high{};

    set_pair() = default;
    set_pair(word_pair low_words, word_pair high_words) noexcept
        : low(low_words), high(high_words) {}
    set_pair(cell_set white, cell_set black) noexcept
        : low{white.low, black.low}, high{white.high, black.high} {}
    /// The same set for both.
    explicit set_pair(cell_set both) noexcept : set_pair(both, both) {}

    [[nodiscard]] cell_set white() const noexcept { return {low[0], high[0]}; }
    [[nodiscard]] cell_set black() const noexcept { return {low[1], high[1]}; }
    [[nodiscard]] bool empty() const noexcept {
        const word_pair any = low | high;
        return (any[0] | any[1]) == 0;
    }
    /// White's for black and black's for white.
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
    set_pair& operator&=(set_pair b) noexcept { return *this = *this & b; }
    set_pair& operator|=(set_pair b) noexcept { return *this = *this | b; }
};

/// As `shifted` of one set.
template <int By>
[[nodiscard]] inline set_pair shifted(set_pair a) noexcept {
    static_assert(By > -128 && By < 128 && By != 0);
    if constexpr (By >= 64) {
        return {word_pair{}, a.low << (By - 64)};
    } else if constexpr (By > 0) {
        return {a.low << By, a.high << By | a.low >> (64 - By)};
    } else if constexpr (By > -64) {
        return {a.low >> -By | a.high << (64 + By), a.high >> -By};
    } else {
        return {a.high >> (-By - 64), word_pair{}};
    }
}

/// Free cells behind which, in one direction, 0, 1, 3 and 7 more are free. They let a set slide as
/// far as it can by doubling: 1 step, 2 more, 4 more, 8 more.
template <int By>
class slide {
public:
    explicit slide(cell_set free) noexcept {
        const cell_set two = free & amazons::shifted<By>(free);
        const cell_set four = two & amazons::shifted<2 * By>(two);
        const cell_set eight = four & amazons::shifted<4 * By>(four);
        one_ = set_pair{free};
        two_ = set_pair{two};
        four_ = set_pair{four};
        eight_ = set_pair{eight};
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

/// One move of queens from all cells of a set at once.
class queen_step {
public:
    explicit queen_step(cell_set free) noexcept
        : right_(free),
          left_(free),
          up_(free),
          down_(free),
          up_right_(free),
          down_left_(free),
          up_left_(free),
          down_right_(free) {}

    /// The set and all cells one move away.
    [[nodiscard]] set_pair operator()(set_pair from) const noexcept {
        return right_(from) | left_(from) | up_(from) | down_(from) | up_right_(from) |
               down_left_(from) | up_left_(from) | down_right_(from);
    }

private:
    slide<1> right_;
    slide<-1> left_;
    slide<stride> up_;
    slide<-stride> down_;
    slide<stride + 1> up_right_;
    slide<-stride - 1> down_left_;
    slide<stride - 1> up_left_;
    slide<-stride + 1> down_right_;
};

/// One step of kings from all cells of a set at once.
class king_step {
public:
    explicit king_step(cell_set free) noexcept : free_(free) {}

    /// The set and the free cells beside it.
    [[nodiscard]] set_pair operator()(set_pair from) const noexcept {
        const set_pair wide = from | shifted<1>(from) | shifted<-1>(from);
        return from | (free_ & (wide | shifted<stride>(wide) | shifted<-stride>(wide)));
    }

private:
    set_pair free_;
};

}  // namespace senda::amazons::detail
