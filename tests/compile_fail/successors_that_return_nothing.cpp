// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: returns_a_range<
#include <senda/search/dijkstra.hpp>
#include <utility>
#include <vector>

int main() {
#ifndef WITHOUT_FAULT
    auto next = [](int) {};
#else
    auto next = [](int n) { return std::vector{std::pair{n + 1, 2}}; };
#endif
    return senda::dijkstra(next, 1, 23).cost;
}
