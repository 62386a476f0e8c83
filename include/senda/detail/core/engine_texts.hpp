// SPDX-License-Identifier: MIT
// What `result.engine` says: the name of the engine that answered, and why it was that one.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
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

/// What an engine says that suits only some graphs: why it could answer.
[[nodiscard]] constexpr std::string_view engine_text(engine_kind kind) noexcept {
    constexpr std::string_view texts[] = {
        "general",
        "batched: small hashed nodes, whole costs",
        "bytes: nodes are numbers, small whole costs",
        "in_place: actions that can be undone",
        "tiles: one cell to another on a grid",
        "dial: one cell to another, small whole weights",
        "jump_points: one cell to another on an 8-connected grid",
        "shared: hashed nodes, in parts that threads share",
        "layers: stored edges, wide layers as bits",
        "rows: stored edges, whole costs",
        "disk: layers in sorted files",
        "octile: one cell to another on an 8-connected grid",
        "regions: from portal to portal",
        "subgoals: a prepared grid, from corner to corner",
        "contraction: a prepared graph, upward from both ends",
        "elimination: a customised graph, up its tree from both ends",
    };
    return texts[static_cast<std::size_t>(kind)];
}

/// What A* in tiles says where layers took over.
inline constexpr std::string_view in_layers =
    "tiles: one cell to another on a grid, A* and then in layers";

/// What threads say that share numbered nodes.
inline constexpr std::string_view shared_by_number =
    "shared: numbered nodes, in parts that threads share";

/// What an engine says on a graph; the general one how it remembers nodes.
template <class G, class Node>
[[nodiscard]] constexpr std::string_view engine_text(engine_kind kind) noexcept {
    if (kind == engine_kind::shared && IndexedGraph<G, Node>) return shared_by_number;
    if (kind != engine_kind::general) return engine_text(kind);
    return IndexedGraph<G, Node> ? fallback_reason::numbered : fallback_reason::hashed;
}

/// What every answer says, as the control of a search stands: of one for its kind of graph, and of
/// one for any.
template <class Control>
[[nodiscard]] answer answer_of(const Control& control) {
    return {control.status(), control.statistics(), engine_text(control.engine())};
}
template <class G, class Node, class Control>
[[nodiscard]] answer answer_of(const Control& control) {
    return {control.status(), control.statistics(), engine_text<G, Node>(control.engine())};
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
