// SPDX-License-Identifier: MIT
// EXPECT: nearest: the estimate takes a node and returns a number
#include <senda/search/bfs.hpp>
#include <senda/search/nearest.hpp>

#include <array>

auto next(int n) { return std::array{n + 1}; }

int answer() {
#ifndef WITHOUT_FAULT
    return static_cast<int>(senda::bfs(next, 0, senda::nearest{3}).cost);
#else
    return static_cast<int>(senda::bfs(next, 0, senda::nearest{3, [](int n) { return n; }}).cost);
#endif
}
