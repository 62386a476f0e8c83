// SPDX-License-Identifier: MIT
// EXPECT: Moves != grid_moves::straight
#include <senda/grid/jump_point.hpp>

int main() {
#ifndef WITHOUT_FAULT
    const senda::grid room(5, 5);
#else
    const senda::octile_grid room(5, 5);
#endif
    return static_cast<int>(senda::jump_point(room, {0, 0}, {4, 4}).cost);
}
