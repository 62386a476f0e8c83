// SPDX-License-Identifier: MIT
// The steps of an 8-connected grid: which there are out of a cell, and which can lie on a shortest
// path.
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

/// Those of them that are on no shorter way past the cell, if it was entered by a step: a step is
/// left out only if the cell before reaches its end by a way that is shorter, not as short. So it
/// is on no shortest path, and what the search finds does not depend on its order.
template <grid_moves Moves>
[[nodiscard]] constexpr step_set steps_on(step_set open, step_number entered) noexcept {
    // Ahead are three steps. Past the end of a wall there may be one more to each side.
    struct rule {
        std::uint8_t ahead;
        std::uint8_t left_wall, left;
        std::uint8_t right_wall, right;
    };
    constexpr unsigned north = 1, east = 2, south = 4, west = 8;
    constexpr unsigned north_east = 16, south_east = 32, south_west = 64, north_west = 128;
    constexpr bool cuts = Moves == grid_moves::octile_cutting;
    constexpr auto straight = [](std::uint8_t ahead, std::uint8_t left_wall, std::uint8_t left,
                                 std::uint8_t right_wall, std::uint8_t right) {
        return cuts ? rule{ahead, 0, 0, 0, 0} : rule{ahead, left_wall, left, right_wall, right};
    };
    constexpr auto diagonal = [](std::uint8_t ahead, std::uint8_t left_wall, std::uint8_t left,
                                 std::uint8_t right_wall, std::uint8_t right) {
        return cuts ? rule{ahead, left_wall, left, right_wall, right} : rule{ahead, 0, 0, 0, 0};
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
    const step_set past_walls =
        ((open & r.left_wall) == 0 ? r.left : 0U) | ((open & r.right_wall) == 0 ? r.right : 0U);
    return steps_out<Moves>(open) & (r.ahead | past_walls);
}

}  // namespace senda::detail
