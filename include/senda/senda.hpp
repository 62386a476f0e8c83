// SPDX-License-Identifier: MIT
// The core of senda: graphs and searches. What is built on it is included by its own name, as
// <maze/solve.hpp>; and including only what is used compiles faster.
#pragma once

#include <senda/version.hpp>

#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>

// Concepts first: what a compiler says about one then names few files.
#include <senda/graph/concepts.hpp>
#include <senda/storage/searchable_graph.hpp>

#include <senda/graph/adaptors.hpp>
#include <senda/graph/clearance.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hex_cell.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/graph/moving_ai.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/graph/reverse.hpp>
#include <senda/graph/undirected.hpp>
#include <senda/graph/with_reverse.hpp>
#include <senda/graph/wrapping.hpp>

#include <senda/graph/adjacency.hpp>

#include <senda/search/all_shortest.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/changing/d_star_lite.hpp>
#include <senda/search/changing/lpa_star.hpp>
#include <senda/search/components.hpp>
#include <senda/search/constrained.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/greedy.hpp>
#include <senda/search/grid/any_angle.hpp>
#include <senda/search/grid/corridors.hpp>
#include <senda/search/grid/dead_ends.hpp>
#include <senda/search/grid/find_all.hpp>
#include <senda/search/grid/flow_field.hpp>
#include <senda/search/grid/hierarchy.hpp>
#include <senda/search/grid/jump_point.hpp>
#include <senda/search/grid/line_of_sight.hpp>
#include <senda/search/grid/point.hpp>
#include <senda/search/grid/prepared_file.hpp>
#include <senda/search/grid/prepared_grid.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/pareto_front.hpp>
#include <senda/search/range.hpp>
#include <senda/search/reachable.hpp>
#include <senda/search/scale/distance_table.hpp>
#include <senda/search/scale/hashed_survey.hpp>
#include <senda/search/scale/survey.hpp>
#include <senda/search/verify.hpp>
