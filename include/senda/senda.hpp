// SPDX-License-Identifier: MIT
// All of senda that needs the standard library alone, but for what reads and writes files of its
// own (disk_bfs.hpp, binary_vectors.hpp, file.hpp), which a browser does not have.
// Including only what is used compiles faster.
#pragma once

#include <senda/version.hpp>

// Concepts first: what a compiler says about one then names few files.
#include <senda/graph/concepts.hpp>

#include <senda/text/diagnostic.hpp>
#include <senda/text/format.hpp>
#include <senda/text/report.hpp>
#include <senda/text/sink.hpp>
#include <senda/text/utf8.hpp>

#include <senda/graph/adaptors.hpp>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/clearance.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/formats/dimacs.hpp>
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/hash.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/graph/wrapping.hpp>

#include <senda/language/extensions.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

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
#include <senda/search/range.hpp>
#include <senda/search/reachable.hpp>
#include <senda/search/result.hpp>
#include <senda/search/spanning_forest.hpp>
#include <senda/search/topological_order.hpp>
#include <senda/search/verify.hpp>

#include <senda/grid/any_angle.hpp>
#include <senda/grid/files.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/line_of_sight.hpp>
#include <senda/grid/prepared_grid.hpp>

#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/files.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/roads/many_to_many.hpp>

#include <senda/estimates/check_estimate.hpp>
#include <senda/estimates/combine.hpp>
#include <senda/estimates/files.hpp>
#include <senda/estimates/landmarks.hpp>
#include <senda/estimates/move_pruning.hpp>
#include <senda/estimates/pattern_database.hpp>

#include <senda/resources/collect.hpp>
#include <senda/resources/collect_count.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/resources/ng_sets.hpp>
#include <senda/resources/pareto_costs.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/resources/prize_labels.hpp>

#include <senda/games/alpha_beta.hpp>
#include <senda/games/match.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/parallel.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/games/solve.hpp>

#include <senda/maze/board.hpp>
#include <senda/maze/format.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/states.hpp>

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/raster.hpp>
#include <senda/draw/svg.hpp>

#include <senda/scale/files.hpp>
#include <senda/scale/mod3_distance_table.hpp>
#include <senda/scale/survey.hpp>
