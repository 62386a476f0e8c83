// SPDX-License-Identifier: MIT
// Finds the nodes of graphs that number them: by an array, or by a bit for each node where a search
// only asks whether it has met one.
#pragma once

#include <senda/storage/memory.hpp>

#include <cstddef>
#include <limits>

namespace senda::detail {

/// What both indexes share: a node is looked up by its number in the graph.
template <class Node>
struct dense_keys {
    using key = std::size_t;
    static constexpr bool is_hashed = false;

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return static_cast<key>(g.index(node));
    }
    [[nodiscard]] static bool make_room(std::size_t) noexcept { return true; }
};

/// Finds nodes by their number: one entry for each possible node.
template <class Node, class Id>
class dense_index : public dense_keys<Node> {
public:
    using typename dense_keys<Node>::key;
    using entry = Id;

    explicit dense_index(memory_budget& budget) noexcept : slots_(budget) {}

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

    /// Forgets all nodes in time proportional to how many there are, not to the graph.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        if (pool.size() > slots_.size() / 16) return slots_.set_zero();
        for (std::size_t i = 0; i < pool.size(); ++i) slots_[this->key_of(g, pool[i].node)] = 0;
    }

private:
    buffer<Id> slots_;
};

/// Knows which nodes were met, by a bit for each possible node.
template <class Node>
class dense_presence : public dense_keys<Node> {
    // Not std::uint64_t, which sizes and counters are made of on most systems: a compiler would
    // have to assume that setting a bit may change them, and read them again for every edge.
    using word = unsigned long long;

public:
    using typename dense_keys<Node>::key;

    explicit dense_presence(memory_budget& budget) noexcept : words_(budget) {}

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
        explicit writer(dense_presence& to) noexcept : words_(to.words_.data()) {}
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
    [[nodiscard]] static std::size_t room() noexcept {
        return std::numeric_limits<std::size_t>::max();
    }

    /// How many nodes there may be, and which of them a node is.
    template <class G>
    [[nodiscard]] static std::size_t slots(const G& g) {
        return static_cast<std::size_t>(g.index_bound());
    }
    template <class G>
    [[nodiscard]] static std::size_t slot_of(const G& g, const Node& node) {
        return dense_keys<Node>::key_of(g, node);
    }

    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        if (pool.size() > words_.size() / 16) return words_.set_zero();
        for (std::size_t i = 0; i < pool.size(); ++i) {
            words_[this->key_of(g, pool[i].node) / 64] = 0;
        }
    }

private:
    buffer<word> words_;
};

}  // namespace senda::detail
