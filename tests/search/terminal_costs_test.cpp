// SPDX-License-Identifier: MIT
// Starts and goals at different costs.
#include <senda/search/goal.hpp>

#include <senda/resources/constrained.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/verify.hpp>

#include <algorithm>
#include <concepts>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/resource_models.hpp"

namespace terminal_costs_test {

using namespace support;
using priced = std::vector<senda::edge<int, int>>;
using senda::any_of;
using senda::edge;

priced some_terminals(int node_count, split_mix64& random) {
    priced terminals;
    for (int drawn = random.between(1, 4); drawn > 0; --drawn)
        terminals.push_back({random.below(node_count), random.below(12)});
    return terminals;
}

/// The least that a path costs with both its ends.
wide least_total(const distance_matrix& least, const priced& starts, const priced& goals) {
    wide best = unreachable;
    for (const auto& start : starts)
        for (const auto& goal : goals) {
            const wide path = between(least, start.to, goal.to);
            if (path != unreachable) best = std::min(best, start.cost + path + goal.cost);
        }
    return best;
}

/// What it costs to begin or end in a node.
int price_of(const priced& terminals, int node) {
    int least = std::numeric_limits<int>::max();
    for (const auto& t : terminals)
        if (t.to == node) least = std::min(least, t.cost);
    return least;
}

/// The path replays, and its cost is that of its edges and its two ends.
template <class Answer>
void check_total(const test_graph& graph, const Answer& answer, const priced& starts,
                 const priced& goals, wide best, bool is_optimal = true) {
    if (best == unreachable) return check_exhausted(answer);
    REQUIRE(answer.status == senda::status::found);
    const int first = answer.path.front();
    const int last = answer.path.back();
    CHECK_EQ(senda::verify(dense_view{graph}, any_of(starts), any_of(goals), answer).message, "");
    auto between_ends = answer;
    between_ends.cost -= price_of(starts, first) + price_of(goals, last);
    between_ends.lower_bound = std::min(between_ends.lower_bound, between_ends.cost);
    check_replays(graph, between_ends, first, last);
    auto dearer = answer;
    dearer.cost += 1000;
    CHECK(senda::verify(dense_view{graph}, any_of(starts), any_of(goals), dearer).fault ==
          senda::fault::cost);
    if (is_optimal) {
        CHECK(same_cost(answer.cost, best));
        CHECK(answer.lower_bound == answer.cost);
    } else {
        CHECK(wide{answer.cost} >= best);
    }
}

priced free_of_charge(const priced& terminals) {
    priced free = terminals;
    for (auto& t : free) t.cost = 0;
    return free;
}

TEST_CASE("a search from starts to goals at different costs counts both ends") {
    for_each_graph(400, 12, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const priced starts = some_terminals(graph.node_count(), random);
        const priced goals = some_terminals(graph.node_count(), random);
        const wide best = least_total(least, starts, goals);
        const dense_view dense{graph};
        const auto hashed = as_edges(graph);
        // The exact estimate, and one that says half of it.
        const auto left = [&](int n, int divisor) {
            const wide rest = least_total(least, {{n, 0}}, goals);
            return rest == unreachable ? senda::infinite<int> : static_cast<int>(rest) / divisor;
        };
        const auto exact = [&](int n) { return left(n, 1); };
        const auto half = [&](int n) { return left(n, 2); };
        const any_of from(starts);
        const any_of to(goals);
        check_total(graph, senda::dijkstra(dense, from, to), starts, goals, best);
        check_total(graph, senda::dijkstra(hashed, from, to), starts, goals, best);
        check_total(graph, senda::astar(dense, from, to, half), starts, goals, best);
        check_total(graph, senda::astar(hashed, from, to, exact), starts, goals, best);
        check_total(graph, senda::bidirectional(dense, from, to), starts, goals, best);
        check_total(graph, senda::greedy(dense, from, to, half), starts, goals, best, false);

        const priced free = free_of_charge(goals);
        const wide best_start = least_total(least, starts, free);
        std::vector<int> ends;
        for (const auto& goal : goals) ends.push_back(goal.to);
        check_total(graph, senda::dijkstra(dense, from, any_of(ends)), starts, free, best_start);
        check_total(graph, senda::constrained(dense, from, any_of(ends), no_rules{}, no_resource{}),
                    starts, free, best_start);
        if (graph.node_count() < 9)
            check_total(graph, senda::ida_star(dense, from, any_of(ends), [](int) { return 0; }),
                        starts, free, best_start);
    });
}

