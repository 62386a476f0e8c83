// SPDX-License-Identifier: MIT
// EXPECT: Graph: the cost emitted does not fit cost_type
#include <senda/search/dijkstra.hpp>

struct road {
#ifndef WITHOUT_FAULT
    using cost_type = int;
#else
    using cost_type = double;
#endif
    void successors(int n, auto&& emit) const { emit(n + 1, 0.5); }
};

int main() { return static_cast<int>(senda::dijkstra(road{}, 1, 23).cost); }
