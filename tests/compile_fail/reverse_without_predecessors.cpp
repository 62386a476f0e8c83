// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: can_expand<
#include <array>
#include <senda/graph/adaptors.hpp>
#include <senda/search/bfs.hpp>

int main() {
    auto next = [](int n) { return std::array{n + 1, n - 1}; };
#ifndef WITHOUT_FAULT
    return senda::bfs(senda::reverse(next), 1, 23).cost;
#else
    return senda::bfs(senda::reverse(senda::symmetric(next)), 1, 23).cost;
#endif
}
