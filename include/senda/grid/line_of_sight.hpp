// SPDX-License-Identifier: MIT
// Whether two cells of a grid see each other, and paths pulled straight.
#pragma once

#include <senda/detail/grid/sight/segment.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <cstddef>
#include <vector>

namespace senda {

/// Whether the straight line between the centres of two open cells enters no closed cell. It may
/// touch corners; between two closed cells that touch at a corner it passes on
/// `octile_grid_cutting` only. Decided exactly, in time proportional to the cells on the line.
template <grid_moves Moves>
[[nodiscard]] bool line_of_sight(const basic_grid<Moves>& g, cell a, cell b) noexcept {
    static_assert(Moves != grid_moves::straight,
                  "a line of sight needs a grid with diagonal steps: octile_grid or "
                  "octile_grid_cutting");
    return g.open(a) && g.open(b) && detail::sees(detail::cell_rows<Moves>(g), a, b);
}

/// Pulls a path straight like a string: of its cells, those where the pulled one turns, with the
/// first and the last. Each sees the next, and the path is never longer than before; it is not the
/// shortest one, as `any_angle` finds it, since it keeps to the cells of the path. What does not
/// see its next cell in the path, as by a closed cell, is kept.
template <grid_moves Moves>
[[nodiscard]] std::vector<cell> pull_string(const basic_grid<Moves>& g,
                                            const std::vector<cell>& path) {
    std::vector<cell> pulled = path;
    for (std::size_t before = pulled.size() + 1; pulled.size() < before;) {
        before = pulled.size();
        std::size_t kept = 0;  // the last cell that is certain to stay
        for (std::size_t i = 2; i < before; ++i) {
            if (!line_of_sight(g, pulled[kept], pulled[i])) pulled[++kept] = pulled[i - 1];
        }
        if (before > 1) pulled[++kept] = pulled[before - 1];
        if (before != 0) pulled.resize(kept + 1);
    }
    return pulled;
}

}  // namespace senda
