// SPDX-License-Identifier: MIT
// A transposition table of a fixed size: what was found out about positions, by their hash.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace senda::games::detail {

/// In the place of a move: none is kept.
struct no_move {};

/// Remembers a value of 64 bits, and a move, for a hash. In a full bucket of four, the one that is
/// oldest or took the least work makes room for a new one. Memory is taken when it is first written
/// to.
///
/// Several threads may use a table without moves: an entry whose words two of them wrote at the
/// same time does not match any key (R. Hyatt, T. Mann, A lock-less transposition table
/// implementation for parallel search chess engines, 2002).
template <class Value, class Move = no_move>
    requires(sizeof(Value) == sizeof(std::uint64_t) && std::is_trivially_copyable_v<Move>)
class transposition_table {
    struct entry {
        std::uint64_t check;  // the key, with the value put over it
        std::uint64_t value;
        std::uint32_t mark;  // work, and below it the age; 0: nothing is stored here
        SENDA_NO_UNIQUE_ADDRESS Move move;
    };
    static constexpr std::size_t bucket_size = 4;
    static constexpr std::uint64_t most_buckets = 0xffff'ffffU;

public:
    /// What is stored for a hash.
    struct found {
        Value value;
        SENDA_NO_UNIQUE_ADDRESS Move move;
    };

    /// A table without room; it draws on `budget`, which must outlive it.
    explicit transposition_table(memory_budget& budget) noexcept : entries_(budget) {}

    /// Begins a search with a table of `bytes`: what it stores is worth more than what was stored
    /// before. Another size than before forgets everything. No thread may use it meanwhile.
    void begin_search(std::uint64_t bytes) {
        if (bytes != bytes_) resize(bytes);
        age_ = age_ == 255 ? 1 : age_ + 1;
    }

    /// Forgets everything, and gives the memory back until it is written to again.
    void clear() { resize(bytes_); }

    /// What is stored for a hash, if there is anything.
    [[nodiscard]] std::optional<found> find(std::uint64_t hash) const noexcept {
        const std::uint64_t key = key_of(hash);
        if (buckets_ == 0) return std::nullopt;
        const entry* const bucket = entries_.data() + place(key);
        for (std::size_t i = 0; i < bucket_size; ++i) {
            const std::uint64_t check = senda::detail::load_relaxed(bucket[i].check);
            const std::uint64_t value = senda::detail::load_relaxed(bucket[i].value);
            if ((check ^ value) == key) return found{std::bit_cast<Value>(value), bucket[i].move};
            if (check == 0) break;  // a bucket is filled from its first entry on
        }
        return std::nullopt;
    }

    /// Stores a value that took so much work to find; what was stored for the hash is replaced.
    void store(std::uint64_t hash, const Value& value, std::uint16_t work,
               const Move& move = {}) noexcept {
        const std::uint64_t key = key_of(hash);
        if (buckets_ == 0) return;
        entry* const bucket = entries_.data() + place(key);
        entry* least = bucket;
        std::uint32_t least_worth = ~std::uint32_t{0};
        for (std::size_t i = 0; i < bucket_size; ++i) {
            if ((senda::detail::load_relaxed(bucket[i].check) ^
                 senda::detail::load_relaxed(bucket[i].value)) == key) {
                least = bucket + i;
                break;
            }
            const std::uint32_t this_worth = worth(senda::detail::load_relaxed(bucket[i].mark));
            if (this_worth >= least_worth) continue;
            least_worth = this_worth;
            least = bucket + i;
        }
        const auto bits = std::bit_cast<std::uint64_t>(value);
        senda::detail::store_relaxed(least->value, bits);
        senda::detail::store_relaxed(least->mark, std::uint32_t{work} << 8U | age_);
        senda::detail::store_relaxed(least->check, key ^ bits);
        if constexpr (!std::is_empty_v<Move>) least->move = move;
    }

private:
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

    [[nodiscard]] std::size_t place(std::uint64_t key) const noexcept {
        return static_cast<std::size_t>((key >> 32U) * buckets_ >> 32U) * bucket_size;
    }
    /// Never 0, as which an empty entry looks.
    [[nodiscard]] static std::uint64_t key_of(std::uint64_t hash) noexcept {
        return senda::detail::mix(hash) | 1;
    }
    /// Entries of this search before all others, then by work; those that are empty come last.
    [[nodiscard]] std::uint32_t worth(std::uint32_t mark) const noexcept {
        if (mark == 0) return 0;
        return ((mark & 0xffU) == age_ ? 0x2'0000U : 0x1'0000U) + (mark >> 8U);
    }

    senda::detail::buffer<entry> entries_;
    std::uint64_t bytes_ = 0;
    std::uint64_t buckets_ = 0;
    std::uint32_t age_ = 1;  // of what this search stores
};

}  // namespace senda::games::detail
