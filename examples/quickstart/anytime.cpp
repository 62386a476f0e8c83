// SPDX-License-Identifier: MIT
// A path now, and a better one as long as there is time: anytime_astar on a map with walls.
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/anytime_astar.hpp>

#include <cstdio>

int main() {
    // Walls with a gap at alternating ends, and rubble between them.
    const senda::octile_grid yard{400, 400, [](senda::cell c) {
                                      if (c.x % 40 == 20) return c.y % 200 > 8;
                                      return (c.x * 7 + c.y * 5) % 11 != 0;
                                  }};
    const senda::cell start{1, 200};
    const senda::cell goal{398, 201};

    // Every answer is cheaper than the one before; a plain break would stop the search.
    senda::anytime_astar_search search{yard, start, goal, senda::octile{goal}};
    while (search.next_answer()) {
        const auto answer = search.result();
        std::printf("%7.2f long, at most %.3f times the least, after %6llu expansions\n",
                    answer.cost, answer.factor(),
                    static_cast<unsigned long long>(answer.statistics.expanded));
    }

    // The best that is known after a millisecond.
    const auto soon =
        senda::anytime_astar(yard, start, goal, senda::octile{goal}, {.limits = {.time = 0.001}});
    if (soon) std::printf("%s: %.2f\n", to_string(soon.status), soon.cost);

    // The best there is.
    const auto best = senda::anytime_astar(yard, start, goal, senda::octile{goal});
    std::printf("%s: %.2f, %s\n", to_string(best.status), best.cost,
                best.is_optimal() ? "and none is shorter" : "perhaps not the shortest");
    return best.is_optimal() ? 0 : 1;
}
