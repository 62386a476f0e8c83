// SPDX-License-Identifier: MIT
// EXPECT: Observer: a hook returns void or senda::flow
#include <array>
#include <senda/search/dijkstra.hpp>

struct watcher {
#ifndef WITHOUT_FAULT
    bool on_generate(int, int) { return true; }
#else
    senda::flow on_generate(int, int) { return senda::flow::proceed; }
#endif
};

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    return senda::dijkstra(next, 1, 23, {}, watcher{}).cost;
}
