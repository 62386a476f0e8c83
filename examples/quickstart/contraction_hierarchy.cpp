// SPDX-License-Identifier: MIT
// A road network made ready once for many queries.
#include <senda/graph/csr.hpp>
#include <senda/roads/contraction_hierarchy.hpp>

#include <iostream>

int main() {
    enum : unsigned { home, bridge, market, station, count };
    const auto roads = senda::csr<int>::from_edges(count, {{home, bridge, 4},
                                                           {bridge, market, 3},
                                                           {home, market, 9},
                                                           {market, station, 2},
                                                           {station, home, 20}});
    if (!roads) return 1;

    const senda::contraction_hierarchy ready{*roads};
    const auto path = ready.path(home, station);
    std::cout << "minutes to the station: " << path.cost << ", over " << path.path.size() - 2
              << " crossings\n"
              << "and back: " << ready.distance(station, home) << '\n';
    return path.cost == 9 && ready.distance(station, home) == 20 ? 0 : 1;
}
