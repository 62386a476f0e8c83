// SPDX-License-Identifier: MIT
// Graphs of other people: how a type is searched that does not say itself where its nodes lead.
#pragma once

#include <type_traits>

namespace senda {

/// How to search a type that is no graph by itself and cannot be changed. A specialisation has
/// `node_type`, `cost_type` if edges have costs, `action_type` if they have actions, and static
/// functions, of which only the first is needed:
///   `successors(g, n, emit)`      calls `emit(node)`, `emit(node, cost)`, `emit(node, action)` or
///                                 `emit(node, cost, action)` for each edge out of `n`;
///   `predecessors(g, n, emit)`    the same for each edge that leads to `n`;
///   `index(g, n)`, `index_bound(g)`, `node(g, i)`, `contains(g, n)`: as the members of a graph;
///   `for_each_node(g, take)`      calls `take(node)` for each node that has edges.
/// Standard containers have one; `<senda/graph/boost.hpp>` has one for Boost.Graph.
template <class G>
struct graph_adapter {};

namespace detail {

template <class G>
using adapter_of = graph_adapter<std::remove_cvref_t<G>>;

template <class G>
concept Adapted = requires { typename adapter_of<G>::node_type; };

/// Where the types of a graph are declared: in itself, or in its adapter.
template <class G>
using declarations = std::conditional_t<Adapted<G>, adapter_of<G>, std::remove_cvref_t<G>>;

}  // namespace detail

}  // namespace senda
