// SPDX-License-Identifier: MIT
// A part of the nodes of a rank, which one thread serves at a time.
#pragma once

#include <senda/detail/mpi/ranks/node_owner.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/mpi/ranks/rank_nodes.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace senda::detail {

/// Records on their way, one after another.
class record_box {
public:
    explicit record_box(memory_budget& budget) noexcept : bytes_(budget) {}

    [[nodiscard]] const unsigned char* data() const noexcept { return bytes_.data(); }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    void clear() noexcept { bytes_.clear(); }
    void release() noexcept { bytes_.release(); }

    /// Appends so many bytes; false if there is no room.
    [[nodiscard]] bool put(const void* data, std::size_t size) {
        const std::size_t used = bytes_.size();
        while (bytes_.capacity() - used < size) {
            if (!bytes_.grow()) return false;
        }
        if (size != 0) std::memcpy(bytes_.data() + used, data, size);
        bytes_.set_size(used + size);
        return true;
    }
    /// The same, with the size ahead.
    [[nodiscard]] bool put_sized(const void* data, std::size_t size) {
        const std::uint64_t prefix = size;
        return put(&prefix, sizeof prefix) && put(data, size);
    }

private:
    buffer<unsigned char> bytes_;
};

/// Which part of its rank a node is in: ranks use the upper half of the lower bits of a hash,
/// tables the upper ones.
template <class G, class Node>
class part_keys {
    using owners = node_owner<G, Node>;

public:
    part_keys(const owners& of, std::size_t parts) noexcept : owners_(&of), parts_(parts) {}

    [[nodiscard]] const G& keys() const noexcept { return owners_->keys(); }
    /// By the order of a node, as its rank is.
    [[nodiscard]] std::size_t part(std::uint64_t order) const noexcept {
        return static_cast<std::size_t>(order % parts_);
    }

private:
    const owners* owners_;
    std::size_t parts_;
};

/// The same of nodes with numbers: what a rank has is dealt out once more.
template <class G, class Node>
    requires IndexedGraph<G, Node>
class part_keys<G, Node> {
    using owners = node_owner<G, Node>;

public:
    part_keys(const owners& of, std::size_t parts) noexcept : owners_(&of), numbers_(parts) {}

    [[nodiscard]] const part_keys& keys() const noexcept { return *this; }
    [[nodiscard]] std::size_t part(std::uint64_t order) const noexcept {
        return numbers_.owner(owners_->index_of_order(order));
    }

    // Among the nodes of their part.
    [[nodiscard]] std::size_t index(const Node& n) const {
        return numbers_.index(owners_->index(n));
    }
    [[nodiscard]] std::size_t index_bound() const { return numbers_.bound(owners_->index_bound()); }
    [[nodiscard]] static bool is_node(const Node&) noexcept { return true; }

private:
    const owners* owners_;
    dealt_numbers numbers_;
};

/// Some of the nodes of a rank, and what they led to in a round; what two threads write is apart.
template <class G, class Node>
struct alignas(64) rank_part {
    rank_part(memory_budget& whole, std::size_t count) : budget(whole, 4096), nodes(budget) {
        boxes.reserve(count);
        for (std::size_t i = 0; i < count; ++i) boxes.emplace_back(budget);
    }

    memory_budget budget;
    rank_nodes<G, Node> nodes;
    std::vector<record_box> boxes;  // to each part of this rank, then to each rank
    std::size_t round_end = 0;      // of the nodes that are expanded
    std::uint64_t expanded = 0;     // in the round, as is all that follows
    std::uint64_t generated = 0;
    least_node goals;
    bool is_full = false;
    bool is_beyond = false;
    bool is_overdue = false;
};

}  // namespace senda::detail
