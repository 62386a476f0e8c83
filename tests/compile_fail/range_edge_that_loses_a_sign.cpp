// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: costs_fit_cost_type<
#include <array>
#include <senda/graph/edge.hpp>
#include <senda/search/dijkstra.hpp>

struct road {
    using cost_type = unsigned;
#ifndef WITHOUT_FAULT
    using toll = int;
#else
    using toll = unsigned;
#endif
    std::array<senda::edge<int, toll, char>, 1> successors(int n) const {
        return {senda::edge{n + 1, toll{1}, 'u'}};
    }
};

int main() { return static_cast<int>(senda::dijkstra(road{}, 1, 23).cost); }
