// SPDX-License-Identifier: MIT
#include <senda/roads/contraction_hierarchy.hpp>

#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/search/verify.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <set>
#include <type_traits>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace contraction_hierarchy_test {

using senda::add_costs;
using senda::contraction_hierarchy;
using senda::csr;
using senda::infinite;
using senda::status;
using support::split_mix64;
using id = std::uint32_t;

/// All distances by Floyd and Warshall, and whether there are ways at all.
template <class Weight>
struct all_pairs {
    using cost = typename contraction_hierarchy<csr<Weight>>::cost;

    explicit all_pairs(const csr<Weight>& g)
        : nodes(g.node_count()),
          costs(nodes * nodes, infinite<cost>),
          reached(nodes * nodes, false) {
        for (id n = 0; n < nodes; ++n) {
            costs[n * nodes + n] = 0;
            reached[n * nodes + n] = true;
            g.successors(n, [&](id to, auto... given) {
                cost c{1};
                ((c = given), ...);
                costs[n * nodes + to] = std::min(costs[n * nodes + to], c);
                if (c != infinite<cost>) reached[n * nodes + to] = true;
            });
        }
        for (id k = 0; k < nodes; ++k)
            for (id a = 0; a < nodes; ++a)
                for (id b = 0; b < nodes; ++b) {
                    cost& known = costs[a * nodes + b];
                    known = std::min(known, add_costs(costs[a * nodes + k], costs[k * nodes + b]));
                    if (reached[a * nodes + k] && reached[k * nodes + b])
                        reached[a * nodes + b] = true;
                }
    }

    std::size_t nodes;
    std::vector<cost> costs;
    std::vector<bool> reached;
};

/// Few nodes, with loops, parallel edges and parts without a way between them. `most` is the
/// largest cost, and one edge in `heavy` costs nearly as much as the type holds.
template <class Weight>
csr<Weight> any_graph(split_mix64& random, int most, int heavy) {
    const int nodes = random.between(1, 9);
    std::vector<senda::detail::csr_edge<Weight>> edges;
    const int count = random.below(nodes * 4);
    const bool is_both_ways = random.percent(30);
    [[maybe_unused]] const auto any_cost = [&]() -> Weight {
        if constexpr (std::same_as<Weight, senda::unweighted>) {
            return {};
        } else {
            if (heavy != 0 && random.below(heavy) == 0) {
                if constexpr (std::integral<Weight>) {
                    const auto shares = static_cast<Weight>(random.between(1, 4));
                    return static_cast<Weight>(std::numeric_limits<Weight>::max() / shares -
                                               static_cast<Weight>(random.below(3)));
                } else {
                    return std::numeric_limits<Weight>::max() / random.between(1, 4);
                }
            }
            if constexpr (std::floating_point<Weight>) {
                if (most > 1000) return static_cast<Weight>(random.unit());
            }
            return static_cast<Weight>(random.below(most + 1));
        }
    };
    for (int i = 0; i < count; ++i) {
        const auto from = static_cast<id>(random.below(nodes));
        const auto to = static_cast<id>(random.below(nodes));
        if constexpr (std::same_as<Weight, senda::unweighted>) {
            edges.push_back({from, to});
            if (is_both_ways) edges.push_back({to, from});
        } else {
            const Weight c = any_cost();
            edges.push_back({from, to, c});
            if (is_both_ways) edges.push_back({to, from, c});
        }
    }
    return *csr<Weight>::from_edges(static_cast<std::size_t>(nodes), edges);
}

template <class Weight>
void check_all_pairs(const csr<Weight>& g) {
    using cost = typename contraction_hierarchy<csr<Weight>>::cost;
    const contraction_hierarchy p{g};
    REQUIRE(p);
    const all_pairs<Weight> right(g);
    const auto is_same = [](cost a, cost b) {
        if constexpr (std::floating_point<cost>)
            return a == b || (a - b <= a * cost(1e-12) && b - a <= a * cost(1e-12));
        return a == b;
    };
    for (id a = 0; a < g.node_count(); ++a) {
        for (id b = 0; b < g.node_count(); ++b) {
            const cost least = right.costs[a * right.nodes + b];
            const auto found = p.path(a, b);
            CAPTURE(a);
            CAPTURE(b);
            REQUIRE(is_same(found.cost, least));
            REQUIRE(is_same(p.distance(a, b), least));
            REQUIRE(bool(found) == (least != infinite<cost>));
            REQUIRE(found.lower_bound == found.cost);
            const auto replayed = senda::verify(g, a, b, found);
            CAPTURE(replayed.message);
            REQUIRE(replayed);
            // A way that costs more than the type holds is not no way.
            if (!found && right.reached[a * right.nodes + b])
                REQUIRE(found.status == status::cost_limit);
            if (!found && found.status != status::cost_limit)
                REQUIRE(found.status == status::exhausted);
            const std::set<id> nodes(found.path.begin(), found.path.end());
            REQUIRE(nodes.size() == found.path.size());
        }
    }
    const id start = 0;
    for (id b = 0; b < g.node_count(); ++b) {
        const auto known = senda::dijkstra(g, start, b);
        REQUIRE(is_same(known.cost, p.distance(start, b)));
        if (known.status == status::exhausted && std::same_as<Weight, senda::unweighted>)
            REQUIRE(p.path(start, b).status == status::exhausted);
    }
}

