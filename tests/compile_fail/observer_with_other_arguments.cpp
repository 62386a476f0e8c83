// SPDX-License-Identifier: MIT
// EXPECT: Observer: on_expand takes (node, cost)
#include <array>
#include <senda/search/bfs.hpp>
#include <string>

struct watcher {
#ifndef WITHOUT_FAULT
    void on_expand(const std::string&) {}
#else
    void on_expand(int) {}
#endif
};

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    return senda::bfs(next, 1, 23, {}, watcher{}).cost;
}
