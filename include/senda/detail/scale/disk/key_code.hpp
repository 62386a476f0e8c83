// SPDX-License-Identifier: MIT
// Sorted keys in few bits: each by its difference to the one before. A difference is written as the
// rank of its width among the widths of its chunk, the commonest first, in unary, and then its
// bits below the highest. Of differences that are spread evenly that takes half a bit more than the
// best of all codes, and of others it takes what suits them.
#pragma once

#include <senda/detail/scale/disk/key.hpp>
#include <senda/detail/storage/sealed_file.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace senda::detail {

/// The most keys in a chunk, which has its own ranks of widths.
inline constexpr std::size_t keys_in_chunk = 2048;

/// Appends bits to bytes, the lowest first.
class bit_writer {
public:
    explicit bit_writer(unsigned char* to) noexcept : to_(to) {}

    /// Up to 32 bits.
    void put(std::uint64_t bits, unsigned count) noexcept {
        window_ |= bits << filled_;
        filled_ += count;
        while (filled_ >= 8) {
            *to_++ = static_cast<unsigned char>(window_);
            window_ >>= 8U;
            filled_ -= 8;
        }
    }
    void put_unary(unsigned ones) noexcept {
        for (; ones >= 31; ones -= 31) put(0x7fff'ffffU, 31);
        put((std::uint64_t{1} << ones) - 1, ones + 1);
    }
    /// The lowest bits of a word.
    void put_word(std::uint64_t word, unsigned count) noexcept {
        const unsigned low = std::min(count, 32U);
        put(word & ((std::uint64_t{1} << low) - 1), low);
        if (count <= 32) return;
        word >>= 32U;
        put(count == 64 ? word : word & ((std::uint64_t{1} << (count - 32)) - 1), count - 32);
    }
    /// The end of what was written, after bits up to a whole byte.
    [[nodiscard]] unsigned char* finish() noexcept {
        if (filled_ != 0) *to_++ = static_cast<unsigned char>(window_);
        window_ = 0;
        filled_ = 0;
        return to_;
    }

private:
    unsigned char* to_;
    std::uint64_t window_ = 0;
    unsigned filled_ = 0;
};

/// Reads bits of a block after which there are 8 bytes more in memory.
class bit_reader {
public:
    bit_reader(const unsigned char* bytes, std::size_t begin, std::size_t end) noexcept
        : bytes_(bytes), at_(begin * 8), end_(end * 8) {}

