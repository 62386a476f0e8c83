// SPDX-License-Identifier: MIT
// EXPECT: Graph: the cost emitted does not fit cost_type
#include <senda/search/dijkstra.hpp>

struct road {
    using cost_type = unsigned;
#ifndef WITHOUT_FAULT
    int toll = -1;
#else
    unsigned toll = 1;
#endif
    void successors(int n, auto&& emit) const { emit(n + 1, toll); }
};

int main() { return static_cast<int>(senda::dijkstra(road{}, 1, 23).cost); }
