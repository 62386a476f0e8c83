// SPDX-License-Identifier: MIT
// With which steps shortest paths go on from a cell of an 8-connected grid.
#pragma once

#include <senda/graph/cell.hpp>

#include <array>
#include <cstdint>

namespace senda::detail {

/// A set of steps, a bit each, in the order of a grid's neighbours: N, E, S, W, NE, SE, SW, NW.
using step_set = std::uint8_t;

/// The steps in their order, as changes of x and y.
inline constexpr std::array<int, 8> step_x{0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr std::array<int, 8> step_y{-1, 0, 1, 0, -1, 1, 1, -1};

/// The steps out of a cell, from the set of open cells around it.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set steps_out(step_set open) noexcept {
    if constexpr (Moves == grid_moves::octile_cutting) return open;
    const unsigned straight = open & 15U;
    const unsigned both_beside = straight & (straight >> 1 | (straight & 1) << 3);
    return static_cast<step_set>(straight | (open & both_beside << 4));
}

/// Those with which canonical paths go on that entered the cell by a step: ahead, to both sides of
/// a diagonal step, and past the end of a wall (D. Harabor, A. Grastien, "Online Graph Pruning for
/// Pathfinding on Grid Maps", 2011). A straight step is left out only where the cell before reaches
/// its end by a way that is shorter; a diagonal one also where it does by a way that is as short
/// and has the diagonal step first. Only without weights: see docs/inside.md.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set steps_on(step_set open, unsigned entered) noexcept {
    constexpr bool cuts = Moves == grid_moves::octile_cutting;
    const bool is_diagonal = entered >= 4;
    const unsigned heading = entered % 4 * 2 + is_diagonal;  // in eighths of a turn
    const auto turned = [&](unsigned eighths) {
        const unsigned to = (heading + eighths) % 8;
        return 1U << (to / 2 + to % 2 * 4);
    };
    const auto is_closed = [&](unsigned eighths) { return (open & turned(eighths)) == 0; };
    unsigned on = turned(0);
    for (const unsigned side : {1U, 7U}) {
        if (is_diagonal) {
            on |= turned(side);
            if (cuts && is_closed(3 * side)) on |= turned(2 * side);
        } else if (is_closed(cuts ? 2 * side : 3 * side)) {
            on |= turned(side);
            if (!cuts) on |= turned(2 * side);
        }
    }
    return static_cast<step_set>(steps_out<Moves>(open) & on);
}

/// The same as a table, by the step and the open cells. The ninth row is of a cell that was not
/// entered: all steps out.
template <grid_moves Moves>
inline constexpr auto steps_on_table = [] {
    std::array<std::array<step_set, 256>, 9> table{};
    for (unsigned i = 0; i < 256; ++i) {
        const auto open = static_cast<step_set>(i);
        for (unsigned entered = 0; entered < 8; ++entered)
            table[entered][i] = steps_on<Moves>(open, entered);
        table[8][i] = steps_out<Moves>(open);
    }
    return table;
}();

}  // namespace senda::detail
