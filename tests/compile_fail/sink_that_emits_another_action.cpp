// SPDX-License-Identifier: MIT
// EXPECT: Graph: the action emitted does not convert to action_type
#include <senda/search/dijkstra.hpp>
#include <string>

struct road {
    using cost_type = int;
#ifndef WITHOUT_FAULT
    using action_type = char;
#else
    using action_type = std::string;
#endif
    void successors(int n, auto&& emit) const { emit(n + 1, 1, std::string("onward")); }
};

int main() { return senda::dijkstra(road{}, 1, 23).cost; }
