// SPDX-License-Identifier: MIT
// Costs below zero and near the end of their type, in the searches that keep more than one way to a
// node.
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/k_shortest.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"
#include "support/resource_models.hpp"
#include "support/rounds.hpp"

using namespace support;

TEST_CASE("a cost below zero is reported by every search for more than one route") {
    for_each_graph(100, 7, [](const test_graph& positive, split_mix64& random) {
        test_graph graph = positive;
        const int from = random.below(graph.node_count());
        const int to = random.below(graph.node_count());
        graph.add(from, to, -random.between(1, 5));
        const int start = random.below(graph.node_count());
        const bool met = between(floyd_warshall(positive), start, from) != unreachable;
        const auto expected = met ? senda::status::negative_cost : senda::status::exhausted;
        const auto next = as_edges(graph);
        const int nowhere = -1;
        CHECK(senda::all_shortest(next, start, nowhere).status == expected);
        CHECK(senda::k_shortest(next, start, nowhere, 3).status == expected);
        CHECK(senda::constrained(next, start, nowhere, no_rules{}, no_resource{}).status ==
              expected);
        CHECK(senda::pareto_front(next, start, nowhere, no_rules{}, no_resource{}).status ==
              expected);
    });
}

TEST_CASE("huge costs never wrap in a search for more than one route") {
    split_mix64 random{17};
    for (int round = 0; round < support::rounds(200); ++round) {
        const auto graph = random_graph<int>(shape::huge_costs, 6, random);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto all = simple_paths(graph, {start}, {goal});
        const wide best = all.empty() ? unreachable : all.front().cost;
        const auto next = as_edges(graph);
        CAPTURE(round);

        const auto routes = senda::all_shortest(next, start, goal);
        const auto label = senda::constrained(next, start, goal, no_rules{}, no_resource{});
        if (fits<int>(best)) {
            CHECK(same_cost(routes.cost, best));
            CHECK(same_cost(label.cost, best));
        } else {
            CHECK_FALSE(static_cast<bool>(routes));
            CHECK_FALSE(static_cast<bool>(label));
            if (best != unreachable) {
                CHECK(routes.status == senda::status::cost_limit);
                CHECK(label.status == senda::status::cost_limit);
            }
        }

        std::size_t representable = 0;
        while (representable < all.size() && fits<int>(all[representable].cost)) ++representable;
        const auto several = senda::k_shortest(next, start, goal, 1000);
        CHECK(several.routes.size() == representable);
        for (std::size_t i = 0; i < several.routes.size(); ++i) {
            CHECK(same_cost(several.routes[i].cost, all[i].cost));
            CHECK_EQ(replay_fault(graph, several.routes[i], start, goal), "");
        }
        if (representable < all.size()) CHECK(several.status == senda::status::cost_limit);
    }
}
