// SPDX-License-Identifier: MIT
#include <senda/search/focal.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>

#include "bounded_tests.hpp"
#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/random_graphs.hpp"
#include "support/reference.hpp"
#include "support/views.hpp"

namespace focal_tests {

using namespace support;

table_heuristic<double> any_second(int node_count, split_mix64& random) {
    table_heuristic<double> d;
    for (int n = 0; n < node_count; ++n)
        d.estimate.push_back(random.percent(5) ? std::nan("") : 20 * random.unit() - 5);
    return d;
}

template <class Found>
void check_within(const Found& found, double weight, wide best) {
    CHECK(static_cast<double>(found.cost) <= weight * static_cast<double>(best) + 1e-9);
    CHECK(static_cast<double>(found.cost) <=
          weight * static_cast<double>(found.lower_bound) + 1e-9);
}

TEST_CASE("focal finds a path within the bound, whatever the second estimate says") {
    for_each_graph(400, 25, [&](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, best] = errand(graph, random);
        const double weight = random.percent(20) ? 1 : 1 + 3 * random.unit();
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto d = any_second(graph.node_count(), random);
        const auto found = senda::focal(dense, start, goal, h, d, {.weight = weight});
        check_sound(graph, found, start, goal, best);
        check_same(senda::focal(as_hashed(dense), start, goal, h, d, {.weight = weight}), found);
        check_same(senda::focal(as_edges(graph), start, goal, h, d, {.weight = weight}), found);
        if (best == unreachable) return;
        check_within(found, weight, best);
        if (weight == 1) CHECK(found.cost == found.lower_bound);
    });
}

/// An answer is the one of dijkstra but for the bound.
template <class G, class Start, class Goal, class Found>
void check_near_dijkstra(const G& g, const Start& start, const Goal& goal, double weight,
                         const Found& found) {
    const auto sure = senda::dijkstra(g, start, goal);
    CHECK(found.status == sure.status);
    const auto replayed = senda::verify(g, start, goal, found);
    CHECK_MESSAGE(static_cast<bool>(replayed), replayed.message);
    CHECK(found.lower_bound <= sure.cost);
    if (sure) CHECK(found.cost <= weight * sure.cost + 1e-9);
}

TEST_CASE("focal on real costs stays within the bound") {
    for_each_graph(200, 20, [&](const test_graph& whole, split_mix64& random) {
        const auto graph = quarter(whole);
        const auto dense = as_dense(graph);
        const auto [least, _, start, goal, best] = errand(whole, random);
        const double weight = 1 + random.unit();
        const auto h = quarter(random_admissible<int>(least, {goal}, random));
        const auto d = any_second(graph.node_count(), random);
        const auto found = senda::focal(dense, start, goal, h, d, {.weight = weight});
        check_near_dijkstra(dense, start, goal, weight, found);
    });
}

TEST_CASE("focal takes several starts and goals, also at different costs") {
    for_each_graph(300, 15, [&](const test_graph& graph, split_mix64& random) {
        const dense_view dense{graph};
        const auto starts = some_priced(graph.node_count(), random);
        const auto goals = some_priced(graph.node_count(), random);
        const double weight = 1 + random.unit();
        const auto found = senda::focal(dense, senda::any_of(starts), senda::any_of(goals), blind{},
                                        any_second(graph.node_count(), random), {.weight = weight});
        check_near_dijkstra(dense, senda::any_of(starts), senda::any_of(goals), weight, found);
    });
}

TEST_CASE("focal stopped after any number of expansions has a bound that holds") {
    for_each_graph(100, 12, [&](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, best] = errand(graph, random);
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto d = any_second(graph.node_count(), random);
        const auto full = senda::focal(dense, start, goal, h, d, {.weight = 1.5});
        int before = 0;
        for (std::uint64_t limit = 0; limit < full.statistics.expanded; ++limit) {
            const auto less = senda::focal(dense, start, goal, h, d,
                                           {.limits = {.expansions = limit}, .weight = 1.5});
            check_no_path(less, senda::status::expansion_limit);
            CHECK(static_cast<wide>(less.lower_bound) <= best);
            CHECK(less.lower_bound >= before);
            before = less.lower_bound;
        }
        const auto enough =
            senda::focal(dense, start, goal, h, d,
                         {.limits = {.expansions = full.statistics.expanded}, .weight = 1.5});
        check_same(enough, full);
    });
}

TEST_CASE("focal with an estimate that is too high ends with a path that replays") {
    check_too_high(200, [](auto&&... asked) {
        return senda::focal(asked..., blind{}, senda::options{.weight = 1.3});
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

}  // namespace focal_tests
