// SPDX-License-Identifier: MIT
// A drawing is a graph of cells. A* with the Manhattan distance finds the shortest way through it.
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>

#include <algorithm>
#include <iostream>

int main() {
    const auto maze = senda::grid::parse(
        "......#.........\n"
        ".####.#.#######.\n"
        ".#..#.#.#.....#.\n"
        ".#.##.#.#.###.#.\n"
        ".#....#.#.#...#.\n"
        ".##.###.#.#.###.\n"
        "........#.#.....\n");
    if (!maze) return 1;  // maze.error() would say what is wrong, with line and column

    const senda::cell start{0, 0};
    const senda::cell goal{11, 4};
    const auto found = senda::astar(*maze, start, goal, senda::manhattan{goal});

    for (int y = 0; y < maze->height(); ++y) {
        for (int x = 0; x < maze->width(); ++x) {
            const senda::cell here{x, y};
            const bool walked = std::count(found.path.begin(), found.path.end(), here) > 0;
            std::cout << (walked ? '*' : maze->open(here) ? ' ' : '#');
        }
        std::cout << '\n';
    }
    std::cout << found.cost << " steps, after a look at " << found.statistics.expanded
              << " cells.\n";
}
