// SPDX-License-Identifier: MIT
// A bitset that finds its lowest number in a few steps.
#pragma once

#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// A set of numbers below a bound. Above the bits of the numbers are words that say which words
/// below are not zero, so the lowest number is found in one step a level.
class hierarchical_bitset {
public:
    explicit hierarchical_bitset(memory_budget& budget) noexcept : words_(budget) {}

    /// An empty set of numbers below `bound`; false if there is no memory.
    [[nodiscard]] bool reset(std::size_t bound) {
        std::size_t words = 0;
        levels_ = 0;
        do {
            bound = (bound + 63) / 64;
            begin_[levels_++] = words;
            words += bound;
        } while (bound > 1);
        return words_.assign_zeros(words);
    }

    void set(std::size_t n) noexcept {
        for (std::size_t level = 0; level < levels_; ++level, n /= 64) {
            std::uint64_t& word = words_[begin_[level] + n / 64];
            const bool was_empty = word == 0;
            word |= std::uint64_t{1} << n % 64;
            if (!was_empty) return;
        }
    }

    void clear(std::size_t n) noexcept {
        for (std::size_t level = 0; level < levels_; ++level, n /= 64) {
            std::uint64_t& word = words_[begin_[level] + n / 64];
            word &= ~(std::uint64_t{1} << n % 64);
            if (word != 0) return;
        }
    }

    [[nodiscard]] bool empty() const noexcept { return words_[begin_[levels_ - 1]] == 0; }

    /// The lowest number of a set that is not empty.
    [[nodiscard]] std::size_t lowest() const noexcept {
        std::size_t n = 0;
        for (std::size_t level = levels_; level-- > 0;)
            n = n * 64 + static_cast<std::size_t>(std::countr_zero(words_[begin_[level] + n]));
        return n;
    }

private:
    senda::detail::buffer<std::uint64_t> words_;
    std::array<std::size_t, 11> begin_{};
    std::size_t levels_ = 0;
};

}  // namespace senda::mazegen::detail
