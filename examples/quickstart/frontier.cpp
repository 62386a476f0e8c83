// SPDX-License-Identifier: MIT
// The fewest moves of a knight across an endless board, in the memory of the last three layers,
// beside a search that keeps all squares.
#include <senda/graph/adaptors.hpp>
#include <senda/graph/cell.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/frontier_bfs.hpp>

#include <array>
#include <iostream>

int main() {
    const auto knight = [](senda::cell c) {
        return std::array{senda::cell{c.x + 1, c.y + 2}, senda::cell{c.x + 2, c.y + 1},
                          senda::cell{c.x + 2, c.y - 1}, senda::cell{c.x + 1, c.y - 2},
                          senda::cell{c.x - 1, c.y - 2}, senda::cell{c.x - 2, c.y - 1},
                          senda::cell{c.x - 2, c.y + 1}, senda::cell{c.x - 1, c.y + 2}};
    };
    const senda::cell home{0, 0};
    const senda::cell away{200, 150};
    const auto lean = senda::frontier_bfs(senda::symmetric(knight), home, away);
    const auto all = senda::bfs(knight, home, away);
    std::cout << lean.cost << " moves in " << lean.statistics.bytes / 1000 << " kB; " << all.cost
              << " in " << all.statistics.bytes / 1000 << " kB\n";
}
