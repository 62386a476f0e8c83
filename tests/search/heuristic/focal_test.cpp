// SPDX-License-Identifier: MIT
#include <senda/search/focal.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <doctest/doctest.h>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/dijkstra.hpp>

#include "bounded_tests.hpp"
#include "support/heuristics.hpp"

namespace focal_tests {

constexpr auto search = [](const auto& g, const auto& start, const auto& goal, const auto& h,
                           const auto& d, const senda::options& o) {
    return senda::focal(g, start, goal, h, d, o);
};

}  // namespace focal_tests

TEST_CASE("focal finds a path within the bound, whatever the second estimate says") {
    support::check_whole_costs(400, focal_tests::search);
}

TEST_CASE("focal on real costs stays within the bound") {
    support::check_real_costs(200, focal_tests::search);
}

TEST_CASE("focal stopped after any number of expansions has a bound that holds") {
    support::check_bound_when_stopped(100, focal_tests::search);
}

TEST_CASE("focal takes several starts and goals, also at different costs") {
    support::check_several_ends(300, focal_tests::search);
}

TEST_CASE("focal with an estimate that is too high ends with a path that replays") {
    support::check_too_high(200, [](auto&&... asked) {
        return focal_tests::search(asked..., support::blind{}, {.weight = 1.3});
    });
}

TEST_CASE("focal goes straight for the goal where all of the field is within the bound") {
    const senda::octile_grid field{100, 100};
    const senda::cell goal{90, 50};
    const auto steps_left = [&](senda::cell c) {
        return std::max(std::abs(goal.x - c.x), std::abs(goal.y - c.y));
    };
    const auto found = senda::focal(field, senda::cell{10, 20}, goal, senda::zero_heuristic{},
                                    steps_left, {.weight = 1e9});
    CHECK(found.status == senda::status::found);
    CHECK(found.statistics.weight == 1e9);
    const auto blind = senda::dijkstra(field, senda::cell{10, 20}, goal);
    CHECK(found.statistics.expanded < blind.statistics.expanded / 10);
    const std::atomic<bool> stop{true};
    CHECK(senda::focal(field, senda::cell{10, 20}, goal, senda::octile{goal}, steps_left,
                       {.stop = stop})
              .status == senda::status::cancelled);
}
