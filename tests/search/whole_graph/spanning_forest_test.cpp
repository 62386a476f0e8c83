// SPDX-License-Identifier: MIT
#include <senda/search/spanning_forest.hpp>

#include "signed_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <numeric>
#include <optional>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/csr.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace spanning_forest_tests {

using signed_graphs::graph;
using signed_graphs::wide;

/// The parts that edges leave: each node by its least neighbour, again and again.
template <class Edges>
std::size_t parts(int nodes, const Edges& edges) {
    std::vector<int> part(static_cast<std::size_t>(nodes));
    std::iota(part.begin(), part.end(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [from, to, cost] : edges) {
            int& a = part[static_cast<std::size_t>(from)];
            int& b = part[static_cast<std::size_t>(to)];
            changed = changed || a != b;
            a = b = std::min(a, b);
        }
    }
    std::sort(part.begin(), part.end());
    return static_cast<std::size_t>(std::unique(part.begin(), part.end()) - part.begin());
}

/// The least cost of all choices of edges that leave as few parts as all edges do.
inline wide cheapest(const graph& g, std::size_t fewest) {
    std::vector<std::tuple<int, int, int>> chosen;
    std::optional<wide> best;
    for (unsigned set = 0; set < 1U << g.edges.size(); ++set) {
        chosen.clear();
        wide sum = 0;
        for (std::size_t e = 0; e < g.edges.size(); ++e) {
            if ((set >> e & 1U) == 0) continue;
            chosen.push_back(g.edges[e]);
            sum += std::get<2>(g.edges[e]);
        }
        // A forest has an edge less than nodes for each tree.
        if (chosen.size() + fewest != static_cast<std::size_t>(g.nodes)) continue;
        if (best && !(sum < *best)) continue;
        if (parts(g.nodes, chosen) == fewest) best = sum;
    }
    return *best;
}

/// By Prim's algorithm without a queue: the cheapest edge out of each tree, found by looking at
/// all.
inline wide by_prim(const graph& g) {
    std::vector<bool> is_in(static_cast<std::size_t>(g.nodes), false);
    wide sum = 0;
    for (int root = 0; root < g.nodes; ++root) {
        if (is_in[static_cast<std::size_t>(root)]) continue;
        is_in[static_cast<std::size_t>(root)] = true;
        for (;;) {
            const std::tuple<int, int, int>* best = nullptr;
            for (const auto& e : g.edges) {
                const auto [from, to, cost] = e;
                if (is_in[static_cast<std::size_t>(from)] == is_in[static_cast<std::size_t>(to)])
                    continue;
                // Trees that are done have no edge out of them.
                if (best == nullptr || cost < std::get<2>(*best)) best = &e;
            }
            if (best == nullptr) break;
            is_in[static_cast<std::size_t>(std::get<0>(*best))] = true;
            is_in[static_cast<std::size_t>(std::get<1>(*best))] = true;
            sum += std::get<2>(*best);
        }
    }
    return sum;
}

template <class Answer, class Number>
void check(const graph& g, const Answer& answer, std::size_t trees, wide cost, Number number) {
    REQUIRE(answer.status == senda::status::complete);
    CHECK(static_cast<bool>(answer));
    CHECK(answer.trees == trees);
    CHECK(wide{answer.cost} == cost);
    CHECK(answer.edges.size() + answer.trees == static_cast<std::size_t>(g.nodes));
    std::vector<std::tuple<int, int, int>> edges;
    bool right = true;
    wide sum = 0;
    for (const auto& [from, to, c] : answer.edges) {
        edges.emplace_back(number(from), number(to), c);
        const auto turned = std::tuple{number(to), number(from), c};
        right = right && (std::count(g.edges.begin(), g.edges.end(), edges.back()) != 0 ||
                          std::count(g.edges.begin(), g.edges.end(), turned) != 0);
        sum += c;
    }
    CHECK(right);
    CHECK(sum == cost);
    CHECK(parts(g.nodes, edges) == trees);
    CHECK(std::is_sorted(answer.edges.begin(), answer.edges.end(),
                         [](const auto& a, const auto& b) { return a.cost < b.cost; }));
}

inline graph without_closed(graph g) {
    std::erase_if(g.edges, [](const auto& e) { return !signed_graphs::is_open(std::get<2>(e)); });
    return g;
}

}  // namespace spanning_forest_tests

using namespace spanning_forest_tests;

TEST_CASE("spanning_forest is the cheapest of all choices of edges") {
    signed_graphs::for_each(25, 6, [](const graph& made, auto&) {
        graph g = without_closed(made);
        if (g.edges.size() > 10) g.edges.resize(10);
        const std::size_t trees = parts(g.nodes, g.edges);
        const wide cost = cheapest(g, trees);
        const auto same = [](auto n) { return static_cast<int>(n); };
        check(g, senda::spanning_forest(g.stored()), trees, cost, same);
        CHECK(by_prim(g) == cost);
    });
}

