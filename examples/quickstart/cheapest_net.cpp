// SPDX-License-Identifier: MIT
// Cables between islands: the cheapest net, and then what a message costs between any two of them.
#include <senda/graph/csr.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/spanning_forest.hpp>

#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

int main() {
    const std::vector<std::string> islands{"Amantani", "Taquile", "Suasi", "Uros"};
    const auto possible = senda::csr<int>::from_undirected_edges(
        islands.size(), {{0, 1, 9}, {0, 2, 31}, {1, 2, 35}, {1, 3, 24}, {0, 3, 29}});
    const auto net = senda::spanning_forest(*possible);
    std::cout << net.cost << " km of cable:";
    for (const auto& [from, to, km] : net.edges)
        std::cout << ' ' << islands[from] << '-' << islands[to];
    std::cout << '\n';

    const auto built = senda::csr<int>::from_undirected_edges(islands.size(), net.edges);
    const auto between = senda::johnson(*built);
    for (std::size_t from = 0; from < between.size(); ++from) {
        for (const int km : between[from]) std::cout << km << '\t';
        std::cout << islands[from] << '\n';
    }
}
