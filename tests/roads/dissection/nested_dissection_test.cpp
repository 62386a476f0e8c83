// SPDX-License-Identifier: MIT
#include <senda/detail/roads/dissection/nested_dissection.hpp>

#include <senda/detail/roads/customizing/elimination_search.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/csr.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <vector>

#include "support/random_graphs.hpp"

namespace nested_dissection_test {

using senda::detail::plain_graph;
using support::split_mix64;

plain_graph neighbours_in(const support::test_graph& graph) {
    std::vector<senda::csr<>::edge_type> edges;
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& edge : graph.from(from))
            edges.push_back(
                {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(edge.to)});
    const auto stored = senda::csr<>::from_edges(graph.out.size(), edges);
    return plain_graph::of(stored->edge_rows());
}

std::vector<std::uint32_t> order_of(const plain_graph& g, unsigned threads = 1) {
    senda::search_control control({});
    senda::detail::thread_team team;
    team.start(threads);
    return senda::detail::nested_dissection(control, team, nullptr).order(g);
}

/// All nodes that can be reached from one without those that are closed.
std::vector<std::uint32_t> component_of(const plain_graph& g, std::uint32_t start,
                                        std::vector<bool> closed) {
    std::vector<std::uint32_t> queue{start};
    closed[start] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const std::uint32_t to : g.neighbours(queue[i])) {
            if (closed[to]) continue;
            closed[to] = true;
            queue.push_back(to);
        }
    }
    return queue;
}

TEST_CASE("neighbours are neighbours both ways, each once, and no node is its own") {
    support::for_each_graph(100, 20, [](const support::test_graph& graph, split_mix64&) {
        const plain_graph g = neighbours_in(graph);
        std::set<std::pair<int, int>> pairs;
        for (int from = 0; from < graph.node_count(); ++from) {
            for (const auto& edge : graph.from(from)) {
                if (from == edge.to) continue;
                pairs.insert({from, edge.to});
                pairs.insert({edge.to, from});
            }
        }
        std::set<std::pair<int, int>> found;
        for (std::uint32_t n = 0; n < g.node_count(); ++n)
            for (const std::uint32_t to : g.neighbours(n))
                found.insert({static_cast<int>(n), static_cast<int>(to)});
        CHECK(found == pairs);
        CHECK(g.to.size() == pairs.size());
    });
}

TEST_CASE("an order by nested dissection has each node once, whatever the number of threads") {
    support::for_each_graph(150, 60, [](const support::test_graph& graph, split_mix64&) {
        const plain_graph g = neighbours_in(graph);
        std::vector<std::uint32_t> order = order_of(g);
        CHECK(order == order_of(g, 3));
        std::sort(order.begin(), order.end());
        for (std::uint32_t n = 0; n < g.node_count(); ++n) REQUIRE(order[n] == n);
        CHECK(order.size() == g.node_count());
    });
}

/// The separator of a graph between two nodes.
senda::detail::separator cut_between(const plain_graph& g, std::uint32_t one, std::uint32_t two) {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> from_one;
    std::vector<std::uint32_t> from_two;
    g.measure(one, from_one, order);
    g.measure(two, from_two, order);
    return senda::detail::separator_search().find(g, from_one, from_two, [] { return false; });
}

TEST_CASE("a separator leaves the nodes that it says on its smaller side") {
    int found = 0;
    support::for_each_graph(300, 40, [&](const support::test_graph& graph, split_mix64& random) {
        const plain_graph g = neighbours_in(graph);
        std::vector<bool> closed(g.node_count());
        if (g.node_count() < 3 || component_of(g, 0, closed).size() != g.node_count()) return;
        const auto one = static_cast<std::uint32_t>(random.below(graph.node_count()));
        const auto two = static_cast<std::uint32_t>(random.below(graph.node_count()));
        const auto cut = cut_between(g, one, two);
        if (cut.nodes.empty()) {
            CHECK(cut.smaller == 0);
            return;
        }
        ++found;
        for (const std::uint32_t n : cut.nodes) {
            CHECK_FALSE(closed[n]);
            closed[n] = true;
        }
        // A side is some of the components that are left: what sizes can it have?
        std::vector<bool> can_be(g.node_count() + 1);
        can_be[0] = true;
        std::size_t left = 0;
        for (std::uint32_t n = 0; n < g.node_count(); ++n) {
            if (closed[n]) continue;
            const std::vector<std::uint32_t> component = component_of(g, n, closed);
            const std::size_t size = component.size();
            for (const std::uint32_t to : component) closed[to] = true;
            for (std::size_t i = can_be.size(); i-- > size;)
                can_be[i] = can_be[i] || can_be[i - size];
            left += size;
        }
        CHECK(left + cut.nodes.size() == g.node_count());
        CHECK(cut.smaller > 0);
        CHECK(cut.smaller * 2 <= left);
        CHECK(can_be[cut.smaller]);
    });
    CHECK(found > 4);
}