TEST_CASE("spanning_forest finds what Prim finds, in every spelling of a graph") {
    signed_graphs::for_each(60, 30, [](const graph& made, auto&) {
        const auto same = [](auto n) { return static_cast<int>(n); };
        const graph g = without_closed(made);
        const std::size_t trees = parts(g.nodes, g.edges);
        const wide cost = by_prim(g);
        const auto nodes = static_cast<std::size_t>(g.nodes);
        check(g, senda::spanning_forest(made.stored()), trees, cost, same);
        check(g, senda::spanning_forest(*senda::csr<int>::from_undirected_edges(nodes, made.edges)),
              trees, cost, same);
        senda::adjacency<std::string, int> named{senda::edge_kind::undirected};
        for (int n = 0; n < g.nodes; ++n) named.add_node(graph::name(n));
        for (const auto& [from, to, c] : made.edges)
            named.add_edge(graph::name(from), graph::name(to), c);
        check(g, senda::spanning_forest(named), trees, cost,
              [](const std::string& n) { return std::stoi(n.substr(12)); });
    });
}

TEST_CASE("spanning_forest of what a start reaches is the tree around it") {
    senda::adjacency<int, int> roads{senda::edge_kind::undirected};
    roads.add_edge(1, 2, 5);
    roads.add_edge(2, 3, -4);
    roads.add_edge(1, 3, 2);
    roads.add_edge(8, 9, 1);
    const auto tree = senda::spanning_forest(roads, 1);
    CHECK(tree.trees == 1);
    CHECK(tree.cost == -2);
    CHECK(tree.edges == std::vector<senda::forest_edge<int, int>>{{2, 3, -4}, {1, 3, 2}});
    CHECK(senda::spanning_forest(roads).trees == 2);
}

/// Of a list of edges.
template <class C>
auto forest_of(std::size_t nodes, const std::vector<std::tuple<int, int, C>>& edges) {
    return senda::spanning_forest(*senda::csr<C>::from_edges(nodes, edges));
}

TEST_CASE("spanning_forest takes equal edges in the order in which the graph has them") {
    const auto tree = forest_of<double>(3, {{2, 1, 1.5}, {0, 1, 1.5}, {2, 0, 1.5}, {0, 0, -3.0}});
    using edge = senda::forest_edge<std::uint32_t, double>;
    CHECK(tree.edges == std::vector<edge>{{0, 1, 1.5}, {2, 1, 1.5}});
    CHECK(tree.cost == 3.0);
}

TEST_CASE("spanning_forest adds costs up in 64 bits, and no further") {
    constexpr int high = std::numeric_limits<int>::max() - 1;
    const std::vector<std::tuple<int, int, int>> far{{0, 1, high}, {1, 2, high}, {2, 3, high}};
    CHECK(forest_of(4, far).cost == 3 * std::int64_t{high});
    constexpr auto most = std::numeric_limits<std::int64_t>::max() - 1;
    const std::vector<std::tuple<int, int, std::int64_t>> wide_costs{{0, 1, most}, {1, 2, most}};
    CHECK(forest_of(3, wide_costs).cost == senda::infinite<std::int64_t>);
    const std::vector<std::tuple<int, int, std::int64_t>> low{{0, 1, -most}, {1, 2, -most}};
    CHECK(forest_of(3, low).cost == std::numeric_limits<std::int64_t>::lowest());
    const std::vector<std::tuple<int, int, std::uint32_t>> plain{{0, 1, 4'000'000'000U},
                                                                 {1, 2, 4'000'000'000U}};
    CHECK(forest_of(3, plain).cost == 8'000'000'000U);
    const std::vector<std::tuple<int, int, double>> wrong{
        {0, 1, std::numeric_limits<double>::quiet_NaN()}};
    CHECK(forest_of(2, wrong).status == senda::status::negative_cost);
}

TEST_CASE("spanning_forest keeps to limits") {
    std::vector<std::vector<std::pair<int, int>>> lists(3000);
    for (int n = 0; n + 1 < 3000; ++n) lists[static_cast<std::size_t>(n)] = {{n + 1, n % 7}};
    const auto whole = senda::spanning_forest(lists);
    REQUIRE(whole);
    CHECK(whole.edges.size() == 2999);
    CHECK(senda::spanning_forest(lists, {.limits = {.expansions = 2999}}).status ==
          senda::status::expansion_limit);
    CHECK(senda::spanning_forest(lists, {.limits = {.bytes = whole.statistics.bytes}}));
    for (std::uint64_t part = 1; part < 8; ++part) {
        const std::uint64_t bytes = whole.statistics.bytes * part / 8;
        const auto less = senda::spanning_forest(lists, {.limits = {.bytes = bytes}});
        CHECK(less.statistics.bytes <= bytes);
        CHECK((less || (less.status == senda::status::memory_limit && less.edges.empty() &&
                        less.trees == 0)));
    }
    const std::atomic<bool> stop{true};
    CHECK(senda::spanning_forest(lists, {.stop = stop}).status == senda::status::cancelled);
    CHECK(forest_of<int>(0, {}).trees == 0);
}
