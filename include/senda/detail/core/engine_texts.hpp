// SPDX-License-Identifier: MIT
// What `result.engine` says: the name of the engine that answered, and why it was that one.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/result.hpp>

#include <string_view>
#include <type_traits>

namespace senda::detail {

/// Why the general engine answered. The first three are about it, the others about a faster one.
namespace fallback_reason {
inline constexpr std::string_view numbered = "general: numbered nodes, arrays";
inline constexpr std::string_view hashed = "general: nodes hashed";
inline constexpr std::string_view path_only = "general: only the path is kept";

inline constexpr std::string_view observed = "general: an observer looks on";
inline constexpr std::string_view not_one_cell =
    "general: any_of or a predicate, not one cell to another";
inline constexpr std::string_view terminal_costs = "general: starts or goals have costs";
inline constexpr std::string_view other_estimate = "general: the estimate is not manhattan{goal}";
inline constexpr std::string_view other_octile = "general: the estimate is not octile{goal}";
inline constexpr std::string_view too_long = "general: a side or a path of more than 16 bits";
inline constexpr std::string_view weighted_estimate = "general: the estimate has a weight";
inline constexpr std::string_view no_tiles =
    "general: no memory for the tiles, or too many to number";
inline constexpr std::string_view too_many_cells = "general: too many cells to number in 32 bits";
inline constexpr std::string_view heavy_cell = "general: a cell weighs more than 126 or below 0";
inline constexpr std::string_view costly_edge = "general: an edge costs more than 126";
inline constexpr std::string_view irregular = "general: node numbers differ in too many ways";
inline constexpr std::string_view no_room = "general: no memory for an array of all nodes";
}  // namespace fallback_reason

/// What A* in tiles says where layers took over.
inline constexpr std::string_view in_layers =
    "tiles: one cell to another on a grid, A* and then in layers";

/// The engine for any graph, and threads that share its nodes, as they remember nodes.
template <class G, class Node>
inline constexpr engine_name general_engine{engine_kind::general, IndexedGraph<G, Node>
                                                                      ? fallback_reason::numbered
                                                                      : fallback_reason::hashed};
template <class G, class Node>
inline constexpr engine_name shared_engine{
    engine_kind::shared, IndexedGraph<G, Node>
                             ? "shared: numbered nodes, in parts that threads share"
                             : "shared: hashed nodes, in parts that threads share"};

/// What every answer says, as the control of a search stands.
template <class Control>
[[nodiscard]] answer answer_of(const Control& control) {
    return {control.status(), control.statistics(), control.engine().text};
}

/// What keeps a question from an engine for its graph, which knows one node to another and cannot
/// be observed; or only the latter.
template <class Query>
inline constexpr std::string_view why_not_one_cell =
    !Query::is_one_to_one ? fallback_reason::not_one_cell
    : Query::is_observed  ? fallback_reason::observed
                          : std::string_view{};
template <class Query>
inline constexpr std::string_view why_not_observed =
    Query::is_observed ? fallback_reason::observed : std::string_view{};

}  // namespace senda::detail
