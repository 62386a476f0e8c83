// SPDX-License-Identifier: MIT
// A transposition table of a fixed size: what was found out about positions, by their hash.
#pragma once

#include <senda/graph/hash.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::games::detail {

/// Buckets of four entries that are zero at first, in memory that is taken when it is written to.
template <class Entry>
class table_memory {
public:
    static constexpr std::size_t bucket_size = 4;

    explicit table_memory(memory_budget& budget) noexcept : entries_(budget) {}

    /// Begins a search with `bytes` of memory; another number than before forgets everything.
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

namespace senda::games {

/// Remembers a value for a hash. In a full bucket of four, the one that is oldest or took the least
/// work makes room for a new one. Memory is taken when it is first written to.
template <class Value>
    requires std::is_trivially_copyable_v<Value>
class transposition_table {
    struct entry {
        std::uint64_t key;
        Value value;
        std::uint16_t work;
        std::uint8_t age;  // 0: nothing is stored here
    };
    using memory = detail::table_memory<entry>;

public:
    /// A table without room; it draws on `budget`, which must outlive it.
    explicit transposition_table(memory_budget& budget) noexcept : memory_(budget) {}

    /// Begins a search with a table of `bytes`: what it stores is worth more than what was stored
    /// before. Another size than before forgets everything.
    void begin_search(std::uint64_t bytes) { memory_.begin_search(bytes); }

    /// Forgets everything, and gives the memory back until it is written to again.
    void clear() { memory_.clear(); }

    /// The value stored for a hash; null if there is none. Valid until the next `store`.
    [[nodiscard]] const Value* find(std::uint64_t hash) const noexcept {
        const std::uint64_t key = senda::detail::mix(hash);
        const entry* bucket = memory_.bucket(key);
        if (bucket == nullptr) return nullptr;
        for (std::size_t i = 0; i < memory::bucket_size; ++i)
            if (bucket[i].age != 0 && bucket[i].key == key) return &bucket[i].value;
        return nullptr;
    }

    /// Stores a value that took so much work to find; what was stored for the hash is replaced.
    void store(std::uint64_t hash, const Value& value, std::uint16_t work) noexcept {
        const std::uint64_t key = senda::detail::mix(hash);
        entry* bucket = memory_.bucket(key);
        if (bucket == nullptr) return;
        entry* least = bucket;
        for (std::size_t i = 0; i < memory::bucket_size; ++i) {
            entry& e = bucket[i];
            if (e.age != 0 && e.key == key) {
                least = &e;
                break;
            }
            if (worth(e) < worth(*least)) least = &e;
        }
        *least = entry{key, value, work, memory_.age()};
    }

private:
    [[nodiscard]] std::uint32_t worth(const entry& e) const noexcept {
        return memory_.worth(e.age, e.work);
    }

    memory memory_;
};

}  // namespace senda::games
