// SPDX-License-Identifier: MIT
// Which rank owns a node.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// Numbers that are dealt out in runs of 64, each round from another owner on, so that each owner
/// numbers its own without gaps.
class dealt_numbers {
    static constexpr std::size_t run = 64;

public:
    explicit dealt_numbers(std::size_t owners) noexcept : owners_(owners) {}

    [[nodiscard]] std::size_t owner(std::size_t number) const noexcept {
        const std::size_t at = number / run;
        return (at + static_cast<std::size_t>(mix(at / owners_) >> 32)) % owners_;
    }
    /// Among the numbers of its owner, which are below `bound`.
    [[nodiscard]] std::size_t index(std::size_t number) const noexcept {
        return number / run / owners_ * run + number % run;
    }
    [[nodiscard]] std::size_t bound(std::size_t of_all) const noexcept {
        return (of_all / run / owners_ + 1) * run;
    }

private:
    std::size_t owners_;
};

/// Nodes belong to ranks by their hash; tables use its upper bits.
template <class G, class Node>
class node_owner {
public:
    node_owner(const G& g, std::uint64_t ranks) noexcept : graph_(&g), ranks_(ranks) {}

    /// What a table of nodes takes for the graph.
    [[nodiscard]] const G& keys() const noexcept { return *graph_; }
    /// A number of a node that is the same on all ranks.
    [[nodiscard]] std::uint64_t hash(const Node& n) const { return hash_in(*graph_, n); }
    [[nodiscard]] std::size_t owner(const Node& n) const {
        return static_cast<std::size_t>((hash(n) & 0xffffffffu) * ranks_ >> 32);
    }
    /// By what nodes are put in order.
    [[nodiscard]] std::uint64_t order(const Node& n) const { return hash(n); }

private:
    const G* graph_;
    std::uint64_t ranks_;
};

/// Nodes that the graph numbers belong to ranks by their number.
template <class G, class Node>
    requires IndexedGraph<G, Node>
class node_owner<G, Node> {
public:
    node_owner(const G& g, std::uint64_t ranks) noexcept
        : graph_(&g), numbers_(static_cast<std::size_t>(ranks)) {}

    [[nodiscard]] const node_owner& keys() const noexcept { return *this; }
    [[nodiscard]] std::uint64_t hash(const Node& n) const {
        return mix(std::uint64_t{index_in(*graph_, n)});
    }
    [[nodiscard]] std::size_t owner(const Node& n) const {
        return numbers_.owner(index_in(*graph_, n));
    }
    [[nodiscard]] std::uint64_t order(const Node& n) const { return index_in(*graph_, n); }

    // Among the nodes of their owner.
    [[nodiscard]] std::size_t index(const Node& n) const {
        return numbers_.index(index_in(*graph_, n));
    }
    [[nodiscard]] std::size_t index_bound() const {
        return numbers_.bound(index_bound_of(*graph_));
    }
    [[nodiscard]] static bool is_node(const Node&) noexcept { return true; }

private:
    const G* graph_;
    dealt_numbers numbers_;
};

}  // namespace senda::detail
