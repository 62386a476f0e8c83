// SPDX-License-Identifier: MIT
// A walker in fog: it sees only the cells around it, and plans anew where it meets a wall.
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/incremental.hpp>

#include <iostream>

int main() {
    const auto real = senda::octile_grid::parse(
        "..........\n"
        ".#######..\n"
        ".......#..\n"
        ".#####.#..\n"
        ".....#.#..\n"
        ".....#....\n");
    if (!real) return 1;
    const senda::cell goal{9, 3};

    senda::octile_grid seen{real->width(), real->height()};  // in fog all seems open
    senda::d_star_lite plan{seen, {0, 3}, goal, senda::octile{goal}};

    const auto look_around = [&](senda::cell at) {
        for (int y = at.y - 1; y <= at.y + 1; ++y)
            for (int x = at.x - 1; x <= at.x + 1; ++x) {
                const senda::cell c{x, y};
                if (!seen.open(c) || real->open(c)) continue;
                seen.close(c);
                plan.changed(c);
            }
    };
    look_around(plan.start());
    int steps = 0;
    while (plan.run() == senda::status::found && plan.start() != goal) {
        plan.move_to(plan.next());
        look_around(plan.start());
        ++steps;
    }
    std::cout << (plan.start() == goal ? "there" : "no path") << " after " << steps << " steps\n";
}
