// SPDX-License-Identifier: MIT
// What a search remembers of the nodes it met: a list by discovery, and an index into it.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_index.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// What a search wants to know of a node it meets: its number, or only whether it is new.
enum class lookup { number, membership };

/// A node, and what the search keeps about it.
template <class Node, class Record>
struct node_entry {
    Node node;
    SENDA_NO_UNIQUE_ADDRESS Record record;

    [[nodiscard]] std::uint64_t owned_bytes() const
        requires(owns_bytes<Node>())
    {
        return senda::owned_bytes(node);
    }
};

/// The places of nodes in a list, noted once somebody asks: most searches never do.
template <class Id>
class lazy_places {
public:
    explicit lazy_places(memory_budget& budget) noexcept : places_(budget) {}

    /// The place of the node in `slot`; without room to note places, the list is searched.
    template <class List, class SlotOf>
    [[nodiscard]] std::size_t find(const List& list, std::size_t slot, std::size_t slots,
                                   const SlotOf& slot_of) {
        if (places_.size() != slots) {
            noted_ = 0;
            if (!places_.assign_zeros(slots)) {
                std::size_t i = 0;
                while (slot_of(list[i].node) != slot) ++i;
                return i;
            }
        }
        for (; noted_ < list.size(); ++noted_) {
            places_[slot_of(list[noted_].node)] = static_cast<Id>(noted_);
        }
        return places_[slot];
    }
    void clear() noexcept { noted_ = 0; }

private:
    buffer<Id> places_;
    std::size_t noted_ = 0;
};

/// A `node_store` by its index: searches of different graphs with the same nodes share it.
template <class Node, class Record, class Id, class Index>
class indexed_nodes {
    using index = Index;
    using entry = node_entry<Node, Record>;
    // Whether the index only says if a node was met, and finds its number if the caller asks.
    static constexpr bool by_presence = requires { typename index::writer; };

    // A successor function refers to its node while the list grows: small ones are copied out.
    static constexpr bool copied = std::is_trivially_copyable_v<entry> && sizeof(Node) <= 32;

public:
    /// The number of no node.
    static constexpr Id none = std::numeric_limits<Id>::max();

    /// How a node is looked up: computed once, then used by `intern`.
    using key = typename index::key;

    /// A node's number, and whether it was new; `id` is `none` where there was no room. With
    /// `lookup::membership` the number is that of a new node only.
    struct interned {
        Id id;
        bool fresh;
    };

    /// An empty store that draws on `budget`, which must outlive it.
    explicit indexed_nodes(memory_budget& budget) noexcept
        : pool_(budget), index_(budget), places_(budget) {}

