// SPDX-License-Identifier: MIT
// Which steps out of a cell of an 8-connected grid can lie on a shortest path.
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

/// Those of them that are on no shorter way past the cell, if it was entered by a step: a step is
/// left out only if the cell before reaches its end by a way that is shorter, not as short. So it
/// is on no shortest path, and what the search finds does not depend on its order.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set steps_on(step_set open, unsigned entered) noexcept {
    // Ahead are three steps. Past the end of a wall there may be one more to each side.
    struct rule {
        step_set ahead;
        step_set left_wall, left;
        step_set right_wall, right;
    };
    constexpr unsigned north = 1, east = 2, south = 4, west = 8;
    constexpr unsigned north_east = 16, south_east = 32, south_west = 64, north_west = 128;
    constexpr bool cuts = Moves == grid_moves::octile_cutting;
    constexpr auto straight = [](unsigned ahead, unsigned left_wall, unsigned left,
                                 unsigned right_wall, unsigned right) {
        const auto set = [](unsigned steps) { return static_cast<step_set>(steps); };
        return cuts ? rule{set(ahead), 0, 0, 0, 0}
                    : rule{set(ahead), set(left_wall), set(left), set(right_wall), set(right)};
    };
    constexpr auto diagonal = [](unsigned ahead, unsigned left_wall, unsigned left,
                                 unsigned right_wall, unsigned right) {
        const auto set = [](unsigned steps) { return static_cast<step_set>(steps); };
        return cuts ? rule{set(ahead), set(left_wall), set(left), set(right_wall), set(right)}
                    : rule{set(ahead), 0, 0, 0, 0};
    };
    constexpr std::array<rule, 8> rules{
        straight(north | north_west | north_east, south_west, west, south_east, east),
        straight(east | north_east | south_east, north_west, north, south_west, south),
        straight(south | south_east | south_west, north_east, east, north_west, west),
        straight(west | south_west | north_west, south_east, south, north_east, north),
        diagonal(north | east | north_east, west, north_west, south, south_east),
        diagonal(east | south | south_east, north, north_east, west, south_west),
        diagonal(south | west | south_west, east, south_east, north, north_west),
        diagonal(west | north | north_west, south, south_west, east, north_east)};
    const rule& r = rules[entered];
    const unsigned past_walls =
        ((open & r.left_wall) == 0 ? r.left : 0U) | ((open & r.right_wall) == 0 ? r.right : 0U);
    return static_cast<step_set>(steps_out<Moves>(open) & (r.ahead | past_walls));
}

}  // namespace senda::detail
