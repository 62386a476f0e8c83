// SPDX-License-Identifier: MIT
// Which graphs a search can remember the nodes of, and how it tells them apart.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace senda {

/// A graph that gives each node a key, an unsigned integer that no other node has. `g.key(n)` takes
/// the place of a hash; a breadth-first search looks up keys alone, whatever else is in a node.
template <class G, class Node>
concept KeyedGraph = requires(const std::remove_reference_t<G>& g, const Node& n) {
    { g.key(n) } -> std::unsigned_integral;
};

namespace detail {

template <class G, class Node>
concept HashedByGraph =
    std::equality_comparable<Node> &&
    (KeyedGraph<G, Node> || requires(const std::remove_reference_t<G>& g, const Node& n) {
        { g.hash(n) } -> std::convertible_to<std::uint64_t>;
    });

// Apart, and no concepts: a message ends with the name of the one that is missing.
template <class G, class Node>
inline constexpr bool has_equality = IndexedGraph<G, Node> || requires(const Node& n) {
    { n == n } -> std::convertible_to<bool>;
};
template <class G, class Node>
inline constexpr bool has_hash = IndexedGraph<G, Node> || HashedByGraph<G, Node> || Hashable<Node>;

}  // namespace detail

/// A graph whose nodes a search can remember: it numbers them (`IndexedGraph`), hashes them
/// (`g.hash(n)` or `g.key(n)` beside `==`), or has nodes that are `Hashable` themselves.
template <class G, class Node>
concept SearchableGraph = Graph<G, Node> &&                 // successors
                          detail::has_equality<G, Node> &&  // n == n
                          detail::has_hash<G, Node>;        // g.hash(n), or Hashable<Node>

namespace detail {

/// The hash of a node: the graph's own, else the node's.
template <class G, class Node>
[[nodiscard]] constexpr std::uint64_t hash_in(const G& g, const Node& node) {
    if constexpr (KeyedGraph<G, Node>) {
        return mix(g.key(node));
    } else if constexpr (HashedByGraph<G, Node>) {
        return mix(static_cast<std::uint64_t>(g.hash(node)));
    } else {
        return hash_value(node);
    }
}

/// A small node that is compared bytewise; a user's hash may come with a `==` that skips bytes.
template <class G, class Node>
concept BytewiseNode =
    std::is_trivially_copyable_v<Node> && sizeof(Node) <= 16 &&
    (std::integral<Node> || std::is_enum_v<Node> ||
     (HashableBytes<Node> && !HashedByGraph<G, Node> && !StandardHashable<Node>));

/// The bytes of a node of up to 16 bytes. Not std::uint64_t: see `dense_presence`.
struct wide_word {
    unsigned long long low, high;
    friend constexpr bool operator==(const wide_word&, const wide_word&) = default;
};
template <class Node>
using node_word =
    std::conditional_t<sizeof(Node) <= 4, unsigned,
                       std::conditional_t<sizeof(Node) <= 8, unsigned long long, wide_word>>;

template <class Node>
[[nodiscard]] node_word<Node> word_of(const Node& node) noexcept {
    node_word<Node> w{};
    std::memcpy(&w, &node, sizeof(Node));
    return w;
}
template <class Node>
[[nodiscard]] Node node_of_word(const node_word<Node>& w) noexcept {
    alignas(Node) unsigned char bytes[sizeof(Node)];
    std::memcpy(bytes, &w, sizeof(Node));
    return *std::launder(reinterpret_cast<const Node*>(bytes));
}

/// What a node is told apart by in a `hashed_keys`: its key, or its bytes.
template <class G, class Node>
[[nodiscard]] SENDA_ALWAYS_INLINE auto set_key_of([[maybe_unused]] const G& g, const Node& node) {
    if constexpr (KeyedGraph<G, Node>) {
        return static_cast<node_word<decltype(g.key(node))>>(g.key(node));
    } else {
        return word_of(node);
    }
}
template <class G, class Node>
using set_key = decltype(set_key_of(std::declval<const G&>(), std::declval<const Node&>()));

}  // namespace detail

}  // namespace senda
