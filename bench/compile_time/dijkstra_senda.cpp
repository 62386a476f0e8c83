// SPDX-License-Identifier: MIT
// The cheapest path in a small graph of vectors by Dijkstra's algorithm, by senda.
#include <senda/search/dijkstra.hpp>

#include <utility>
#include <vector>

int main() {
    const std::vector<std::vector<std::pair<int, int>>> roads{
        {{1, 4}, {2, 1}}, {{3, 1}}, {{1, 2}, {3, 5}}, {}};
    const auto found = senda::dijkstra(roads, 0, 3);
    return found.cost == 4 && found.path.size() == 4 ? 0 : 1;
}
