// SPDX-License-Identifier: MIT
#include <everything.hpp>

#include <array>

int steps_seen_by_second();

static int steps_seen_by_first() {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    return senda::bfs(next, 1, 23).cost;
}

int main() { return steps_seen_by_first() == 7 && steps_seen_by_second() == 7 ? 0 : 1; }
