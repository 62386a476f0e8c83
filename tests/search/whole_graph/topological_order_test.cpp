// SPDX-License-Identifier: MIT
#include <senda/search/topological_order.hpp>

#include "signed_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <numeric>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/csr.hpp>
#include <set>
#include <string>
#include <vector>

namespace topological_order_tests {

using signed_graphs::graph;

/// Whether a graph has a cycle, by what can be reached from where.
inline bool has_cycle(const graph& g) {
    const auto count = static_cast<std::size_t>(g.nodes);
    std::vector<std::vector<bool>> leads(count, std::vector<bool>(count, false));
    for (const auto& [from, to, cost] : g.edges)
        if (signed_graphs::is_open(cost))
            leads[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = true;
    for (std::size_t via = 0; via < count; ++via)
        for (std::size_t from = 0; from < count; ++from)
            for (std::size_t to = 0; to < count; ++to)
                if (leads[from][via] && leads[via][to]) leads[from][to] = true;
    for (std::size_t n = 0; n < count; ++n)
        if (leads[n][n]) return true;
    return false;
}

/// Holds an answer against the edges; `number(node)` is that of a node.
template <class Answer, class Number>
void check(const graph& g, const Answer& answer, std::size_t nodes, Number number) {
    std::vector<int> order;
    std::vector<int> cycle;
    for (const auto& n : answer.nodes) order.push_back(number(n));
    for (const auto& n : answer.cycle) cycle.push_back(number(n));
    if (answer.status == senda::status::cycle) {
        CHECK_FALSE(static_cast<bool>(answer));
        CHECK(order.empty());
        CHECK(std::set<int>(cycle.begin(), cycle.end()).size() == cycle.size());
        CHECK(g.cost_of_cycle(cycle) != signed_graphs::unreachable);
        return;
    }
    REQUIRE(answer.status == senda::status::complete);
    CHECK(static_cast<bool>(answer));
    CHECK(cycle.empty());
    REQUIRE(order.size() == nodes);
    std::map<int, std::size_t> place;
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    CHECK(place.size() == nodes);
    bool right = true;
    for (const auto& [from, to, cost] : g.edges)
        if (place.count(from) != 0 && signed_graphs::is_open(cost))
            right = right && place[from] < place[to];
    CHECK(right);
}

}  // namespace topological_order_tests

TEST_CASE("topological_order puts every edge ahead, or finds a cycle that can be walked") {
    int cycles = 0;
    int orders = 0;
    signed_graphs::for_each(120, 9, [&](const auto& g, auto&) {
        const auto stored = senda::topological_order(g.stored());
        CHECK((stored.status == senda::status::cycle) == topological_order_tests::has_cycle(g));
        const auto same = [](auto n) { return static_cast<int>(n); };
        const auto nodes = static_cast<std::size_t>(g.nodes);
        topological_order_tests::check(g, stored, nodes, same);
        topological_order_tests::check(g, senda::topological_order(g.lists()), nodes, same);
        CHECK(stored.statistics.expanded == nodes);
        CHECK(stored.statistics.generated == g.edges.size());
        // Names: those at an edge are the nodes.
        std::set<int> at_edges;
        for (const auto& [from, to, cost] : g.edges) {
            at_edges.insert(from);
            if (signed_graphs::is_open(cost)) at_edges.insert(to);
        }
        const auto named = senda::topological_order(g.named());
        CHECK(named.status == stored.status);
        topological_order_tests::check(g, named, at_edges.size(), [](const std::string& n) {
            return std::stoi(n.substr(12));
        });
        (stored ? orders : cycles) += 1;
    });
    CHECK(cycles > 5);
    CHECK(orders > 5);
}

TEST_CASE("topological_order from a start orders what can be reached") {
    signed_graphs::for_each(60, 9, [&](const auto& g, auto& random) {
        const int start = random.below(g.nodes);
        const auto lists = g.lists();
        const auto answer = senda::topological_order(
            [&](int n) -> const auto& { return lists[static_cast<std::size_t>(n)]; }, start);
        const auto least = signed_graphs::floyd_warshall(g);
        std::size_t reached = 0;
        for (const auto& cost : least[static_cast<std::size_t>(start)])
            reached += cost != signed_graphs::unreachable ? 1 : 0;
        topological_order_tests::check(g, answer, reached, [](int n) { return n; });
        if (answer) CHECK(answer.nodes.front() == start);
    });
}

TEST_CASE(
    "topological_order begins with what waits for nothing, by number, and follows the edges") {
    const auto made = senda::csr<>::from_edges(6, {{4, 0}, {4, 2}, {1, 0}, {0, 3}, {2, 3}});
    CHECK(senda::topological_order(*made).nodes == std::vector<std::uint32_t>{1, 4, 5, 0, 2, 3});
    senda::adjacency<std::string> tasks;
    tasks.add_edge("paint", "move in");
    tasks.add_edge("build", "paint");
    CHECK(senda::topological_order(tasks).nodes ==
          std::vector<std::string>{"build", "paint", "move in"});
    CHECK(senda::topological_order(senda::csr<>{}));
}

TEST_CASE("topological_order takes a chain of a million nodes, and a cycle as long") {
    const std::uint32_t nodes = support::is_slow ? 20'000 : 1'000'000;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t n = nodes; n-- > 1;) edges.emplace_back(n, n - 1);
    const auto chain = senda::topological_order(*senda::csr<>::from_edges(nodes, edges));
    REQUIRE(chain);
    CHECK(std::is_sorted(chain.nodes.rbegin(), chain.nodes.rend()));
    edges.emplace_back(0U, nodes - 1);
    const auto round = senda::topological_order(*senda::csr<>::from_edges(nodes, edges));
    CHECK(round.cycle.size() == nodes);
}

TEST_CASE("topological_order keeps to limits") {
    std::vector<std::vector<int>> lists(5000);
    for (int n = 0; n + 1 < 5000; ++n) lists[static_cast<std::size_t>(n)] = {n + 1};
    const auto whole = senda::topological_order(lists);
    REQUIRE(whole);
    CHECK(senda::topological_order(lists, {.limits = {.expansions = 5000}}));
    CHECK(senda::topological_order(lists, {.limits = {.expansions = 4999}}).status ==
          senda::status::expansion_limit);
    CHECK(senda::topological_order(lists, {.limits = {.bytes = whole.statistics.bytes}}));
    for (std::uint64_t part = 1; part < 8; ++part) {
        const std::uint64_t bytes = whole.statistics.bytes * part / 8;
        const auto less = senda::topological_order(lists, {.limits = {.bytes = bytes}});
        CHECK(less.statistics.bytes <= bytes);
        CHECK((less || (less.status == senda::status::memory_limit && less.nodes.empty())));
    }
    CHECK(senda::topological_order(lists, {.limits = {.time = 0.0}}).status ==
          senda::status::time_limit);
    const std::atomic<bool> stop{true};
    CHECK(senda::topological_order(lists, {.stop = stop}).status == senda::status::cancelled);
    // Without an end, too.
    const auto endless = [](int n) { return std::vector{n + 1}; };
    CHECK(senda::topological_order(endless, 0, {.limits = {.expansions = 100}}).status ==
          senda::status::expansion_limit);
}
