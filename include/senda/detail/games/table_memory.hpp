// SPDX-License-Identifier: MIT
// What the tables of positions have in common: buckets of entries, and how old these are.
#pragma once

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace senda::games::detail {

/// Buckets of four entries that are zero at first, in memory that is taken when it is written to.
template <class Entry>
class table_memory {
public:
    static constexpr std::size_t bucket_size = 4;

    explicit table_memory(memory_budget& budget) noexcept : entries_(budget) {}

    /// Begins a search with so many bytes; another number than before forgets everything.
    void begin_search(std::uint64_t bytes) {
        if (bytes != bytes_) resize(bytes);
        age_ = age_ == 255 ? 1 : static_cast<std::uint8_t>(age_ + 1);
    }

    /// Forgets everything, and gives the memory back until it is written to again.
    void clear() { resize(bytes_); }

    /// The entries among which a key is; null if there is no memory.
    [[nodiscard]] const Entry* bucket(std::uint64_t key) const noexcept {
        return buckets_ == 0 ? nullptr : entries_.data() + place(key);
    }
    [[nodiscard]] Entry* bucket(std::uint64_t key) noexcept {
        return buckets_ == 0 ? nullptr : entries_.data() + place(key);
    }

    /// The age of what this search stores; 0 is none.
    [[nodiscard]] std::uint8_t age() const noexcept { return age_; }

    /// Entries of this search before all others, then by work; those that are empty come last.
    [[nodiscard]] std::uint32_t worth(std::uint8_t age, std::uint16_t work) const noexcept {
        if (age == 0) return 0;
        return (age == age_ ? 0x2'0000U : 0x1'0000U) + work;
    }

private:
    static constexpr std::uint64_t most_buckets = 0xffff'ffffU;

    // If the memory is refused, nothing is remembered.
    void resize(std::uint64_t bytes) {
        bytes_ = bytes;
        buckets_ = std::min<std::uint64_t>(bytes / (sizeof(Entry) * bucket_size), most_buckets);
        age_ = 1;
        if (buckets_ > 0 && entries_.assign_zeros(static_cast<std::size_t>(buckets_) * bucket_size))
            return;
        buckets_ = 0;
        entries_.release();
    }

    [[nodiscard]] std::size_t place(std::uint64_t key) const noexcept {
        return static_cast<std::size_t>((key >> 32U) * buckets_ >> 32U) * bucket_size;
    }

    senda::detail::buffer<Entry> entries_;
    std::uint64_t bytes_ = 0;
    std::uint64_t buckets_ = 0;
    std::uint8_t age_ = 1;
};

}  // namespace senda::games::detail
