// SPDX-License-Identifier: MIT
#include <senda/detail/engines/batched_astar.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/edge.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"

namespace batched_astar_test {

using namespace support;

/// The test graph with nodes of 8 bytes and edges that are named by their ends.
struct named_edges {
    const test_graph* graph;
    using edge = senda::edge<std::int64_t, int, std::string>;

    std::vector<edge> successors(std::int64_t n) const {
        std::vector<edge> ways;
        for (const auto& e : graph->from(static_cast<int>(n)))
            ways.push_back({e.to, e.cost, std::to_string(n) + '>' + std::to_string(e.to)});
        return ways;
    }
};

template <class G, class Node, class Goal, class H>
auto batched(const G& g, const Node& start, const Goal& goal, const H& h,
             const senda::options& o = {}) {
    using node = senda::node_of<G, Node>;
    using kept = senda::detail::goal_type<Goal, node>;
    senda::detail::batched_astar<const G&, node, kept, const H&> search(g, start, goal, h, o, true);
    search.run();
    return search.result();
}

}  // namespace batched_astar_test

TEST_CASE("batched A* with any admissible heuristic finds what dijkstra finds") {
    using namespace batched_astar_test;
    for_each_graph(300, 12, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto h = random_admissible<int>(least, {goal}, random);
        check_optimal(graph, batched(as_edges(graph), start, goal, h), start, goal,
                      between(least, start, goal));
    });
}

TEST_CASE("batched A* says by which actions a path goes") {
    using namespace batched_astar_test;
    for_each_graph(100, 9, [](const test_graph& graph, split_mix64& random) {
        const std::int64_t start = random.below(graph.node_count());
        const std::int64_t goal = random.below(graph.node_count());
        const auto found =
            batched(named_edges{&graph}, start, goal, [](std::int64_t) { return 0; });
        const wide best =
            between(floyd_warshall(graph), static_cast<int>(start), static_cast<int>(goal));
        CHECK(bool(found) == (best != unreachable));
        if (!found) return;
        CHECK(same_cost(found.cost, best));
        REQUIRE(found.actions.size() + 1 == found.path.size());
        for (std::size_t i = 0; i < found.actions.size(); ++i)
            CHECK(found.actions[i] ==
                  std::to_string(found.path[i]) + '>' + std::to_string(found.path[i + 1]));
    });
}

TEST_CASE("batched A* solves a large space with several starts and keeps its limits") {
    using namespace batched_astar_test;
    const auto steps = [](std::int64_t n) {
        return std::vector<std::int64_t>{n + 1, n - 1, n + 1000, n - 1000};
    };
    const std::int64_t goal = 40'030;
    const auto h = [](std::int64_t) { return 0; };
    const auto found = batched(steps, senda::any_of<std::int64_t>{0, 30'000}, goal, h);
    CHECK(found.cost == 40);
    CHECK(found.path.front() == 30'000);
    CHECK(found.lower_bound == 40);
    CHECK(found.path == batched(steps, senda::any_of<std::int64_t>{0, 30'000}, goal, h).path);
    CHECK(found.statistics.reopened == 0);

    const auto few = batched(steps, std::int64_t{0}, goal, h, {.limits = {.expansions = 100}});
    CHECK(few.status == senda::status::expansion_limit);
    CHECK(few.statistics.expanded == 100);
    CHECK(few.lower_bound <= 70);
    const auto cheap = batched(steps, std::int64_t{0}, goal, h, {.limits = {.cost = 10}});
    CHECK(cheap.status == senda::status::cost_limit);
    CHECK(cheap.lower_bound == 11);
    for (const int bytes : {100, 3000, 20'000, 100'000}) {
        const auto small = batched(steps, std::int64_t{0}, goal, h,
                                   {.limits = {.bytes = static_cast<std::uint64_t>(bytes)}});
        CHECK(small.status == senda::status::memory_limit);
        CHECK(small.statistics.bytes <= static_cast<std::uint64_t>(bytes));
    }
}
