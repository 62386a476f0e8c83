// SPDX-License-Identifier: MIT
// The cells that the straight line between two centres passes through.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/search/grid/sight/cell_rows.hpp>

#include <cstdint>

namespace senda::detail {

/// Whether the line between the centres of two open cells enters no closed one.
template <grid_moves Moves>
[[nodiscard]] bool sees(const cell_rows<Moves>& cells, cell from, cell to) noexcept {
    const int right = to.x < from.x ? -1 : 1;
    const int down = to.y < from.y ? -1 : 1;
    const std::int64_t width = (std::int64_t{to.x} - from.x) * right;
    const std::int64_t height = (std::int64_t{to.y} - from.y) * down;
    // Which side of the cell the line leaves: above 0 the one aside, below 0 the next row's, and at
    // 0 the corner between them. It is the cross product of the line with the way to that corner.
    std::int64_t ahead = width - height;
    while (from != to) {
        if (ahead == 0) {
            const bool aside = cells.open(from.x + right, from.y);
            const bool below = cells.open(from.x, from.y + down);
            if (!aside && !below && !cells.passes_diagonally) return false;
        }
        const std::int64_t at = ahead;
        if (at >= 0) {
            from.x += right;
            ahead -= 2 * height;
        }
        if (at <= 0) {
            from.y += down;
            ahead += 2 * width;
        }
        if (!cells.open(from.x, from.y)) return false;
    }
    return true;
}

}  // namespace senda::detail
