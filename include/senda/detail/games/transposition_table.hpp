// SPDX-License-Identifier: MIT
// A transposition table of a fixed size: what was found out about positions, by their hash.
#pragma once

#include <senda/detail/games/table_memory.hpp>
#include <senda/graph/hash.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

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

    /// Begins a search with a table of so many bytes: what it stores is worth more than what was
    /// stored before. Another size than before forgets everything.
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
