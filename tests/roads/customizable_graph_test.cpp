// SPDX-License-Identifier: MIT
#include <senda/roads/customizable_graph.hpp>

#include <senda/graph/csr.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/search/verify.hpp>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/random_graphs.hpp"
#include "support/reference.hpp"
#include "support/rounds.hpp"

namespace customizable_graph_test {

using senda::csr;
using senda::customizable_graph;
using senda::status;
using support::split_mix64;

template <class Weight>
csr<Weight> stored(const support::basic_test_graph<Weight>& graph) {
    std::vector<typename csr<Weight>::edge_type> edges;
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& edge : graph.from(from))
            edges.push_back(
                {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(edge.to), edge.cost});
    return std::move(*csr<Weight>::from_edges(graph.out.size(), edges));
}

/// The costs of all edges, in order.
template <class Weight>
std::vector<Weight> costs_of(const support::basic_test_graph<Weight>& graph) {
    std::vector<Weight> costs;
    for (const auto& row : graph.out)
        for (const auto& edge : row) costs.push_back(edge.cost);
    return costs;
}

/// Compares all pairs with a reference that cannot overflow.
template <class Weight, class Customized>
void check_all_pairs(const support::basic_test_graph<Weight>& graph, const Customized& ready) {
    using cost = typename Customized::cost;
    REQUIRE(ready.status() == status::complete);
    const csr<Weight> g = stored(graph);
    const support::distance_matrix least = support::floyd_warshall(graph);
    for (int a = 0; a < graph.node_count(); ++a) {
        for (int b = 0; b < graph.node_count(); ++b) {
            CAPTURE(a);
            CAPTURE(b);
            const auto start = static_cast<std::uint32_t>(a);
            const auto goal = static_cast<std::uint32_t>(b);
            const auto found = ready.path(start, goal);
            const support::wide best = support::between(least, a, b);
            if (best == support::unreachable) {
                support::check_exhausted(found);
            } else if (support::fits<cost>(best)) {
                REQUIRE(found.status == status::found);
                CHECK(support::same_cost(found.cost, best));
                CHECK(found.lower_bound == found.cost);
                CHECK(senda::verify(g, start, goal, found));
            } else {
                support::check_no_path(found, status::cost_limit);
                CHECK(found.lower_bound == senda::infinite<cost>);
            }
            CHECK(ready.distance(start, goal) == found.cost);
        }
    }
}

TEST_CASE("a customised graph has the shortest paths of all pairs") {
    support::for_each_graph(
        600, 12,
        [](const support::test_graph& graph, split_mix64& random) {
            const csr<int> g = stored(graph);
            const customizable_graph ready(g, {.threads = random.percent(10) ? 2U : 1U});
            check_all_pairs(graph, ready.customize());
        },
        true);
}

TEST_CASE("a customised graph has the shortest paths of larger graphs") {
    const int count = support::is_slow ? 14 : 60;
    support::for_each_graph(count, 60, [](const support::test_graph& graph, split_mix64&) {
        const csr<int> g = stored(graph);
        check_all_pairs(graph, customizable_graph(g).customize());
    });
}

TEST_CASE("costs of other types stay exact up to their ends") {
    const auto check = [](const auto& graph, split_mix64&) {
        const auto g = stored(graph);
        check_all_pairs(graph, customizable_graph(g).customize());
    };
    support::for_each_graph<std::uint32_t>(45, 10, check, true);
    support::for_each_graph<std::uint64_t>(45, 10, check, true);
    support::for_each_graph<std::int64_t>(45, 10, check, true);
}

TEST_CASE("one order serves many costs, also in place and some of them closed") {
    support::for_each_graph(200, 10, [](support::test_graph graph, split_mix64& random) {
        const csr<int> g = stored(graph);
        const customizable_graph ready(g);
        auto traffic = ready.customize();
        for (int round = 0; round < 3; ++round) {
            for (auto& row : graph.out)
                for (auto& edge : row)
                    edge.cost = random.percent(20) ? senda::infinite<int> : random.below(30);
            const std::vector<int> costs = costs_of(graph);
            REQUIRE(traffic.customize(costs, {.threads = round == 2 ? 2U : 1U}));
            check_all_pairs(graph, traffic);
            if (round == 0) check_all_pairs(graph, ready.customize(costs));
        }
    });
}

TEST_CASE("fractions cost what dijkstra says, but for their rounding") {
    support::for_each_graph(200, 14, [](const support::test_graph& graph, split_mix64& random) {
        const auto real =
            support::with_costs<double>(graph, [&](int cost) { return cost * random.unit(); });
        const csr<double> g = stored(real);
        const customizable_graph order(g);
        const auto ready = order.customize();
        for (std::uint32_t a = 0; a < g.node_count(); ++a) {
            for (std::uint32_t b = 0; b < g.node_count(); ++b) {
                const auto right = senda::dijkstra(g, a, b);
                const auto found = ready.path(a, b);
                REQUIRE(found.status == right.status);
                CHECK(senda::verify(g, a, b, found));
                if (right) CHECK(found.cost == doctest::Approx(right.cost).epsilon(1e-12));
            }
        }
    });
}

