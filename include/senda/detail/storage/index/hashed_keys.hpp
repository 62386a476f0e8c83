// SPDX-License-Identifier: MIT
// A hash set of the keys of nodes, or of small nodes themselves: one access to memory a look-up.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Open addressing with linear probing, at most half full, or three quarters where it is large.
/// Home is the upper bits of the hash, so that a larger table is filled in order.
template <class G, class Node>
class hashed_keys {
public:
    using key = set_key<G, Node>;
    static constexpr bool is_hashed = true;

    explicit hashed_keys(memory_budget& budget) noexcept : slots_(budget) {}

    [[nodiscard]] static key key_of(const G& g, const Node& node) { return set_key_of(g, node); }

    [[nodiscard]] bool prepare(const G&) { return !slots_.empty() || resize(fewest_bits); }

    [[nodiscard]] bool contains(const key& k, const Node&) const noexcept {
        return find(k) != none;
    }

    /// Adds nodes without a branch on whether they are new; invalid once the table has grown.
    class writer {
    public:
        explicit writer(hashed_keys& to) noexcept
            : slots_(to.slots_.data()),
              zero_(&to.zero_),
              shift_(to.shift()),
              mask_(to.slots_.size() - 1) {}

        /// Adds a node, for which there must be room; whether it is new.
        SENDA_ALWAYS_INLINE bool insert(const key& k, const Node&) noexcept { return insert(k); }
        SENDA_ALWAYS_INLINE bool insert(const key& k) noexcept {
            if (k == key{}) [[unlikely]] {
                return !std::exchange(*zero_, true);
            }
            std::size_t i = home_in(k, shift_);
            while (!(slots_[i] == k) && !(slots_[i] == key{})) [[unlikely]]
                i = (i + 1) & mask_;
            const bool fresh = slots_[i] == key{};
            slots_[i] = k;
            return fresh;
        }

    private:
        key* slots_;
        bool* zero_;
        unsigned shift_;
        std::size_t mask_;
    };

    /// Reads the home of a key into the cache: a prefetch is a hint that some machines ignore.
    void touch(const key& k) const noexcept {
        (void)*reinterpret_cast<const volatile unsigned char*>(slots_.data() + home(k));
    }
    /// Asks for the home of a key, which is looked up after some others.
    void prefetch(const key& k) const noexcept { prefetch_to_write(slots_.data() + home(k)); }

    [[nodiscard]] std::size_t room() const noexcept { return room_; }
    /// Makes room for more than `count` nodes: grows, or where it cannot fills up to 15/16.
    [[nodiscard]] bool make_room(std::size_t count) {
        if (count < room_ || (bits_ < many_bits && resize(bits_ + 2)) || resize(bits_ + 1))
            return true;
        room_ = slots_.size() - slots_.size() / 16;
        return count < room_;
    }

    /// How many slots there are, one more for the key 0, and in which a node is.
    [[nodiscard]] std::size_t slots(const G&) const noexcept { return slots_.size() + 1; }
    [[nodiscard]] std::size_t slot_of(const G& g, const Node& node) const {
        return find(key_of(g, node));
    }

    /// Forgets all nodes in time proportional to their number. Emptying the run of full slots from
    /// each home empties all: what stands after a gap was in the run that made it. After a search
    /// that used little of a large table, the next begins in the first slots of it, which stay in
    /// the cache.
    template <class Pool>
    void clear(const G& g, const Pool& pool) {
        zero_ = false;
        if (pool.size() > slots_.size() / 16) return slots_.set_zero();
        for (std::size_t n = 0; n < pool.size(); ++n)
            for (std::size_t i = home(key_of(g, pool[n].node)); !(slots_[i] == key{}); i = next(i))
                slots_[i] = key{};
        if (bits_ > many_bits) use_first(many_bits);
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr unsigned fewest_bits = 6;
    static constexpr std::size_t batch = 64;
    static constexpr unsigned many_bits = 16;   // so many slots stay in the cache
    static constexpr unsigned large_bits = 21;  // with more, memory counts

    [[nodiscard]] SENDA_ALWAYS_INLINE static std::size_t home_in(const key& k,
                                                                 unsigned shift) noexcept {
        if constexpr (std::is_same_v<key, wide_word>) {
            return static_cast<std::size_t>(combine(mix(k.low), k.high) >> shift);
        } else {
            const std::uint64_t folded = std::uint64_t{k} ^ std::uint64_t{k} >> 32;
            return static_cast<std::size_t>(folded * 0x9e3779b97f4a7c15u >> shift);
        }
    }
    [[nodiscard]] std::size_t home(const key& k) const noexcept { return home_in(k, shift()); }
    [[nodiscard]] std::size_t next(std::size_t i) const noexcept {
        return (i + 1) & (slots_.size() - 1);
    }
    [[nodiscard]] unsigned shift() const noexcept { return 64 - bits_; }

    /// The slot of a key; that of 0, which looks like a gap, stands behind all.
    [[nodiscard]] std::size_t find(const key& k) const noexcept {
        if (k == key{}) return zero_ ? slots_.size() : none;
        for (std::size_t i = home(k); !(slots_[i] == key{}); i = next(i))
            if (slots_[i] == k) return i;
        return none;
    }

    bool resize(unsigned bits) {
        if (bits >= std::numeric_limits<std::size_t>::digits - 6) return false;
        buffer<key> larger(slots_.budget());
        if (!larger.assign_zeros(std::size_t{1} << bits)) return false;
        const buffer<key> smaller = std::exchange(slots_, std::move(larger));
        use_first(bits);
        // Some at a time, without a branch on which slots are empty.
        writer into(*this);
        for (std::size_t i = 0; i < smaller.size(); i += batch) {
            std::array<key, batch> keys;
            std::size_t count = 0;
            for (std::size_t j = i; j < i + batch; ++j) {
                keys[count] = smaller[j];
                count += smaller[j] == key{} ? 0 : 1;
            }
            for (std::size_t j = 0; j < count; ++j) (void)into.insert(keys[j]);
        }
        return true;
    }
    void use_first(unsigned bits) noexcept {
        bits_ = bits;
        slots_.set_size(std::size_t{1} << bits);
        room_ = bits > large_bits ? slots_.size() / 4 * 3 : slots_.size() / 2;
    }

    buffer<key> slots_;
    unsigned bits_ = 0;
    std::size_t room_ = 0;
    bool zero_ = false;  // whether the key 0 was met
};

}  // namespace senda::detail
