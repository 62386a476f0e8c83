// SPDX-License-Identifier: MIT
// Graphs that number their actions and can take them back: what lets a search walk without copies
// of nodes, and remember the way to a node in one byte.
#pragma once

#include <senda/graph/concepts.hpp>

#include <concepts>
#include <type_traits>

namespace senda {

/// A graph that numbers its actions and can undo them. Valid expressions, for a node `n` that may
/// be changed, and an action `a`, an `int` from 0 on:
///   `g.action_count()`  how many actions there are;
///   `g.allows(n, a)`    whether `a` can be done in `n`, which stays as it is;
///   `g.apply(n, a)`     does it, in place, where it is allowed;
///   `g.undo(n, a)`      takes it back, in place: `n` is again what it was before.
/// Each action counts one step; where the graph emits actions too, they have these numbers. A graph
/// may say more, which saves work:
///   `g.inverse(a)`      the action that leads back after `a` wherever that was done, or -1.
template <class G, class Node>
concept ActionGraph = GraphNode<Node> &&
                      requires(const std::remove_reference_t<G>& g, Node& n, const Node& c, int a) {
                          { g.action_count() } -> std::convertible_to<int>;
                          { g.allows(c, a) } -> std::convertible_to<bool>;
                          g.apply(n, a);
                          g.undo(n, a);
                      };

namespace detail {

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

}  // namespace detail

}  // namespace senda