    /// Must be called before a search; false if there is no room for the index.
    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        return index_.prepare(g);
    }

    [[nodiscard]] std::size_t size() const noexcept { return pool_.size(); }

    /// What a node is looked up by: its number in the graph, or its hash.
    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return index::key_of(g, node);
    }
    /// The key by a hash that is known, of which it uses the upper bits.
    [[nodiscard]] static key key_of_hash(std::uint64_t hash) noexcept
        requires(index::is_hashed && !by_presence)
    {
        return index::key_of_hash(hash);
    }

    /// The number of the node that a look-up will most likely compare with; 0 may mean none.
    [[nodiscard]] Id guess(key k) const noexcept
        requires(!by_presence)
    {
        return index_.guess(k);
    }
    /// Reads the node of that number into the cache.
    void touch(Id id) const noexcept {
        if (pool_.size() != 0) {
            (void)*reinterpret_cast<const volatile unsigned char*>(&pool_[id].node);
        }
    }

    /// Where a node is in the index, or would be, and its number; `none` if it was not met yet.
    struct slot {
        typename index::entry* at;
        Id id;
    };

    /// Looks a node up; what is added before the slot is used makes it invalid.
    [[nodiscard]] slot look_up(key k, const Node& node)
        requires(!by_presence)
    {
        auto* found = find_entry(k, node);
        return {found, static_cast<Id>(index::value(found) - 1)};
    }

    /// Adds a node that was looked up and not found; its number, or `none` if there is no room.
    template <class N>
    [[nodiscard]] Id add(slot s, key k, N&& node, Record&& record)
        requires(!by_presence)
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
        if constexpr (by_presence) {
            return intern_by_presence(k, std::forward<N>(node), make);
        } else {
            const slot s = look_up(k, node);
            if (s.id != none) return {s.id, false};
            const Id id = add(s, k, std::forward<N>(node), make());
            return {id, id != none};
        }
    }

    /// The number of `node`, or `none` if it was never met.
    template <class G>
    [[nodiscard]] Id find(const G& g, const Node& node) {
        if (!contains(g, node)) return none;
        if constexpr (by_presence) {
            const auto slot_of = [&](const Node& n) { return index_.slot_of(g, n); };
            return static_cast<Id>(places_.find(pool_, slot_of(node), index_.slots(g), slot_of));
        } else {
            return static_cast<Id>(index::value(find_entry(key_of(g, node), node)) - 1);
        }
    }

    template <class G>
    [[nodiscard]] bool contains(const G& g, const Node& node) {
        if (pool_.size() == 0 || !is_in(g, node)) return false;
        const key k = key_of(g, node);
        if constexpr (by_presence) {
            return index_.contains(k, node);
        } else {
            return index::value(find_entry(k, node)) != 0;
        }
    }

    /// Whether a prepared store has met a node, also one that `forget_first` took off the list.
    template <class G>
    [[nodiscard]] bool has_met(const G& g, const Node& node) {
        if constexpr (by_presence) {
            return index_.contains(key_of(g, node), node);
        } else {
            return contains(g, node);
        }
    }
    /// Takes the first nodes off the list; that they were met is still known.
    void forget_first(std::size_t count) noexcept
        requires(by_presence && copied && !index::is_hashed)
    {
        std::copy(pool_.begin() + count, pool_.end(), pool_.begin());
        pool_.set_size(pool_.size() - count);
    }

    [[nodiscard]] const Node& node(std::size_t id) const noexcept { return pool_[id].node; }
    [[nodiscard]] Record& record(std::size_t id) noexcept { return pool_[id].record; }
    [[nodiscard]] const Record& record(std::size_t id) const noexcept { return pool_[id].record; }

    /// Fetches what is needed of a node that is soon to be expanded.
    void expect(std::size_t id) const noexcept { prefetch(&pool_[id]); }

    /// The node while its successors are generated, whatever is added meanwhile.
    [[nodiscard]] std::conditional_t<copied, Node, const Node&> pinned(std::size_t id) const {
        return pool_[id].node;
    }

    /// Whether `appender` can be used.
    static constexpr bool has_appender = by_presence && copied;
    /// Whether looking nodes up early pays: their places are spread over memory by their hash.
    static constexpr bool is_hashed = index::is_hashed;
    /// Whether nodes and records are small and plain, so that copies of them may be kept.
    static constexpr bool is_plain = copied;

    /// Appends nodes without a branch on whether they are new, with its state in registers.
    class appender {
    public:
        explicit appender(indexed_nodes& to) noexcept
            : store_(to), writer_(to.index_), size_(to.pool_.size()) {
            reload();
        }
        appender(const appender&) = delete;
        ~appender() { store_.pool_.set_size(size_); }

        /// Makes room for `count` more; false if there is none. Must be asked before `intern`.
        [[nodiscard]] bool make_room(std::size_t count = 1) {
            if (room_ >= count && size_ <= room_ - count) [[likely]]
                return true;
            const bool grown = store_.grow(size_, count);
            reload();
            return grown;
        }

        [[nodiscard]] SENDA_ALWAYS_INLINE interned intern(key k, const Node& node,
                                                          const Record& record) {
            const bool fresh = writer_.insert(k, node);
            ::new (static_cast<void*>(list_ + size_)) entry(node, Record(record));
            const auto id = static_cast<Id>(size_);
            size_ += fresh ? 1 : 0;
            return {id, fresh};
        }
        /// Interns the nodes of some entries, for which there is room, in their order; `note` hears
        /// of each with its number and whether it was new. What changes is in registers meanwhile.
        template <class Waiting, class Note>
        SENDA_ALWAYS_INLINE void intern_all(const Waiting* waiting, std::size_t count,
                                            Note&& note) {
            typename index::writer writer = writer_;
            entry* const list = list_;
            counter now{size_, size_};
            for (const Waiting* w = waiting; w != waiting + count; ++w) {
                const bool fresh = writer.insert(w->k, w->node);
                ::new (static_cast<void*>(list + now.size)) entry(w->node, Record(w->record));
                const auto id = static_cast<Id>(now.size);
                now.size += fresh ? 1 : 0;
                note(*w, id, fresh);
            }
        }
        /// Reads what looking up a key will read into the cache.
        void touch(key k) const noexcept
            requires(index::is_hashed)
        {
            store_.index_.touch(k);
        }
        [[nodiscard]] bool is_touch_worth() const noexcept
            requires(index::is_hashed)
        {
            return store_.index_.is_large();
        }
        /// Asks for what looking up a key will read and write, for a caller that looks it up much
        /// later.
        void prefetch(key k) const noexcept
            requires(index::is_hashed)
        {
            store_.index_.prefetch(k);
        }
        [[nodiscard]] std::size_t size() const noexcept { return size_; }
        [[nodiscard]] std::size_t room() const noexcept { return room_; }
        [[nodiscard]] Node node(std::size_t id) const noexcept { return list_[id].node; }

    private:
        // A size in a register, which is kept whatever `note` throws.
        struct counter {
            ~counter() { kept = size; }
            std::size_t& kept;
            std::size_t size;
        };

        void reload() noexcept {
            writer_ = typename index::writer(store_.index_);
            list_ = store_.pool_.data();
            room_ = store_.room();
        }

        indexed_nodes& store_;
        typename index::writer writer_;
        entry* list_ = nullptr;
        std::size_t size_;
        std::size_t room_ = 0;
    };

    /// For a caller that adds many nodes at once: room for `count` in all, the list, and the bits
    /// of numbered ones. `set_size` says how many there are now.
    [[nodiscard]] bool reserve(std::size_t count) { return count < none && pool_.reserve(count); }
    [[nodiscard]] entry* list() noexcept { return pool_.data(); }
    [[nodiscard]] const entry* list() const noexcept { return pool_.data(); }
    [[nodiscard]] auto* words() noexcept { return index_.words(); }
    void set_size(std::size_t count) noexcept { pool_.set_size(count); }

    /// Whether the table grows soon, and to let it grow before it must.
    [[nodiscard]] bool is_nearly_full() const noexcept {
        if constexpr (index::is_hashed) return index_.is_nearly_full(pool_.size());
        return false;
    }
    void grow_early() {
        if constexpr (index::is_hashed) index_.grow_early(pool_.size());
    }

    /// Forgets all nodes and keeps the memory; takes time proportional to their number at most.
    template <class G>
    void clear(const G& g) {
        index_.clear(g, pool_);
        pool_.clear();
        places_.clear();
    }

