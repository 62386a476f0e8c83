// SPDX-License-Identifier: MIT
// Dead ends of a 4-connected grid, which no shortest path between cells elsewhere enters.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

namespace senda {

namespace detail {

/// How many neighbours of a cell are open.
template <class Grid>
[[nodiscard]] int degree(const Grid& g, cell c) noexcept {
    int open = 0;
    for (const cell neighbour : four_neighbours(c)) open += g.open(neighbour);
    return open;
}

/// Closes dead ends but for cells that `keep` says yes to, and calls `closed(cell, direction)` with
/// the direction that leads out. Of a part that is nothing but a dead end, one cell stays.
template <class Grid, class Keep, class Closed>
void close_dead_ends(Grid& g, Keep&& keep, Closed&& closed) {
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) {
            cell at{x, y};
            while (g.open(at) && degree(g, at) == 1 && !keep(at)) {
                const std::array<cell, 4> neighbours = four_neighbours(at);
                std::uint8_t out = 0;
                while (!g.open(neighbours[out])) ++out;
                g.close(at);
                closed(at, out);
                at = neighbours[out];
            }
        }
    }
}

}  // namespace detail

/// A 4-connected grid with its dead ends closed, except for the cells to keep and the paths to
/// them. The distances between the cells that stay open are those of before.
template <class Weight>
[[nodiscard]] basic_grid<grid_moves::straight, Weight> fill_dead_ends(
    basic_grid<grid_moves::straight, Weight> g, std::initializer_list<cell> keep = {}) {
    const auto is_kept = [keep](cell c) {
        return std::find(keep.begin(), keep.end(), c) != keep.end();
    };
    detail::close_dead_ends(g, is_kept, [](cell, std::uint8_t) {});
    return g;
}

}  // namespace senda