TEST_CASE("pairs say the price of a node where nodes are no pairs") {
    const std::vector<std::vector<std::pair<int, int>>> g{
        {{2, 10}}, {{2, 1}}, {{3, 1}, {4, 5}}, {}, {}};
    const auto found = senda::dijkstra(g, any_of{std::pair{0, 1}, std::pair{1, 2}},
                                       any_of{std::pair{3, 9}, std::pair{4, 6}});
    CHECK(found.cost == 13);
    CHECK(found.path == std::vector{1, 2, 3});
    const auto steps = [](std::pair<int, int> p) {
        return std::vector{std::pair{p.first + 1, p.second}, std::pair{p.first, p.second + 1}};
    };
    CHECK(senda::dijkstra(steps, any_of{std::pair{0, 0}}, any_of{std::pair{1, 2}}).cost == 3);
    const std::map<std::string, std::map<std::string, double>> roads{{"Lima", {{"Cusco", 1100}}}};
    CHECK(senda::dijkstra(roads, any_of{edge{"Lima", 0.5}}, any_of{edge{"Cusco", 2}}).cost ==
          1102.5);
}

struct bridges {
    using node_type = edge<int, int>;
    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        emit(node_type{n.cost, n.cost + 1});
    }
};

TEST_CASE("an edge among the starts is a node where the graph says that nodes are edges") {
    using bridge = bridges::node_type;
    static_assert(std::same_as<senda::node_of<bridges, bridge>, bridge>);
    static_assert(std::same_as<senda::node_of<bridges, any_of<bridge>>, bridge>);
    const auto steps_from = [](const auto& start) {
        return senda::ida_star(bridges{}, start, bridge{3, 4}, [](const bridge&) { return 0; })
            .cost;
    };
    CHECK(steps_from(bridge{0, 1}) == 3);
    CHECK(steps_from(any_of{bridge{0, 1}, bridge{1, 2}}) == 2);
}

TEST_CASE("a price below 0 is reported, an infinite one closes that end") {
    const std::vector<std::vector<std::pair<int, int>>> g{{{1, 4}}, {}};
    constexpr int closed = senda::infinite<int>;
    CHECK(senda::dijkstra(g, any_of{edge{0, -1}}, 1).status == senda::status::negative_cost);
    CHECK(senda::dijkstra(g, 0, any_of{edge{1, -1}}).status == senda::status::negative_cost);
    CHECK(senda::ida_star(g, any_of{edge{0, -1}}, 1, [](int) { return 0; }).status ==
          senda::status::negative_cost);
    CHECK(senda::dijkstra(g, any_of{edge{0, closed}}, 1).status == senda::status::exhausted);
    CHECK(senda::dijkstra(g, 0, any_of{edge{1, closed}}).status == senda::status::exhausted);
}

TEST_CASE("ends without a price fit costs without a sign") {
    const std::vector<std::vector<std::pair<int, unsigned>>> g{{{1, 4U}}, {{2, 1U}}, {}};
    CHECK(senda::dijkstra(g, 0, 2).cost == 5U);
    CHECK(senda::dijkstra(g, any_of{0, 1}, 2).cost == 1U);
    CHECK(senda::dijkstra(g, any_of{edge{0, 3U}}, any_of{edge{1, 5U}, edge{2, 1U}}).cost == 9U);
    CHECK(senda::ida_star(g, 0, 2, [](int) { return 0; }).cost == 5U);
}

TEST_CASE("the limit on costs includes both ends") {
    const std::vector<std::vector<std::pair<int, int>>> g{{{1, 4}}, {{2, 1}}, {}};
    const any_of from{edge{0, 3}};
    const any_of to{edge{1, 5}, edge{2, 6}};
    CHECK(senda::dijkstra(g, from, to).cost == 12);
    CHECK(senda::dijkstra(g, from, to, {.limits = {.cost = 12}}).cost == 12);
    const auto cut = senda::dijkstra(g, from, to, {.limits = {.cost = 11}});
    CHECK(cut.status == senda::status::cost_limit);
    CHECK(cut.path.empty());
    CHECK(cut.lower_bound == 12);
}

TEST_CASE("a search with priced ends starts again") {
    const std::vector<std::vector<std::pair<int, int>>> g{{{1, 4}}, {{2, 1}}, {}};
    senda::dijkstra_search search{g, any_of{edge{0, 1}}, any_of{edge{1, 9}, edge{2, 1}}};
    search.run();
    CHECK(search.result().cost == 7);
    search.restart(any_of{edge{1, 2}});
    search.run();
    CHECK(search.result().cost == 4);
    search.restart(0, any_of{edge{1, 0}});
    search.run();
    CHECK(search.result().path == std::vector{0, 1});
}

}  // namespace terminal_costs_test
