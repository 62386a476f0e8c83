// SPDX-License-Identifier: MIT
// A road map without coordinates: landmarks make the estimate that guides A*. With an argument,
// such as roads/luxembourg_, it reads roads/luxembourg_first_out, head and travel_time.
#include <senda/estimates/landmarks.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/formats/binary_vectors.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

using id = std::uint32_t;

/// The roads of files, or streets of a town, every tenth of them fast, some of them one way.
senda::parsed<senda::csr<id>> read_roads(const std::string& stem) {
    if (!stem.empty())
        return senda::read_binary_graph({stem + "first_out", stem + "head", stem + "travel_time"});
    std::vector<std::tuple<id, id, id>> edges;  // from, to, seconds
    for (id n = 0; n < 100 * 100; ++n) {
        const id x = n % 100, y = n / 100, bend = (n * 2'654'435'761U) >> 28;
        if (x < 99) edges.emplace_back(n, n + 1, (y % 10 == 5 ? 10 : 30) + bend);
        if (x > 0 && bend != 3) edges.emplace_back(n, n - 1, (y % 10 == 5 ? 10 : 30) + bend);
        if (y < 99) edges.emplace_back(n, n + 100, (x % 10 == 5 ? 10 : 30) + bend);
        if (y > 0 && bend != 7) edges.emplace_back(n, n - 100, (x % 10 == 5 ? 10 : 30) + bend);
    }
    return senda::csr<id>::from_edges(100 * 100, edges);
}

int main(int argc, char** argv) {
    const auto read = read_roads(argc > 1 ? argv[1] : "");
    if (!read) {
        std::cerr << read.error().message << '\n';
        return 1;
    }
    const auto& roads = *read;
    const auto nodes = static_cast<id>(roads.node_count());
    const senda::landmarks alt{roads};  // 8 of them, once for all queries
    std::cout << alt.nodes().size() << " landmarks in " << alt.bytes() / nodes << " bytes a node\n";

    const id from = nodes / 3, to = nodes - nodes / 5;
    const auto blind = senda::dijkstra(roads, from, to);
    const auto guided = senda::astar(roads, from, to, alt.to(to));
    std::cout << "dijkstra: " << blind.cost << ", " << blind.statistics.expanded << " expanded\n"
              << "astar:    " << guided.cost << ", " << guided.statistics.expanded << " expanded\n";
    return guided.cost == blind.cost ? 0 : 1;
}
