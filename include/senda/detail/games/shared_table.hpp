// SPDX-License-Identifier: MIT
// A transposition table that several threads read and write without locks.
#pragma once

#include <senda/detail/games/table_memory.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/atomic_access.hpp>
#include <senda/storage/memory.hpp>

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
    using memory = detail::table_memory<entry>;

public:
    /// A table without room; it draws on `budget`, which must outlive it.
    explicit shared_table(memory_budget& budget) noexcept : memory_(budget) {}

    /// Begins a search as a `transposition_table` does; no thread may use it meanwhile.
    void begin_search(std::uint64_t bytes) { memory_.begin_search(bytes); }

    /// The value stored for a hash, if there is one.
    [[nodiscard]] std::optional<Value> find(std::uint64_t hash) const noexcept {
        const std::uint64_t key = senda::detail::mix(hash);
        const entry* bucket = memory_.bucket(key);
        if (bucket == nullptr) return std::nullopt;
        for (std::size_t i = 0; i < memory::bucket_size; ++i)
            if (const auto value = value_for(key, bucket[i])) return value;
        return std::nullopt;
    }

    /// Stores a value that took so much work to find.
    void store(std::uint64_t hash, const Value& value, std::uint16_t work) noexcept {
        const std::uint64_t key = senda::detail::mix(hash);
        entry* bucket = memory_.bucket(key);
        if (bucket == nullptr) return;
        entry* least = bucket;
        std::uint32_t least_worth = ~std::uint32_t{0};
        for (std::size_t i = 0; i < memory::bucket_size; ++i) {
            if (value_for(key, bucket[i])) {
                least = bucket + i;
                break;
            }
            const std::uint32_t this_worth = worth(senda::detail::load(bucket[i].mark));
            if (this_worth >= least_worth) continue;
            least_worth = this_worth;
            least = bucket + i;
        }
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const std::uint64_t mark = std::uint64_t{work} << 8U | memory_.age();
        senda::detail::store(least->value, bits);
        senda::detail::store(least->mark, mark);
        senda::detail::store(least->check, key ^ bits);
    }

private:
    [[nodiscard]] static std::optional<Value> value_for(std::uint64_t key,
                                                        const entry& e) noexcept {
        const std::uint64_t value = senda::detail::load(e.value);
        if ((senda::detail::load(e.check) ^ value) != key || senda::detail::load(e.mark) == 0)
            return std::nullopt;
        return std::bit_cast<Value>(value);
    }
    [[nodiscard]] std::uint32_t worth(std::uint64_t mark) const noexcept {
        return memory_.worth(static_cast<std::uint8_t>(mark & 0xffU),
                             static_cast<std::uint16_t>(mark >> 8U));
    }

    memory memory_;
};

}  // namespace senda::games
