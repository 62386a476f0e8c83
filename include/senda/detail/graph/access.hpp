// SPDX-License-Identifier: MIT
// What a search asks a graph about its nodes and actions, however the graph spells it.
#pragma once

#include <senda/graph/concepts.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The number of a node in a graph that numbers its nodes.
template <class G, class Node>
[[nodiscard]] constexpr std::size_t index_in(const G& g, const Node& n) {
    if constexpr (AdapterIndex<G, Node>) {
        return static_cast<std::size_t>(adapter_of<G>::index(g, n));
    } else {
        return static_cast<std::size_t>(g.index(n));
    }
}
/// All numbers of nodes are below this.
template <class G>
[[nodiscard]] constexpr std::size_t index_bound_of(const G& g) {
    if constexpr (requires { adapter_of<G>::index_bound(g); }) {
        return static_cast<std::size_t>(adapter_of<G>::index_bound(g));
    } else {
        return static_cast<std::size_t>(g.index_bound());
    }
}
/// The node of a number that `index_in` gave.
template <class Node, class G>
[[nodiscard]] constexpr Node node_at(const G& g, std::size_t number) {
    if constexpr (AdapterEnumeration<G, Node>) {
        return static_cast<Node>(adapter_of<G>::node(g, number));
    } else {
        using index = std::remove_cvref_t<decltype(g.index(std::declval<const Node&>()))>;
        return static_cast<Node>(g.node(static_cast<index>(number)));
    }
}

/// Whether a start is in the graph: by `g.is_node(n)`, `g.contains(n)`, or a number within bounds.
template <class G, class Node>
[[nodiscard]] constexpr bool is_in([[maybe_unused]] const G& g, [[maybe_unused]] const Node& n) {
    if constexpr (Adapted<G>) {  // a std::map contains its keys, which are not all the nodes
        if constexpr (requires { adapter_of<G>::contains(g, n); }) {
            return adapter_of<G>::contains(g, n);
        } else if constexpr (IndexedGraph<G, Node>) {
            return index_in(g, n) < index_bound_of(g);
        } else {
            return true;
        }
    } else if constexpr (requires {
                             { g.is_node(n) } -> std::convertible_to<bool>;
                         }) {
        return g.is_node(n);
    } else if constexpr (requires {
                             { g.contains(n) } -> std::convertible_to<bool>;
                         }) {
        return g.contains(n);
    } else if constexpr (IndexedGraph<G, Node>) {
        return index_in(g, n) < index_bound_of(g);
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
        return index_in(g, a) == index_in(g, b);
    }
}

/// The action that leads back after `a`, or -1 where the graph does not say.
template <class G>
[[nodiscard]] constexpr int inverse_in([[maybe_unused]] const G& g, [[maybe_unused]] int a) {
    if constexpr (requires {
                      { g.inverse(a) } -> std::convertible_to<int>;
                  }) {
        return a < 0 ? -1 : static_cast<int>(g.inverse(a));
    } else {
        return -1;
    }
}

/// The action of a number as the graph calls it; nothing where it has no type for them.
template <class Action>
[[nodiscard]] constexpr Action numbered_action([[maybe_unused]] int a) {
    if constexpr (std::same_as<Action, no_action>) {
        return {};
    } else {
        return static_cast<Action>(a);
    }
}

}  // namespace senda::detail