    /// The next 57 bits or more; what is beyond the end means nothing.
    [[nodiscard]] std::uint64_t peek() const noexcept {
        return get_number(bytes_ + at_ / 8) >> (at_ % 8);
    }
    /// Goes on; false at the end.
    [[nodiscard]] bool skip(unsigned bits) noexcept {
        at_ += bits;
        return at_ <= end_;
    }
    /// Up to 64 bits.
    [[nodiscard]] bool get(unsigned count, std::uint64_t& bits) noexcept {
        bits = 0;
        for (unsigned done = 0; done < count;) {
            const unsigned now = std::min(count - done, 32U);
            bits |= (peek() & ((std::uint64_t{1} << now) - 1)) << done;
            if (!skip(now)) return false;
            done += now;
        }
        return true;
    }
    /// The byte after the last bit read.
    [[nodiscard]] std::size_t place() const noexcept { return (at_ + 7) / 8; }

private:
    const unsigned char* bytes_;
    std::size_t at_;
    std::size_t end_;
};

/// Writes a chunk of sorted keys into `room`; how many of them there was room for. `before` is the
/// key before the first, or zero; `used` counts the bytes.
template <class Key>
[[nodiscard]] std::size_t encode_keys(std::span<const Key> keys, const Key& before,
                                      std::span<unsigned char> room, std::size_t& used) {
    constexpr std::size_t widths = 8 * sizeof(Key) + 1;
    used = 0;
    std::array<std::uint32_t, widths> count{};
    Key last = before;
    for (const Key& k : keys) {
        ++count[key_width(key_difference(k, last))];
        last = k;
    }
    std::array<unsigned char, widths> by_rank{};
    unsigned char* end = by_rank.data();
    for (std::size_t w = 0; w < widths; ++w)
        if (count[w] != 0) *end++ = static_cast<unsigned char>(w);
    std::sort(by_rank.data(), end, [&](unsigned char a, unsigned char b) {
        return count[a] != count[b] ? count[a] > count[b] : a < b;
    });
    const auto kinds = static_cast<std::size_t>(end - by_rank.data());
    std::array<unsigned char, widths> rank{};
    for (std::size_t i = 0; i < kinds; ++i) rank[by_rank[i]] = static_cast<unsigned char>(i);

    const std::size_t head = 3 + kinds;
    if (room.size() <= head) return 0;
    std::size_t bits_left = (room.size() - head) * 8;
    std::size_t taken = 0;
    bit_writer out(room.data() + head);
    last = before;
    for (const Key& k : keys) {
        const Key delta = key_difference(k, last);
        const unsigned width = key_width(delta);
        const unsigned below = width == 0 ? 0 : width - 1;
        const std::size_t bits = std::size_t{rank[width]} + 1 + below;
        if (bits > bits_left) break;
        bits_left -= bits;
        out.put_unary(rank[width]);
        out.put_word(low_word(delta), std::min(below, 64U));
        if (below > 64) out.put_word(high_word(delta), below - 64);
        last = k;
        ++taken;
    }
    room[0] = static_cast<unsigned char>(taken);
    room[1] = static_cast<unsigned char>(taken >> 8U);
    room[2] = static_cast<unsigned char>(kinds);
    std::copy(by_rank.data(), end, room.data() + 3);
    used = static_cast<std::size_t>(out.finish() - room.data());
    return taken;
}

/// Reads the chunk at `place` of a block into `keys`, which has room for `keys_in_chunk`, and moves
/// `place` behind it. Returns how many keys it has: 0 at the end of the block, or, with `is_valid`
/// false, if this is no chunk of keys that grow. `last` is the key before, and then the last one.
template <class Key>
[[nodiscard]] std::size_t decode_keys(std::span<const unsigned char> block, std::size_t& place,
                                      Key& last, Key* keys, bool& is_valid) {
    constexpr std::size_t widths = 8 * sizeof(Key) + 1;
    is_valid = true;
    if (place + 3 > block.size()) return 0;
    const std::size_t count = block[place] | std::size_t{block[place + 1]} << 8U;
    const std::size_t kinds = block[place + 2];
    if (count == 0) return 0;
    is_valid = false;
    const bool is_first = place == 0;
    if (count > keys_in_chunk || kinds > widths || place + 3 + kinds > block.size()) return 0;
    const unsigned char* const by_rank = block.data() + place + 3;
    for (std::size_t i = 0; i < kinds; ++i)
        if (by_rank[i] >= widths) return 0;
    bit_reader in(block.data(), place + 3 + kinds, block.size());
    Key now = last;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t window = in.peek();
        auto rank = static_cast<unsigned>(std::countr_one(window));
        unsigned width = rank < kinds ? by_rank[rank] : 0;
        Key delta{};
        if (rank < kinds && width != 0 && rank + width <= 56) [[likely]] {
            const std::uint64_t below = (std::uint64_t{1} << (width - 1)) - 1;
            delta = make_key<Key>(0, (window >> (rank + 1) & below) | (below + 1));
            if (!in.skip(rank + width)) return 0;
        } else {
            rank = 0;
            for (std::uint64_t bit = 1; in.get(1, bit) && bit != 0;)
                if (++rank == kinds) return 0;
            if (rank >= kinds) return 0;
            width = by_rank[rank];
            std::uint64_t low = 0;
            std::uint64_t high = 0;
            const unsigned below = width == 0 ? 0 : width - 1;
            if (!in.get(std::min(below, 64U), low)) return 0;
            if (below > 64 && !in.get(below - 64, high)) return 0;
            if (width > 64) {
                high |= std::uint64_t{1} << (width - 65);
            } else if (width > 0) {
                low |= std::uint64_t{1} << (width - 1);
            }
            delta = make_key<Key>(high, low);
        }
        now = key_sum(last, delta);
        if (!(last < now) && !(is_first && i == 0)) return 0;
        last = keys[i] = now;
    }
    place = in.place();
    is_valid = true;
    return count;
}

}  // namespace senda::detail
