// SPDX-License-Identifier: MIT
#include <maze/connectivity.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace senda::maze;

/// Steps to the end by the definition: a cell is one step further than its nearest neighbour.
std::vector<std::uint32_t> by_definition(const board& b) {
    std::vector<std::uint32_t> steps(b.bound(), far_away);
    steps[b.end()] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (place p = 0; p < b.bound(); ++p) {
            if (!b.contains(p) || b[p] == '#') continue;
            b.for_each_neighbour(p, [&](place n) {
                if (steps[n] == far_away || steps[n] + 1 >= steps[p]) return;
                steps[p] = steps[n] + 1;
                changed = true;
            });
        }
    }
    return steps;
}

}  // namespace

TEST_CASE("the steps to the end ignore life and treasures") {
    const board deadly = *board::make(3, 11, 10,
                                      "###########"
                                      "#S9999999E#"
                                      "###########");
    CHECK(connectivity_of(deadly) == connectivity{true, 8});
    const board walled = *board::make(4, 11, 10,
                                      "###########"
                                      "#S00000000#"
                                      "###########"
                                      "######E####");
    CHECK(connectivity_of(walled) == connectivity{false, far_away});
    CHECK(connectivity_of(*board::make(1, 2, 1, "ES")) == connectivity{true, 1});
}

TEST_CASE("the table of steps is what the definition says, on random mazes") {
    for (std::uint64_t seed = 0; seed < support::rounds(600U); ++seed) {
        const board b = support::random_maze(seed);
        const std::vector<std::uint32_t> expected = by_definition(b);
        CHECK(steps_to_end(b) == expected);
        const connectivity c = connectivity_of(b);
        CHECK(c.connected == (expected[b.start()] != far_away));
        CHECK(c.steps == expected[b.start()]);
        CHECK(c == connectivity_of(b, expected));
        senda::memory_budget budget;
        CHECK(detail::bfs_with_bitset(b, budget) == c);
        CHECK(budget.used() == 0);
        CHECK(detail::manhattan_distance(b, b.start(), b.end()) <= c.steps);
        const std::vector<place> path = shortest_path(b);
        CHECK(path.size() == (c.connected ? c.steps + std::size_t{1} : 0));
        for (std::size_t i = 0; i < path.size(); ++i) {
            CHECK(expected[path[i]] == c.steps - i);
            if (i > 0) CHECK(detail::manhattan_distance(b, path[i - 1], path[i]) == 1);
        }
        senda::memory_budget little(8);  // too little for the first bit and the first cell
        CHECK(detail::bfs_with_bitset(b, little) == std::nullopt);
    }
}

TEST_CASE("a large field takes no recursion") {
    std::string cells(1'000'000, '9');
    cells.front() = 'S';
    cells.back() = 'E';
    CHECK(connectivity_of(*board::make(1000, 1000, 1, cells)) == connectivity{true, 1998});
}
