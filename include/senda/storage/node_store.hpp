// SPDX-License-Identifier: MIT
// What a search remembers of the nodes it met: a list in the order of discovery, and an index that
// finds a node in it. The index is an array for graphs that number their nodes, else a hash table.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/storage/hash.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

template <class G, class Node>
concept HashedByGraph = requires(const std::remove_reference_t<G>& g, const Node& n) {
    { g.hash(n) } -> std::convertible_to<std::uint64_t>;
    { n == n } -> std::convertible_to<bool>;
};

}  // namespace detail

/// A graph whose nodes a search can remember: it numbers them (`IndexedGraph`), hashes them
/// (`g.hash(n)` beside `==`), or has nodes that are `Hashable` themselves.
template <class G, class Node>
concept SearchableGraph =
    Graph<G, Node> && (IndexedGraph<G, Node> || detail::HashedByGraph<G, Node> || Hashable<Node>);

namespace detail {

/// Whether a node from outside, such as a start, is one of the graph's, as far as the graph can
/// tell: by `g.contains(n)`, or by a number that is within its bound.
template <class G, class Node>
[[nodiscard]] constexpr bool is_in([[maybe_unused]] const G& g, [[maybe_unused]] const Node& n) {
    if constexpr (requires {
                      { g.contains(n) } -> std::convertible_to<bool>;
                  }) {
        return g.contains(n);
    } else if constexpr (IndexedGraph<G, Node>) {
        return static_cast<std::size_t>(g.index(n)) < static_cast<std::size_t>(g.index_bound());
    } else {
        return true;
    }
}

/// The hash of a node: the graph's own, else the node's.
template <class G, class Node>
[[nodiscard]] constexpr std::uint64_t hash_in(const G& g, const Node& node) {
    if constexpr (HashedByGraph<G, Node>) {
        return mix(static_cast<std::uint64_t>(g.hash(node)));
    } else {
        return hash_value(node);
    }
}

/// Finds nodes by their number: one entry a possible node.
template <class Node, class Id>
class dense_index {
public:
    using key = std::size_t;
    using entry = Id;

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

    [[nodiscard]] bool contains(key k) const noexcept {
        return (words_[k / 64] >> k % 64 & 1) != 0;
    }
    void add(key k) noexcept { words_[k / 64] |= word{1} << k % 64; }
    [[nodiscard]] word* words() noexcept { return words_.data(); }

