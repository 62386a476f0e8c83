// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: costs_fit_cost_type<
#include <array>
#include <senda/search/dijkstra.hpp>
#include <utility>

struct road {
#ifndef WITHOUT_FAULT
    using cost_type = int;
#else
    using cost_type = double;
#endif
    std::array<std::pair<int, double>, 1> successors(int n) const {
        return {std::pair{n + 1, 0.9}};
    }
};

int main() { return static_cast<int>(senda::dijkstra(road{}, 1, 23).cost); }
