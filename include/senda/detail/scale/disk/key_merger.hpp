// SPDX-License-Identifier: MIT
// Sorted keys of several threads, in memory and in files, as one: the memory that it takes, ranges
// to be shared, and the merging.
#pragma once

#include <senda/detail/scale/disk/key.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

/// What each thread gets of the memory: arrays to collect keys in, and what reading takes.
struct disk_plan {
    unsigned threads = 1;
    std::size_t keys = 0;    ///< that a thread collects before they are sorted and written
    std::size_t fan_in = 0;  ///< files that are merged at a time, besides those known
    std::size_t known = 0;   ///< sets of known keys that are merged at a time

    /// A plan for a limit of bytes and for as many of the threads as have enough of them; without
    /// `keys` if one alone has not.
    template <class Key>
    [[nodiscard]] static disk_plan make(std::uint64_t bytes, unsigned threads, bool is_directed) {
        constexpr std::uint64_t usual = std::uint64_t{1} << 30U;
        disk_plan plan;
        plan.known = is_directed ? 6 : 2;
        bytes = std::min(bytes == std::uint64_t(-1) ? usual : bytes, std::uint64_t{1} << 46U);
        bytes -= bytes / spare;
        for (plan.threads = threads; plan.threads != 0; --plan.threads) {
            const std::uint64_t share = bytes / plan.threads;
            const std::uint64_t fan = share / 8 / key_file_memory<Key>;
            plan.fan_in =
                static_cast<std::size_t>(std::clamp<std::uint64_t>(fan, least_fan_in, 32));
            const std::uint64_t files = plan.file_memory<Key>();
            if (share < files + least_keys * sizeof(Key)) continue;
            // A large array takes whole pages: what is left of the last one is not enough for it.
            plan.keys = static_cast<std::size_t>(
                std::min<std::uint64_t>(array_bytes_within(share - files), std::size_t(-1) / 2) /
                sizeof(Key));
            return plan;
        }
        plan.threads = 1;
        plan.keys = 0;
        return plan;
    }

    /// The least limit of bytes for which there is a plan.
    template <class Key>
    [[nodiscard]] static std::uint64_t least_bytes(bool is_directed) {
        disk_plan plan;
        plan.known = is_directed ? 6 : 2;
        plan.fan_in = least_fan_in;
        const std::uint64_t used = plan.file_memory<Key>() + least_keys * sizeof(Key);
        std::uint64_t bytes = used + used / (spare - 1);
        while (bytes - bytes / spare < used) ++bytes;
        return bytes;
    }

    /// What a thread takes for files while it merges, which is more than while it expands.
    template <class Key>
    [[nodiscard]] std::uint64_t file_memory() const noexcept {
        return (fan_in + known + 2) * key_file_memory<Key>;
    }

private:
    static constexpr std::size_t least_keys = 4096;
    static constexpr std::size_t least_fan_in = 2;
    // One part in this number is for what is not counted: names, lists of files, the heap's own.
    static constexpr std::uint64_t spare = 32;
};

/// The first keys of ranges of about equal size, without the first: none if there are few keys.
template <class Key>
[[nodiscard]] std::vector<Key> range_bounds(const std::vector<std::vector<key_part<Key>>>& runs,
                                            const std::vector<std::span<const Key>>& memory,
                                            key_reader<Key>& reader, std::size_t ranges) {
    constexpr std::uint64_t worth = 1U << 16U;   // keys
    constexpr std::size_t samples = 256;         // of an array
    constexpr std::uint64_t block_samples = 64;  // of a file
    struct sample {
        Key at;
        std::uint64_t weight;  // the keys that it stands for
    };
    std::uint64_t total = 0;
    for (const auto& all : memory) total += all.size();
    for (const auto& run : runs)
        for (const key_part<Key>& p : run) total += p.count;
    std::vector<Key> bounds;
    if (ranges < 2 || total < worth) return bounds;

    std::vector<sample> seen;
    for (const auto& all : memory)
        for (std::size_t i = 0; i < samples && i < all.size(); ++i)
            seen.push_back({all[all.size() / samples * i], all.size() / samples + 1});
    for (const auto& run : runs) {
        for (const key_part<Key>& p : run) {
            if (!reader.open(p)) return bounds;  // who merges it meets the error again
            const std::uint64_t step = std::max<std::uint64_t>(1, reader.blocks() / block_samples);
            for (std::uint64_t b = 0; b < reader.blocks(); b += step) {
                if (!reader.go_to(b) || reader.keys().empty()) return bounds;
                seen.push_back({reader.keys()[0], p.count * step / reader.blocks() + 1});
            }
        }
    }
    std::sort(seen.begin(), seen.end(),
              [](const sample& a, const sample& b) { return a.at < b.at; });
    std::uint64_t weight = 0;
    for (const sample& s : seen) weight += s.weight;
    const std::uint64_t each = weight / ranges + 1;
    std::uint64_t sum = 0;
    for (const sample& s : seen) {
        if (sum >= each * (bounds.size() + 1) && (bounds.empty() || bounds.back() < s.at))
            bounds.push_back(s.at);
        sum += s.weight;
    }
    return bounds;
}

/// The least key of several cursors, by a heap of them.
template <class Key>
class key_merger {
public:
    explicit key_merger(std::vector<key_cursor<Key>>& cursors) {
        for (key_cursor<Key>& c : cursors) {
            failed_ = c.has_failed() ? &c : failed_;
            if (!c.at_end()) heap_.push_back({c.key(), &c});
        }
        heap_make(heap_.data(), heap_.size(), is_less);
    }

    [[nodiscard]] bool at_end() const noexcept { return heap_.empty() || failed_ != nullptr; }
    [[nodiscard]] const Key& key() const noexcept { return heap_[0].key; }
    /// The cursor that could not be read, if there is one.
    [[nodiscard]] const key_cursor<Key>* failed() const noexcept { return failed_; }

    void advance() {
        key_cursor<Key>& c = *heap_[0].cursor;
        c.advance();
        if (!c.at_end()) {
            heap_[0].key = c.key();
        } else {
            if (c.has_failed()) failed_ = &c;
            heap_[0] = heap_.back();
            heap_.pop_back();
        }
        if (!heap_.empty()) heap_sink(heap_.data(), heap_.size(), 0, is_less);
    }

private:
    struct entry {
        Key key;
        key_cursor<Key>* cursor;
    };

    static bool is_less(const entry& a, const entry& b) noexcept { return a.key < b.key; }

    std::vector<entry> heap_;
    const key_cursor<Key>* failed_ = nullptr;
};

/// Calls `take(key)` for each key of `from` that is in none of `known`, in order and once. Stops
/// where `take` says false; false also if a file could not be read, and then `error` says why.
template <class Key, class Take>
[[nodiscard]] bool merge_keys(std::vector<key_cursor<Key>>& from,
                              std::vector<key_cursor<Key>>& known, diagnostic& error, Take&& take) {
    key_merger<Key> merger(from);
    while (!merger.at_end()) {
        const Key k = merger.key();
        do {
            merger.advance();
        } while (!merger.at_end() && merger.key() == k);
        bool is_known = false;
        for (key_cursor<Key>& c : known) {
            c.advance_to(k);
            is_known = is_known || (!c.at_end() && c.key() == k);
        }
        if (!is_known && !take(k)) return false;
    }
    const key_cursor<Key>* failed = merger.failed();
    for (const key_cursor<Key>& c : known) failed = c.has_failed() ? &c : failed;
    if (failed != nullptr) error = failed->error();
    return failed == nullptr;
}

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
