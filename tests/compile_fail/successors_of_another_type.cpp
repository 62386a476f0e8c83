// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: can_expand<
#include <senda/search/bfs.hpp>
#include <string>
#include <vector>

int main() {
#ifndef WITHOUT_FAULT
    auto next = [](int n) { return std::vector<std::string>{std::to_string(n + 1)}; };
#else
    auto next = [](int n) { return std::vector<int>{n + 1}; };
#endif
    return senda::bfs(next, 1, 23).cost;
}
