// SPDX-License-Identifier: MIT
#include <senda/search/focal.hpp>

#include <doctest/doctest.h>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>

#include "bounded_tests.hpp"
#include "support/heuristics.hpp"

namespace explicit_estimation_tests {

constexpr auto search = [](const auto& g, const auto& start, const auto& goal, const auto& h,
                           const auto& d, const senda::options& o) {
    return senda::explicit_estimation(g, start, goal, h, d, o);
};

}  // namespace explicit_estimation_tests

TEST_CASE("explicit_estimation finds a path within the bound, whatever the second estimate says") {
    support::check_whole_costs(300, explicit_estimation_tests::search);
}

TEST_CASE("explicit_estimation on real costs stays within the bound") {
    support::check_real_costs(100, explicit_estimation_tests::search);
}

TEST_CASE("explicit_estimation stopped after any number of expansions has a bound that holds") {
    support::check_bound_when_stopped(100, explicit_estimation_tests::search);
}

TEST_CASE("explicit_estimation takes several starts and goals, also at different costs") {
    support::check_several_ends(300, explicit_estimation_tests::search);
}

TEST_CASE("explicit_estimation with an estimate that is too high ends with a path that replays") {
    support::check_too_high(100, [](auto&&... asked) {
        return explicit_estimation_tests::search(asked..., support::blind{}, {.weight = 1.3});
    });
}

TEST_CASE("explicit_estimation leads through a swamp without looking everywhere") {
    const senda::weighted_grid swamp{
        60, 60, [](senda::cell c) { return 4 + (c.x * 7 + c.y * 13 + c.x * c.y) % 3; }};
    const senda::cell start{0, 0};
    const senda::cell goal{59, 59};
    const auto steps = [&](senda::cell c) { return goal.x - c.x + goal.y - c.y; };
    const auto best = senda::dijkstra(swamp, start, goal);
    const auto found = senda::explicit_estimation(swamp, start, goal, senda::manhattan{goal, 4},
                                                  steps, {.weight = 1.5});
    CHECK(found.status == senda::status::found);
    CHECK(found.statistics.weight == 1.5);
    CHECK(senda::verify(swamp, start, goal, found));
    CHECK(found.cost <= 1.5 * best.cost);
    CHECK(found.statistics.expanded < 60 * 60 / 4);
}
