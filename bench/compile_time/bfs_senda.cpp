// SPDX-License-Identifier: MIT
// The fewest doublings and increments from 1 to 23, by senda.
#include <senda/search/bfs.hpp>

#include <array>

int main() {
    const auto next = [](int n) { return std::array{2 * n, n + 1}; };
    return senda::bfs(next, 1, 23).path.size() == 8 ? 0 : 1;
}
