// SPDX-License-Identifier: MIT
// Knows which small hashed nodes were met: a hash table whose buckets are whole lines of the cache.
// To ask for a node costs the memory one access, and no node is kept elsewhere to be compared with.
#pragma once

#include <senda/storage/memory.hpp>
#include <senda/storage/searchable_graph.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A small node that is compared bytewise: a number, or a struct that is hashed by its bytes. (A
/// hash of the user's may come with a `==` that leaves some of them out.)
template <class G, class Node>
concept KeyNode = std::is_trivially_copyable_v<Node> && sizeof(Node) <= 16 &&
                  (std::integral<Node> || std::is_enum_v<Node> ||
                   (HashableBytes<Node> && !HashedByGraph<G, Node> && !StandardHashable<Node>));

/// The bytes of a node of up to 16 bytes. Not std::uint64_t: see `dense_presence`.
struct wide_word {
    unsigned long long low, high;
    friend constexpr bool operator==(const wide_word&, const wide_word&) = default;
};
template <class Node>
using key_word =
    std::conditional_t<sizeof(Node) <= 4, unsigned,
                       std::conditional_t<sizeof(Node) <= 8, unsigned long long, wide_word>>;

template <class Node>
[[nodiscard]] key_word<Node> word_of(const Node& node) noexcept {
    key_word<Node> w{};
    std::memcpy(&w, &node, sizeof(Node));
    return w;
}
template <class Node>
[[nodiscard]] Node node_of_word(const key_word<Node>& w) noexcept {
    alignas(Node) unsigned char bytes[sizeof(Node)];
    std::memcpy(bytes, &w, sizeof(Node));
    return *std::launder(reinterpret_cast<const Node*>(bytes));
}

/// Stands for the graph where it does not hash its nodes itself.
struct no_hasher {};

/// `Hasher` is the graph if it hashes its nodes itself, else `no_hasher`.
template <class Hasher, class Node, class Id>
class key_lines {
    using word = key_word<Node>;
    static constexpr std::size_t line = 64 / sizeof(word);
    static constexpr unsigned fewest_bits = 2;  // four lines

public:
    using key = std::uint64_t;
    static constexpr bool is_hashed = true;