TEST_CASE("a bridge and the waist of an hourglass are found") {
    // Two squares of 5 x 5, joined by a path of three nodes.
    std::vector<senda::csr<>::edge_type> edges;
    const auto add_square = [&edges](std::uint32_t first) {
        for (std::uint32_t y = 0; y < 5; ++y) {
            for (std::uint32_t x = 0; x < 5; ++x) {
                const std::uint32_t n = first + y * 5 + x;
                if (x < 4) edges.push_back({n, n + 1});
                if (y < 4) edges.push_back({n, n + 5});
            }
        }
    };
    add_square(0);
    add_square(28);
    for (std::uint32_t n = 24; n < 28; ++n) edges.push_back({n, n + 1});
    const auto stored = senda::csr<>::from_edges(53, edges);
    const auto g = plain_graph::of(stored->edge_rows());
    const auto cut = cut_between(g, 0, 52);
    REQUIRE(cut.nodes.size() == 1);
    CHECK(cut.nodes[0] >= 24);
    CHECK(cut.nodes[0] <= 28);
    CHECK(cut.smaller >= 24);
}

TEST_CASE("elimination leaves a chordal graph with the edges that a naive one leaves") {
    support::for_each_graph(200, 30, [](const support::test_graph& graph, split_mix64& random) {
        const plain_graph g = neighbours_in(graph);
        std::vector<std::uint32_t> order = order_of(g);
        if (random.percent(30))
            for (std::uint32_t n = 0; n < order.size(); ++n) order[n] = n;  // any order will do
        senda::search_control control({});
        senda::memory_budget budget;
        senda::detail::chordal_graph made(budget);
        REQUIRE(senda::detail::elimination(control, made).run(g, order));

        const auto count_naively = [&g](auto node_at) {
            std::vector<std::set<std::uint32_t>> rows(g.node_count());
            for (std::uint32_t n = 0; n < g.node_count(); ++n)
                rows[n].insert(g.neighbours(n).begin(), g.neighbours(n).end());
            std::size_t arcs = 0;
            for (std::uint32_t i = 0; i < g.node_count(); ++i) {
                const std::uint32_t n = node_at(i);
                arcs += rows[n].size();
                for (const std::uint32_t a : rows[n]) {
                    rows[a].erase(n);
                    for (const std::uint32_t b : rows[n])
                        if (a != b) rows[a].insert(b);
                }
            }
            return arcs;
        };
        CHECK(made.arc_count() == count_naively([&](std::uint32_t i) { return order[i]; }));
        CHECK(made.arc_count() == count_naively([&](std::uint32_t i) { return made.node_at[i]; }));

        std::vector<std::uint32_t> lowest(g.node_count());
        for (std::uint32_t rank = 0; rank < g.node_count(); ++rank) {
            REQUIRE(made.rank_of[made.node_at[rank]] == rank);
            const std::uint32_t* const row = made.to.data() + made.first[rank];
            const std::uint32_t* const end = made.to.data() + made.first[rank + 1];
            REQUIRE(std::is_sorted(row, end));
            REQUIRE(made.parent[rank] == (row == end ? made.none : *row));
            // All neighbours above are above the lowest of them, and so its neighbours.
            for (const std::uint32_t* to = row; to != end; ++to) {
                REQUIRE(*to > rank);
                for (const std::uint32_t* high = to + 1; high != end; ++high)
                    REQUIRE(made.to[made.arc(*to, *high)] == *high);
            }
        }
        // Each subtree is a range of ranks: the lowest below a node are as many ranks away as there
        // are nodes below it.
        std::vector<std::uint32_t> size(g.node_count(), 1);
        for (std::uint32_t rank = 0; rank < g.node_count(); ++rank) lowest[rank] = rank;
        for (std::uint32_t rank = 0; rank < g.node_count(); ++rank) {
            CHECK(lowest[rank] == rank + 1 - size[rank]);
            const std::uint32_t up = made.parent[rank];
            if (up == made.none) continue;
            size[up] += size[rank];
            lowest[up] = std::min(lowest[up], lowest[rank]);
        }
    });
}

}  // namespace nested_dissection_test
