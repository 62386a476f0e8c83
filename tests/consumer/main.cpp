// SPDX-License-Identifier: MIT
#include <senda/search/bfs.hpp>

#include <array>

int main() {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    return senda::bfs(next, 1, 23).cost == 7 ? 0 : 1;
}
