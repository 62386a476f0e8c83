// SPDX-License-Identifier: MIT
// Distances by the million: hub labels of a road map.
#include <senda/graph/csr.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/search/dijkstra.hpp>

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
    const senda::hub_labels labels{roads, {.threads = 2}};
    if (!labels) return 1;  // a limit, of which there is none here
    std::cout << labels.bytes() / labels.node_count() << " bytes a node\n";

    std::uint64_t sum = 0;
    for (id a = 0; a < labels.node_count(); a += 7)
        for (id b = 0; b < labels.node_count(); b += 7) sum += labels.distance(a, b);
    std::cout << "all together " << sum << " s\n";

    const id from = 1'200, to = 2'880;
    const auto checked = senda::dijkstra(town, from, to);
    std::cout << labels.distance(from, to) << " s, by dijkstra " << checked.cost << " s\n";
    return labels.distance(from, to) == checked.cost ? 0 : 1;
}
