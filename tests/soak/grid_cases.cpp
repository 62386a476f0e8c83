// SPDX-License-Identifier: MIT
// Searches made for grids.
#include "memory_case.hpp"

#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <cmath>

namespace soak {

namespace {

using senda::cell;
using senda::grid_moves;

/// A square that is open but for a wall before the last column, with a gap at its foot. From the
/// upper left corner to the upper right one a shortest way follows three sides.
struct walled {
    int side;

    explicit walled(double cells) : side(static_cast<int>(std::sqrt(std::min(cells, 1.2e9)))) {}

    [[nodiscard]] cell start() const { return {0, 0}; }
    [[nodiscard]] cell goal() const { return {side - 1, 0}; }
    [[nodiscard]] bool open(cell c) const { return c.x != side - 2 || c.y == side - 1; }
    [[nodiscard]] bool is_on_way(cell c) const {
        return c.x == 0 || c.y == side - 1 || c.x == side - 1;
    }
    /// In steps straight ahead, each at cost 1: the least, if nothing costs less.
    [[nodiscard]] double around() const { return 3.0 * (side - 1); }
};

template <class Grid>
Grid only_wall(const walled& w) {
    Grid g(w.side, w.side);
    for (int y = 0; y < w.side; ++y)
        if (!w.open({w.side - 2, y})) g.close({w.side - 2, y});
    return g;
}

/// A number below 256, always the same for a cell.
int noise(cell c) {
    const auto mixed = (static_cast<std::uint64_t>(c.x) << 32 | static_cast<unsigned>(c.y)) *
                       0x9e37'79b9'7f4a'7c15U;
    return static_cast<int>((mixed ^ mixed >> 29) * 0xbf58'476d'1ce4'e5b9U >> 56);
}

using octile_grid = senda::basic_grid<grid_moves::octile>;
using weighted_grid = senda::basic_grid<grid_moves::straight, unsigned char>;

octile_grid strewn(const walled& w) {
    return octile_grid(w.side, w.side,
                       [&](cell c) { return w.open(c) && (w.is_on_way(c) || noise(c) >= 80); });
}

/// What a search holds for every cell of a grid is made at once: a grid that is far too large is
/// refused before anything is taken, and one that is just too large in the middle.
template <unsigned Threads, int Times>
told bfs_in_tiles(std::uint64_t bytes, ready begin) {
    const walled w(Times * static_cast<double>(bytes));
    const auto g = only_wall<senda::grid>(w);
    begin();
    senda::options o = within(bytes);
    o.threads = Threads;
    return tell(senda::bfs(g, w.start(), w.goal(), o), w.around());
}

}  // namespace

std::vector<memory_case> searches_on_grids() {
    return {
        {"bfs on a far too large grid", bfs_in_tiles<1, 20>},
        {"bfs on a grid", bfs_in_tiles<1, 4>},
        {"bfs on a grid, two threads", bfs_in_tiles<2, 4>},
        {"astar on a grid",
         [](std::uint64_t bytes, ready begin) {
             const walled w(4.0 * static_cast<double>(bytes));
             const auto g = only_wall<senda::grid>(w);
             begin();
             return tell(
                 senda::astar(g, w.start(), w.goal(), senda::manhattan(w.goal()), within(bytes)),
                 w.around());
         }},
        {"dijkstra on a grid",
         [](std::uint64_t bytes, ready begin) {
             const walled w(static_cast<double>(bytes) / 6);
             const auto g = only_wall<senda::grid>(w);
             begin();
             return tell(senda::dijkstra(g, w.start(), w.goal(), within(bytes)), w.around());
         }},
        {"dijkstra on a grid with weights",
         [](std::uint64_t bytes, ready begin) {
             const walled w(1.0 * static_cast<double>(bytes));
             const weighted_grid g(w.side, w.side, [&](cell c) {
                 const int weight = w.is_on_way(c) ? 1 : 1 + noise(c) % 9;
                 return static_cast<unsigned char>(w.open(c) ? weight : weighted_grid::closed);
             });
             begin();
             return tell(senda::dijkstra(g, w.start(), w.goal(), within(bytes)), w.around());
         }},
        {"dijkstra on a grid with diagonals",
         [](std::uint64_t bytes, ready begin) {
             const walled w(static_cast<double>(bytes) / 3);
             const auto g = strewn(w);
             begin();
             return tell(senda::dijkstra(g, w.start(), w.goal(), within(bytes)), w.around());
         }},
        {"astar on a grid with diagonals",
         [](std::uint64_t bytes, ready begin) {
             const walled w(static_cast<double>(bytes) / 3);
             const auto g = strewn(w);
             begin();
             return tell(
                 senda::astar(g, w.start(), w.goal(), senda::octile(w.goal()), within(bytes)),
                 w.around());
         }},
        {"jump_point",
         [](std::uint64_t bytes, ready begin) {
             const walled w(1.1 * static_cast<double>(bytes));
             const auto g = strewn(w);
             begin();
             return tell(senda::jump_point(g, w.start(), w.goal(), within(bytes)), w.around());
         }},
    };
}

}  // namespace soak
