// SPDX-License-Identifier: MIT
// Nodes that are found by their place on a map.
#pragma once

#include <senda/detail/storage/node_index.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Nodes in the order in which they were met. A node has its place, `at`, with coordinates `x` and
/// `y`; no two have the same.
template <class Node>
class placed_nodes {
public:
    using place = decltype(Node::at);
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit placed_nodes(memory_budget& budget) noexcept : nodes_(budget), index_(budget) {}

    /// Takes the first memory, for three quarters of 2^`bits` nodes; false without any.
    [[nodiscard]] bool prepare(unsigned bits = 6) { return index_.prepare(*this, bits); }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] Node& operator[](std::uint32_t number) noexcept { return nodes_[number]; }
    [[nodiscard]] const Node& operator[](std::uint32_t number) const noexcept {
        return nodes_[number];
    }
    [[nodiscard]] Node* begin() noexcept { return nodes_.begin(); }
    [[nodiscard]] Node* end() noexcept { return nodes_.end(); }

    /// The number of the node at a place, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t at(const place& where) {
        if (index_.is_full(size()) && !index_.make_room(size())) return none;
        const auto key = key_of(where);
        std::uint64_t* const entry =
            index_.find(key, [&](std::uint32_t i) { return nodes_[i].at == where; });
        if (*entry == 0) {
            Node fresh{};
            fresh.at = where;
            if (!nodes_.push(fresh)) return none;
            index_.set(entry, key, static_cast<std::uint32_t>(size()));
        }
        return index_.value(entry) - 1;
    }

    /// Forgets all nodes and keeps the memory.
    void clear() noexcept {
        index_.clear_keys(size(), [this](std::size_t i) { return key_of(nodes_[i].at); });
        nodes_.clear();
    }

private:
    using index = hashed_index<place, std::uint32_t>;

    [[nodiscard]] static auto key_of(const place& where) noexcept {
        return index::key_of_hash((std::uint64_t{static_cast<std::uint32_t>(where.y)} << 32 |
                                   static_cast<std::uint32_t>(where.x)) *
                                  0x9E37'79B9'7F4A'7C15U);
    }

    buffer<Node> nodes_;
    index index_;
};

}  // namespace senda::detail
