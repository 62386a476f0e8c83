// SPDX-License-Identifier: MIT
// EXPECT: k_shortest
// EXPECT: std::size_t k
#include <array>
#include <senda/search/k_shortest.hpp>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    const senda::options limited{.limits = {.expansions = 100}};
#ifndef WITHOUT_FAULT
    return static_cast<int>(senda::k_shortest(next, 1, 23, limited).routes.size());
#else
    return static_cast<int>(senda::k_shortest(next, 1, 23, 3, limited).routes.size());
#endif
}
