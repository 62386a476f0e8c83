// SPDX-License-Identifier: MIT
// The library senda::compiled: the searches that programs linked with it need not compile.
#include <senda/detail/core/compiled.hpp>
#include <senda/detail/grid/tiles/two_ended_bfs.hpp>
#include <senda/detail/grid/tiles/two_stack_astar.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <concepts>
#include <type_traits>

static_assert(SENDA_COMPILED,
              "the library is compiled as the programs are that are linked with it");

namespace senda::detail {

template <class Engines, class Cost, class G, class Node, class H>
result<Node, Cost> answer_compiled(const G& g, const Node& start, const Node& goal, const H& h,
                                   const options& o) {
    no_observer nobody;
    H estimate = h;
    using query = engine_query<true, const G, Node, Node, H, no_observer>;
    return run_query(Engines{}, query{g, start, goal, estimate, nobody}, o.weight, o, {});
}

// Each line is a question that `is_compiled` promises.
template <class Engines, class G>
using cost_in = std::conditional_t<std::same_as<Engines, bfs_engines>, steps,
                                   cost_of<const G, typename G::node_type>>;
#define SENDA_ANSWER(Engines, G, H)                                              \
    template result<G::node_type, cost_in<Engines, G>>                           \
    answer_compiled<Engines, cost_in<Engines, G>>(const G&, const G::node_type&, \
                                                  const G::node_type&, const H&, const options&);

using manhattan_in_double = manhattan<cell, double>;
SENDA_ANSWER(bfs_engines, grid, no_heuristic)
SENDA_ANSWER(bfs_engines, csr<>, no_heuristic)
SENDA_ANSWER(bfs_engines, csr<int>, no_heuristic)
SENDA_ANSWER(bfs_engines, csr<double>, no_heuristic)
SENDA_ANSWER(astar_engines, grid, manhattan<cell>)
SENDA_ANSWER(astar_engines, grid, manhattan_in_double)
SENDA_ANSWER(astar_engines, weighted_grid, manhattan<cell>)
SENDA_ANSWER(astar_engines, weighted_grid, manhattan_in_double)
SENDA_ANSWER(astar_engines, octile_grid, octile<cell>)
SENDA_ANSWER(astar_engines, octile_grid_cutting, octile<cell>)
SENDA_ANSWER(dijkstra_engines, weighted_grid, no_heuristic)
SENDA_ANSWER(dijkstra_engines, octile_grid, no_heuristic)
SENDA_ANSWER(dijkstra_engines, octile_grid_cutting, no_heuristic)
SENDA_ANSWER(dijkstra_engines, csr<int>, no_heuristic)
SENDA_ANSWER(dijkstra_engines, csr<double>, no_heuristic)

}  // namespace senda::detail
