// SPDX-License-Identifier: MIT
// Which graphs a search can remember the nodes of, and how it tells them apart.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/storage/hash.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda {

namespace detail {

template <class G, class Node>
concept HashedByGraph = requires(const std::remove_reference_t<G>& g, const Node& n) {
    { g.hash(n) } -> std::convertible_to<std::uint64_t>;
    { n == n } -> std::convertible_to<bool>;
};

}  // namespace detail

/// A graph whose nodes a search can remember: it numbers them (`IndexedGraph`), hashes them
/// (`g.hash(n)` beside `==`), or has nodes that are `Hashable` themselves.
template <class G, class Node>
concept SearchableGraph =
    Graph<G, Node> && (IndexedGraph<G, Node> || detail::HashedByGraph<G, Node> || Hashable<Node>);

namespace detail {

template <class G, class Node>
concept TellsNodes = requires(const G& g, const Node& n) {
    { g.is_node(n) } -> std::convertible_to<bool>;
};
template <class G, class Node>
concept ContainsNodes = requires(const G& g, const Node& n) {
    { g.contains(n) } -> std::convertible_to<bool>;
};

/// Whether a node from outside, such as a start, is one of the graph's, as far as the graph can
/// tell: by `g.is_node(n)`, `g.contains(n)`, or a number that is within its bound.
template <class G, class Node>
[[nodiscard]] constexpr bool is_in([[maybe_unused]] const G& g, [[maybe_unused]] const Node& n) {
    if constexpr (TellsNodes<G, Node>) {
        return g.is_node(n);
    } else if constexpr (ContainsNodes<G, Node>) {
        return g.contains(n);
    } else if constexpr (IndexedGraph<G, Node>) {
        return static_cast<std::size_t>(g.index(n)) < static_cast<std::size_t>(g.index_bound());
    } else {
        return true;
    }
}

/// Whether two nodes are one: by `==`, or else by their numbers.
template <class G, class Node>
[[nodiscard]] constexpr bool same_node([[maybe_unused]] const G& g, const Node& a, const Node& b) {
    if constexpr (std::equality_comparable<Node>) {
        return a == b;
    } else {
        return g.index(a) == g.index(b);
    }
}

/// The hash of a node: the graph's own, else the node's.
template <class G, class Node>
[[nodiscard]] constexpr std::uint64_t hash_in(const G& g, const Node& node) {
    if constexpr (HashedByGraph<G, Node>) {
        return mix(static_cast<std::uint64_t>(g.hash(node)));
    } else {
        return hash_value(node);
    }
}

}  // namespace detail

}  // namespace senda
