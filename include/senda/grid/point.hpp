// SPDX-License-Identifier: MIT
// A place on a map, between the cells of a grid too.
#pragma once

#include <senda/graph/cell.hpp>

#include <cmath>

namespace senda {

/// A place on a map in units of cells: the cell `{x, y}` is the square from `{x, y}` to
/// `{x + 1, y + 1}`, where y counts from the top.
struct point {
    double x = 0;  ///< from the left edge of the map
    double y = 0;  ///< from its upper edge

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// The middle of a cell.
[[nodiscard]] constexpr point centre(cell c) noexcept { return {c.x + 0.5, c.y + 0.5}; }

/// The length of the straight line between two places.
[[nodiscard]] inline double distance(point a, point b) noexcept {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

}  // namespace senda
