// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: costs_fit_cost_type<
#include <array>
#include <senda/graph/edge.hpp>
#include <senda/search/dijkstra.hpp>

struct road {
#ifndef WITHOUT_FAULT
    using cost_type = int;
#else
    using cost_type = double;
#endif
    std::array<senda::edge<int, double, char>, 1> successors(int n) const {
        return {senda::edge{n + 1, 0.9, 'u'}};
    }
};

int main() { return static_cast<int>(senda::dijkstra(road{}, 1, 23).cost); }
