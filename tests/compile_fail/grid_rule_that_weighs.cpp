// SPDX-License-Identifier: MIT
// EXPECT: the rule of a grid without weights returns bool
#include <senda/graph/grid.hpp>

int main() {
    const auto rule = [](senda::cell c) { return c.x + c.y; };
#ifndef WITHOUT_FAULT
    const senda::grid room(5, 5, rule);
#else
    const senda::weighted_grid room(5, 5, rule);
#endif
    return room.width();
}
