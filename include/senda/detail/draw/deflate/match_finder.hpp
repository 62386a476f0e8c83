// SPDX-License-Identifier: MIT
// Finding the longest earlier copy of the bytes ahead, with hash chains as zlib does.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// Says that the next `length` bytes are those `distance` bytes before; a length of 0 is no match.
struct match {
    std::uint32_t length = 0;
    std::uint32_t distance = 0;
};

/// Keeps the last bytes of an input and finds matches in them. Positions with the same hash of
/// their next three bytes are chained, the latest first.
class match_finder {
public:
    static constexpr std::size_t window = 32768;
    static constexpr std::uint32_t shortest_match = 3;
    static constexpr std::uint32_t longest_match = 258;
    /// How many bytes before the current position can be read again.
    static constexpr std::size_t history = 2 * window;

    match_finder() : bytes_(capacity), head_(chains, none), previous_(window, none) {}

    /// Takes as many bytes as fit, and says how many.
    std::size_t append(std::string_view input) {
        if (end_ == capacity) slide();
        const std::size_t taken = std::min(input.size(), capacity - end_);
        std::memcpy(bytes_.data() + end_, input.data(), taken);
        end_ += taken;
        return taken;
    }

    /// How many bytes there are from the current position on.
    [[nodiscard]] std::size_t ahead() const noexcept { return end_ - at_; }

    [[nodiscard]] std::uint8_t byte_before(std::size_t back) const noexcept {
        return bytes_[at_ - back];
    }

    /// The `count` bytes that end `back` positions before.
    [[nodiscard]] std::string_view before(std::size_t back, std::size_t count) const noexcept {
        return {reinterpret_cast<const char*>(bytes_.data()) + at_ - back - count, count};
    }

    /// The longest match at the current position that is longer than `known`; moves on by a byte.
    match find(std::uint32_t known) noexcept {
        const match found = longest_here(known);
        skip(1);
        return found;
    }

    /// Moves on by some bytes, at which later matches may begin.
    void skip(std::size_t count) noexcept {
        for (; count > 0; --count, ++at_) {
            if (ahead() < shortest_match) continue;
            position& head = head_[hash_at(at_)];
            previous_[at_ % window] = head;
            head = static_cast<position>(at_);
        }
    }

private:
    using position = std::uint32_t;

    static constexpr std::size_t capacity = std::size_t{1} << 18U;
    static constexpr unsigned hash_bits = 15;
    static constexpr std::size_t chains = std::size_t{1} << hash_bits;
    static constexpr position none = 0xFFFF'FFFF;
    static constexpr int longest_chain = 128;
    static constexpr std::uint32_t good_match = 32;  // from here on, a shorter part of the chain
    static constexpr std::uint32_t too_far = 4096;   // beyond, 3 bytes are better as literals

    [[nodiscard]] std::size_t hash_at(std::size_t at) const noexcept {
        const std::uint32_t three =
            bytes_[at] | std::uint32_t{bytes_[at + 1]} << 8U | std::uint32_t{bytes_[at + 2]} << 16U;
        return three * 0x9E37'79B1U >> (32 - hash_bits);
    }

    [[nodiscard]] match longest_here(std::uint32_t known) const noexcept {
        const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(longest_match, ahead()));
        match best{std::max(known, shortest_match - 1), 0};
        if (most <= best.length) return {};
        const std::uint8_t* const here = bytes_.data() + at_;
        int tries = known >= good_match ? longest_chain / 8 : longest_chain;
        std::size_t last = at_;
        for (position from = head_[hash_at(at_)]; from != none && tries > 0; --tries) {
            if (from >= last || at_ - from > window) break;  // an entry that was overwritten since
            last = from;
            const std::uint8_t* const there = bytes_.data() + from;
            if (there[best.length] == here[best.length] && there[0] == here[0]) {
                const std::uint32_t length = common_prefix(there, here, most);
                if (length > best.length) {
                    best = {length, static_cast<std::uint32_t>(at_ - from)};
                    if (length == most) break;
                }
            }
            from = previous_[from % window];
        }
        const bool is_worth_it =
            best.distance > 0 && (best.length > shortest_match || best.distance <= too_far);
        return is_worth_it ? best : match{};
    }

    [[nodiscard]] static std::uint32_t common_prefix(const std::uint8_t* a, const std::uint8_t* b,
                                                     std::uint32_t most) noexcept {
        std::uint32_t length = 0;
        for (; length + 8 <= most; length += 8) {
            std::uint64_t left = 0;
            std::uint64_t right = 0;
            std::memcpy(&left, a + length, 8);
            std::memcpy(&right, b + length, 8);
            if (left == right) continue;
            if constexpr (std::endian::native == std::endian::little)
                return length + static_cast<std::uint32_t>(std::countr_zero(left ^ right)) / 8;
            break;
        }
        while (length < most && a[length] == b[length]) ++length;
        return length;
    }

    /// Drops what is older than the history, in whole windows, so that `previous_` stays right.
    void slide() noexcept {
        const std::size_t shift = (at_ - history) / window * window;
        std::memmove(bytes_.data(), bytes_.data() + shift, end_ - shift);
        at_ -= shift;
        end_ -= shift;
        const auto move = [shift](position& p) {
            p = p == none || p < shift ? none : static_cast<position>(p - shift);
        };
        std::for_each(head_.begin(), head_.end(), move);
        std::for_each(previous_.begin(), previous_.end(), move);
    }

    std::vector<std::uint8_t> bytes_;
    std::vector<position> head_;      // the latest position of each chain
    std::vector<position> previous_;  // the one before each position in its chain
    std::size_t at_ = 0;
    std::size_t end_ = 0;
};

}  // namespace senda::draw::detail
