// SPDX-License-Identifier: MIT
// What is known of a path between two cells before any search.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/search/status.hpp>

namespace senda::detail {

/// How a search from a cell to another stands before it begins: a closed cell, or one off the grid,
/// is no node, so that no path begins or ends there; and a start that is the goal is found.
template <class Grid>
[[nodiscard]] constexpr status status_between(const Grid& g, cell start, cell goal) noexcept {
    if (!g.open(start) || !g.open(goal)) return status::exhausted;
    return start == goal ? status::found : status::running;
}

}  // namespace senda::detail
