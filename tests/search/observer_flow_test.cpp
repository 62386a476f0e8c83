// SPDX-License-Identifier: MIT
// Observers that steer: prune and stop.
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/all_shortest.hpp>
#include <senda/search/constrained.hpp>

#include "support/checks.hpp"
#include "support/resource_models.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// Says stop at the last of `left` calls and remembers whether it was asked again.
auto brake(int& left) {
    return [&left](auto...) { return --left == 0 ? senda::flow::stop : senda::flow::proceed; };
}

/// The same edges without those from one node to another.
test_graph without_edge(const test_graph& graph, int from, int to) {
    test_graph rest{graph.node_count()};
    for (int node = 0; node < graph.node_count(); ++node)
        for (const auto& edge : graph.from(node))
            if (node != from || edge.to != to) rest.add(node, edge.to, edge.cost);
    return rest;
}

/// Optimal or not, the answer is right for the graph that is left. Actions name edges of the whole.
template <class Answer>
void check_answer(bool optimal, const test_graph& rest, Answer answer, int start, int goal,
                  wide best) {
    answer.actions.clear();
    if (optimal) {
        check_optimal(rest, answer, start, goal, best);
    } else {
        check_sound(rest, answer, start, goal, best);
    }
}

}  // namespace

TEST_CASE("an observer that stops cancels the search at once with a valid bound") {
    for_each_graph(45, 10, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(floyd_warshall(graph), start, goal);
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            INFO("algorithm: " << algorithm.name);
            const auto check_stopped = [&](int& left, const steering& observer) {
                const auto answer =
                    algorithm.call(dense, start, goal, senda::options{}, steering{observer});
                // A search that ended before the brake was pulled is none of this test's business.
                if (left > 0) return;
                check_no_path(answer, senda::status::cancelled);
                CHECK(static_cast<wide>(answer.lower_bound) <= best);
                CHECK(left == 0);
            };
            for (int calls = 1; calls <= 12; ++calls) {
                int left = calls;
                check_stopped(left, {.at_node = brake(left)});
                left = calls;
                check_stopped(left, {.at_edge = brake(left)});
                left = calls;
                check_stopped(left, {.at_gain = brake(left)});
            }
        }
    });
}

TEST_CASE("an observer that prunes a node closes it as if it had no way out") {
    for_each_graph(150, 8, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const int closed = random.below(graph.node_count());
        test_graph rest = graph;
        rest.out[static_cast<std::size_t>(closed)].clear();
        const wide best = between(floyd_warshall(rest), start, goal);
        const dense_view dense{graph};
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            if (algorithm.name == "bidirectional") continue;

            INFO("algorithm: " << algorithm.name);
            const steering wall{.at_node = [closed](int node, int) {
                return node == closed ? senda::flow::prune : senda::flow::proceed;
            }};
            check_answer(algorithm.optimal, rest,
                         algorithm.call(dense, start, goal, senda::options{}, steering{wall}),
                         start, goal, best);
        }
    });
}

TEST_CASE("an observer that prunes an edge closes it") {
    for_each_graph(150, 8, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const int from = random.below(graph.node_count());
        const int to = random.below(graph.node_count());
        const test_graph rest = without_edge(graph, from, to);
        const wide best = between(floyd_warshall(rest), start, goal);
        const dense_view dense{graph};
        const auto closed_road = [from, to](int a, int b, int) {
            return a == from && b == to ? senda::flow::prune : senda::flow::proceed;
        };
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            if (algorithm.name == "bidirectional") continue;

            INFO("algorithm: " << algorithm.name);
            check_answer(algorithm.optimal, rest,
                         algorithm.call(dense, start, goal, senda::options{},
                                        steering{.at_edge = closed_road}),
                         start, goal, best);
            // ida_star remembers no costs, so it has no improvements to report.
            if (algorithm.name == "ida_star") continue;
            check_answer(algorithm.optimal, rest,
                         algorithm.call(dense, start, goal, senda::options{},
                                        steering{.at_gain = closed_road}),
                         start, goal, best);
        }
    });
}

TEST_CASE("an observer that prunes an edge of weighted roads closes it for dijkstra and astar") {
    for_each_graph(200, 10, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const int from = random.below(graph.node_count());
        const int to = random.below(graph.node_count());
        const test_graph rest = without_edge(graph, from, to);
        const wide best = between(floyd_warshall(rest), start, goal);
        const dense_view dense{graph};
        const auto closed_road = [from, to](int a, int b, int) {
            return a == from && b == to ? senda::flow::prune : senda::flow::proceed;
        };
        for (const char* name : {"dijkstra", "astar"}) {
            const dense_algorithm& algorithm = on_dense(name);
            for (const steering& observer :
                 {steering{.at_edge = closed_road}, steering{.at_gain = closed_road}})
                check_answer(
                    algorithm.optimal, rest,
                    algorithm.call(dense, start, goal, senda::options{}, steering{observer}), start,
                    goal, best);
        }
    });
}

TEST_CASE("an observer steers all_shortest and constrained as it steers dijkstra") {
    const auto constrained = [](const auto& graph, int start, int goal, const steering& by) {
        return senda::constrained(graph, start, goal, no_rules{}, no_resource{}, senda::options{},
                                  steering{by});
    };
    for_each_graph(100, 8, [&](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const int closed = random.below(graph.node_count());
        test_graph rest = graph;
        rest.out[static_cast<std::size_t>(closed)].clear();
        const dense_view dense{graph};

        const steering wall{.at_node = [closed](int node, int) {
            return node == closed ? senda::flow::prune : senda::flow::proceed;
        }};
        const wide best = between(floyd_warshall(rest), start, goal);
        check_answer(true, rest, constrained(dense, start, goal, wall), start, goal, best);
        const auto routes =
            senda::all_shortest(dense, start, goal, senda::options{}, steering{wall});
        const auto routes_of_rest = senda::all_shortest(as_dense(rest), start, goal);
        CHECK(routes.status == routes_of_rest.status);
        CHECK(routes.count() == routes_of_rest.count());

        for (int calls = 1; calls <= 4; ++calls) {
            for (const bool at_nodes : {true, false}) {
                int left = calls;
                const auto brakes = [&] {
                    left = calls;
                    return at_nodes ? steering{.at_node = brake(left)}
                                    : steering{.at_gain = brake(left)};
                };
                const auto label = constrained(dense, start, goal, brakes());
                if (left <= 0) check_no_path(label, senda::status::cancelled);
                CHECK(left >= 0);  // it was not asked again
                const auto all =
                    senda::all_shortest(dense, start, goal, senda::options{}, brakes());
                if (left <= 0) CHECK(all.status == senda::status::cancelled);
                CHECK(left >= 0);
            }
        }
    });
}
