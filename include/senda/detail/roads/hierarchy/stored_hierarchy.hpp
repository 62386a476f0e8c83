// SPDX-License-Identifier: MIT
// The arrays of a hierarchy as somebody stored them, and whether a search can rely on them.
#pragma once

#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::detail {

/// The arcs of one direction with their number.
template <Cost C>
struct stored_arcs {
    std::span<const std::uint32_t> first;
    std::span<const hierarchy_arc<C>> arcs;
    std::span<const std::uint32_t> middle;

    stored_arcs() = default;
    stored_arcs(const upward_arcs<C>& view, std::size_t nodes) noexcept
        : first(view.first, nodes + 1),
          arcs(view.arcs, first.back()),
          middle(view.middle, first.back()) {}

    [[nodiscard]] upward_arcs<C> view() const noexcept {
        return {first.data(), arcs.data(), middle.data()};
    }
};

/// Arrays of any size with any numbers in them.
template <Cost C>
struct stored_hierarchy {
    std::span<const std::uint32_t> rank_of;
    std::span<const std::uint32_t> node_at;
    stored_arcs<C> forward;
    stored_arcs<C> backward;

    [[nodiscard]] hierarchy_view<C> view() const noexcept {
        return {static_cast<std::uint32_t>(rank_of.size()), rank_of.data(), node_at.data(),
                forward.view(), backward.view()};
    }

    /// Whether it is a hierarchy of a graph of that size: every search in it ends, and every
    /// path found leads along edges of the graph.
    ///
    /// `is_edge`  tells whether the graph has an edge from a node to a node, of that cost.
    template <class IsEdge>
    [[nodiscard]] bool is_sound(std::size_t nodes, IsEdge is_edge) const {
        if (rank_of.size() != nodes || node_at.size() != nodes || !has_ranks() ||
            !has_rows(forward) || !has_rows(backward))
            return false;
        edges_of forward_edges(forward.arcs.size());
        edges_of backward_edges(backward.arcs.size());
        for (std::uint32_t low = 0; low < nodes; ++low) {
            const auto is_forward_edge = [&](std::uint32_t high, C cost) {
                return is_edge(node_at[low], node_at[high], cost);
            };
            const auto is_backward_edge = [&](std::uint32_t high, C cost) {
                return is_edge(node_at[high], node_at[low], cost);
            };
            const halves up{backward, backward_edges, forward, forward_edges};
            const halves down{forward, forward_edges, backward, backward_edges};
            if (!has_arcs(low, forward, forward_edges, up, is_forward_edge) ||
                !has_arcs(low, backward, backward_edges, down, is_backward_edge))
                return false;
        }
        return true;
    }

private:
    using edges_of = std::vector<std::uint32_t>;

    /// Where the two halves of an arc are found, from the node between them: that to its lower end,
    /// and that to its higher one.
    struct halves {
        const stored_arcs<C>& to_low;
        const edges_of& low_edges;
        const stored_arcs<C>& to_high;
        const edges_of& high_edges;
    };

    [[nodiscard]] bool has_ranks() const noexcept {
        for (std::size_t rank = 0; rank < node_at.size(); ++rank)
            if (node_at[rank] >= rank_of.size() || rank_of[node_at[rank]] != rank) return false;
        return true;
    }
    [[nodiscard]] bool has_rows(const stored_arcs<C>& of) const noexcept {
        return of.first.size() == rank_of.size() + 1 && of.first.front() == 0 &&
               of.first.back() == of.arcs.size() && of.middle.size() == of.arcs.size() &&
               std::is_sorted(of.first.begin(), of.first.end());
    }

    /// Whether the arcs of a rank lead up, and each is an edge or what its halves are. Counts the
    /// edges that each stands for, which were counted of all lower ranks.
    template <class IsEdge>
    [[nodiscard]] bool has_arcs(std::uint32_t low, const stored_arcs<C>& of, edges_of& edges,
                                const halves& parts, IsEdge is_edge) const {
        const std::size_t nodes = rank_of.size();
        for (std::uint32_t i = of.first[low]; i < of.first[low + 1]; ++i) {
            const auto& [to, cost] = of.arcs[i];
            if (to <= low || to >= nodes) return false;
            const std::uint32_t middle = of.middle[i];
            if (middle == upward_arcs<C>::no_middle) {
                if (!is_edge(to, cost)) return false;
                edges[i] = 1;
                continue;
            }
            if (middle >= low) return false;
            const std::uint32_t one = find(parts.to_low, middle, low);
            const std::uint32_t other = find(parts.to_high, middle, to);
            if (one == parts.to_low.first[middle + 1] || other == parts.to_high.first[middle + 1] ||
                add_costs(parts.to_low.arcs[one].cost, parts.to_high.arcs[other].cost) != cost)
                return false;
            // What somebody made up could double from rank to rank, beyond any number.
            const std::uint64_t both =
                std::uint64_t{parts.low_edges[one]} + parts.high_edges[other];
            if (both >= nodes) return false;
            edges[i] = static_cast<std::uint32_t>(both);
        }
        return true;
    }
    /// The first arc from one rank to another, or the end of its row.
    [[nodiscard]] static std::uint32_t find(const stored_arcs<C>& in, std::uint32_t low,
                                            std::uint32_t high) noexcept {
        std::uint32_t i = in.first[low];
        while (i < in.first[low + 1] && in.arcs[i].to != high) ++i;
        return i;
    }
};

}  // namespace senda::detail
