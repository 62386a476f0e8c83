// SPDX-License-Identifier: MIT
// The nodes of a search in shards, each of which one thread serves at a time.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Some of the nodes, with how they were reached; what two threads write is apart.
template <class G, class Store, class Record>
struct alignas(64) node_shard {
    using id = std::remove_const_t<decltype(Store::none)>;
    using key = typename Store::key;
    using node_type = std::remove_cvref_t<decltype(std::declval<const Store&>().node(0))>;

    // A hash of bytes is sooner made again than sent.
    struct no_key {};
    static constexpr bool sends_key =
        Store::is_hashed && (!Store::has_appender || HashedByGraph<G, node_type>);

    /// A node that was met, on its way to its shard.
    struct message {
        node_type node;
        id parent;
        SENDA_NO_UNIQUE_ADDRESS std::conditional_t<sends_key, key, no_key> k;
        SENDA_NO_UNIQUE_ADDRESS Record how;
    };

    explicit node_shard(memory_budget& whole) noexcept
        : budget(whole, 4096), nodes(budget), parents(budget), outboxes(budget) {}

    [[nodiscard]] bool prepare(const G& g) { return nodes.prepare(g); }

    template <class N>
    [[nodiscard]] static bool send(buffer<message>& box, N&& node, id parent,
                                   [[maybe_unused]] std::uint64_t hash, Record how) {
        if constexpr (sends_key) {
            return box.push(std::forward<N>(node), parent, Store::key_of_hash(hash),
                            std::move(how));
        } else {
            return box.push(std::forward<N>(node), parent, no_key{}, std::move(how));
        }
    }
    [[nodiscard]] static key key_of([[maybe_unused]] const G& g, const message& m) {
        if constexpr (sends_key) {
            return m.k;
        } else {
            return Store::key_of(g, m.node);
        }
    }

    /// Whether it takes in more: no goal was met, and there is room.
    [[nodiscard]] bool is_going_on() const noexcept { return found == Store::none && !is_full; }

    memory_budget budget;
    Store nodes;
    buffer<id> parents;                // by their numbers, not those in their shard
    buffer<buffer<message>> outboxes;  // to each shard
    std::size_t next = 0;              // to be expanded,
    std::size_t layer_end = 0;         // the last of the layer,
    std::size_t round_end = 0;         // and of the round
    std::uint64_t expanded = 0;        // in the round, as is all that follows
    std::uint64_t generated = 0;
    std::uint64_t sent = 0;
    id found = Store::none;
    bool is_full = false;
    bool is_over_limit = false;
    bool must_stop = false;
};

/// A number of shards on one budget, which must outlive them.
template <class Shard, unsigned Count>
class node_shards {
public:
    node_shards() = default;
    node_shards(const node_shards&) = delete;
    node_shards& operator=(const node_shards&) = delete;
    ~node_shards() { release(); }

    [[nodiscard]] Shard& operator[](std::size_t p) noexcept { return shards_[p]; }
    [[nodiscard]] const Shard& operator[](std::size_t p) const noexcept { return shards_[p]; }
    [[nodiscard]] Shard* begin() noexcept { return shards_; }
    [[nodiscard]] Shard* end() noexcept { return shards_ + Count; }

    /// Makes them, empty; false if there is no room.
    template <class G>
    [[nodiscard]] bool make(memory_budget& budget, const G& g) {
        if (!budget.take(bytes)) return false;
        void* const memory = ::operator new(bytes, std::align_val_t{alignof(Shard)}, std::nothrow);
        if (memory == nullptr) {
            budget.give(bytes);
            return false;
        }
        budget_ = &budget;
        shards_ = static_cast<Shard*>(memory);
        for (unsigned p = 0; p < Count; ++p) ::new (static_cast<void*>(shards_ + p)) Shard(budget);
        for (Shard& own : *this) {
            if (!own.prepare(g)) return false;
            if constexpr (requires { own.outboxes; }) {
                if (!own.outboxes.reserve(Count)) return false;
                for (unsigned to = 0; to < Count; ++to) (void)own.outboxes.push(own.budget);
            }
        }
        return true;
    }

    void release() noexcept {
        if (shards_ == nullptr) return;
        destroy(begin(), end());
        deallocate(shards_);
        shards_ = nullptr;
        budget_->give(bytes);
    }

private:
    static constexpr std::size_t bytes = Count * sizeof(Shard);

    Shard* shards_ = nullptr;
    memory_budget* budget_ = nullptr;
};

}  // namespace senda::detail
