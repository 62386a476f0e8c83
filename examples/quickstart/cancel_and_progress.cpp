// SPDX-License-Identifier: MIT
// "No path" and "gave up" never look alike, and a search can be watched, stepped and stopped.
#include <senda/search/bfs.hpp>

#include <array>
#include <atomic>
#include <iostream>

int main() {
    // From an odd number these moves reach odd numbers only, and there is no end to them.
    auto next = [](long long n) { return std::array{n + 2, 3 * n}; };
    auto even = [](long long n) { return n % 2 == 0; };

    // A limit: the answer says which one was met, and what is certain all the same.
    const auto limited = senda::bfs(next, 1, even, {.limits = {.expansions = 100'000}});
    std::cout << to_string(limited.status) << ": if there is a path at all, it has at least "
              << limited.lower_bound << " moves\n";

    // An observer: any of on_expand, on_generate and on_improve. Here it closes all above 1000.
    struct {
        senda::flow on_generate(long long, long long to) {
            return to > 1000 ? senda::flow::prune : senda::flow::proceed;
        }
    } fence;
    const auto fenced = senda::bfs(next, 1, even, {}, fence);
    std::cout << to_string(fenced.status) << ": there is no path below 1000\n";

    // Steps: between two of them a program can draw, or notice that somebody pressed a button.
    std::atomic<bool> button = false;
    senda::bfs_search search{next, 1, even, {.stop = button}};
    while (search.step(50'000) == senda::status::running) {
        std::cout << "  " << search.statistics().expanded << " numbers seen\n";
        if (search.statistics().expanded >= 200'000) button = true;
    }
    std::cout << to_string(search.status()) << ": the button was pressed\n";
}
