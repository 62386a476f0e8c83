// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: actions_fit_action_type<
#include <array>
#include <senda/graph/edge.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>

struct road {
#ifndef WITHOUT_FAULT
    using action_type = char;
#else
    using action_type = std::string;
#endif
    std::array<senda::edge<int, int, std::string>, 1> successors(int n) const {
        return {senda::edge{n + 1, 1, std::string("onward")}};
    }
};

int main() { return senda::dijkstra(road{}, 1, 23).cost; }
