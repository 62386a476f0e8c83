// SPDX-License-Identifier: MIT
// The cheapest path in a small graph of vectors by Dijkstra's algorithm, by a loop.
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

int main() {
    const std::vector<std::vector<std::pair<int, int>>> roads{
        {{1, 4}, {2, 1}}, {{3, 1}}, {{1, 2}, {3, 5}}, {}};
    std::vector<int> least(roads.size(), std::numeric_limits<int>::max());
    std::vector<int> parent(roads.size(), -1);
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> open;
    least[0] = 0;
    open.push({0, 0});
    while (!open.empty()) {
        const auto [cost, n] = open.top();
        open.pop();
        if (cost > least[n]) continue;
        if (n == 3) break;
        for (const auto& [to, step] : roads[n]) {
            if (cost + step >= least[to]) continue;
            least[to] = cost + step;
            parent[to] = n;
            open.push({least[to], to});
        }
    }
    std::vector<int> path;
    for (int n = 3; n >= 0; n = parent[n]) path.push_back(n);
    return least[3] == 4 && path.size() == 4 ? 0 : 1;
}
