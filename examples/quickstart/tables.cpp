// SPDX-License-Identifier: MIT
// Who delivers what: a table of driving times and the nearest depots, in a prepared road map.
#include <senda/graph/csr.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/many_to_many.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <tuple>
#include <vector>

using id = std::uint32_t;

int main() {
    // Streets of a town, every tenth of them fast, some of them one way.
    constexpr id side = 60;
    std::vector<std::tuple<id, id, id>> edges;  // from, to, seconds
    for (id n = 0; n < side * side; ++n) {
        const id x = n % side, y = n / side, bend = (n * 2'654'435'761U) >> 28;
        if (x + 1 < side) edges.emplace_back(n, n + 1, (y % 10 == 5 ? 10 : 30) + bend);
        if (x > 0 && bend != 3) edges.emplace_back(n, n - 1, (y % 10 == 5 ? 10 : 30) + bend);
        if (y + 1 < side) edges.emplace_back(n, n + side, (x % 10 == 5 ? 10 : 30) + bend);
        if (y > 0 && bend != 7) edges.emplace_back(n, n - side, (x % 10 == 5 ? 10 : 30) + bend);
    }
    const auto town = *senda::csr<id>::from_edges(side * side, edges);
    const senda::contraction_hierarchy roads{town};

    const std::vector<id> depots{62, 117, 1'830, 3'482, 3'537}, customers{905, 1'234, 2'400, 3'001};
    const auto seconds = senda::distance_matrix(roads, depots, customers);
    if (!seconds) return 1;
    for (std::size_t i = 0; i < depots.size(); ++i) {
        std::cout << "depot " << depots[i] << ':';
        for (const id s : seconds[i]) std::cout << ' ' << s;
        std::cout << '\n';
    }

    const senda::nearest_of near{roads, depots};
    for (const id customer : customers) {
        std::cout << "customer " << customer << ':';
        for (const auto& [depot, cost] : near.to(customer, 2).nodes)
            std::cout << ' ' << depot << " in " << cost << " s";
        std::cout << '\n';
    }
}
