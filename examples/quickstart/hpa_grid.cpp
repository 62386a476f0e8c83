// SPDX-License-Identifier: MIT
// A large map whose gates open and close: near-shortest routes, repaired region by region.
#include <senda/graph/grid.hpp>
#include <senda/grid/hpa_grid.hpp>

#include <iostream>

int main() {
    // Walls with a gate every 200 columns: at the top of one wall, at the bottom of the next.
    const auto is_open = [](senda::cell c) {
        return c.x % 200 != 100 || c.y == (c.x % 400 == 100 ? 10 : 990);
    };
    senda::hpa_grid map{senda::octile_grid(1000, 1000, is_open)};

    const senda::cell home{5, 500};
    const senda::cell tower{995, 500};
    const auto report = [&](const char* what) {
        const auto route = map.route(home, tower);
        std::cout << what << ": ";
        if (!route) {
            std::cout << "no path\n";
            return;
        }
        // A walker needs only the first steps; all of them are map.cells(route).
        const auto first = map.cells(route, 3);
        std::cout << static_cast<int>(route.cost) << " long by " << route.waypoints.size()
                  << " waypoints, next to " << first[1].x << ", " << first[1].y << '\n';
    };

    report("gates");
    map.set({100, 500});  // a shorter way through the first wall
    report("a breach");
    map.close({300, 990});  // the only gate of the second wall
    report("a gate closed");
    map.set({300, 400});
    report("another opened");
}
