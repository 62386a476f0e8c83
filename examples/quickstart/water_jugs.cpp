// SPDX-License-Identifier: MIT
// Measure 4 litres with jugs of 3 and 5. A puzzle is a graph: states are nodes, moves are edges.
#include <senda/search/bfs.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

// A plain struct with == is a node; senda finds a hash for it by itself.
struct jugs {
    int three, five;
    bool operator==(const jugs&) const = default;
};

int main() {
    using move = senda::edge<jugs, senda::steps, const char*>;

    auto pour = [](jugs j) {
        const int up = std::min(j.three, 5 - j.five);    // what fits from three into five
        const int down = std::min(j.five, 3 - j.three);  // and the other way
        return std::vector<move>{{{3, j.five}, 1, "fill the 3"},
                                 {{j.three, 5}, 1, "fill the 5"},
                                 {{0, j.five}, 1, "empty the 3"},
                                 {{j.three, 0}, 1, "empty the 5"},
                                 {{j.three - up, j.five + up}, 1, "pour the 3 into the 5"},
                                 {{j.three + down, j.five - down}, 1, "pour the 5 into the 3"}};
    };

    const auto plan = senda::bfs(pour, jugs{0, 0}, [](jugs j) { return j.five == 4; });

    for (std::size_t i = 0; i < plan.actions.size(); ++i)
        std::cout << i + 1 << ". " << plan.actions[i] << ": " << plan.path[i + 1].three << " l and "
                  << plan.path[i + 1].five << " l\n";
}
