// SPDX-License-Identifier: MIT
// Which rank owns a node.
#pragma once

#include <senda/graph/access.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/hash.hpp>
#include <senda/storage/searchable_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// Nodes belong to ranks by their hash; tables use its upper bits.
template <class G, class Node>
class node_owner {
public:
    node_owner(const G& g, std::uint64_t ranks) noexcept : graph_(&g), ranks_(ranks) {}

    /// What a table of nodes takes for the graph.
    [[nodiscard]] const G& keys() const noexcept { return *graph_; }
    /// A number of a node that is the same on all ranks.
    [[nodiscard]] std::uint64_t hash(const Node& n) const { return hash_in(*graph_, n); }
    [[nodiscard]] std::size_t owner(const Node& n) const { return of_hash(hash(n)); }
    /// By what nodes are put in order.
    [[nodiscard]] std::uint64_t order(const Node& n) const { return hash(n); }
    [[nodiscard]] std::size_t of_hash(std::uint64_t hash) const noexcept {
        return static_cast<std::size_t>((hash & 0xffffffffu) * ranks_ >> 32);
    }

private:
    const G* graph_;
    std::uint64_t ranks_;
};

/// Nodes that the graph numbers: runs of 64 are dealt out, each round from another rank on, so that
/// each numbers its own without gaps.
template <class G, class Node>
    requires IndexedGraph<G, Node>
class node_owner<G, Node> {
    static constexpr std::size_t run = 64;

public:
    node_owner(const G& g, std::uint64_t ranks) noexcept
        : graph_(&g), ranks_(static_cast<std::size_t>(ranks)) {}

    [[nodiscard]] const node_owner& keys() const noexcept { return *this; }
    [[nodiscard]] std::uint64_t hash(const Node& n) const {
        return mix(std::uint64_t{index_in(*graph_, n)});
    }
    [[nodiscard]] std::size_t owner(const Node& n) const {
        const std::size_t at = index_in(*graph_, n) / run;
        return (at + static_cast<std::size_t>(mix(at / ranks_) >> 32)) % ranks_;
    }

    [[nodiscard]] std::uint64_t order(const Node& n) const { return index_in(*graph_, n); }

    // Among the nodes of their owner.
    [[nodiscard]] std::size_t index(const Node& n) const {
        const std::size_t i = index_in(*graph_, n);
        return i / run / ranks_ * run + i % run;
    }
    [[nodiscard]] std::size_t index_bound() const {
        return (index_bound_of(*graph_) / run / ranks_ + 1) * run;
    }
    [[nodiscard]] static bool is_node(const Node&) noexcept { return true; }

private:
    const G* graph_;
    std::size_t ranks_;
};

}  // namespace senda::detail
