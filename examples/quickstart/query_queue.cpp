// SPDX-License-Identifier: MIT
// A hundred units on a map whose doors open and close: each tick has a budget for their paths.
#include <senda/graph/grid.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/search/query_queue.hpp>

#include <iostream>
#include <vector>

struct unit {
    senda::cell place, goal;
    senda::query_ticket ticket = {};
    std::vector<senda::cell> path = {};  // backward: the next cell is the last
};

int main() {
    // Walls with five doors each.
    senda::hpa_grid map{senda::octile_grid(
        200, 200, [](senda::cell c) { return c.x % 40 != 20 || c.y % 40 == 20; })};
    senda::query_queue queue(map, {.threads = 4});
    std::vector<unit> units;
    for (int i = 0; i < 100; ++i) units.push_back({{i % 10, 2 * i}, {199 - i % 10, 199 - 2 * i}});
    for (unit& u : units) u.ticket = queue.ask(u.place, u.goal);

    for (int tick = 1, there = 0; there < 100; ++tick) {
        // In a game queue.work(0.0005): all that half a millisecond is enough for.
        const auto waiting = queue.work_on(8);

        // Until the next tick nobody looks at the map.
        const senda::cell door{20 + 40 * (tick % 4), 20 + 40 * (tick % 7 % 5)};
        if (tick % 10 == 0) map.open(door) ? map.close(door) : map.set(door);

        there = 0;
        for (unit& u : units) {
            there += u.place == u.goal;
            if (u.place == u.goal || queue.is_waiting(u.ticket)) continue;
            if (const auto found = queue.take(u.ticket))
                u.path.assign(found->path.rbegin(), found->path.rend());
            if (!u.path.empty() && u.path.back() == u.place) u.path.pop_back();
            if (u.path.empty() || !map.open(u.path.back())) {
                u.ticket = queue.ask(u.place, u.goal);  // a door was closed
            } else {
                u.place = u.path.back();
            }
        }
        if (tick % 60 == 1)
            std::cout << "tick " << tick << ": " << waiting << " wait, " << there << " are there\n";
    }
}
