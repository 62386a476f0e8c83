// SPDX-License-Identifier: MIT
// EXPECT: SearchableGraph<
// LAST: has_equality<
#include <array>
#include <senda/search/dijkstra.hpp>

struct position {
    int x;
#ifdef WITHOUT_FAULT
    bool operator==(const position&) const = default;
#endif
};

int main() {
    auto next = [](position p) { return std::array{position{p.x + 1}}; };
    return senda::dijkstra(next, position{0}, [](position p) { return p.x == 9; }).cost;
}
