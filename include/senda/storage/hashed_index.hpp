// SPDX-License-Identifier: MIT
// Finds nodes by their hash, wherever the nodes themselves are kept.
#pragma once

#include <senda/storage/memory.hpp>
#include <senda/storage/searchable_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// Finds nodes by their hash: open addressing with linear probing. An entry holds 32 bits of the
/// hash beside the node's place in the list, so that a wrong node is seldom looked at; home is the
/// upper bits of those 32, so that a table twice as large is filled in order.
template <class Node, class Id>
class hashed_index {
public:
    using key = std::uint32_t;
    using entry = std::uint64_t;
    static constexpr bool is_hashed = true;

    explicit hashed_index(memory_budget& budget) noexcept : slots_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return static_cast<key>(hash_in(g, node) >> 32);
    }

    template <class G>
    [[nodiscard]] bool prepare(const G&) {
        return !slots_.empty() || resize(6);
    }

    /// The place of the node with this key, if it stands where none is in its way; else 0.
    [[nodiscard]] Id guess(key k) const noexcept {
        const entry e = slots_[home(k)];
        return static_cast<key>(e >> 32) == k && e != 0 ? static_cast<Id>(value(&e) - 1) : Id{0};
    }

    template <class SameNode>
    [[nodiscard]] entry* find(key k, const SameNode& same_node) {
        std::size_t i = home(k);
        for (; slots_[i] != 0; i = (i + 1) & mask_) {
            if (static_cast<key>(slots_[i] >> 32) == k && same_node(value(&slots_[i]) - 1)) break;
        }
        return &slots_[i];
    }
    void set(entry* e, key k, Id v) noexcept { *e = (entry{k} << 32) | v; }
    [[nodiscard]] static Id value(const entry* e) noexcept { return static_cast<Id>(*e); }

    /// Whether there is no room for one more beside `count` nodes.
    [[nodiscard]] bool is_full(std::size_t count) const noexcept { return count >= grow_at_; }
    /// Makes room for one more: grows at 3/4; where the budget forbids that, fills up to 15/16.
    [[nodiscard]] bool make_room(std::size_t count) {
        return resize(bits_ + 1) || count < slots_.size() - slots_.size() / 16;
    }

    /// Forgets all nodes in time proportional to how many there are.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        clear_keys(pool.size(), [&](std::size_t n) { return key_of(g, pool[n].node); });
    }
    /// The same by keys among which are those of all nodes: `key_at(0)` to `key_at(count - 1)`.
    /// Emptying the run of full slots from each one's home on empties all: what stands after a gap
    /// was in the run that made it.
    template <class KeyAt>
    void clear_keys(std::size_t count, const KeyAt& key_at) {
        if (count > slots_.size() / 16) return slots_.set_zero();
        for (std::size_t n = 0; n < count; ++n) {
            for (std::size_t i = home(key_at(n)); slots_[i] != 0; i = (i + 1) & mask_) {
                slots_[i] = 0;
            }
        }
    }

private:
    [[nodiscard]] static std::size_t home_in(key k, unsigned bits) noexcept {
        return static_cast<std::size_t>(std::uint64_t{k} >> (32 - bits));
    }
    [[nodiscard]] std::size_t home(key k) const noexcept { return home_in(k, bits_); }

    bool resize(unsigned bits) {
        if (bits > 32) return false;
        buffer<entry> larger(slots_.budget());
        if (!larger.assign_zeros(std::size_t{1} << bits)) return false;
        const std::size_t mask = larger.size() - 1;
        for (const entry e : slots_) {
            if (e == 0) continue;
            std::size_t i = home_in(static_cast<key>(e >> 32), bits);
            while (larger[i] != 0) i = (i + 1) & mask;
            larger[i] = e;
        }
        slots_ = std::move(larger);
        bits_ = bits;
        mask_ = mask;
        grow_at_ = slots_.size() - slots_.size() / 4;
        return true;
    }

    buffer<entry> slots_;
    unsigned bits_ = 0;
    std::size_t mask_ = 0;
    std::size_t grow_at_ = 0;
};

}  // namespace senda::detail
