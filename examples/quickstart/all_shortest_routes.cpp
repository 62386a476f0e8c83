// SPDX-License-Identifier: MIT
// Not one shortest route but all of them: counted exactly, and made only when one looks at them.
#include <senda/graph/grid.hpp>
#include <senda/search/all_shortest.hpp>

#include <iostream>

int main() {
    const senda::grid town{3, 3};
    const auto walks = senda::all_shortest(town, {0, 0}, {2, 2});
    std::cout << "Across a town of 3 by 3 crossings there are " << walks.count()->to_string()
              << " shortest walks:\n";
    for (const auto& path : walks.routes()) {
        for (auto [x, y] : path) std::cout << ' ' << x << ',' << y;
        std::cout << '\n';
    }

    const senda::grid city{100, 100};
    const auto many = senda::all_shortest(city, {0, 0}, {99, 99});
    std::cout << "Across 100 by 100 there are " << many.count()->to_string() << ".\n";
}
