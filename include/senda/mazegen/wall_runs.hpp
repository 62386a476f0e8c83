// SPDX-License-Identifier: MIT
// The walls of a maze as few long lines, for those who draw it.
#pragma once

#include <senda/mazegen/maze.hpp>

#include <cstdint>

namespace senda::mazegen {

/// A corner where walls may meet; (0, 0) is the upper left of all, (cols, rows) the lower right.
struct corner {
    int x = 0;
    int y = 0;

    friend bool operator==(const corner&, const corner&) = default;
};

/// Walls in one line without a gap, from one corner to another to the right or below.
struct wall_run {
    corner from;
    corner to;

    friend bool operator==(const wall_run&, const wall_run&) = default;
};

namespace detail {

/// Calls `found(begin, end)` for each run of places below `count` that are walls.
template <class IsWall, class Found>
void for_each_run(int count, IsWall is_wall, Found found) {
    for (int at = 0; at < count; ++at) {
        if (!is_wall(at)) continue;
        const int begin = at;
        while (at < count && is_wall(at)) ++at;
        found(begin, at);
    }
}

}  // namespace detail

/// Calls `visit(wall_run)` for each line of walls, as long as it goes on. Each wall is in one run.
/// Level lines come first, row by row, then upright ones, column by column.
template <class Visit>
void for_each_wall_run(const maze& m, Visit&& visit) {
    for (int row = 0; row <= m.rows(); ++row)
        detail::for_each_run(
            m.cols(), [&](int col) { return m.above(row, col); },
            [&](int begin, int end) { visit(wall_run{{begin, row}, {end, row}}); });
    for (int col = 0; col <= m.cols(); ++col)
        detail::for_each_run(
            m.rows(), [&](int row) { return m.left_of(row, col); },
            [&](int begin, int end) { visit(wall_run{{col, begin}, {col, end}}); });
}

}  // namespace senda::mazegen
