// SPDX-License-Identifier: MIT
// A crowd of walkers of two sizes: one flow field a size, and each walker asks for its next step.
#include <senda/graph/clearance.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/flow_field.hpp>

#include <iostream>
#include <vector>

int main() {
    auto town = senda::octile_grid::parse(
        "................\n"
        "................\n"
        "..###.########..\n"
        "..#..........#..\n"
        "..#..........#..\n"
        "..##.#########..\n"
        "................\n"
        "................\n");
    if (!town) return 1;

    senda::clearance_map clearance(*town);
    senda::octile_grid wide = clearance.for_size(2);  // for walkers of 2 x 2 cells
    const senda::cell gate{14, 6};
    senda::flow_field small(*town, gate, senda::flow_memory::distances);
    senda::flow_field large(wide, gate, senda::flow_memory::distances);

    const auto walk_all = [&] {
        for (const senda::cell start : {senda::cell{0, 0}, {4, 3}, {9, 0}, {3, 6}}) {
            std::cout << "from " << start.x << ',' << start.y << ':';
            for (const auto* field : {&small, &large}) {
                const auto path = field->path(start);
                if (path) std::cout << "  " << path.path.size() - 1 << " steps";
                if (!path) std::cout << "  no way";
            }
            std::cout << '\n';
        }
    };
    std::cout << "       small, large\n";
    walk_all();

    const senda::cell cart{9, 6};  // it leaves room for the small ones
    town->close(cart);
    clearance.changed(cart);
    small.changed(cart);
    large.changed(clearance.update(wide, 2, cart));
    std::cout << "a cart at 9,6: " << large.statistics().expanded << " cells looked at again\n";
    walk_all();
}
