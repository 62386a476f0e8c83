// SPDX-License-Identifier: MIT
// Finds the nodes of graphs that number them: by an array, or by a bit a node where a search only
// asks whether it met one.
#pragma once

#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace senda::detail {

/// Finds nodes by their number: one entry a possible node.
template <class Node, class Id>
class dense_index {
public:
    using key = std::size_t;
    using entry = Id;
    static constexpr bool is_hashed = false;

    explicit dense_index(memory_budget& budget) noexcept : slots_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return static_cast<key>(g.index(node));
    }

    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        const auto bound = static_cast<std::size_t>(g.index_bound());
        return bound <= slots_.size() || slots_.assign_zeros(bound);
    }

    /// The entry of a node: 0 if unseen, else its place in the list + 1.
    [[nodiscard]] entry* find(key k) noexcept { return &slots_[k]; }
    void set(entry* e, key, Id value) noexcept { *e = value; }
    [[nodiscard]] static Id value(const entry* e) noexcept { return *e; }
    [[nodiscard]] static bool is_full(std::size_t) noexcept { return false; }
    [[nodiscard]] static bool make_room(std::size_t) noexcept { return true; }

    /// Forgets all nodes in time proportional to how many there are, not to the graph.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        if (pool.size() > slots_.size() / 16) {
            if (!slots_.empty()) std::memset(slots_.data(), 0, slots_.size() * sizeof(Id));
            return;
        }
        for (std::size_t i = 0; i < pool.size(); ++i) slots_[key_of(g, pool[i].node)] = 0;
    }

private:
    buffer<Id> slots_;
};

/// Knows which nodes were met, by a bit a possible node; finds one only if asked, by an array that
/// is made then. For searches that never look a node up, but for the caller afterwards.
template <class Node, class Id>
class dense_presence {
    // Not std::uint64_t, which sizes and counters are made of on most systems: a compiler would
    // have to think that setting a bit may change them, and read them again for every edge.
    using word = unsigned long long;

public:
    using key = std::size_t;
    static constexpr bool is_hashed = false;

    explicit dense_presence(memory_budget& budget) noexcept : words_(budget), places_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return static_cast<key>(g.index(node));
    }

    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        const std::size_t words = static_cast<std::size_t>(g.index_bound()) / 64 + 1;
        return words <= words_.size() || words_.assign_zeros(words);
    }

    [[nodiscard]] bool contains(key k, const Node&) const noexcept {
        return (words_[k / 64] >> k % 64 & 1) != 0;
    }

    /// Adds nodes without a branch on whether they are new.
    class writer {
    public:
        explicit writer(word* words) noexcept : words_(words) {}
        [[gnu::always_inline]] bool insert(key k, const Node&) noexcept {
            word& at = words_[k / 64];
            const word bit = word{1} << k % 64;
            const bool fresh = (at & bit) == 0;
            at |= bit;
            return fresh;
        }

    private:
        word* words_;
    };
    [[nodiscard]] writer write() noexcept { return writer(words_.data()); }
    [[nodiscard]] static std::size_t room() noexcept {
        return std::numeric_limits<std::size_t>::max();
    }
    [[nodiscard]] static bool make_room(std::size_t) noexcept { return true; }

    /// The place of a node in the list; that of all nodes is noted on the way. Where there is no
    /// room to note it, the list is searched.
    template <class G, class Pool>
    [[nodiscard]] std::size_t place_of(const G& g, const Pool& pool, const Node& node) {
        const key k = key_of(g, node);
        const auto bound = static_cast<std::size_t>(g.index_bound());
        if (places_.size() < bound) noted_ = 0;
        if (places_.size() < bound && !places_.assign_zeros(bound)) {
            std::size_t i = 0;
            while (key_of(g, pool[i].node) != k) ++i;
            return i;
        }
        for (; noted_ < pool.size(); ++noted_) {
            places_[key_of(g, pool[noted_].node)] = static_cast<Id>(noted_);
        }
        return places_[k];
    }

    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        noted_ = 0;
        if (pool.size() > words_.size() / 16) {
            if (!words_.empty()) std::memset(words_.data(), 0, words_.size() * 8);
            return;
        }
        for (std::size_t i = 0; i < pool.size(); ++i) words_[key_of(g, pool[i].node) / 64] = 0;
    }

private:
    buffer<word> words_;
    buffer<Id> places_;
    std::size_t noted_ = 0;
};

}  // namespace senda::detail
