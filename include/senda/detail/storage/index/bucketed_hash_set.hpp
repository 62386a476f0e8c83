// SPDX-License-Identifier: MIT
// A hash set of small nodes whose buckets are cache lines: a look-up is one access to memory.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace senda::detail {

/// Stands for the graph where it does not hash its nodes itself.
struct no_hasher {};

/// A full bucket overflows into the next. `Hasher` is the graph if it hashes its nodes itself.
template <class Hasher, class Node>
class bucketed_hash_set {
    using word = node_word<Node>;
    static constexpr std::size_t bucket = 64 / sizeof(word);  // how many nodes it holds
    static constexpr unsigned fewest_bits = 2;                // four buckets

public:
    using key = std::uint64_t;
    static constexpr bool is_hashed = true;

    explicit bucketed_hash_set(memory_budget& budget) noexcept : words_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return hash_in(g, node);
    }
    [[nodiscard]] static key key_of_hash(std::uint64_t hash) noexcept { return hash; }

    /// A graph that hashes its nodes hashes them again when the table grows.
    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        rebind(g);
        return !words_.empty() || resize(fewest_bits);
    }
    /// Must be called once the graph has moved.
    template <class G>
    void rebind([[maybe_unused]] const G& g) noexcept {
        if constexpr (std::same_as<G, Hasher>) hasher_ = &g;
    }

    [[nodiscard]] bool contains(key k, const Node& node) const noexcept {
        return find(k, node) != none;
    }

    /// Adds nodes without a branch on whether they are new; invalid once the table has grown.
    class writer {
    public:
        explicit writer(bucketed_hash_set& to) noexcept
            : words_(to.words_.data()),
              zero_(&to.zero_),
              shift_(to.shift()),
              mask_(to.buckets() - 1) {}

        /// Adds a node, for which there must be room; whether it is new. Compares whole buckets.
        SENDA_ALWAYS_INLINE bool insert(key k, const Node& node) noexcept {
            const word w = word_of(node);
            if (w == word{}) [[unlikely]] {
                return !std::exchange(*zero_, true);
            }
            for (auto at = static_cast<std::size_t>(k >> shift_);; at = (at + 1) & mask_) {
                word* const keys = words_ + at * bucket;
                const auto [hit, used] = scan(keys, w);
                if (used < bucket) [[likely]] {
                    keys[used] = hit ? word{} : w;
                    return !hit;
                }
                if (hit) return false;
            }
        }

    private:
        word* words_;
        bool* zero_;
        unsigned shift_;
        std::size_t mask_;
    };

    /// Reads the bucket of a key into the cache: a prefetch is a hint that some machines ignore.
    void touch(key k) const noexcept {
        (void)*reinterpret_cast<const volatile unsigned char*>(words_.data() + home(k) * bucket);
    }

    /// Asks for the bucket of a key, which is looked up after some others.
    void prefetch(key k) const noexcept { prefetch_to_write(words_.data() + home(k) * bucket); }

    [[nodiscard]] std::size_t room() const noexcept { return room_; }
    /// Makes room for more than `count` nodes: grows at 3/4, else fills up to 15/16.
    [[nodiscard]] bool make_room(std::size_t count) {
        if (count < room_ || resize(bits_ + 1)) return true;
        room_ = words_.size() - words_.size() / 16;
        return count < room_;
    }

    /// How many slots there are, one more for the node of zeros, and in which a node is.
    template <class G>
    [[nodiscard]] std::size_t slots(const G&) const noexcept {
        return words_.size() + 1;
    }
    template <class G>
    [[nodiscard]] std::size_t slot_of(const G& g, const Node& node) const {
        return find(key_of(g, node), node);
    }

    /// Forgets all nodes in time proportional to their number, by emptying the run of full buckets
    /// from each one's own: what stands after a gap was in the run that made it.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        zero_ = false;
        if (words_.empty() || pool.size() > buckets() / 4) return words_.set_zero();
        for (std::size_t i = 0; i < pool.size(); ++i) {
            for (std::size_t at = home(key_of(g, pool[i].node));; at = next(at)) {
                word* const keys = words_.data() + at * bucket;
                const bool full = !(keys[bucket - 1] == word{});
                std::memset(static_cast<void*>(keys), 0, bucket * sizeof(word));
                if (!full) break;
            }
        }
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    struct scanned {
        bool hit;
        std::size_t used;  // a bucket is filled from its begin
    };
    [[nodiscard]] SENDA_ALWAYS_INLINE static scanned scan(const word* keys,
                                                          const word& w) noexcept {
        bool hit = false;
        std::size_t used = 0;
        for (std::size_t i = 0; i < bucket; ++i) {
            hit |= keys[i] == w;
            used += keys[i] == word{} ? 0 : 1;
        }
        return {hit, used};
    }

    [[nodiscard]] key key_of_word(const word& w) const {
        if constexpr (std::same_as<Hasher, no_hasher>) {
            return hash_value(node_of_word<Node>(w));
        } else {
            return key_of(*hasher_, node_of_word<Node>(w));
        }
    }

    /// The slot of a node; the one of zeros, which looks like a gap, stands behind all.
    [[nodiscard]] std::size_t find(key k, const Node& node) const noexcept {
        const word w = word_of(node);
        if (w == word{}) return zero_ ? words_.size() : none;
        for (std::size_t at = home(k);; at = next(at)) {
            const word* const keys = words_.data() + at * bucket;
            for (std::size_t i = 0; i < bucket; ++i) {
                if (keys[i] == w) return at * bucket + i;
                if (keys[i] == word{}) return none;
            }
        }
    }

    [[nodiscard]] std::size_t buckets() const noexcept { return std::size_t{1} << bits_; }
    [[nodiscard]] std::size_t next(std::size_t at) const noexcept {
        return (at + 1) & (buckets() - 1);
    }
    [[nodiscard]] unsigned shift() const noexcept { return 64 - bits_; }
    [[nodiscard]] std::size_t home(key k) const noexcept {
        return static_cast<std::size_t>(k >> shift());
    }

    // Each bucket splits into two side by side: the larger table is filled in order.
    bool resize(unsigned bits) {
        if (bits >= std::numeric_limits<std::size_t>::digits - 6) return false;
        buffer<word> larger(words_.budget());
        if (!larger.assign_zeros(bucket << bits)) return false;
        for (std::size_t at = 0; at < words_.size(); at += bucket) {
            split(words_.data() + at, larger, 2 * (at / bucket), 64 - bits);
        }
        words_ = std::move(larger);
        bits_ = bits;
        room_ = words_.size() - words_.size() / 4;
        return true;
    }

    void split(const word* keys, buffer<word>& larger, std::size_t first, unsigned shift_by) const {
        word* const into = larger.data() + first * bucket;
        std::size_t used[2] = {used_of(into), used_of(into + bucket)};
        for (std::size_t i = 0; i < bucket && !(keys[i] == word{}); ++i) {
            auto at = static_cast<std::size_t>(key_of_word(keys[i]) >> shift_by);
            if (at / 2 * 2 == first && used[at % 2] < bucket) [[likely]] {
                into[at % 2 * bucket + used[at % 2]++] = keys[i];
                continue;
            }
            // It overflowed, or does now.
            const std::size_t mask = larger.size() / bucket - 1;
            while (used_of(larger.data() + at * bucket) == bucket) at = (at + 1) & mask;
            larger[at * bucket + used_of(larger.data() + at * bucket)] = keys[i];
            used[0] = used_of(into);
            used[1] = used_of(into + bucket);
        }
    }
    [[nodiscard]] static std::size_t used_of(const word* keys) noexcept {
        return scan(keys, word{}).used;
    }

    const Hasher* hasher_ = nullptr;
    buffer<word> words_;
    unsigned bits_ = 0;
    std::size_t room_ = 0;
    bool zero_ = false;  // whether the node whose bytes are all zero was met
};

}  // namespace senda::detail