TEST_CASE("a prepared graph has the distances of the graph, whole and floating costs") {
    split_mix64 random{1};
    for (int i = 0; i < (support::is_slow ? 60 : 1500); ++i) {
        CAPTURE(i);
        check_all_pairs(any_graph<int>(random, random.percent(50) ? 2 : 100, 0));
        check_all_pairs(any_graph<int>(random, 1, 6));
        check_all_pairs(any_graph<std::uint32_t>(random, 9, 0));
        check_all_pairs(any_graph<std::uint32_t>(random, 3, 4));
        check_all_pairs(any_graph<std::int64_t>(random, 5, random.below(6)));
        check_all_pairs(any_graph<double>(random, random.percent(50) ? 3 : 5000, random.below(6)));
        check_all_pairs(any_graph<senda::unweighted>(random, 0, 0));
    }
}

TEST_CASE("a path in a prepared graph has no cycle, though its cost be lost in rounding") {
    // Beside 4e307 what it costs to go to 2 and back is nothing.
    const std::vector<csr<double>::edge_type> edges{{0, 1, 0.35},    {1, 2, 0.28}, {2, 1, 0.23},
                                                    {1, 3, 4.4e307}, {2, 0, 0.9},  {3, 2, 0.6}};
    check_all_pairs(*csr<double>::from_edges(4, edges));
    split_mix64 random{3};
    for (int i = 0; i < (support::is_slow ? 200 : 5000); ++i) {
        CAPTURE(i);
        check_all_pairs(any_graph<double>(random, 5000, 3));
    }
}

/// Streets between crossings that lie side by side in rows, some of them one way.
csr<int> any_town(split_mix64& random, int side, int most) {
    std::vector<csr<int>::edge_type> edges;
    const auto at = [side](int x, int y) { return static_cast<id>(y * side + x); };
    const auto join = [&](id a, id b) {
        const int c = random.between(1, most);
        if (!random.percent(10)) edges.push_back({a, b, c});
        if (!random.percent(10)) edges.push_back({b, a, c});
    };
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            if (x + 1 < side) join(at(x, y), at(x + 1, y));
            if (y + 1 < side) join(at(x, y), at(x, y + 1));
        }
    return *csr<int>::from_edges(static_cast<std::size_t>(side * side), edges);
}

template <class C>
void check_same(const senda::detail::upward_arcs<C>& a, const senda::detail::upward_arcs<C>& b,
                id nodes) {
    REQUIRE(std::equal(a.first, a.first + nodes + 1, b.first));
    REQUIRE(std::equal(a.middle, a.middle + a.first[nodes], b.middle));
    REQUIRE(std::equal(a.arcs, a.arcs + a.first[nodes], b.arcs, [](const auto& x, const auto& y) {
        return x.to == y.to && x.cost == y.cost;
    }));
}

TEST_CASE("any number of threads makes the same hierarchy, which answers as dijkstra does") {
    split_mix64 random{2};
    const int side = support::is_slow ? 32 : 40;  // more than 1000 nodes, or no threads are started
    for (const int most : {1, 1000}) {
        const auto g = any_town(random, side, most);
        const contraction_hierarchy alone{g};
        REQUIRE(alone);
        for (const unsigned threads : {2U, 5U}) {
            if (support::is_slow && threads == 2) continue;
            const contraction_hierarchy shared{g, senda::options{.threads = threads}};
            const auto& a = alone.hierarchy();
            const auto& b = shared.hierarchy();
            CHECK(std::equal(a.rank_of, a.rank_of + a.node_count, b.rank_of));
            check_same(a.forward, b.forward, a.node_count);
            check_same(a.backward, b.backward, a.node_count);
            CHECK(shared.statistics().expanded == alone.statistics().expanded);
        }
        for (int i = 0; i < support::rounds(200); ++i) {
            const auto start = static_cast<id>(random.below(side * side));
            const auto goal = static_cast<id>(random.below(side * side));
            const auto found = alone.path(start, goal);
            CHECK(found.cost == senda::dijkstra(g, start, goal).cost);
            CHECK(senda::verify(g, start, goal, found));
            CHECK(found.engine.substr(0, 11) == "contraction");
        }
    }
}

