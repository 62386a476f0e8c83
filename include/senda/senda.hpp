// SPDX-License-Identifier: MIT
// The graphs and the searches of them. What more there is has headers of its own: readers of files,
// what is prepared for many questions (grids, roads, estimates), resources, games, pictures, scale.
// `senda/everything.hpp` has nearly all of it.
#pragma once

#include <senda/version.hpp>

// First: what a compiler says about a concept then names few files.
#include <senda/graph/concepts.hpp>

#include <senda/graph/adaptors.hpp>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/clearance.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/hash.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/graph/wrapping.hpp>

#include <senda/search/all_shortest.hpp>
#include <senda/search/anytime_astar.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/beam.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/components.hpp>
#include <senda/search/control.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/frontier_bfs.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/incremental.hpp>
#include <senda/search/iterative_deepening.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/nearest.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/query_queue.hpp>
#include <senda/search/range.hpp>
#include <senda/search/reachable.hpp>
#include <senda/search/result.hpp>
#include <senda/search/spanning_forest.hpp>
#include <senda/search/topological_order.hpp>
#include <senda/search/verify.hpp>
