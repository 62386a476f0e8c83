// SPDX-License-Identifier: MIT
// A graph that nobody stored: from n one can go to 2n and to n + 1, and a lambda says so.
#include <senda/search/bfs.hpp>

#include <array>
#include <iostream>

int main() {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };

    // The goal is a node ...
    auto found = senda::bfs(next, 1, 23);
    std::cout << "From 1 to 23 in " << found.cost << " moves:";
    for (int n : found.path) std::cout << ' ' << n;

    // ... or a question.
    auto nines = senda::bfs(next, 1, [](int n) { return n % 1000 == 999; });
    std::cout << "\nThe nearest number that ends in 999 is " << nines.path.back() << ", "
              << nines.cost << " moves away.\n";
}
