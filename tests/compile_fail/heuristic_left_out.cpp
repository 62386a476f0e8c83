// SPDX-License-Identifier: MIT
// EXPECT: Heuristic<
#include <array>
#include <senda/search/ida_star.hpp>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    const senda::options limited{.limits = {.expansions = 100}};
#ifndef WITHOUT_FAULT
    return senda::ida_star(next, 1, 23, limited).cost;
#else
    return senda::ida_star(next, 1, 23, [](int n) { return n < 23 ? 23 - n : 0; }, limited).cost;
#endif
}
