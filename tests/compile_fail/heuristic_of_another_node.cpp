// SPDX-License-Identifier: MIT
// EXPECT: Heuristic<
// EXPECT: h(n)
#include <array>
#include <senda/senda.hpp>
#include <string>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
#ifndef WITHOUT_FAULT
    auto estimate = [](const std::string& name) { return static_cast<int>(name.size()); };
#else
    auto estimate = [](int n) { return n < 23 ? 23 - n : 0; };
#endif
    return senda::astar(next, 1, 23, estimate).cost;
}
