// SPDX-License-Identifier: MIT
// EXPECT: stop_token
#include <array>
#include <senda/search/bfs.hpp>
#include <stop_token>

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    std::stop_source source;
#ifndef WITHOUT_FAULT
    return senda::bfs(next, 1, 23, {.stop = source.get_token()}).cost;
#else
    const std::stop_token token = source.get_token();
    return senda::bfs(next, 1, 23, {.stop = token}).cost;
#endif
}
