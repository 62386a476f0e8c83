// SPDX-License-Identifier: MIT
// EXPECT: Graph: a graph that emits costs declares cost_type
#include <senda/search/dijkstra.hpp>

struct road {
#ifdef WITHOUT_FAULT
    using cost_type = int;
#endif
    void successors(int n, auto&& emit) const { emit(n + 1, 3); }
};

int main() { return senda::dijkstra(road{}, 1, 23).cost; }
