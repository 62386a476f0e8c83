// SPDX-License-Identifier: MIT
// The jump points that a search has met: few, and anywhere on the grid.
#pragma once

#include <senda/search/grid/jumps/jump_point_scan.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

namespace senda::detail {

/// The length of a path, counted apart in straight and diagonal steps so that it is exact.
struct octile_length {
    std::uint32_t straight = 0;
    std::uint32_t diagonal = 0;

    [[nodiscard]] constexpr double value() const noexcept {
        return static_cast<double>(straight) + static_cast<double>(diagonal) * std::numbers::sqrt2;
    }
    friend constexpr octile_length operator+(octile_length a, octile_length b) noexcept {
        return {a.straight + b.straight, a.diagonal + b.diagonal};
    }
    friend constexpr bool operator==(octile_length, octile_length) = default;
};

struct jump_point_node {
    place at;
    octile_length from_start;
    std::uint32_t parent;
    directions entered;  ///< in which it was entered by ways of that length
    directions ahead;    ///< in which it is still to look
    directions done;     ///< in which it has looked
    bool left_out;       ///< for the limit on costs
};

/// A hash table of places; nodes keep their numbers.
class jump_point_nodes {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit jump_point_nodes(memory_budget& budget) : nodes_(budget), table_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] jump_point_node& operator[](std::uint32_t i) noexcept { return nodes_[i]; }
    [[nodiscard]] const jump_point_node& operator[](std::uint32_t i) const noexcept {
        return nodes_[i];
    }

    /// The number of the node at a place, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t at(place where) {
        if (nodes_.size() * 2 >= table_.size() && !grow()) return none;
        std::size_t slot = slot_of(where);
        for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
            if (nodes_[table_[slot] - 1].at == where) return table_[slot] - 1;
        }
        if (!nodes_.push(jump_point_node{where, {}, none, 0, 0, 0, false})) return none;
        table_[slot] = static_cast<std::uint32_t>(nodes_.size());
        return table_[slot] - 1;
    }

private:
    [[nodiscard]] std::size_t slot_of(place where) const noexcept {
        const std::uint64_t spread =
            (std::uint64_t{where.y} << 32 | where.x) * 0x9E37'79B9'7F4A'7C15U;
        return static_cast<std::size_t>(spread >> 32) & (table_.size() - 1);
    }

    bool grow() {
        // By the nodes and not by the table, which is gone where memory was refused before.
        std::size_t size = 256;
        while (size <= nodes_.size() * 2) size *= 2;
        if (nodes_.size() >= none / 2 || !table_.assign_zeros(size)) return false;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            std::size_t slot = slot_of(nodes_[i].at);
            while (table_[slot] != 0) slot = (slot + 1) & (size - 1);
            table_[slot] = i + 1;
        }
        return true;
    }

    buffer<jump_point_node> nodes_;
    buffer<std::uint32_t> table_;  // numbers of nodes plus 1
};

}  // namespace senda::detail
