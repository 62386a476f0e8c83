// SPDX-License-Identifier: MIT
// The fewest doublings and increments from 1 to 23, by a loop.
#include <array>
#include <deque>
#include <unordered_map>
#include <vector>

int main() {
    const auto next = [](int n) { return std::array{2 * n, n + 1}; };
    std::unordered_map<int, int> parent{{1, 1}};
    std::deque<int> queue{1};
    while (!queue.empty() && queue.front() != 23) {
        const int n = queue.front();
        queue.pop_front();
        for (const int m : next(n))
            if (parent.emplace(m, n).second) queue.push_back(m);
    }
    std::vector<int> path;
    for (int n = 23; n != 1; n = parent.at(n)) path.push_back(n);
    return path.size() == 7 ? 0 : 1;
}
