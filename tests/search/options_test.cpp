// SPDX-License-Identifier: MIT
#include <senda/search/options.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>

#include "support/checks.hpp"
#include "support/endless_graphs.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("an expansion limit stops exactly there with a valid lower bound") {
    for_each_graph(45, 12, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            INFO("algorithm: " << algorithm.name);
            if (algorithm.name == "ida_star" && graph.node_count() > 8) continue;
            const auto full = algorithm.call(dense, start, goal);
            const std::uint64_t needed = full.statistics.expanded;
            const std::uint64_t stride = needed / 20 + 1;
            for (std::uint64_t limit = 0; limit < needed; limit += stride) {
                const auto answer = algorithm.call(dense, start, goal,
                                                   senda::options{.limits = {.expansions = limit}});
                check_no_path(answer, senda::status::expansion_limit);
                CHECK(answer.statistics.expanded == limit);
                CHECK(static_cast<wide>(answer.lower_bound) <= best);
            }
            check_same(algorithm.call(dense, start, goal,
                                      senda::options{.limits = {.expansions = needed}}),
                       full);
        }
    });
}

TEST_CASE("an expansion limit is never passed and never changes an answer") {
    for_each_graph(45, 12, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const auto next = as_edges(graph);
        const edges_algorithm& bfs = on_edges("bfs");
        const auto full = bfs.call(next, start, goal);
        for (std::uint64_t limit = 0; limit <= full.statistics.expanded; ++limit) {
            const auto answer =
                bfs.call(next, start, goal, senda::options{.limits = {.expansions = limit}});
            CHECK(answer.statistics.expanded <= limit);
            if (answer.status == senda::status::expansion_limit) {
                check_no_path(answer, senda::status::expansion_limit);
                CHECK(static_cast<wide>(answer.lower_bound) <= best);
                CHECK(limit < full.statistics.expanded);
            } else {
                check_same_answer(answer, full);
            }
        }
    });
}

TEST_CASE("the lower bound of a stopped search grows with the work done") {
    test_graph row{1001};
    for (int node = 0; node < 1000; ++node) row.add(node, node + 1, 1);
    const auto chain = as_edges(row);
    for (const edges_algorithm& algorithm : edges_algorithms()) {
        if (!algorithm.optimal) continue;
        INFO("algorithm: " << algorithm.name);
        const auto answer =
            algorithm.call(chain, 0, 1000, senda::options{.limits = {.expansions = 500}});
        CHECK(answer.lower_bound <= 1000);
        CHECK(answer.lower_bound > 0);
        if (algorithm.name != "ida_star") CHECK(answer.lower_bound >= 499);
    }
}

TEST_CASE("limits of zero stop before the first expansion") {
    const plane everywhere;
    const position start{0, 0};
    const position goal{3, 4};
    for (const plane_algorithm& algorithm : plane_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        const auto none =
            algorithm.call(everywhere, start, goal, senda::options{.limits = {.expansions = 0}});
        check_no_path(none, senda::status::expansion_limit);
        CHECK(none.statistics.expanded == 0);
        CHECK(none.lower_bound <= 7);
        const auto poor =
            algorithm.call(everywhere, start, goal, senda::options{.limits = {.bytes = 0}});
        check_no_path(poor, senda::status::memory_limit);
        CHECK(poor.statistics.expanded == 0);
        CHECK(poor.statistics.bytes == 0);
        CHECK(poor.lower_bound <= 7);
        const auto hasty =
            algorithm.call(everywhere, start, goal, senda::options{.limits = {.time = 0.0}});
        check_no_path(hasty, senda::status::time_limit);
        CHECK(hasty.statistics.expanded == 0);
        CHECK(hasty.lower_bound <= 7);
        const auto stingy =
            algorithm.call(everywhere, start, goal, senda::options{.limits = {.cost = 0}});
        check_no_path(stingy, senda::status::cost_limit);
        CHECK(stingy.statistics.expanded <= 2);
        CHECK(stingy.lower_bound <= 7);
    }
}

TEST_CASE("a search without options has no limits") {
    const senda::options none;
    CHECK(none.weight == 1);
    CHECK_FALSE(none.stop.stop_requested());
    CHECK(none.limits.expansions == std::numeric_limits<std::uint64_t>::max());
    CHECK(none.limits.bytes == std::numeric_limits<std::uint64_t>::max());
    CHECK(none.limits.cost == std::numeric_limits<double>::infinity());
    CHECK(none.limits.time.seconds() == std::numeric_limits<double>::infinity());
}

TEST_CASE("every status has its name") {
    CHECK(std::string{senda::to_string(senda::status::running)} == "running");
    CHECK(std::string{senda::to_string(senda::status::found)} == "found");
    CHECK(std::string{senda::to_string(senda::status::exhausted)} == "exhausted");
    CHECK(std::string{senda::to_string(senda::status::cancelled)} == "cancelled");
    CHECK(std::string{senda::to_string(senda::status::expansion_limit)} == "expansion_limit");
    CHECK(std::string{senda::to_string(senda::status::memory_limit)} == "memory_limit");
    CHECK(std::string{senda::to_string(senda::status::time_limit)} == "time_limit");
    CHECK(std::string{senda::to_string(senda::status::cost_limit)} == "cost_limit");
    CHECK(std::string{senda::to_string(senda::status::negative_cost)} == "negative_cost");
    CHECK(senda::stopped_by(senda::status::time_limit) == "the time limit");
    CHECK(senda::stopped_by(senda::status::found).empty());
    CHECK(senda::stopped_by(senda::status::exhausted).empty());
}
