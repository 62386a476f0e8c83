// SPDX-License-Identifier: MIT
// An edge as a graph reports it: where it leads, what it costs, what it is called.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/language/extensions.hpp>

namespace senda {

/// The action of graphs whose edges have no name.
struct no_action {
    friend constexpr bool operator==(no_action, no_action) = default;
};

/// An edge out of a node: `to` is where it leads, `cost` what it costs, `action` what it is called.
template <class Node, class Cost = steps, class Action = no_action>
struct edge {
    Node to;                                           ///< where it leads
    Cost cost = Cost(1);                               ///< what it costs
    SENDA_NO_UNIQUE_ADDRESS Action action = Action();  ///< what it is called

    friend bool operator==(const edge&, const edge&) = default;
};

template <class Node>
edge(Node) -> edge<Node>;
template <class Node, class Cost>
edge(Node, Cost) -> edge<Node, Cost>;
template <class Node, class Cost, class Action>
edge(Node, Cost, Action) -> edge<Node, Cost, Action>;

}  // namespace senda
