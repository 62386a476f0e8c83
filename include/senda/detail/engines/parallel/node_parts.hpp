// SPDX-License-Identifier: MIT
// The nodes of a search in parts, each of which one thread serves at a time.
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
struct alignas(64) node_part {
    using id = std::remove_const_t<decltype(Store::none)>;
    using key = typename Store::key;
    using node_type = std::remove_cvref_t<decltype(std::declval<const Store&>().node(0))>;

    // A hash of bytes is sooner made again than sent.
    struct no_key {};
    static constexpr bool sends_key =
        Store::is_hashed && (!Store::has_appender || HashedByGraph<G, node_type>);

    /// A node that was met, on its way to its part.
    struct message {
        node_type node;
        id parent;
        SENDA_NO_UNIQUE_ADDRESS std::conditional_t<sends_key, key, no_key> k;
        SENDA_NO_UNIQUE_ADDRESS Record how;
    };

    explicit node_part(memory_budget& whole) noexcept
        : budget(whole, 4096), nodes(budget), parents(budget), boxes(budget) {}

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
    buffer<id> parents;             // by their numbers, not those in their part
    buffer<buffer<message>> boxes;  // to each part
    std::size_t next = 0;           // to be expanded,
    std::size_t layer_end = 0;      // the last of the layer,
    std::size_t round_end = 0;      // and of the round
    std::uint64_t expanded = 0;     // in the round, as is all that follows
    std::uint64_t generated = 0;
    std::uint64_t sent = 0;
    id found = Store::none;
    bool is_full = false;
    bool is_beyond = false;
    bool is_overdue = false;
};

/// So many parts on one budget, which must outlive them.
template <class Part, unsigned Count>
class node_parts {
public:
    node_parts() = default;
    node_parts(const node_parts&) = delete;
    node_parts& operator=(const node_parts&) = delete;
    ~node_parts() { release(); }

    [[nodiscard]] Part& operator[](std::size_t p) noexcept { return parts_[p]; }
    [[nodiscard]] const Part& operator[](std::size_t p) const noexcept { return parts_[p]; }
    [[nodiscard]] Part* begin() noexcept { return parts_; }
    [[nodiscard]] Part* end() noexcept { return parts_ + Count; }

    /// Makes them, empty; false if there is no room.
    template <class G>
    [[nodiscard]] bool make(memory_budget& budget, const G& g) {
        if (!budget.take(bytes)) return false;
        void* const memory = ::operator new(bytes, std::align_val_t{alignof(Part)}, std::nothrow);
        if (memory == nullptr) {
            budget.give(bytes);
            return false;
        }
        budget_ = &budget;
        parts_ = static_cast<Part*>(memory);
        for (unsigned p = 0; p < Count; ++p) ::new (static_cast<void*>(parts_ + p)) Part(budget);
        for (Part& own : *this) {
            if (!own.prepare(g)) return false;
            if constexpr (requires { own.boxes; }) {
                if (!own.boxes.reserve(Count)) return false;
                for (unsigned to = 0; to < Count; ++to) (void)own.boxes.push(own.budget);
            }
        }
        return true;
    }

    void release() noexcept {
        if (parts_ == nullptr) return;
        destroy(begin(), end());
        deallocate(parts_);
        parts_ = nullptr;
        budget_->give(bytes);
    }

private:
    static constexpr std::size_t bytes = Count * sizeof(Part);

    Part* parts_ = nullptr;
    memory_budget* budget_ = nullptr;
};

}  // namespace senda::detail
