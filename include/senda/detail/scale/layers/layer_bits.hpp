// SPDX-License-Identifier: MIT
// Two bits for each number of a graph: whether it was seen, and in which layer.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace senda::detail {

/// Pairs of bits that somebody keeps, in memory or in a file, and nobody changes.
struct bit_pair_view {
    using word = std::size_t;
    static constexpr std::size_t pairs_in_word = std::numeric_limits<word>::digits / 2;

    std::span<const word> words = {};

    [[nodiscard]] word pair(std::size_t number) const noexcept {
        return words[number / pairs_in_word] >> number % pairs_in_word * 2 & 3;
    }
};

/// Pairs of bits in words, 0 at first. Bits are only ever set, so that several threads may write at
/// once and each learns whether it was the first.
class bit_pairs {
public:
    using word = bit_pair_view::word;
    static constexpr std::size_t pairs_in_word = bit_pair_view::pairs_in_word;
    /// The lower bit of every pair.
    static constexpr word lower = std::numeric_limits<word>::max() / 3;

    explicit bit_pairs(memory_budget& budget) noexcept : words_(budget) {}

    [[nodiscard]] bool prepare(std::size_t bound) {
        return words_.assign_zeros(bound / pairs_in_word + (bound % pairs_in_word != 0 ? 1 : 0));
    }
    void clear() noexcept { words_.set_zero(); }

    [[nodiscard]] std::size_t words() const noexcept { return words_.size(); }
    [[nodiscard]] bit_pair_view view() const noexcept { return {{words_.data(), words_.size()}}; }
    [[nodiscard]] word pair(std::size_t number) const noexcept {
        return load_relaxed(words_[number / pairs_in_word]) >> shift(number) & 3;
    }
    [[nodiscard]] bool is_seen(std::size_t number) const noexcept { return pair(number) != 0; }
    void touch(std::size_t number) const noexcept { prefetch(&words_[number / pairs_in_word]); }

    /// The lower bits of the pairs in a word that are `code`.
    [[nodiscard]] word equal_to(std::size_t at, word code) const noexcept {
        const word differs = load_relaxed(words_[at]) ^ code * lower;
        return ~(differs | differs >> 1) & lower;
    }
    /// Sets both bits of pairs, given by their lower bits.
    void fill(std::size_t at, word pairs, bool alone) noexcept {
        (void)fetch_or(words_[at], pairs * 3, alone);
    }
    /// Makes a pair of 0 `code`; false if it is not 0. Pairs that are 0 become the same code,
    /// whichever thread writes them, until all have met.
    [[nodiscard]] bool set(std::size_t number, word code, bool alone) noexcept {
        word& at = words_[number / pairs_in_word];
        const unsigned by = shift(number);
        if ((load_relaxed(at) >> by & 3) != 0) return false;
        return (fetch_or(at, code << by, alone) >> by & 3) == 0;
    }

private:
    [[nodiscard]] static constexpr unsigned shift(std::size_t number) noexcept {
        return static_cast<unsigned>(number % pairs_in_word) * 2;
    }

    buffer<word> words_;
};

/// What a survey knows of each number: 0 unseen, 1 or 2 in a layer of odd or even depth that is
/// not expanded yet, 3 expanded. There are never more than two such layers, this and the next.
class layer_bits : public bit_pairs {
public:
    using bit_pairs::bit_pairs;

    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t bound) noexcept {
        return buffer<word>::bytes_for(bound / pairs_in_word + 1);
    }

    /// The numbers in a word, by their lower bits, that were not seen.
    [[nodiscard]] word unseen(std::size_t at) const noexcept { return equal_to(at, 0); }
    /// The numbers in a word, by their lower bits, that are at a depth and not expanded yet.
    [[nodiscard]] word waiting(std::size_t at, std::size_t depth) const noexcept {
        return equal_to(at, 2 - depth % 2);
    }
    /// Notes that numbers are expanded, or are about to be.
    void close(std::size_t at, word numbers, bool alone) noexcept { fill(at, numbers, alone); }
    /// Sees a number at a depth; false if it was seen before.
    [[nodiscard]] bool see(std::size_t number, std::size_t depth, bool alone) noexcept {
        return set(number, 2 - depth % 2, alone);
    }
};

/// What a table of distances modulo 3 knows of each number: 0 unseen, else one more than the depth
/// modulo 3, which stays. A third bit says what is expanded, and is given back at the end.
class modulo_3_bits : public bit_pairs {
public:
    explicit modulo_3_bits(memory_budget& budget) noexcept : bit_pairs(budget), expanded_(budget) {}

    [[nodiscard]] bool prepare(std::size_t bound) {
        return bit_pairs::prepare(bound) && expanded_.assign_zeros(words() / 2 + words() % 2);
    }
    void clear() noexcept {
        bit_pairs::clear();
        expanded_.set_zero();
    }
    void release_expanded() noexcept { expanded_.release(); }

    // Two words of pairs share one of these. A thread has both, so that none of this is atomic.
    [[nodiscard]] word waiting(std::size_t at, std::size_t depth) const noexcept {
        return equal_to(at, depth % 3 + 1) & ~(expanded_[at / 2] >> at % 2);
    }
    void close(std::size_t at, word numbers, bool) noexcept {
        expanded_[at / 2] |= numbers << at % 2;
    }
    [[nodiscard]] bool see(std::size_t number, std::size_t depth, bool alone) noexcept {
        return set(number, depth % 3 + 1, alone);
    }

private:
    buffer<word> expanded_;
};

}  // namespace senda::detail
