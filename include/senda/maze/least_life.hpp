// SPDX-License-Identifier: MIT
// The least life with which a maze can be won at all.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/solver/bounds/life_range.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/state_space_relaxation.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze {

/// The least life with which a runner can win the maze, whatever life it says; nothing if walls
/// part the start from the end, or if a limit came first.
///
/// `b`  the maze.
/// `o`  limits, a stop token.
[[nodiscard]] inline std::optional<life_points> least_life(const board& b, const options& o = {}) {
    detail::search_control control(o);
    if (!detail::reserve_tables(b, control.budget())) return std::nullopt;
    const std::vector<std::uint32_t> to_end = steps_to_end(b);
    if (!connectivity_of(b, to_end).connected) return std::nullopt;
    detail::distance_table table(b, control);
    if (!table.prepare(to_end)) return std::nullopt;
    life_points enough = life_points{table[b.start()].loss_to_end()} + 1;  // without treasures
    if (b.treasures().empty()) return enough;

    // Who wins with some life wins with more: what is enough comes down, what is needed goes up.
    detail::life_range range(table);
    detail::ng_sets sets(table.treasures());
    detail::gain_bound gains;
    detail::feasibility_search any(table, sets, gains);
    if (!range.prepare(enough)) return std::nullopt;
    life_points needed = range.needed(b.start());
    if (!range.route().empty()) return needed;
    if (!any.prepare(range, std::numeric_limits<std::uint64_t>::max())) return std::nullopt;
    needed = std::max<life_points>(needed, any.lower_bound());
    while (needed < enough) {
        const life_points tried = needed + (enough - needed) / 2;
        const std::optional<detail::relaxed_route> found = any.find(tried);
        if (!control.running()) return std::nullopt;
        if (found) {
            enough = tried - any.spare_life(*found, tried);
        } else {
            needed = tried + 1;
        }
    }
    return enough;
}

}  // namespace senda::maze
