// SPDX-License-Identifier: MIT
#include <everything.hpp>

#include <array>

int main() {
    const auto next = [](int n) { return std::array{2 * n, n + 1}; };
    return senda::bfs(next, 1, 23).cost == 7 ? 0 : 1;
}