    explicit key_lines(memory_budget& budget) noexcept : words_(budget), places_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return hash_in(g, node);
    }

    /// A graph that hashes its nodes is asked for it again when the table grows.
    template <class G>
    [[nodiscard]] bool prepare([[maybe_unused]] const G& g) {
        if constexpr (std::same_as<G, Hasher>) hasher_ = &g;
        return !words_.empty() || resize(fewest_bits);
    }

    [[nodiscard]] bool contains(key k, const Node& node) const noexcept {
        return slot_of(k, node) != none;
    }

    /// Adds nodes without a branch on whether they are new; invalid once the table has grown.
    class writer {
    public:
        /// Adds a node, for which there must be room; whether it is new. A line is compared as a
        /// whole, which is done before the processor would have guessed where to stop.
        [[gnu::always_inline]] bool insert(key k, const Node& node) noexcept {
            const word w = word_of(node);
            if (w == word{}) [[unlikely]] {
                return !std::exchange(*zero_, true);
            }
            for (auto at = static_cast<std::size_t>(k >> shift_);; at = (at + 1) & mask_) {
                word* const keys = words_ + at * line;
                const auto [hit, used] = look(keys, w);
                if (used < line) [[likely]] {
                    keys[used] = hit ? word{} : w;
                    return !hit;
                }
                if (hit) return false;
            }
        }

    private:
        friend key_lines;
        word* words_;
        bool* zero_;
        unsigned shift_;
        std::size_t mask_;
    };
    [[nodiscard]] writer write() noexcept {
        writer w;
        w.words_ = words_.data();
        w.zero_ = &zero_;
        w.shift_ = shift();
        w.mask_ = lines() - 1;
        return w;
    }

    /// Reads the line of a key, so that it is at hand. (A plain read: a prefetch is only a hint,
    /// which some machines ignore.)
    void touch(key k) const noexcept {
        (void)*reinterpret_cast<const volatile unsigned char*>(words_.data() + home(k) * line);
    }

    /// For how many nodes there is room.
    [[nodiscard]] std::size_t room() const noexcept { return room_; }
    /// Makes room for more than `count` nodes: grows at 3/4; where the budget forbids that, fills
    /// up to 15/16.
    [[nodiscard]] bool make_room(std::size_t count) {
        if (count < room_ || resize(bits_ + 1)) return true;
        room_ = words_.size() - words_.size() / 16;
        return count < room_;
    }

    /// The place of a node that was met in the list of all; that of the others is noted on the way.
    /// Where there is no room to note it, the list is searched.
    template <class G, class Pool>
    [[nodiscard]] std::size_t place_of(const G& g, const Pool& pool, const Node& node) {
        const std::size_t slots = words_.size() + 1;  // and one for the node of zeros
        if (places_.size() != slots) {
            noted_ = 0;
            if (!places_.assign_zeros(slots)) {
                std::size_t i = 0;
                while (word_of(pool[i].node) != word_of(node)) ++i;
                return i;
            }
        }
        for (; noted_ < pool.size(); ++noted_) {
            const Node& noted = pool[noted_].node;
            places_[slot_of(key_of(g, noted), noted)] = static_cast<Id>(noted_);
        }
        return places_[slot_of(key_of(g, node), node)];
    }

    /// Forgets all nodes in time proportional to how many there are. Emptying the run of full lines
    /// from each node's own on empties all: what stands after a gap was in the run that made it.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        noted_ = 0;
        zero_ = false;
        if (words_.empty()) return;
        if (pool.size() > lines() / 4) {
            std::memset(static_cast<void*>(words_.data()), 0, words_.size() * sizeof(word));
            return;
        }
        for (std::size_t i = 0; i < pool.size(); ++i) {
            for (std::size_t at = home(key_of(g, pool[i].node));; at = (at + 1) & (lines() - 1)) {
                word* const keys = words_.data() + at * line;
                const bool full = !(keys[line - 1] == word{});
                std::memset(static_cast<void*>(keys), 0, line * sizeof(word));
                if (!full) break;
            }
        }
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    struct seen {
        bool hit;
        std::size_t used;  // a line is filled from its begin
    };
    [[nodiscard, gnu::always_inline]] static seen look(const word* keys, const word& w) noexcept {
        bool hit = false;
        std::size_t used = 0;
        for (std::size_t i = 0; i < line; ++i) {
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

    /// Where a node stands; the one of zeros, which looks like a gap, stands behind all.
    [[nodiscard]] std::size_t slot_of(key k, const Node& node) const noexcept {
        const word w = word_of(node);
        if (w == word{}) return zero_ ? words_.size() : none;
        for (std::size_t at = home(k);; at = (at + 1) & (lines() - 1)) {
            const word* const keys = words_.data() + at * line;
            for (std::size_t i = 0; i < line; ++i) {
                if (keys[i] == w) return at * line + i;
                if (keys[i] == word{}) return none;
            }
        }
    }

    [[nodiscard]] std::size_t lines() const noexcept { return std::size_t{1} << bits_; }
    [[nodiscard]] unsigned shift() const noexcept { return 64 - bits_; }
    [[nodiscard]] std::size_t home(key k) const noexcept {
        return static_cast<std::size_t>(k >> shift());
    }

    // A line is the upper bits of the hash, so that each splits into two that lie side by side: the
    // larger table is filled in order.
    bool resize(unsigned bits) {
        if (bits >= std::numeric_limits<std::size_t>::digits - 6) return false;
        buffer<word> larger(words_.budget());
        if (!larger.assign_zeros(line << bits)) return false;
        for (std::size_t at = 0; at < words_.size(); at += line) {
            split(words_.data() + at, larger, 2 * (at / line), 64 - bits);
        }
        words_ = std::move(larger);
        bits_ = bits;
        room_ = words_.size() - words_.size() / 4;
        return true;
    }

    void split(const word* keys, buffer<word>& larger, std::size_t first, unsigned shift_by) const {
        word* const into = larger.data() + first * line;
        std::size_t used[2] = {used_of(into), used_of(into + line)};
        for (std::size_t i = 0; i < line && !(keys[i] == word{}); ++i) {
            auto at = static_cast<std::size_t>(key_of_word(keys[i]) >> shift_by);
            if (at / 2 * 2 == first && used[at % 2] < line) [[likely]] {
                into[at % 2 * line + used[at % 2]++] = keys[i];
                continue;
            }
            const std::size_t mask = larger.size() / line - 1;  // it was not or is not in its own
            while (used_of(larger.data() + at * line) == line) at = (at + 1) & mask;
            larger[at * line + used_of(larger.data() + at * line)] = keys[i];
            used[0] = used_of(into);
            used[1] = used_of(into + line);
        }
    }
    [[nodiscard]] static std::size_t used_of(const word* keys) noexcept {
        return look(keys, word{}).used;
    }

    const Hasher* hasher_ = nullptr;
    buffer<word> words_;
    buffer<Id> places_;
    std::size_t noted_ = 0;
    unsigned bits_ = 0;
    std::size_t room_ = 0;
    bool zero_ = false;  // whether the node whose bytes are all zero was met
};

}  // namespace senda::detail
