// SPDX-License-Identifier: MIT
// The cells that the straight line between two centres passes through.
#pragma once

#include <senda/detail/grid/sight/cell_rows.hpp>
#include <senda/graph/cell.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace senda::detail {

/// Whether the line between the centres of two open cells enters no closed one.
template <grid_moves Moves>
[[nodiscard]] bool sees(const cell_rows<Moves>& cells, cell from, cell to) noexcept {
    const std::int64_t width = std::abs(std::int64_t{to.x} - from.x);
    const std::int64_t height = std::abs(std::int64_t{to.y} - from.y);
    const std::ptrdiff_t aside = to.x < from.x ? -1 : 1;
    const std::ptrdiff_t below = to.y < from.y ? -cells.stride() : cells.stride();
    const unsigned char* at = cells.at(from.x, from.y);
    const unsigned char* const last = cells.at(to.x, to.y);
    // Which side of the cell the line leaves: above 0 the one aside, below 0 that of the next row,
    // and at 0 the corner between them. It is the cross product of the line with the way to that
    // corner.
    for (std::int64_t side = width - height; at != last;) {
        if (side == 0 && !cells.passes_diagonally && at[aside] == 0 && at[below] == 0) return false;
        const bool goes_aside = side >= 0;
        const bool goes_below = side <= 0;
        at += (goes_aside ? aside : 0) + (goes_below ? below : 0);
        side += (goes_below ? 2 * width : 0) - (goes_aside ? 2 * height : 0);
        if (*at == 0) return false;
    }
    return true;
}

}  // namespace senda::detail
