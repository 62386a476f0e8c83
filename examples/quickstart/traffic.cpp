// SPDX-License-Identifier: MIT
// Roads whose traffic changes: the order of the nodes is found once, new costs are taken over in
// milliseconds, and queries take microseconds.
#include <senda/graph/csr.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <tuple>
#include <vector>

using id = std::uint32_t;

int main() {
    // Streets of a town of 60 x 60 corners, every tenth of them fast: from, to, seconds.
    std::vector<std::tuple<id, id, int>> streets;
    for (id n = 0; n < 3600; ++n) {
        const id x = n % 60, y = n / 60;
        if (x < 59) streets.emplace_back(n, n + 1, y % 10 == 5 ? 10 : 30);
        if (x > 0) streets.emplace_back(n, n - 1, y % 10 == 5 ? 10 : 30);
        if (y < 59) streets.emplace_back(n, n + 60, x % 10 == 5 ? 10 : 30);
        if (y > 0) streets.emplace_back(n, n - 60, x % 10 == 5 ? 10 : 30);
    }
    const auto town = *senda::csr<int>::from_edges(3600, streets);

    const senda::customizable_graph roads{town, {.threads = 2}};
    auto traffic = roads.customize();  // at night: the town's own costs
    const id home = 3, work = 3577;
    std::cout << "at night:  " << traffic.distance(home, work) << " s\n";

    // In the morning fast streets are jammed, and one street is closed.
    std::vector<int> morning;
    for (const auto& [from, to, seconds] : streets) {
        const bool is_closed = from / 60 == 20 && to == from + 1;
        morning.push_back(is_closed ? senda::infinite<int> : seconds == 10 ? 45 : seconds);
    }
    traffic.customize(morning, {.threads = 2});
    const auto trip = traffic.path(home, work);
    std::cout << "at eight:  " << trip.cost << " s, over " << trip.path.size() << " corners\n";

    for (std::size_t i = 0; i < streets.size(); ++i) std::get<2>(streets[i]) = morning[i];
    const auto jammed = *senda::csr<int>::from_edges(3600, streets);
    return trip.cost == senda::dijkstra(jammed, home, work).cost ? 0 : 1;
}
