// SPDX-License-Identifier: MIT
// senda as a module: `import senda;` has what the headers have, and is read in no time.
#include <iostream>

import senda;

int main() {
    senda::grid map(12, 5);
    for (int y = 0; y < 4; ++y) map.close({6, y});

    const senda::cell goal{11, 0};
    const auto found = senda::astar(map, {0, 0}, goal, senda::manhattan{goal});
    for (const auto& [x, y] : found.path) std::cout << '(' << x << ',' << y << ") ";
    std::cout << "\n" << found.cost << " steps, by " << found.engine << "\n";
}
