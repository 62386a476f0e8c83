// SPDX-License-Identifier: MIT
// A contraction hierarchy as its arrays, whoever made them and wherever they lie.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// An arc to a node of higher rank.
template <Cost C>
struct hierarchy_arc {
    std::uint32_t to;  ///< its rank
    C cost;
};

/// The arcs of one direction: those of rank `r` are from `first[r]` up to `first[r + 1]`.
template <Cost C>
struct upward_arcs {
    static constexpr std::uint32_t no_middle = std::numeric_limits<std::uint32_t>::max();

    const std::uint32_t* first = nullptr;
    const hierarchy_arc<C>* arcs = nullptr;
    /// For each arc that stands for two, the rank of the node between them, which is lower than
    /// both of its ends; else `no_middle`. Only reading back paths needs it.
    const std::uint32_t* middle = nullptr;
};

/// Such arcs on a budget.
template <Cost C>
struct owned_arcs {
    explicit owned_arcs(memory_budget& budget) noexcept
        : first(budget), arcs(budget), middle(budget) {}

    [[nodiscard]] upward_arcs<C> view() const noexcept {
        return {first.data(), arcs.data(), middle.data()};
    }

    buffer<std::uint32_t> first;
    buffer<hierarchy_arc<C>> arcs;
    buffer<std::uint32_t> middle;
};

/// A graph in which every shortest path goes up and then down: nodes are numbered by rank, the
/// order in which they were contracted. Everything below speaks of ranks but for `rank_of` and
/// `node_at`.
template <Cost C>
struct hierarchy_view {
    std::uint32_t node_count = 0;
    const std::uint32_t* rank_of = nullptr;  ///< of each node
    const std::uint32_t* node_at = nullptr;  ///< of each rank
    upward_arcs<C> forward;                  ///< arcs that lead up from each node
    upward_arcs<C> backward;                 ///< arcs that lead down into each node, turned round

    /// How many bytes the arrays take.
    [[nodiscard]] std::size_t bytes() const noexcept {
        if (node_count == 0) return 0;
        const std::size_t arcs =
            std::size_t{forward.first[node_count]} + std::size_t{backward.first[node_count]};
        return (4 * std::size_t{node_count} + 2) * sizeof(std::uint32_t) +
               arcs * (sizeof(hierarchy_arc<C>) + sizeof(std::uint32_t));
    }
};

}  // namespace senda::detail
