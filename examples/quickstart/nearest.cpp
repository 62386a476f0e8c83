// SPDX-License-Identifier: MIT
// A click on a wall: the walker goes to the cell nearest to it instead of nowhere.
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/nearest.hpp>

#include <algorithm>
#include <iostream>

int main() {
    const auto map = senda::octile_grid::parse(
        "..............\n"
        "....######....\n"
        "....#....#....\n"
        "....#....#....\n"
        "....######....\n"
        "..............\n");
    if (!map) return 1;

    const senda::cell walker{1, 5};
    for (const senda::cell click : {senda::cell{12, 1}, senda::cell{7, 1}, senda::cell{6, 3}}) {
        const auto found = senda::nearest(*map, walker, senda::octile{click});
        const auto end = found.path.back();
        std::cout << "click on (" << click.x << ", " << click.y << "): " << found.path.size() - 1
                  << " steps to (" << end.x << ", " << end.y << ")\n";
        for (int y = 0; y < map->height(); ++y) {
            for (int x = 0; x < map->width(); ++x) {
                const senda::cell here{x, y};
                const bool is_walked = std::count(found.path.begin(), found.path.end(), here) > 0;
                std::cout << (here == click ? 'x' : is_walked ? '*' : map->open(here) ? ' ' : '#');
            }
            std::cout << '\n';
        }
    }
}
