// SPDX-License-Identifier: MIT
// Depth first, deeper and deeper: the fewest steps in a space without an end, and nothing is
// remembered but the path.
#include <senda/search/iterative_deepening.hpp>

#include <array>
#include <iostream>

int main() {
    // A calculator with two keys: double it, or take one away.
    const auto keys = [](long long n) { return std::array{2 * n, n - 1}; };

    const auto soon = senda::depth_limited_dfs(keys, 3, 100, 6);
    std::cout << "within 6 keys: " << to_string(soon.status) << ", it takes at least "
              << soon.lower_bound << '\n';

    const auto fewest = senda::iterative_deepening_dfs(keys, 3, 100);
    std::cout << fewest.cost << " keys:";
    for (const long long n : fewest.path) std::cout << ' ' << n;
    std::cout << "\n" << fewest.statistics.bytes / 1000 << " kB\n";
}
