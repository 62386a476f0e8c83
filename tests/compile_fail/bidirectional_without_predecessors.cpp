// SPDX-License-Identifier: MIT
// EXPECT: ReversibleGraph<
// LAST: has_predecessors<
#include <array>
#include <senda/graph/adaptors.hpp>
#include <senda/search/bidirectional.hpp>

int main() {
    auto next = [](int n) { return std::array{n + 1, n - 1}; };
#ifndef WITHOUT_FAULT
    return senda::bidirectional(next, 1, 23).cost;
#else
    return senda::bidirectional(senda::symmetric(next), 1, 23).cost;
#endif
}
