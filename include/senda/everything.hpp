// SPDX-License-Identifier: MIT
// All of senda but what needs MPI, Boost or a file system of its own: for a first try, for
// `import senda;` and for the single header. A program compiles sooner with `senda/senda.hpp`, or
// with the headers that it uses.
#pragma once

#include <senda/senda.hpp>

#include <senda/text/diagnostic.hpp>
#include <senda/text/report.hpp>
#include <senda/text/sink.hpp>
#include <senda/text/utf8.hpp>

#include <senda/graph/formats/dimacs.hpp>
#include <senda/graph/formats/moving_ai.hpp>

#include <senda/language/extensions.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

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

#include <senda/agents/conflict_based.hpp>
#include <senda/agents/lacam.hpp>
#include <senda/agents/lifelong.hpp>
#include <senda/agents/pibt.hpp>
#include <senda/agents/plan.hpp>
#include <senda/agents/prioritized.hpp>
#include <senda/agents/safe_intervals.hpp>
#include <senda/agents/verify.hpp>

#include <senda/games/alpha_beta.hpp>
#include <senda/games/match.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/parallel.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/games/solve.hpp>

#include <senda/maze/board.hpp>
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
