// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: can_expand<
#include <array>
#include <senda/search/bfs.hpp>

int main() {
#ifndef WITHOUT_FAULT
    const auto next = [calls = 0](int n) mutable { return ++calls, std::array{n + 1}; };
#else
    auto next = [calls = 0](int n) mutable { return ++calls, std::array{n + 1}; };
#endif
    return senda::bfs(next, 1, 23).cost;
}
