// SPDX-License-Identifier: MIT
// EXPECT: GoalOf<
// LAST: is_goal_of<
#include <array>
#include <senda/search/bfs.hpp>
#include <string>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
#ifndef WITHOUT_FAULT
    return senda::bfs(next, 1, std::string{"23"}).cost;
#else
    return senda::bfs(next, 1, 23).cost;
#endif
}
