// SPDX-License-Identifier: MIT
// A map of hexagons, and the same with its left and right sides joined.
#include <senda/graph/heuristics.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/graph/wrapping.hpp>
#include <senda/search/astar.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

namespace {

void print(const senda::hexagonal_grid& map, const std::vector<senda::hex_cell>& path) {
    for (int y = 0; y < map.height(); ++y) {
        if (y % 2 == 1) std::cout << ' ';
        for (int x = 0; x < map.width(); ++x) {
            const senda::hex_cell here = senda::from_offset({x, y});
            const bool walked = std::count(path.begin(), path.end(), here) > 0;
            std::cout << (walked ? "* " : map.open(here) ? ". " : "# ");
        }
        std::cout << '\n';
    }
    std::cout << path.size() - 1 << " steps\n";
}

}  // namespace

int main() {
    const auto map = senda::hexagonal_grid::parse(
        "...#....\n"
        ".#.#.#..\n"
        ".#...#..\n"
        ".#####..\n"
        "........\n"
        ".#.#..#.\n");
    if (!map) return 1;  // map.error() would say what is wrong, with line and column

    const senda::hex_cell start = senda::from_offset({2, 1});
    const senda::hex_cell goal = senda::from_offset({7, 1});
    const senda::hexagonal estimate{goal};
    print(*map, senda::astar(*map, start, goal, estimate).path);

    const auto globe = senda::wrapped(*map, senda::around::x);
    if (!globe) return 1;
    print(*map, senda::astar(*globe, start, goal, globe->distance(estimate)).path);
}
