// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: returns_a_range<
#include <array>
#include <senda/senda.hpp>

int main() {
#ifndef WITHOUT_FAULT
    auto next = [](int n) { return n + 1; };
#else
    auto next = [](int n) { return std::array{n + 1}; };
#endif
    return senda::bfs(next, 1, 23).cost;
}
