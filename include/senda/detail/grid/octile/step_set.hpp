// SPDX-License-Identifier: MIT
// The steps of an 8-connected grid: which there are out of a cell, and with which shortest paths go
// on.
#pragma once

#include <senda/graph/cell.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The number of a step, in the order of a grid's neighbours: N, E, S, W, NE, SE, SW, NW.
using step_number = unsigned;
/// A set of steps, a bit each.
using step_set = unsigned;

/// The steps in their order, as changes of x and y.
inline constexpr std::array<cell, 8> eight_steps{
    {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}};

[[nodiscard]] constexpr bool is_diagonal(step_number s) noexcept { return s >= 4; }
[[nodiscard]] constexpr step_number opposite(step_number s) noexcept { return s ^ 2; }

/// What each of the steps adds to the number of a cell in an array of rows that begin `stride`
/// apart; unsigned numbers wrap around.
template <class Offset>
[[nodiscard]] constexpr std::array<Offset, 8> step_offsets(Offset stride) noexcept {
    std::array<Offset, 8> offsets{};
    for (step_number s = 0; s < 8; ++s)
        offsets[s] =
            static_cast<Offset>(eight_steps[s].y) * stride + static_cast<Offset>(eight_steps[s].x);
    return offsets;
}

/// The steps to open cells around one: `open(offset)` is 1 or 0 for the cell so much further on in
/// an array of rows that begin `stride` apart.
template <class Open>
[[nodiscard]] constexpr step_set open_around(std::ptrdiff_t stride, Open open) noexcept {
    return open(-stride) | open(1) << 1 | open(stride) << 2 | open(-1) << 3 |
           open(1 - stride) << 4 | open(stride + 1) << 5 | open(stride - 1) << 6 |
           open(-stride - 1) << 7;
}

/// The steps that a grid allows out of a cell, from the set of open cells around it.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set steps_out(step_set open) noexcept {
    const step_set straight = open & 15;
    if constexpr (Moves == grid_moves::straight) return straight;
    if constexpr (Moves == grid_moves::octile_cutting) return open;
    const step_set both_beside = straight & (straight >> 1 | (straight & 1) << 3);
    return straight | (open & both_beside << 4);
}

/// Those with which canonical paths go on that entered the cell by a step: ahead, to both sides of
/// a diagonal step, and past the end of a wall (D. Harabor, A. Grastien, "Online Graph Pruning for
/// Pathfinding on Grid Maps", 2011). A straight step is left out only where the cell before reaches
/// its end by a way that is shorter; a diagonal one also where it does by a way that is as short
/// and has the diagonal step first. Only without weights: see docs/inside.md.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set canonical_steps(step_set open, step_number entered) noexcept {
    constexpr bool cuts = Moves == grid_moves::octile_cutting;
    const unsigned heading = entered % 4 * 2 + is_diagonal(entered);  // in eighths of a turn
    const auto turned = [&](unsigned eighths) {
        const unsigned to = (heading + eighths) % 8;
        return 1U << (to / 2 + to % 2 * 4);
    };
    const auto is_closed = [&](unsigned eighths) { return (open & turned(eighths)) == 0; };
    step_set on = turned(0);
    for (const unsigned side : {1U, 7U}) {
        if (is_diagonal(entered)) {
            on |= turned(side);
            if (cuts && is_closed(3 * side)) on |= turned(2 * side);
        } else if (is_closed(cuts ? 2 * side : 3 * side)) {
            on |= turned(side);
            if (!cuts) on |= turned(2 * side);
        }
    }
    return steps_out<Moves>(open) & on;
}

/// Canonical steps as a table, by the step and the open cells. The ninth row is of a cell that was
/// not entered: all steps out.
template <grid_moves Moves>
inline constexpr auto canonical_table = [] {
    std::array<std::array<std::uint8_t, 256>, 9> table{};
    for (step_set open = 0; open < 256; ++open) {
        for (step_number entered = 0; entered < 8; ++entered)
            table[entered][open] = static_cast<std::uint8_t>(canonical_steps<Moves>(open, entered));
        table[8][open] = static_cast<std::uint8_t>(steps_out<Moves>(open));
    }
    return table;
}();

/// The same by the 3 x 3 cells around a cell, row by row, a bit each.
template <grid_moves Moves>
inline constexpr auto steps_by_window = [] {
    constexpr std::array<unsigned, 8> places{1, 5, 7, 3, 2, 8, 6, 0};  // in the order of steps
    std::array<std::array<std::uint8_t, 512>, 9> steps{};
    for (unsigned window = 0; window < 512; ++window) {
        step_set open = 0;
        for (unsigned i = 0; i < 8; ++i) open |= (window >> places[i] & 1) << i;
        for (std::size_t entered = 0; entered < 9; ++entered)
            steps[entered][window] = canonical_table<Moves>[entered][open];
    }
    return steps;
}();

}  // namespace senda::detail
