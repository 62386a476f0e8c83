// SPDX-License-Identifier: MIT
// The parts of a board between which nothing can ever pass.
#pragma once

#include <senda/amazons/cell_set.hpp>

namespace senda::amazons {

/// The cells of `within` that can be reached from `from` over cells of `within`, corners too.
[[nodiscard]] constexpr cell_set reached_within(cell_set from, cell_set within) noexcept {
    cell_set reached = from & within;
    for (;;) {
        const cell_set more = with_neighbours(reached) & within;
        if (more == reached) return reached;
        reached = more;
    }
}

/// Calls `visit(cells)` for each region of the cells that no arrow blocks, amazons too: they may
/// step aside.
template <class Visit>
constexpr void for_each_region(cell_set open, Visit&& visit) {
    while (!open.empty()) {
        const cell_set region = reached_within(cell_set{open.first()}, open);
        open &= ~region;
        visit(region);
    }
}

}  // namespace senda::amazons
