// SPDX-License-Identifier: MIT
// Sorts keys in place, by their highest bits first: memory is what a search on disk has least of.
#pragma once

#include <senda/detail/scale/disk/key.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// American flag sort (McIlroy, Bostic and McIlroy, 1993) by eight bits below `bits`.
inline void sort_by_digits(std::uint64_t* begin, std::uint64_t* end, unsigned bits) {
    constexpr std::ptrdiff_t few = 200;
    constexpr std::size_t digits = 256;
    if (end - begin < few || bits == 0) return std::sort(begin, end);
    const unsigned shift = bits > 8 ? bits - 8 : 0;
    const auto digit = [shift](std::uint64_t k) {
        return static_cast<std::size_t>(k >> shift & (digits - 1));
    };
    std::array<std::size_t, digits> next{};
    std::array<std::size_t, digits> stop{};
    for (const std::uint64_t* k = begin; k != end; ++k) ++stop[digit(*k)];
    std::size_t sum = 0;
    for (std::size_t d = 0; d < digits; ++d) {
        next[d] = sum;
        stop[d] = sum += stop[d];
    }
    for (std::size_t d = 0; d < digits; ++d) {
        while (next[d] != stop[d]) {
            std::uint64_t k = begin[next[d]];
            for (std::size_t to = digit(k); to != d; to = digit(k)) std::swap(k, begin[next[to]++]);
            begin[next[d]++] = k;
        }
    }
    if (shift == 0) return;
    for (std::size_t d = 0, first = 0; d < digits; first = stop[d++])
        if (stop[d] - first > 1) sort_by_digits(begin + first, begin + stop[d], shift);
}

/// Sorts keys and keeps one of those that are equal; the end of what is left.
template <class Key>
[[nodiscard]] Key* sort_unique(Key* begin, Key* end) {
    if (begin == end) return end;
    if constexpr (std::same_as<Key, std::uint64_t>) {
        std::uint64_t differing = 0;  // bits above the highest in which two differ need no look
        for (const Key* k = begin; k != end; ++k) differing |= *k ^ *begin;
        sort_by_digits(begin, end, key_width(differing));
    } else {
        std::sort(begin, end);
    }
    return std::unique(begin, end);
}

}  // namespace senda::detail
