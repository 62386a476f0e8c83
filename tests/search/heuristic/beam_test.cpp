// SPDX-License-Identifier: MIT
#include <senda/search/beam.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/verify.hpp>
#include <string>

#include "support/checks.hpp"
#include "support/heuristics.hpp"

namespace beam_test {

using namespace support;
using senda::beam_growth;
using senda::status;

/// A path or proof where the beam left nothing out, and an honest answer where it did.
template <class Result>
void check_beam(const test_graph& graph, const Result& answer, int start, int goal, wide best) {
    if (answer.status == status::width_limit) {
        check_no_path(answer, status::width_limit);
        CHECK(static_cast<wide>(answer.lower_bound) <= best);
    } else {
        check_sound(graph, answer, start, goal, best);
    }
}

TEST_CASE("a beam of any width never claims what it did not prove") {
    int too_narrow = 0;
    for_each_graph(500, 20, [&](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        const auto h = random.percent(50) ? random_admissible<int>(least, {goal}, random)
                                          : nonsense<int>(graph.node_count(), 9, random);
        for (const std::size_t width : {0U, 1U, 2U, 3U, 5U, 100U}) {
            const auto answer = senda::beam(dense, start, goal, h, width);
            CHECK(senda::verify(dense, start, goal, answer));
            check_same(senda::beam(as_hashed(dense), start, goal, h, width), answer);
            too_narrow += answer.status == status::width_limit ? 1 : 0;
            if (answer.status == status::width_limit) {
                check_no_path(answer, status::width_limit);
            } else if (best == unreachable) {
                check_exhausted(answer);
            } else {
                check_replays(graph, answer, start, goal);
                CHECK(static_cast<wide>(answer.cost) >= best);
            }
            if (width == 100) CHECK(answer.status != status::width_limit);
        }
    });
    CHECK(too_narrow > rounds(50));
}

TEST_CASE("a beam says a lower bound that holds if the estimate is admissible") {
    for_each_graph(400, 16, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        const auto h = random_admissible<int>(least, {goal}, random);
        for (const std::size_t width : {1U, 2U, 4U}) {
            check_beam(graph, senda::beam(dense, start, goal, h, width), start, goal, best);
            for (const auto growth : {beam_growth::fixed, beam_growth::doubling}) {
                const auto full = senda::beam(dense, start, goal, h, {width, growth});
                for (std::uint64_t most = 0; most < full.statistics.expanded; ++most) {
                    const auto cut = senda::beam(dense, start, goal, h, {width, growth},
                                                 {.limits = {.expansions = most}});
                    check_no_path(cut, status::expansion_limit);
                    CHECK(static_cast<wide>(cut.lower_bound) <= best);
                }
                for (int most = 0; most < 8; ++most) {
                    const auto cut = senda::beam(dense, start, goal, h, {width, growth},
                                                 {.limits = {.cost = most}});
                    CHECK(static_cast<wide>(cut.lower_bound) <= best);
                    if (cut.status == status::exhausted) CHECK(best == unreachable);
                    if (cut.status == status::cost_limit) CHECK(best > most);
                    if (cut.status == status::found) CHECK(cut.cost <= most);
                    if (growth == beam_growth::doubling && best <= most)
                        CHECK(cut.status == status::found);
                }
            }
        }
    });
}

TEST_CASE("a beam that doubles finds a path if there is one, and proves it if there is none") {
    for_each_graph(500, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto answer = senda::beam(dense, start, goal, h, {1, beam_growth::doubling});
        check_sound(graph, answer, start, goal, between(least, start, goal));

        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide best = least_between(least, starts, goals);
        const auto several =
            senda::beam(dense, senda::any_of(starts), senda::any_of(goals),
                        random_admissible<int>(least, goals, random), {2, beam_growth::doubling});
        if (best == unreachable) return check_exhausted(several);
        REQUIRE(several.status == status::found);
        CHECK(starts.count(several.path.front()) == 1);
        CHECK(goals.count(several.path.back()) == 1);
        CHECK_EQ(replay_fault(graph, several), "");
    });
}

TEST_CASE("a beam that leaves nothing out finds the fewest edges where each costs one") {
    for_each_graph(200, 20, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto wide_beam = senda::beam(as_nodes(graph), start, goal, blind{}, 1000);
        const auto layers = senda::bfs(as_nodes(graph), start, goal);
        CHECK(wide_beam.status == layers.status);
        CHECK(wide_beam.cost == layers.cost);
    });
}

TEST_CASE("a wider beam on a grid takes more nodes, and a narrow one little memory") {
    const senda::grid g(200, 200, [](senda::cell c) { return c.x % 20 != 10 || c.y % 37 == 5; });
    const senda::cell start{0, 0};
    const senda::cell goal{199, 199};
    const auto narrow = senda::beam(g, start, goal, senda::manhattan{goal}, 40);
    const auto broad = senda::beam(g, start, goal, senda::manhattan{goal}, 400);
    const auto all = senda::bfs(g, senda::any_of{start}, goal);
    REQUIRE(narrow.status == status::found);
    REQUIRE(broad.status == status::found);
    CHECK(senda::verify(g, start, goal, narrow));
    CHECK(narrow.statistics.expanded < broad.statistics.expanded);
    CHECK(narrow.statistics.expanded < all.statistics.expanded / 2);
    CHECK(broad.cost >= all.cost);
}

TEST_CASE("a beam steps, restarts, stops when it is told to, and goes by name") {
    const std::atomic<bool> stopped{true};
    for_each_graph(80, 14, [&](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        table_heuristic<int> h;
        senda::beam_search search{dense, 0, 0, h, {2, beam_growth::doubling}};
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            h = random_admissible<int>(least, {goal}, random);
            search.restart(start, goal);
            while (search.step() == status::running) {
            }
            const auto whole = senda::beam(dense, start, goal, h, {2, beam_growth::doubling});
            check_same(search.result(), whole);
            if (whole.statistics.expanded == 0) continue;
            check_no_path(senda::beam(dense, start, goal, h, 2, {.stop = stopped}),
                          status::cancelled);
            check_no_path(senda::beam(dense, start, goal, h, 2, {.limits = {.bytes = 16}}),
                          status::memory_limit);
        }
    });
    CHECK(std::string(senda::to_string(status::width_limit)) == "width_limit");
    CHECK(senda::stopped_by(status::width_limit) == "the width of the beam");
}

}  // namespace beam_test
