// SPDX-License-Identifier: MIT
// A route that takes at most half as long again as the fastest, found by looking at few places:
// focal search. Time is what counts, and how far it is as the crow flies says where to look first.
#include <senda/graph/csr.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/focal.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <tuple>
#include <vector>

using id = std::uint32_t;

int main() {
    // Streets of a town, every tenth of them fast: seconds from crossing to crossing.
    constexpr int side = 200;
    std::vector<std::tuple<id, id, id>> streets;
    const auto at = [](int x, int y) { return static_cast<id>(y * side + x); };
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const id bend = (at(x, y) * 2'654'435'761U) >> 28U;
            const id along = (y % 10 == 5 ? 20 : 25) + bend;
            const id across = (x % 10 == 5 ? 20 : 25) + bend;
            if (x > 0) streets.emplace_back(at(x, y), at(x - 1, y), along);
            if (x > 0) streets.emplace_back(at(x - 1, y), at(x, y), along);
            if (y > 0) streets.emplace_back(at(x, y), at(x, y - 1), across);
            if (y > 0) streets.emplace_back(at(x, y - 1), at(x, y), across);
        }
    }
    const auto town = *senda::csr<id>::from_edges(side * side, streets);
    const id from = at(20, 30), to = at(170, 150);

    const auto blocks = [](id n) {
        return std::abs(170 - static_cast<int>(n % side)) +
               std::abs(150 - static_cast<int>(n / side));
    };
    const auto seconds = [&](id n) { return 20 * blocks(n); };  // never too high

    const auto best = senda::astar(town, from, to, seconds);
    const auto quick = senda::focal(town, from, to, seconds, blocks, {.weight = 1.5});
    std::cout << "astar: " << best.cost << " s, " << best.statistics.expanded << " crossings\n"
              << "focal: " << quick.cost << " s, " << quick.statistics.expanded << " crossings; "
              << "none takes less than " << quick.lower_bound << " s\n";
    return quick.cost <= 1.5 * best.cost ? 0 : 1;
}
