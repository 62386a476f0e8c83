// SPDX-License-Identifier: MIT
// What jump point search knows about the cells where paths turn, found by their places.
#pragma once

#include <senda/detail/grid/jumps/jump_point_scan.hpp>
#include <senda/detail/storage/node_index.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace senda::detail {

struct jump_point_node {
    grid_point at;
    std::uint64_t from_start;  ///< in units of length
    std::uint32_t parent;
    direction_set entered;  ///< in which it was entered by paths of that length
    direction_set waiting;  ///< those of them that are still to be followed
    direction_set done;     ///< in which it has scanned
    bool pruned;            ///< for the limit on costs
};

/// The nodes in the order in which they were met. For one search a hash finds them; for searches
/// that are restarted (`Lasting`) an array of all cells, of which a restart clears what was used.
template <bool Lasting>
class jump_point_nodes {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit jump_point_nodes(memory_budget& budget) noexcept : nodes_(budget), index_(budget) {}

    /// Takes the first memory, for a grid of `width` by `height` cells; false without any.
    [[nodiscard]] bool prepare([[maybe_unused]] unsigned width, [[maybe_unused]] unsigned height) {
        if constexpr (Lasting) {
            stride_ = width;
            const std::size_t cells = std::size_t{width} * height;
            return index_.size() == cells || index_.assign_zeros(cells);
        } else {
            return index_.prepare(*this);
        }
    }

    [[nodiscard]] jump_point_node& operator[](std::uint32_t number) noexcept {
        return nodes_[number];
    }
    [[nodiscard]] const jump_point_node& operator[](std::uint32_t number) const noexcept {
        return nodes_[number];
    }

    /// The number of the node at a cell, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t at(grid_point where) {
        const jump_point_node fresh{where, 0, none, 0, 0, 0, false};
        if constexpr (Lasting) {
            std::uint32_t& entry = index_[place(where)];
            if (entry == 0) {
                if (!nodes_.push(fresh)) return none;
                entry = static_cast<std::uint32_t>(nodes_.size());
            }
            return entry - 1;
        } else {
            if (index_.is_full(nodes_.size()) && !index_.make_room(nodes_.size())) return none;
            const std::uint64_t spread =
                (std::uint64_t{where.y} << 32 | where.x) * 0x9E37'79B9'7F4A'7C15U;
            const auto key = index_.key_of_hash(spread);
            std::uint64_t* const entry =
                index_.find(key, [&](std::uint32_t i) { return nodes_[i].at == where; });
            if (*entry == 0) {
                if (!nodes_.push(fresh)) return none;
                index_.set(entry, key, static_cast<std::uint32_t>(nodes_.size()));
            }
            return index_.value(entry) - 1;
        }
    }

    /// Forgets all nodes and keeps the memory.
    void clear() noexcept
        requires Lasting
    {
        for (const jump_point_node& node : nodes_) index_[place(node.at)] = 0;
        nodes_.clear();
    }

private:
    [[nodiscard]] std::size_t place(grid_point p) const noexcept {
        return std::size_t{p.y - grid_margin} * stride_ + (p.x - grid_margin);
    }

    using index =
        std::conditional_t<Lasting, buffer<std::uint32_t>, hashed_index<grid_point, std::uint32_t>>;

    buffer<jump_point_node> nodes_;
    index index_;
    std::size_t stride_ = 0;
};

}  // namespace senda::detail
