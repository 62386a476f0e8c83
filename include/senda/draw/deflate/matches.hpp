// SPDX-License-Identifier: MIT
// Finding what was there before: the longest earlier copy of the bytes at hand.
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

/// Keeps the last bytes of an input and finds matches in them. Places with the same next three
/// bytes are chained, the latest first.
class match_finder {
public:
    static constexpr std::size_t window = 32768;
    static constexpr std::uint32_t shortest_match = 3;
    static constexpr std::uint32_t longest_match = 258;

    match_finder() : bytes_(capacity), newest_(chains, none), older_(window, none) {}

    /// Takes as many bytes as fit, and says how many. The `kept` bytes before the place at hand,
    /// and the window, stay.
    std::size_t append(std::string_view input, std::size_t kept) {
        if (end_ == capacity) drop(std::max(kept, window));
        const std::size_t taken = std::min(input.size(), capacity - end_);
        std::memcpy(bytes_.data() + end_, input.data(), taken);
        end_ += taken;
        return taken;
    }

    /// How many bytes there are from the place at hand on.
    [[nodiscard]] std::size_t ahead() const noexcept { return end_ - at_; }

    /// The byte so many places back.
    [[nodiscard]] std::uint8_t byte_before(std::size_t back) const noexcept {
        return bytes_[at_ - back];
    }

    /// The `count` bytes that end so many places back.
    [[nodiscard]] std::string_view before(std::size_t back, std::size_t count) const noexcept {
        return {reinterpret_cast<const char*>(bytes_.data()) + at_ - back - count, count};
    }

    /// The longest match at the place at hand that is longer than `known`, and moves on by a byte.
    match find(std::uint32_t known) noexcept {
        const match found = longest_here(known);
        skip(1);
        return found;
    }

    /// Moves on by some bytes, which matches may begin in later.
    void skip(std::size_t count) noexcept {
        for (; count > 0; --count, ++at_) {
            if (ahead() < shortest_match) continue;
            place& newest = newest_[chain_of(at_)];
            older_[at_ % window] = newest;
            newest = static_cast<place>(at_);
        }
    }

private:
    using place = std::uint32_t;

    static constexpr std::size_t capacity = std::size_t{1} << 18U;
    static constexpr unsigned chain_bits = 15;
    static constexpr std::size_t chains = std::size_t{1} << chain_bits;
    static constexpr place none = 0xFFFF'FFFF;
    static constexpr int most_tries = 128;
    static constexpr std::uint32_t good_match = 32;  // from here on, few tries for a better one
    static constexpr std::uint32_t farthest_short = 4096;  // beyond, 3 bytes are better as they are

    [[nodiscard]] std::size_t chain_of(std::size_t at) const noexcept {
        const std::uint32_t three =
            bytes_[at] | std::uint32_t{bytes_[at + 1]} << 8U | std::uint32_t{bytes_[at + 2]} << 16U;
        return three * 0x9E37'79B1U >> (32 - chain_bits);
    }

    [[nodiscard]] match longest_here(std::uint32_t known) const noexcept {
        const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(longest_match, ahead()));
        match best{std::max(known, shortest_match - 1), 0};
        if (most <= best.length) return {};
        const std::uint8_t* const here = bytes_.data() + at_;
        int tries = known >= good_match ? most_tries / 8 : most_tries;
        std::size_t near = at_;
        for (place from = newest_[chain_of(at_)]; from != none && tries > 0; --tries) {
            if (from >= near || at_ - from > window) break;  // an entry that was written over since
            near = from;
            const std::uint8_t* const there = bytes_.data() + from;
            if (there[best.length] == here[best.length] && there[0] == here[0]) {
                const std::uint32_t length = common(there, here, most);
                if (length > best.length) {
                    best = {length, static_cast<std::uint32_t>(at_ - from)};
                    if (length == most) break;
                }
            }
            from = older_[from % window];
        }
        const bool is_worth_it =
            best.distance > 0 && (best.length > shortest_match || best.distance <= farthest_short);
        return is_worth_it ? best : match{};
    }

    /// How many bytes are the same, up to `most`.
    [[nodiscard]] static std::uint32_t common(const std::uint8_t* a, const std::uint8_t* b,
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

    /// Forgets all but the last `kept` bytes before the place at hand.
    void drop(std::size_t kept) noexcept {
        const std::size_t dropped = at_ - std::min(at_, kept);
        // A whole number of windows, so that places keep their entries in `older_`.
        const std::size_t shift = dropped / window * window;
        if (shift == 0) return;
        std::memmove(bytes_.data(), bytes_.data() + shift, end_ - shift);
        at_ -= shift;
        end_ -= shift;
        const auto move = [shift](place& p) {
            p = p == none || p < shift ? none : static_cast<place>(p - shift);
        };
        std::for_each(newest_.begin(), newest_.end(), move);
        std::for_each(older_.begin(), older_.end(), move);
    }

    std::vector<std::uint8_t> bytes_;
    std::vector<place> newest_;  // the last place of each chain
    std::vector<place> older_;   // the place before each in its chain
    std::size_t at_ = 0;
    std::size_t end_ = 0;
};

}  // namespace senda::draw::detail
