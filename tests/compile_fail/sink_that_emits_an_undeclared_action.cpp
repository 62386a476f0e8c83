// SPDX-License-Identifier: MIT
// EXPECT: Graph: a graph that emits actions declares action_type
#include <senda/search/dijkstra.hpp>

struct road {
    using cost_type = int;
#ifdef WITHOUT_FAULT
    using action_type = char;
#endif
    void successors(int n, auto&& emit) const { emit(n + 1, 3, 'x'); }
};

int main() { return senda::dijkstra(road{}, 1, 23).cost; }
