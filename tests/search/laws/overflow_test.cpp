// SPDX-License-Identifier: MIT
// Costs near the end of their type: a right answer or an honest one, never a wrap.
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <type_traits>

#include "support/algorithms.hpp"
#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/rounds.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// A right answer, or an honest "beyond what the type holds". Never a wrap.
template <class Cost, class Answer>
void check_no_wrap(const basic_test_graph<Cost>& graph, const Answer& answer, int start, int goal,
                   wide best, bool optimal) {
    using total = std::decay_t<decltype(answer.cost)>;
    if (best == unreachable) {
        CHECK_FALSE(static_cast<bool>(answer));
        return;
    }
    CHECK(static_cast<wide>(answer.lower_bound) <= best);
    if (!fits<total>(best)) {
        check_no_path(answer, senda::status::cost_limit);
        return;
    }
    if (optimal || answer) {
        check_replays(graph, answer, start, goal);
        CHECK(static_cast<wide>(answer.cost) >= best);
        if (optimal) CHECK(same_cost(answer.cost, best));
    } else {
        CHECK(answer.status == senda::status::cost_limit);
    }
}

/// `for_each(check)` calls `check(algorithm)` for each algorithm.
template <class Cost, class ForEach>
void check_huge_costs(ForEach for_each) {
    split_mix64 random{42};
    for (int round = 0; round < support::rounds(200); ++round) {
        const auto graph = random_graph<Cost>(shape::huge_costs, 8, random);
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        CAPTURE(round);
        for_each([&](const auto& algorithm) {
            INFO("algorithm: " << algorithm.name);
            const auto answer = algorithm.call(dense, start, goal);
            check_no_wrap(graph, answer, start, goal, best, algorithm.optimal);
        });
    }
}

}  // namespace

TEST_CASE("costs near the end of int never wrap") {
    check_huge_costs<int>([](const auto& check) {
        for (const dense_algorithm& algorithm : dense_algorithms())
            if (algorithm.name != "bfs") check(algorithm);
    });
}

TEST_CASE("costs near the end of unsigned 64 bits never wrap") {
    check_huge_costs<std::uint64_t>([](const auto& check) {
        check(dfs_algorithm{});
        check(dijkstra_algorithm{});
        check(astar_algorithm{});
        check(ida_star_algorithm{});
        check(bidirectional_algorithm{});
    });
}

TEST_CASE("costs near the end of other types never wrap") {
    const auto exact = [](const auto& check) {
        check(dijkstra_algorithm{});
        check(bidirectional_algorithm{});
    };
    check_huge_costs<std::int64_t>(exact);
    check_huge_costs<std::uint32_t>(exact);
}

TEST_CASE("a weighted estimate near the end of int never wraps") {
    split_mix64 random{43};
    for (int round = 0; round < support::rounds(150); ++round) {
        const auto graph = random_graph<int>(shape::huge_costs, 8, random);
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        table_heuristic<int> estimates;
        for (int node = 0; node < graph.node_count(); ++node) {
            const wide exact = between(least, node, goal);
            estimates.estimate.push_back(fits<int>(exact) ? static_cast<int>(exact)
                                                          : infinite<int> - 1);
        }
        const auto& h = estimates;
        const auto answer = on_edges("astar").led(as_edges(graph), start, goal, h);
        check_no_wrap(graph, answer, start, goal, best, true);
        const auto weighted =
            on_edges("astar").led(as_edges(graph), start, goal, h, {.weight = 7.5});
        check_no_wrap(graph, weighted, start, goal, best, false);
    }
}

TEST_CASE("real costs that overflow to infinity are beyond the limit") {
    const double most = std::numeric_limits<double>::max();
    basic_test_graph<double> graph{4};
    graph.add(0, 1, most);
    graph.add(1, 2, most);
    graph.add(2, 3, 1);
    const dense_view dense{graph};
    for (const real_algorithm& algorithm : real_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        check_no_path(algorithm.call(dense, 0, 3), senda::status::cost_limit);
        CHECK(algorithm.call(dense, 0, 1).cost == most);
    }
}
