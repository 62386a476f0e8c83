// SPDX-License-Identifier: MIT
// EXPECT: GoalOf<
// LAST: is_goal_of<
#include <array>
#include <senda/search/k_shortest.hpp>
#include <string>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
#ifndef WITHOUT_FAULT
    const std::string goal = "23";
#else
    const int goal = 23;
#endif
    return static_cast<int>(senda::k_shortest(next, 1, goal, 3).routes.size());
}