    /// The place of a node in the list; that of all nodes is noted on the way. Where there is no
    /// room to note it, the list is searched.
    template <class G, class Pool>
    [[nodiscard]] std::size_t place_of(const G& g, const Pool& pool, key k) {
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

/// Finds nodes by their hash: open addressing with linear probing. An entry holds 32 bits of the
/// hash beside the node's place in the list, so that a wrong node is seldom looked at; home is the
/// upper bits of those 32, so that a table twice as large is filled in order.
template <class Node, class Id>
class hashed_index {
public:
    using key = std::uint32_t;
    using entry = std::uint64_t;

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

    /// Forgets all nodes in time proportional to how many there are. Emptying the run of full slots
    /// from each node's home on empties all: what stands after a gap was in the run that made it.
    template <class G, class Pool>
    void clear(const G& g, const Pool& pool) {
        if (pool.size() > slots_.size() / 16) {
            if (!slots_.empty()) std::memset(slots_.data(), 0, slots_.size() * sizeof(entry));
            return;
        }
        for (std::size_t n = 0; n < pool.size(); ++n) {
            for (std::size_t i = home(key_of(g, pool[n].node)); slots_[i] != 0;
                 i = (i + 1) & mask_) {
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

}  // namespace detail

/// What a search wants to know of a node it meets: its number, or only whether it is new.
enum class lookup { number, novelty };

/// The nodes a search has met, numbered in the order of discovery, each with the search's `Record`.
/// `Id` bounds their number; one more is refused, as is one beyond the budget.
template <class G, class Node, class Record, class Id = std::uint32_t,
          lookup Lookup = lookup::number>
class node_store {
    static constexpr bool dense = IndexedGraph<G, Node>;
    static constexpr bool by_bits = dense && Lookup == lookup::novelty;
    using index = std::conditional_t<
        by_bits, detail::dense_presence<Node, Id>,
        std::conditional_t<dense, detail::dense_index<Node, Id>, detail::hashed_index<Node, Id>>>;

    struct entry {
        Node node;
        [[no_unique_address]] Record record;

        template <class N>
        entry(N&& n, Record&& r) : node(std::forward<N>(n)), record(std::move(r)) {}
    };

    // A successor function keeps a reference to its node while the list grows under it: small nodes
    // are copied out before, larger ones live where nothing moves.
    static constexpr bool copied = std::is_trivially_copyable_v<entry> && sizeof(Node) <= 32;

public:
    /// The number of no node.
    static constexpr Id none = std::numeric_limits<Id>::max();

    /// How a node is looked up: computed once, then used by `intern`.
    using key = typename index::key;

    /// A node's number, and whether it was new; `id` is `none` where there was no room. With
    /// `lookup::novelty` the number is that of a new node only.
    struct interned {
        Id id;
        bool fresh;
    };

    explicit node_store(memory_budget& budget) noexcept : pool_(budget), index_(budget) {}

    /// Must be called before a search; false if there is no room for the index.
    [[nodiscard]] bool prepare(const G& g) { return index_.prepare(g); }

    [[nodiscard]] std::size_t size() const noexcept { return pool_.size(); }

    [[nodiscard]] key key_of(const G& g, const Node& node) const { return index::key_of(g, node); }

    /// The number of the node that a look-up will most likely compare with; 0 may mean none.
    [[nodiscard]] Id guess(key k) const noexcept
        requires(!dense)
    {
        return index_.guess(k);
    }
    /// Reads the node of that number, so that it is at hand.
    void touch(Id id) const noexcept {
        if (pool_.size() != 0) {
            (void)*reinterpret_cast<const volatile unsigned char*>(&pool_[id].node);
        }
    }

    /// Where a node is in the store, or would be: `id` is `none` if it was not met yet.
    struct spot {
        typename index::entry* at;
        Id id;
    };

    /// Looks a node up; what is added before the spot is used makes it invalid.
    [[nodiscard]] spot look_up(key k, const Node& node)
        requires(!by_bits)
    {
        auto* found = find_entry(k, node);
        return {found, static_cast<Id>(index::value(found) - 1)};
    }

    /// Adds a node that was looked up and not found; its number, or `none` if there is no room.
    template <class N>
    [[nodiscard]] Id add(spot s, key k, N&& node, Record&& record)
        requires(!by_bits)
    {
        const std::size_t id = pool_.size();
        if (index_.is_full(id)) [[unlikely]] {
            if (!index_.make_room(id)) return none;
            s.at = find_entry(k, node);
        }
        if (id >= none - 1u || !pool_.push(std::forward<N>(node), std::move(record))) return none;
        index_.set(s.at, k, static_cast<Id>(id + 1));
        return static_cast<Id>(id);
    }

    /// The number of `node`; if it is new it is added, with the record that `make()` gives.
    template <class N, class Make>
    [[nodiscard]] interned intern(key k, N&& node, Make&& make) {
        if constexpr (by_bits) {
            return intern_by_bits(k, std::forward<N>(node), make);
        } else {
            const spot s = look_up(k, node);
            if (s.id != none) return {s.id, false};
            const Id id = add(s, k, std::forward<N>(node), make());
            return {id, id != none};
        }
    }

    /// The number of `node`, or `none` if it was never met.
    [[nodiscard]] Id find(const G& g, const Node& node) {
        if (!contains(g, node)) return none;
        if constexpr (by_bits) {
            return static_cast<Id>(index_.place_of(g, pool_, key_of(g, node)));
        } else {
            return static_cast<Id>(index::value(find_entry(key_of(g, node), node)) - 1);
        }
    }

    /// Whether `node` was met.
    [[nodiscard]] bool contains(const G& g, const Node& node) {
        if (pool_.size() == 0 || !detail::is_in(g, node)) return false;
        const key k = key_of(g, node);
        if constexpr (by_bits) {
            return index_.contains(k);
        } else {
            return index::value(find_entry(k, node)) != 0;
        }
    }

    [[nodiscard]] const Node& node(std::size_t id) const noexcept { return pool_[id].node; }
    [[nodiscard]] Record& record(std::size_t id) noexcept { return pool_[id].record; }
    [[nodiscard]] const Record& record(std::size_t id) const noexcept { return pool_[id].record; }

    /// The node for as long as its successors are asked for, whatever is added meanwhile.
    [[nodiscard]] std::conditional_t<copied, Node, const Node&> pinned(std::size_t id) const {
        return pool_[id].node;
    }

    /// Whether `appender` can be used.
    static constexpr bool has_appender = by_bits && copied;
    /// Whether looking nodes up early pays: their places are spread over memory by their hash.
    static constexpr bool is_hashed = !dense;
    /// Whether nodes and records are small and plain, so that copies of them may be kept.
    static constexpr bool is_plain = copied;

    /// Adds nodes to a store that knows them by bits. It keeps the end of the list in registers,
    /// and appends without a branch on whether a node is new, which a processor guesses wrong too
    /// often.
    class appender {
    public:
        explicit appender(node_store& to) noexcept
            : store_(to), words_(to.index_.words()), size_(to.pool_.size()) {
            reload();
        }
        appender(const appender&) = delete;
        ~appender() { store_.pool_.set_size(size_); }

        /// Makes room for one more; false if there is none, and from then on. Must be asked before
        /// each `intern`.
        [[nodiscard]] bool make_room() {
            if (size_ < room_) [[likely]]
                return true;
            if (closed_ || !store_.grow_pool(size_)) {
                close();
                return false;
            }
            reload();
            return true;
        }
        /// Takes no more nodes.
        void close() noexcept {
            closed_ = true;
            room_ = 0;
        }

        [[nodiscard]] interned intern(key k, const Node& node, const Record& record) {
            auto& word = words_[k / 64];
            const auto bit = std::remove_cvref_t<decltype(word)>{1} << k % 64;
            const bool fresh = (word & bit) == 0;
            word |= bit;
            ::new (static_cast<void*>(list_ + size_)) entry(node, Record(record));
            const auto id = static_cast<Id>(size_);
            size_ += fresh ? 1 : 0;
            return {id, fresh};
        }
        [[nodiscard]] std::size_t size() const noexcept { return size_; }
        [[nodiscard]] Node node(std::size_t id) const noexcept { return list_[id].node; }

    private:
        void reload() noexcept {
            list_ = store_.pool_.data();
            room_ = std::min<std::size_t>(store_.pool_.capacity(), none - 1u);
        }

        node_store& store_;
        std::remove_reference_t<decltype(*std::declval<index&>().words())>* words_;
        entry* list_ = nullptr;
        std::size_t size_;
        std::size_t room_ = 0;
        bool closed_ = false;
    };

    /// Forgets all nodes and keeps the memory; takes time proportional to their number at most.
    void clear(const G& g) {
        index_.clear(g, pool_);
        pool_.clear();
    }

private:
    [[nodiscard, gnu::noinline, gnu::cold]] bool grow_pool(std::size_t size) {
        pool_.set_size(size);
        return size < none - 1u && pool_.grow();
    }

    template <class N, class Make>
    interned intern_by_bits(key k, N&& node, Make& make) {
        const std::size_t id = pool_.size();
        if (id >= none - 1u) [[unlikely]]
            return {none, false};
        const bool fresh = !index_.contains(k);
        if (fresh && !pool_.push(std::forward<N>(node), make())) return {none, false};
        index_.add(k);
        return {static_cast<Id>(id), fresh};
    }

    auto* find_entry(key k, [[maybe_unused]] const Node& node) {
        if constexpr (dense) {
            return index_.find(k);
        } else {
            return index_.find(k, [&](std::size_t id) { return pool_[id].node == node; });
        }
    }

    std::conditional_t<copied, buffer<entry>, stable_buffer<entry>> pool_;
    index index_;
};

}  // namespace senda
