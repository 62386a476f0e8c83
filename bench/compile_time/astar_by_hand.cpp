// SPDX-License-Identifier: MIT
// A shortest path across a room of 100 x 100 cells by A*, by a loop.
#include <cstdlib>
#include <limits>
#include <queue>
#include <vector>

namespace {

struct entry {
    int f;
    int g;
    int cell;
    bool operator<(const entry& other) const { return f != other.f ? f > other.f : g < other.g; }
};

}  // namespace

int main() {
    constexpr int side = 100;
    constexpr int goal = side * side - 1;
    const std::vector<char> wall(side * side);
    const auto estimate = [](int c) {
        return std::abs(c % side - goal % side) + std::abs(c / side - goal / side);
    };
    std::vector<int> least(side * side, std::numeric_limits<int>::max());
    std::vector<int> parent(side * side, -1);
    std::priority_queue<entry> open;
    least[0] = 0;
    open.push({estimate(0), 0, 0});
    while (!open.empty()) {
        const entry e = open.top();
        open.pop();
        if (e.g > least[e.cell]) continue;
        if (e.cell == goal) break;
        const auto relax = [&](int x, int y) {
            if (x < 0 || y < 0 || x >= side || y >= side) return;
            const int c = y * side + x;
            if (wall[c] != 0 || e.g + 1 >= least[c]) return;
            least[c] = e.g + 1;
            parent[c] = e.cell;
            open.push({least[c] + estimate(c), least[c], c});
        };
        const int x = e.cell % side;
        const int y = e.cell / side;
        relax(x, y - 1);
        relax(x + 1, y);
        relax(x, y + 1);
        relax(x - 1, y);
    }
    std::vector<int> path;
    for (int c = goal; c >= 0; c = parent[c]) path.push_back(c);
    return path.size() == 2 * side - 1 ? 0 : 1;
}