private:
    [[nodiscard]] std::size_t room() const noexcept {
        return std::min<std::size_t>({pool_.capacity(), index_.room(), none - 1u});
    }

    // Does not see the appender: one whose address is taken would not stay in registers.
    [[nodiscard]] SENDA_COLD bool grow(std::size_t size, std::size_t count) {
        pool_.set_size(size);
        bool grown = true;
        while (grown && size + count > room()) {
            grown = size + count <= none - 1u &&
                    (size + count <= pool_.capacity() || pool_.grow()) &&
                    index_.make_room(size + count - 1);
        }
        return grown;
    }

    template <class N, class Make>
    interned intern_by_presence(key k, N&& node, Make& make) {
        const std::size_t id = pool_.size();
        if (index_.contains(k, node)) return {static_cast<Id>(id), false};
        if (id >= none - 1u || !index_.make_room(id)) return {none, false};
        if (!pool_.push(std::forward<N>(node), make())) return {none, false};
        (void)typename index::writer(index_).insert(k, pool_[id].node);
        return {static_cast<Id>(id), true};
    }

    auto* find_entry(key k, [[maybe_unused]] const Node& node) {
        if constexpr (index::is_hashed) {
            return index_.find(k, [&](std::size_t id) { return pool_[id].node == node; });
        } else {
            return index_.find(k);
        }
    }

    std::conditional_t<copied, buffer<entry>, stable_buffer<entry>> pool_;
    index index_;
    lazy_places<Id> places_;  // used where the index knows no places
};

/// The index of a graph: an array or bits where it numbers its nodes, else a hash table.
template <class G, class Node, class Id, lookup Lookup>
using index_for = std::conditional_t<
    IndexedGraph<G, Node>,
    std::conditional_t<Lookup == lookup::membership, dense_presence<Node>, dense_index<Node, Id>>,
    std::conditional_t<Lookup == lookup::membership &&
                           (KeyedGraph<G, Node> || BytewiseNode<G, Node>),
                       hashed_keys<G, Node>, hashed_index<Node, Id>>>;

/// The nodes a search has met, in the order of discovery, each with the search's `Record`.
template <class G, class Node, class Record, class Id = std::uint32_t,
          lookup Lookup = lookup::number>
using node_store = indexed_nodes<Node, Record, Id, index_for<G, Node, Id, Lookup>>;

}  // namespace senda::detail
