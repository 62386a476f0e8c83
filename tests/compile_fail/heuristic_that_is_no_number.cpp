// SPDX-License-Identifier: MIT
// EXPECT: Heuristic<
// EXPECT: h(n)
#include <array>
#include <senda/search/astar.hpp>
#include <string>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
#ifndef WITHOUT_FAULT
    auto estimate = [](int n) { return std::to_string(n); };
#else
    auto estimate = [](int n) { return n < 23 ? 23 - n : 0; };
#endif
    return senda::astar(next, 1, 23, estimate).cost;
}