/// A square of nodes with edges to the right and down, and others back.
csr<int> square(int side, split_mix64& random) {
    std::vector<csr<int>::edge_type> edges;
    const auto at = [side](int x, int y) { return static_cast<std::uint32_t>(y * side + x); };
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        edges.push_back({a, b, random.between(1, 1000)});
        if (!random.percent(10)) edges.push_back({b, a, random.between(1, 1000)});
    };
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            if (x + 1 < side) join(at(x, y), at(x + 1, y));
            if (y + 1 < side) join(at(x, y), at(x, y + 1));
        }
    }
    return std::move(*csr<int>::from_edges(
        static_cast<std::size_t>(side) * static_cast<std::size_t>(side), edges));
}

TEST_CASE("paths of many equal lengths, but for their rounding, can be unpacked") {
    split_mix64 random{4};
    for (int round = 0; round < support::rounds(16); ++round) {
        const csr<int> whole = square(12, random);
        std::vector<double> tenths;
        std::vector<csr<double>::edge_type> edges;
        for (std::uint32_t n = 0; n < whole.node_count(); ++n) {
            whole.successors(n, [&](std::uint32_t to, int cost) {
                tenths.push_back(0.1 * (cost % 3 + 1));
                edges.push_back({n, to, tenths.back()});
            });
        }
        const auto g = csr<double>::from_edges(whole.node_count(), edges);
        const customizable_graph order(whole);
        const auto ready = order.customize(tenths);
        for (std::uint32_t a = 0; a < 144; a += 5) {
            for (std::uint32_t b = 0; b < 144; b += 3) {
                const auto found = ready.path(a, b);
                CHECK(senda::verify(*g, a, b, found));
                CHECK(found.cost == doctest::Approx(senda::dijkstra(*g, a, b).cost).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("the number of threads changes nothing but the time") {
    split_mix64 random{3};
    const int side = support::is_slow ? 36 : 48;  // more than 1000 crossings are shared
    const csr<int> g = square(side, random);
    const customizable_graph alone(g);
    const customizable_graph shared(g, {.threads = 4});
    CHECK(alone.statistics().threads == 1);
    CHECK(alone.arc_count() == shared.arc_count());
    const auto by_one = alone.customize();
    const auto by_four = shared.customize({.threads = 4});
    const auto one = by_one.hierarchy();
    const auto four = by_four.hierarchy();
    REQUIRE(one.node_count == g.node_count());
    for (std::uint32_t rank = 0; rank < one.node_count; ++rank) {
        REQUIRE(one.node_at[rank] == four.node_at[rank]);
        REQUIRE(one.forward.first[rank + 1] == four.forward.first[rank + 1]);
        REQUIRE(one.backward.first[rank + 1] == four.backward.first[rank + 1]);
    }
    for (std::uint32_t i = 0; i < one.forward.first[one.node_count]; ++i) {
        REQUIRE(one.forward.arcs[i].cost == four.forward.arcs[i].cost);
        REQUIRE(one.forward.middle[i] == four.forward.middle[i]);
    }
    for (int query = 0; query < support::rounds(50); ++query) {
        const auto a = static_cast<std::uint32_t>(random.below(side * side));
        const auto b = static_cast<std::uint32_t>(random.below(side * side));
        const auto found = by_four.path(a, b);
        CHECK(found.cost == senda::dijkstra(g, a, b).cost);
        CHECK(found.path == by_one.path(a, b).path);
        CHECK(senda::verify(g, a, b, found));
    }
}

TEST_CASE("a customised graph of edges without costs counts steps") {
    const auto g = csr<>::from_undirected_edges(5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
    const customizable_graph order(*g);
    const auto ready = order.customize();
    CHECK(ready.path(0, 2).cost == 2);
    CHECK(ready.path(0, 4).status == status::exhausted);
    // With costs of any type besides: node 0 has the edges 0 and 1, and so on.
    const auto halves = order.customize(std::vector<double>{0.5, 9, 0.5, 0.5, 9, 9, 9, 9});
    CHECK(halves.distance(0, 2) == doctest::Approx(1));
}

TEST_CASE("nodes outside a customised graph, and graphs without nodes, have no paths") {
    const auto g = csr<int>::from_edges(2, {{0, 1, 3}});
    const customizable_graph order(*g);
    const auto ready = order.customize();
    CHECK(ready.path(0, 2).status == status::exhausted);
    CHECK(ready.path(7, 0).status == status::exhausted);
    CHECK(ready.distance(0, 1) == 3);
    CHECK(ready.distance(1, 0) == senda::infinite<int>);
    const csr<int> empty;
    const customizable_graph nothing(empty);
    CHECK(nothing.status() == status::complete);
    CHECK(nothing.customize().path(0, 0).status == status::exhausted);
}

TEST_CASE("a cost below zero ends customisation and each query") {
    const auto g = csr<int>::from_edges(3, {{0, 1, 3}, {1, 2, 4}});
    const customizable_graph order(*g);
    auto ready = order.customize(std::vector{1, -1});
    CHECK(ready.status() == status::negative_cost);
    CHECK(ready.path(0, 1).status == status::negative_cost);
    CHECK(ready.distance(0, 1) == senda::infinite<int>);
    CHECK(ready.hierarchy().node_count == 0);
    CHECK(ready.customize(std::vector{1, 1}));
    CHECK(ready.distance(0, 2) == 2);
    const auto not_a_number =
        order.customize(std::vector{std::numeric_limits<double>::quiet_NaN(), 1.0});
    CHECK(not_a_number.status() == status::negative_cost);
}

TEST_CASE("edges without a cost are closed") {
    const auto g = csr<int>::from_edges(3, {{0, 1, 3}, {1, 2, 4}});
    const customizable_graph order(*g);
    const auto ready = order.customize(std::vector{5});
    CHECK(ready.distance(0, 1) == 5);
    CHECK(ready.path(1, 2).status == status::exhausted);
}

TEST_CASE("limits hold for queries in a customised graph") {
    split_mix64 random{5};
    const csr<int> g = square(20, random);
    const customizable_graph order(g);
    const auto ready = order.customize();
    const auto best = ready.path(0, 399);
    REQUIRE(best);
    for (std::uint64_t most = 0; most < best.statistics.expanded; most += 3) {
        const auto stopped = ready.path(0, 399, {.limits = {.expansions = most}});
        CHECK(stopped.status == status::expansion_limit);
        CHECK(stopped.statistics.expanded == most);
        CHECK(stopped.lower_bound <= best.cost);
        CHECK(ready.path(399, 0).cost == senda::dijkstra(g, 399U, 0U).cost);  // nothing is left
    }
    const auto dear = ready.path(0, 399, {.limits = {.cost = best.cost - 1}});
    CHECK(dear.status == status::cost_limit);
    CHECK(dear.lower_bound == best.cost);
    CHECK(ready.path(0, 399, {.limits = {.cost = best.cost}}));
    CHECK(ready.path(0, 399, {.limits = {.bytes = 100}}).status == status::memory_limit);
    CHECK(ready.path(0, 399, {.limits = {.bytes = 100'000}}).cost == best.cost);
    CHECK(ready.path(0, 399, {.limits = {.time = 0}}).status == status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(ready.path(0, 399, {.stop = stop}).status == status::cancelled);
    CHECK(best.engine.substr(0, 11) == "elimination");
}

TEST_CASE("limits hold while a customisable graph is made, and while costs are taken over") {
    split_mix64 random{6};
    const int side = support::is_slow ? 24 : 40;
    const auto nodes = static_cast<std::uint32_t>(side * side);
    const std::uint64_t too_little = support::is_slow ? 60'000 : 200'000;  // bytes
    const csr<int> g = square(side, random);
    const std::atomic<bool> stop = true;
    CHECK(customizable_graph(g, {.stop = stop}).status() == status::cancelled);
    CHECK(customizable_graph(g, {.limits = {.time = 0}}).status() == status::time_limit);
    const customizable_graph few(g, {.limits = {.expansions = nodes - 1}});
    CHECK(few.status() == status::expansion_limit);
    CHECK(few.statistics().expanded == nodes - 1);
    CHECK(few.customize().status() == status::expansion_limit);
    CHECK(few.customize().path(0, 1).status == status::expansion_limit);
    for (std::uint64_t bytes = 1000; bytes < too_little; bytes += too_little / 10) {
        const customizable_graph small(g, {.limits = {.bytes = bytes}});
        CHECK(small.status() == status::memory_limit);
        CHECK(small.statistics().bytes <= bytes);
    }
    senda::search_progress progress;
    const customizable_graph order(g, {.limits = {.expansions = nodes}, .progress = &progress});
    REQUIRE(order.status() == status::complete);
    CHECK(order.bytes() <= order.statistics().bytes);
    CHECK(progress.now().done == nodes);
    CHECK(progress.now().total == nodes);
    CHECK(order.customize({.stop = stop}).status() == status::cancelled);
    CHECK(order.customize({.limits = {.time = 0}}).status() == status::time_limit);
    CHECK(order.customize({.limits = {.expansions = nodes - 1}}).status() ==
          status::expansion_limit);
    CHECK(order.customize({.limits = {.expansions = nodes}}).status() == status::complete);
    for (std::uint64_t bytes = 1000; bytes < too_little; bytes += too_little / 10) {
        auto small = order.customize({.limits = {.bytes = bytes}});
        CHECK(small.status() == status::memory_limit);
        CHECK(small.statistics().bytes <= bytes);
        CHECK(small.customize(std::vector<int>(g.edge_count(), 1)));
        CHECK(small.distance(0, nodes - 1) == 2 * (side - 1));
    }
}

}  // namespace customizable_graph_test
