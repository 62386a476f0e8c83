// SPDX-License-Identifier: MIT
// Marked places on parallel lines, a bit each, and the next one before or behind a place.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// Lines of places from -1 to their length. All are marked at first, so that a look along a line
/// ends at its margin at the latest.
class stop_lines {
public:
    stop_lines() = default;
    stop_lines(int lines, int length)
        : stride_((static_cast<std::size_t>(length) + 2 + 63) / 64),
          words_((static_cast<std::size_t>(lines) + 2) * stride_, ~std::uint64_t{0}) {}

    [[nodiscard]] bool is_marked(int line, int place) const noexcept {
        return (words_[word(line, place)] >> bit(place) & 1) != 0;
    }
    void mark(int line, int place) noexcept {
        words_[word(line, place)] |= std::uint64_t{1} << bit(place);
    }
    void unmark(int line, int place) noexcept {
        words_[word(line, place)] &= ~(std::uint64_t{1} << bit(place));
    }
    void unmark_all() noexcept { words_.assign(words_.size(), 0); }

    /// The next mark behind a place.
    [[nodiscard]] int next(int line, int place) const noexcept {
        std::size_t at = word(line, place);
        const unsigned from = bit(place);
        std::uint64_t marks = from == 63 ? 0 : words_[at] & ~std::uint64_t{0} << (from + 1);
        int base = place - static_cast<int>(from);
        for (; marks == 0; base += 64) marks = words_[++at];
        return base + std::countr_zero(marks);
    }
    /// The next mark before a place.
    [[nodiscard]] int previous(int line, int place) const noexcept {
        std::size_t at = word(line, place);
        const unsigned from = bit(place);
        std::uint64_t marks = words_[at] & ((std::uint64_t{1} << from) - 1);
        int base = place - static_cast<int>(from);
        for (; marks == 0; base -= 64) marks = words_[--at];
        return base + 63 - std::countl_zero(marks);
    }

    /// The words of all lines, and where in them a place is.
    [[nodiscard]] const std::vector<std::uint64_t>& words() const noexcept { return words_; }
    [[nodiscard]] std::size_t word(int line, int place) const noexcept {
        return static_cast<std::size_t>(line + 1) * stride_ +
               static_cast<std::size_t>(place + 1) / 64;
    }
    [[nodiscard]] static unsigned bit(int place) noexcept {
        return static_cast<unsigned>(place + 1) % 64;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return words_.size() * 8; }

private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> words_;
};

}  // namespace senda::detail