TEST_CASE("nodes that a graph does not have lead nowhere") {
    const auto g = *csr<int>::from_edges(2, {{0, 1, 5}});
    const contraction_hierarchy p{g};
    CHECK(p.path(0, 2).status == status::exhausted);
    CHECK(p.path(7, 0).lower_bound == infinite<int>);
    CHECK(p.distance(1, 0) == infinite<int>);
    const csr<int> empty;
    CHECK(contraction_hierarchy{empty}.status() == status::complete);
    CHECK(contraction_hierarchy{empty}.bytes() == 0);
    CHECK(contraction_hierarchy{empty}.distance(0, 0) == infinite<int>);
}

TEST_CASE("what ended the making of a prepared graph, its queries say") {
    split_mix64 random{3};
    const auto g = any_town(random, 20, 9);
    const contraction_hierarchy whole{g};
    const std::uint64_t all = whole.statistics().expanded;
    const std::uint64_t steps = support::is_slow ? 12 : 50;
    const auto check = [&](const senda::options& o, status why) {
        const contraction_hierarchy p{g, o};
        CHECK(p.status() == why);
        CHECK(!p);
        CHECK(p.path(0, 399).status == why);
        CHECK(p.path(0, 399).lower_bound == 0);
        CHECK(p.distance(0, 399) == infinite<int>);
        CHECK(p.hierarchy().node_count == 0);
        CHECK(p.bytes() == 0);
        CHECK(p.statistics().expanded <= o.limits.expansions);
    };
    for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{1}, all / 2, all - 1})
        check({.limits = {.expansions = most}}, status::expansion_limit);
    CHECK(contraction_hierarchy{g, {.limits = {.expansions = all}}}.status() == status::complete);
    check({.limits = {.time = 0.0}}, status::time_limit);
    const std::atomic<bool> is_over = true;
    check({.stop = is_over}, status::cancelled);
    for (std::uint64_t bytes = 0; bytes < whole.statistics().bytes;
         bytes += 1 + whole.statistics().bytes / steps)
        check({.limits = {.bytes = bytes}}, status::memory_limit);
    const auto below_zero = *csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, -1}});
    CHECK(contraction_hierarchy{below_zero}.status() == status::negative_cost);
    CHECK(contraction_hierarchy{below_zero}.path(0, 1).status == status::negative_cost);
    senda::search_progress progress;
    CHECK(contraction_hierarchy{g, {.progress = &progress}}.status() == status::complete);
    CHECK(progress.now().done == 400);
    CHECK(progress.now().total == 400);
}

TEST_CASE("a query keeps to its limits and says what it knows") {
    split_mix64 random{4};
    const auto g = any_town(random, 20, 9);
    const contraction_hierarchy p{g};
    for (int i = 0; i < support::rounds(100); ++i) {
        const auto start = static_cast<id>(random.below(400));
        const auto goal = static_cast<id>(random.below(400));
        const auto whole = p.path(start, goal);
        if (!whole) continue;
        for (std::uint64_t most = 0; most < whole.statistics.expanded; most += 1 + most / 2) {
            const auto some = p.path(start, goal, {.limits = {.expansions = most}});
            REQUIRE(some.status == status::expansion_limit);
            CHECK(some.statistics.expanded == most);
            CHECK(some.lower_bound <= whole.cost);
            CHECK(some.path.empty());
        }
        const std::uint64_t all = whole.statistics.expanded;
        CHECK(p.path(start, goal, {.limits = {.expansions = all}}).path == whole.path);
        CHECK(p.path(start, goal, {.limits = {.cost = whole.cost}}).path == whole.path);
        if (whole.cost == 0) continue;
        const auto dear = p.path(start, goal, {.limits = {.cost = whole.cost - 1}});
        CHECK(dear.status == status::cost_limit);
        CHECK(dear.lower_bound == whole.cost);
    }
    CHECK(p.path(0, 399, {.limits = {.bytes = 5000}}).status == status::memory_limit);
    CHECK(p.path(0, 399, {.limits = {.bytes = 100'000}}).path == p.path(0, 399).path);
    CHECK(p.path(0, 399, {.limits = {.time = 0.0}}).status == status::time_limit);
    const std::atomic<bool> is_over = true;
    CHECK(p.path(0, 399, {.stop = is_over}).status == status::cancelled);
}

}  // namespace contraction_hierarchy_test
