// SPDX-License-Identifier: MIT
// What searches have for grids, for sources that include both, in any order: `grid.hpp` and the
// headers of the searches say that they are there, and include this, which is read each time.
#if defined(SENDA_READS_GRID)

#if defined(SENDA_READS_BFS) && !SENDA_COMPILED
#include <senda/detail/grid/tiles/two_ended_bfs.hpp>
#endif
#if defined(SENDA_READS_ASTAR) && !SENDA_COMPILED
#include <senda/detail/grid/tiles/two_stack_astar.hpp>
#endif
#if defined(SENDA_READS_ASTAR) || defined(SENDA_READS_DIJKSTRA)
#include <senda/detail/grid/octile/octile_astar.hpp>
#endif
#if defined(SENDA_READS_DIJKSTRA)
#include <senda/detail/grid/dial/dial.hpp>
#endif

#endif
