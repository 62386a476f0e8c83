// SPDX-License-Identifier: MIT
// EXPECT: any_angle needs a grid with diagonal steps
#include <senda/grid/any_angle.hpp>

int main() {
#ifndef WITHOUT_FAULT
    const senda::grid room(5, 5);
#else
    const senda::octile_grid room(5, 5);
#endif
    return static_cast<int>(senda::any_angle(room, {0, 0}, {4, 4}).cost);
}
