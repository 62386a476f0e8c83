// SPDX-License-Identifier: MIT
// A road map without coordinates: landmarks make the estimate that guides A*. With an argument,
// such as roads/luxembourg_, it reads roads/luxembourg_first_out, head and travel_time: 32-bit
// numbers.
#include <senda/graph/csr.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/estimates/landmarks.hpp>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

using id = std::uint32_t;

/// The numbers of a file.
std::vector<id> numbers(const std::string& file) {
    std::vector<id> read;
    std::ifstream in(file, std::ios::binary);
    for (id n = 0; in.read(reinterpret_cast<char*>(&n), sizeof n);) read.push_back(n);
    return read;
}

int main(int argc, char** argv) {
    std::vector<std::tuple<id, id, id>> edges;  // from, to, seconds
    id nodes = 100 * 100;
    if (argc > 1) {
        const std::string stem = argv[1];
        const auto first = numbers(stem + "first_out"), head = numbers(stem + "head");
        const auto time = numbers(stem + "travel_time");
        nodes = static_cast<id>(first.size()) - 1;
        for (id n = 0; n < nodes; ++n)
            for (id e = first[n]; e < first[n + 1]; ++e) edges.emplace_back(n, head[e], time[e]);
    } else {  // streets of a town, every tenth of them fast, some of them one way
        for (id n = 0; n < nodes; ++n) {
            const id x = n % 100, y = n / 100, bend = (n * 2'654'435'761U) >> 28;
            if (x < 99) edges.emplace_back(n, n + 1, (y % 10 == 5 ? 10 : 30) + bend);
            if (x > 0 && bend != 3) edges.emplace_back(n, n - 1, (y % 10 == 5 ? 10 : 30) + bend);
            if (y < 99) edges.emplace_back(n, n + 100, (x % 10 == 5 ? 10 : 30) + bend);
            if (y > 0 && bend != 7) edges.emplace_back(n, n - 100, (x % 10 == 5 ? 10 : 30) + bend);
        }
    }
    const auto roads = *senda::csr<id>::from_edges(nodes, edges);

    const senda::landmarks far{roads};  // 8 of them, once for all queries
    std::cout << far.nodes().size() << " landmarks in " << far.bytes() / nodes << " bytes a node\n";

    const id from = nodes / 3, to = nodes - nodes / 5;
    const auto blind = senda::dijkstra(roads, from, to);
    const auto guided = senda::astar(roads, from, to, far.to(to));
    std::cout << "dijkstra: " << blind.cost << ", " << blind.statistics.expanded << " expanded\n"
              << "astar:    " << guided.cost << ", " << guided.statistics.expanded << " expanded\n";
    return guided.cost == blind.cost ? 0 : 1;
}
