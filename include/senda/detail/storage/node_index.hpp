// SPDX-License-Identifier: MIT
// Finds nodes by their number in the graph, in an array or a bit set, or by their hash.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// What the indexes by numbers share: a node is looked up by its number in the graph.
template <class Node>
struct dense_keys {
    using key = std::size_t;
    static constexpr bool is_hashed = false;

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return index_in(g, node);
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
        const auto bound = index_bound_of(g);
        return bound <= slots_.size() || slots_.assign_zeros(bound);
    }

    /// The place of the node with this key; 0 may mean none.
    [[nodiscard]] Id guess(key k) const noexcept {
        const Id value = slots_[k];
        return value == 0 ? 0 : static_cast<Id>(value - 1);
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
    // Not std::uint64_t, which may alias sizes and counters: they would be read for every edge.
    using word = unsigned long long;

public:
    using typename dense_keys<Node>::key;

    explicit dense_presence(memory_budget& budget) noexcept : words_(budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        const std::size_t words = index_bound_of(g) / 64 + 1;
        return words <= words_.size() || words_.assign_zeros(words);
    }

    [[nodiscard]] bool contains(key k, const Node&) const noexcept {
        return (words_[k / 64] >> k % 64 & 1) != 0;
    }

    /// Adds nodes without a branch on whether they are new.
    class writer {
    public:
        explicit writer(dense_presence& to) noexcept : words_(to.words_.data()) {}
        SENDA_ALWAYS_INLINE bool insert(key k, const Node&) noexcept {
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

    /// The bits, 64 nodes a word.
    [[nodiscard]] word* words() noexcept { return words_.data(); }

    /// How many nodes there may be, and which of them a node is.
    template <class G>
    [[nodiscard]] static std::size_t slots(const G& g) {
        return index_bound_of(g);
    }
    template <class G>
    [[nodiscard]] static std::size_t slot_of(const G& g, const Node& node) {
        return dense_keys<Node>::key_of(g, node);
    }

    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        if (pool.size() > words_.size() / 16) return words_.set_zero();
        for (std::size_t i = 0; i < pool.size(); ++i)
            words_[this->key_of(g, pool[i].node) / 64] = 0;
    }

private:
    buffer<word> words_;
};

/// Open addressing with linear probing. An entry holds 32 bits of the hash beside the node's place;
/// home is their upper bits, so that a table twice as large is filled in order.
template <class Node, class Id>
class hashed_index {
public:
    using key = std::uint32_t;
    using entry = std::uint64_t;
    static constexpr bool is_hashed = true;

    explicit hashed_index(memory_budget& budget) noexcept : slots_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return key_of_hash(hash_in(g, node));
    }
    [[nodiscard]] static key key_of_hash(std::uint64_t hash) noexcept {
        return static_cast<key>(hash >> 32);
    }

    /// Takes 2^`bits` slots; false if there is no memory.
    template <class G>
    [[nodiscard]] bool prepare(const G&, unsigned bits = 6) {
        return !slots_.empty() || resize(bits);
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

    /// Whether it grows soon beside `count` nodes, so that tables of several threads can grow at
    /// the same time.
    [[nodiscard]] bool is_nearly_full(std::size_t count) const noexcept {
        return count > grow_at_ - grow_at_ / 8;
    }
    /// Grows before it must, if it is to grow soon or not much later.
    void grow_early(std::size_t count) {
        if (count > grow_at_ - grow_at_ / 4) (void)resize(bits_ + 1);
    }

    /// Forgets all nodes in time proportional to how many there are.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        clear_keys(pool.size(), [&](std::size_t n) { return key_of(g, pool[n].node); });
    }
    /// Forgets all nodes by keys that include those of all of them. To empty the run of full slots
    /// from each home empties all: what stands after a gap was in the run that made it.
    template <class KeyAt>
    void clear_keys(std::size_t count, const KeyAt& key_at) {
        if (count > slots_.size() / 16) return slots_.set_zero();
        for (std::size_t n = 0; n < count; ++n)
            for (std::size_t i = home(key_at(n)); slots_[i] != 0; i = (i + 1) & mask_)
                slots_[i] = 0;
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

/// Open addressing whose probes stay in a line of the cache until that is full, and then go on in
/// the next. A small table is at most half full, another one three quarters. Home is the upper bits
/// of the hash, so that a larger table is filled in order.
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
            if (k == key{}) [[unlikely]]
                return !std::exchange(*zero_, true);
            return insert_other(k);
        }
        /// The same of a key that is not 0.
        SENDA_ALWAYS_INLINE bool insert_other(const key& k) noexcept {
            const std::size_t home = home_in(k, shift_);
            std::size_t i = home;
            while (!(slots_[i] == k) && !(slots_[i] == key{})) [[unlikely]]
                i = probe_after(i, home, mask_);
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
    /// Whether that is worth it: a small table is in the cache anyway.
    [[nodiscard]] bool is_large() const noexcept { return bits_ > many_bits; }
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

    /// Forgets all nodes in time proportional to their number. After a search that used little of
    /// a large table, the next begins in the first slots of it, which stay in the cache.
    template <class Pool>
    void clear(const G& g, const Pool& pool) {
        zero_ = false;
        if (pool.size() > slots_.size() / 16) return slots_.set_zero();
        for (std::size_t n = 0; n < pool.size(); ++n) clear_lines(home(key_of(g, pool[n].node)));
        if (bits_ > many_bits) use_first(many_bits);
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr unsigned fewest_bits = 6;
    static constexpr std::size_t batch = 64;
    static constexpr unsigned many_bits = 14;  // so many slots stay in the cache
    static constexpr std::size_t in_line = 64 / sizeof(key);

    [[nodiscard]] SENDA_ALWAYS_INLINE static std::size_t home_in(const key& k,
                                                                 unsigned shift) noexcept {
        if constexpr (std::is_same_v<key, wide_word>) {
            return static_cast<std::size_t>(combine(mix(k.low), k.high) >> shift);
        } else {
            const std::uint64_t folded = std::uint64_t{k} ^ std::uint64_t{k} >> 32;
            return static_cast<std::size_t>(folded * 0x9e3779b97f4a7c15u >> shift);
        }
    }
    /// The slot after one: round the line from `home` on, and then at the same place in the next.
    [[nodiscard]] SENDA_ALWAYS_INLINE static std::size_t probe_after(std::size_t i,
                                                                     std::size_t home,
                                                                     std::size_t mask) noexcept {
        const std::size_t round = (i & ~(in_line - 1)) | ((i + 1) & (in_line - 1));
        const bool is_full = ((round ^ home) & (in_line - 1)) == 0;
        return is_full ? (round + in_line) & mask : round;
    }
    [[nodiscard]] std::size_t home(const key& k) const noexcept { return home_in(k, shift()); }
    [[nodiscard]] unsigned shift() const noexcept { return 64 - bits_; }

    /// The slot of a key; that of 0, which looks like a gap, stands behind all.
    [[nodiscard]] std::size_t find(const key& k) const noexcept {
        if (k == key{}) return zero_ ? slots_.size() : none;
        const std::size_t first = home(k);
        for (std::size_t i = first; !(slots_[i] == key{});
             i = probe_after(i, first, slots_.size() - 1))
            if (slots_[i] == k) return i;
        return none;
    }

    /// Empties the line of a home and, while they are full, those after it: where a key stands
    /// that found its own line full.
    void clear_lines(std::size_t home) noexcept {
        for (bool was_full = true; was_full; home = (home + in_line) & (slots_.size() - 1)) {
            key* const line = slots_.data() + (home & ~(in_line - 1));
            for (std::size_t i = 0; i < in_line; ++i)
                was_full = !(std::exchange(line[i], key{}) == key{}) && was_full;
        }
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
            for (std::size_t j = 0; j < count; ++j) (void)into.insert_other(keys[j]);
        }
        return true;
    }
    void use_first(unsigned bits) noexcept {
        bits_ = bits;
        slots_.set_size(std::size_t{1} << bits);
        room_ = is_large() ? slots_.size() / 4 * 3 : slots_.size() / 2;
    }

    buffer<key> slots_;
    unsigned bits_ = 0;
    std::size_t room_ = 0;
    bool zero_ = false;  // whether the key 0 was met
};

}  // namespace senda::detail
