// SPDX-License-Identifier: MIT
// A transposition table that several threads read and write without locks.
#pragma once

#include <senda/graph/hash.hpp>
#include <senda/language/atomic_access.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace senda::games {

/// What `transposition_table` is, for several threads. An entry whose words two threads wrote at
/// the same time does not match any key (R. Hyatt, T. Mann, A lock-less transposition table
/// implementation for parallel search chess engines, 2002).
template <class Value>
    requires(std::is_trivially_copyable_v<Value> && sizeof(Value) == sizeof(std::uint64_t))
class shared_table {
    struct entry {
        std::uint64_t check;  // the key, with the value put over it
        std::uint64_t value;
        std::uint64_t mark;  // work, and below it the age; 0: nothing is stored here
    };
    static constexpr std::size_t bucket_size = 4;

public:
    /// A table without room; it draws on `budget`, which must outlive it.
    explicit shared_table(memory_budget& budget) noexcept : entries_(budget) {}

    /// Begins a search as a `transposition_table` does; no thread may use it meanwhile.
    void begin_search(std::uint64_t bytes) {
        if (bytes != bytes_) resize(bytes);
        age_ = age_ == 255 ? 1 : age_ + 1;
    }

    /// The value stored for a hash, if there is one.
    [[nodiscard]] std::optional<Value> find(std::uint64_t hash) const noexcept {
        if (buckets_ == 0) return std::nullopt;
        const std::uint64_t key = senda::detail::mix(hash);
        const entry* bucket = entries_.data() + place(key);
        for (std::size_t i = 0; i < bucket_size; ++i)
            if (const auto value = value_for(key, bucket[i])) return value;
        return std::nullopt;
    }

    /// Stores a value that took so much work to find.
    void store(std::uint64_t hash, const Value& value, std::uint16_t work) noexcept {
        if (buckets_ == 0) return;
        const std::uint64_t key = senda::detail::mix(hash);
        entry* bucket = entries_.data() + place(key);
        entry* least = bucket;
        std::uint64_t least_worth = ~std::uint64_t{0};
        for (std::size_t i = 0; i < bucket_size; ++i) {
            if (value_for(key, bucket[i])) {
                least = bucket + i;
                break;
            }
            const std::uint64_t this_worth = worth(senda::detail::load(bucket[i].mark));
            if (this_worth >= least_worth) continue;
            least_worth = this_worth;
            least = bucket + i;
        }
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const std::uint64_t mark = std::uint64_t{work} << 8U | age_;
        senda::detail::store(least->value, bits);
        senda::detail::store(least->mark, mark);
        senda::detail::store(least->check, key ^ bits);
    }

private:
    static constexpr std::uint64_t most_buckets = 0xffff'ffffU;

    // If the memory is refused, nothing is remembered.
    void resize(std::uint64_t bytes) {
        bytes_ = bytes;
        buckets_ = std::min<std::uint64_t>(bytes / (sizeof(entry) * bucket_size), most_buckets);
        age_ = 1;
        if (buckets_ > 0 && entries_.assign_zeros(static_cast<std::size_t>(buckets_) * bucket_size))
            return;
        buckets_ = 0;
        entries_.release();
    }

    [[nodiscard]] static std::optional<Value> value_for(std::uint64_t key,
                                                        const entry& e) noexcept {
        const std::uint64_t value = senda::detail::load(e.value);
        if ((senda::detail::load(e.check) ^ value) != key || senda::detail::load(e.mark) == 0)
            return std::nullopt;
        return std::bit_cast<Value>(value);
    }
    [[nodiscard]] std::size_t place(std::uint64_t key) const noexcept {
        return static_cast<std::size_t>((key >> 32U) * buckets_ >> 32U) * bucket_size;
    }
    // Entries of this search before all others, then by work; those that are empty come last.
    [[nodiscard]] std::uint64_t worth(std::uint64_t mark) const noexcept {
        if (mark == 0) return 0;
        return ((mark & 0xffU) == age_ ? 0x2'0000U : 0x1'0000U) + (mark >> 8U);
    }

    senda::detail::buffer<entry> entries_;
    std::uint64_t bytes_ = 0;
    std::uint64_t buckets_ = 0;
    std::uint64_t age_ = 1;
};

}  // namespace senda::games
