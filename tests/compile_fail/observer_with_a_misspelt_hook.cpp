// SPDX-License-Identifier: MIT
// EXPECT: Observer: none of on_expand(node, cost), on_generate(from, to, cost) and on_improve
#include <array>
#include <senda/search/bfs.hpp>

struct watcher {
#ifndef WITHOUT_FAULT
    void on_expanded(int) {}
#else
    void on_expand(int) {}
#endif
};

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    return senda::bfs(next, 1, 23, {}, watcher{}).cost;
}
