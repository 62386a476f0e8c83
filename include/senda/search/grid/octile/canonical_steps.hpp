// SPDX-License-Identifier: MIT
// Of all shortest paths between two cells of an 8-connected grid only those that go diagonally
// first wherever they can (D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid
// Maps", 2011): a search that follows these alone reaches an open cell about once instead of eight
// times, with the same length.
//
// Of several shortest paths that enter a cell by different steps any one may go on alone. A step is
// left out if the cell before reaches its end by a shorter path, or by one as short that takes the
// diagonal step first and so ends with a straight one; and a straight step is left out for shorter
// paths only. So each cell is still reached by the last step of a shortest path.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/search/grid/octile/step_set.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The number of a step by its direction.
[[nodiscard]] constexpr step_number step_toward(int x, int y) noexcept {
    for (step_number s = 0; s < 8; ++s)
        if (eight_steps[s] == cell{x, y}) return s;
    return 8;
}

/// The steps with which a canonical path goes on that entered a cell by a step: straight ahead, to
/// both sides of a diagonal, and past a corner.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set canonical_steps(step_number entered, step_set open) noexcept {
    constexpr bool cuts = Moves == grid_moves::octile_cutting;
    const cell h = eight_steps[entered];
    const auto closed = [&](int x, int y) { return (open >> step_toward(x, y) & 1) == 0; };
    step_set on = 1u << entered;
    const auto add = [&on](int x, int y) { on |= 1u << step_toward(x, y); };
    if (is_diagonal(entered)) {
        add(h.x, 0);
        add(0, h.y);
        if (cuts && closed(-h.x, 0)) add(-h.x, h.y);
        if (cuts && closed(0, -h.y)) add(h.x, -h.y);
    } else {
        for (const int side : {-1, 1}) {
            const cell turn{h.y * side, h.x * side};
            if (cuts && closed(turn.x, turn.y)) add(h.x + turn.x, h.y + turn.y);
            if (!cuts && closed(turn.x - h.x, turn.y - h.y)) {
                add(turn.x, turn.y);
                add(h.x + turn.x, h.y + turn.y);
            }
        }
    }
    return on & steps_out<Moves>(open);
}

/// The same as a table, by the step and the open neighbours. After no step, number 8, there is
/// none.
template <grid_moves Moves>
inline constexpr auto canonical_table = [] {
    std::array<std::array<std::uint8_t, 256>, 9> table{};
    for (step_number entered = 0; entered < 8; ++entered) {
        for (step_set open = 0; open < 256; ++open) {
            table[entered][open] = static_cast<std::uint8_t>(canonical_steps<Moves>(entered, open));
        }
    }
    return table;
}();

}  // namespace senda::detail
