// SPDX-License-Identifier: MIT
// Dead ends of a 4-connected grid: parts that are joined to the rest by one cell, which no shortest
// path between cells elsewhere enters.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace senda {

namespace detail {

/// The cells beside a cell: north, east, south, west.
[[nodiscard]] constexpr std::array<cell, 4> cells_beside(cell c) noexcept {
    return {{{c.x, c.y - 1}, {c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}}};
}

/// How many neighbours of a cell are open.
template <class Grid>
[[nodiscard]] int ways_out(const Grid& g, cell c) noexcept {
    int ways = 0;
    for (const cell beside : cells_beside(c)) ways += g.open(beside);
    return ways;
}

/// Closes the dead ends of a grid but for cells that `keep` says yes to, and calls
/// `closed(cell, way)` for each, with the number of the direction that leads out. Of a part that is
/// nothing but a dead end, one cell stays.
template <class Grid, class Keep, class Closed>
void close_dead_ends(Grid& g, Keep&& keep, Closed&& closed) {
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) {
            cell at{x, y};
            while (g.open(at) && ways_out(g, at) == 1 && !keep(at)) {
                const std::array<cell, 4> beside = cells_beside(at);
                std::uint8_t way = 0;
                while (!g.open(beside[way])) ++way;
                g.close(at);
                closed(at, way);
                at = beside[way];
            }
        }
    }
}

}  // namespace detail

/// A 4-connected grid with its dead ends closed, except for the cells to keep and the ways to them.
/// Cells that are open in it are as far from each other as before.
template <class Weight>
[[nodiscard]] basic_grid<grid_moves::straight, Weight> fill_dead_ends(
    basic_grid<grid_moves::straight, Weight> g, std::initializer_list<cell> keep = {}) {
    const auto is_kept = [keep](cell c) {
        for (const cell k : keep)
            if (k == c) return true;
        return false;
    };
    detail::close_dead_ends(g, is_kept, [](cell, std::uint8_t) {});
    return g;
}

}  // namespace senda
