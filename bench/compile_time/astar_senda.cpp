// SPDX-License-Identifier: MIT
// A shortest path across a room of 100 x 100 cells by A*, by senda.
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>

int main() {
    const senda::grid room(100, 100);
    const senda::cell goal{99, 99};
    return senda::astar(room, {0, 0}, goal, senda::manhattan{goal}).path.size() == 199 ? 0 : 1;
}
