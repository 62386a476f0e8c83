// SPDX-License-Identifier: MIT
// What the library senda::compiled answers: questions about the graphs that come with senda, which
// a program that is linked with it need not compile.
#pragma once

#include <senda/fwd.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/heuristics.hpp>

#include <concepts>
#include <type_traits>

namespace senda::detail {

struct no_heuristic;
struct bfs_engines;
struct astar_engines;
struct dijkstra_engines;

/// Whether a graph is one of these, and not only derived from it.
template <class G, class... Graphs>
concept OneOf = (std::same_as<std::remove_cv_t<G>, Graphs> || ...);
template <class G>
concept PlainGrid = OneOf<G, basic_grid<grid_moves::straight>>;
template <class G>
concept CostlyGrid = OneOf<G, basic_grid<grid_moves::straight, int>>;
template <class G>
concept DiagonalGrid =
    OneOf<G, basic_grid<grid_moves::octile>, basic_grid<grid_moves::octile_cutting>>;
template <class G>
concept CostlyRows = OneOf<G, csr<int>, csr<double>>;

/// The questions that it answers, from one node to another: by the verb, the graph and the
/// estimate.
template <class Engines, class G, class H>
inline constexpr bool is_compiled = false;
template <class G, class H>
    requires(PlainGrid<G> || OneOf<G, csr<>> || CostlyRows<G>)
inline constexpr bool is_compiled<bfs_engines, G, H> = true;
template <class G, OneOf<manhattan<cell>, manhattan<cell, double>> H>
    requires(PlainGrid<G> || CostlyGrid<G>)
inline constexpr bool is_compiled<astar_engines, G, H> = true;
template <DiagonalGrid G, OneOf<octile<cell>> H>
inline constexpr bool is_compiled<astar_engines, G, H> = true;
template <class G, class H>
    requires(CostlyGrid<G> || DiagonalGrid<G> || CostlyRows<G>)
inline constexpr bool is_compiled<dijkstra_engines, G, H> = true;

/// The answer, by threads if `o` asks for them. The library has the definition.
template <class Engines, class Cost, class G, class Node, class H>
result<Node, Cost> answer_compiled(const G& g, const Node& start, const Node& goal, const H& h,
                                   const options& o);

}  // namespace senda::detail
