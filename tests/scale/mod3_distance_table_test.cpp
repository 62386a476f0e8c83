// SPDX-License-Identifier: MIT
#include <senda/scale/mod3_distance_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <utility>
#include <vector>

#include "../../examples/common/puzzles.hpp"
#include "numbered_graphs.hpp"
#include "support/checks.hpp"
#include "support/rounds.hpp"

namespace mod3_distance_table_tests {

using namespace numbered;
using senda::infinite;
using senda::mod3_distance_table;
using senda::options;
using senda::status;
using senda::steps;
using support::for_each_graph;
using support::split_mix64;
using support::test_graph;

sparse_graph both_ways(const test_graph& edges) {
    sparse_graph g{test_graph(edges.node_count())};
    for (int from = 0; from < edges.node_count(); ++from) {
        for (const auto& e : edges.from(from)) {
            g.edges.add(from, e.to, 1);
            g.edges.add(e.to, from, 1);
        }
    }
    return g;
}

template <class G, class Node>
bool is_path(const G& g, const std::vector<Node>& path) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        bool leads = false;
        g.successors(path[i], [&](const Node& to) { leads = leads || to == path[i + 1]; });
        if (!leads) return false;
    }
    return true;
}

TEST_CASE("mod3_distance_table gives a shortest path from every node, as a search does") {
    for_each_graph(200, 40, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g = both_ways(edges);
        const marked_node goal{random.below(edges.node_count())};
        const marked_node second{random.below(edges.node_count())};
        const senda::any_of goals{goal, second};
        const mod3_distance_table table(g, goals);
        CHECK(table);
        for (int i = 0; i < edges.node_count(); ++i) {
            const marked_node from{i};
            const auto expected = senda::bfs(g, from, goals);
            const auto r = table.path(from);
            CHECK(r.status == expected.status);
            CHECK(r.cost == expected.cost);
            CHECK(r.lower_bound == expected.lower_bound);
            CHECK(r.path.size() == expected.path.size());
            CHECK(table.distance(from) == expected.cost);
            if (!expected) continue;
            CHECK(table.modulo_3(from) == static_cast<unsigned>(expected.cost % 3));
            CHECK(r.path.front() == from);
            CHECK((r.path.back() == goal || r.path.back() == second));
            CHECK(is_path(g, r.path));
        }
        CHECK(table.path(marked_node{-1}).status == status::exhausted);
        CHECK(table.distance(marked_node{edges.node_count()}) == infinite<steps>);
    });
}

TEST_CASE("mod3_distance_table that a limit stopped knows the nearest nodes") {
    for_each_graph(100, 40, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g = both_ways(edges);
        const marked_node goal{random.below(edges.node_count())};
        const int most = random.below(4);
        const auto expansions = static_cast<std::uint64_t>(random.below(edges.node_count() + 1));
        const mod3_distance_table near(g, goal, {.limits = {.cost = most}});
        const mod3_distance_table few(g, goal, {.limits = {.expansions = expansions}});
        const mod3_distance_table none(g, goal, {.limits = {.bytes = 3}});
        CHECK(none.status() == status::memory_limit);
        CHECK(none.path(goal).status == status::memory_limit);
        for (int i = 0; i < edges.node_count(); ++i) {
            const marked_node from{i};
            const auto expected = senda::bfs(g, from, goal);
            CHECK(none.distance(from) == infinite<steps>);
            if (expected && expected.cost <= most) {
                CHECK(near.distance(from) == expected.cost);
            } else {
                CHECK(near.path(from).status == (near ? status::exhausted : near.status()));
                CHECK(near.path(from).lower_bound <= expected.cost);
            }
            const auto r = few.path(from);
            if (r) {
                CHECK(r.cost == expected.cost);
                CHECK(is_path(g, r.path));
            } else {
                CHECK(r.status == (few ? status::exhausted : few.status()));
                CHECK(r.lower_bound <= expected.cost);
            }
        }
    });
}

TEST_CASE("mod3_distance_table is the same for any number of threads") {
    using puzzle = puzzles::tiles<3, 3>;
    const mod3_distance_table alone(puzzle{}, puzzle::solved());
    const std::uint64_t every = support::is_slow ? 7 : 1;
    for (const unsigned threads : {2U, 3U}) {
        if (support::is_slow && threads == 2) continue;
        const mod3_distance_table shared(puzzle{}, puzzle::solved(), options{.threads = threads});
        CHECK(shared.counts() == alone.counts());
        if (SENDA_HAS_THREADS) CHECK(shared.statistics().threads > 1);
        bool all_same = true;
        for (std::uint64_t i = 0; i < puzzle::index_bound(); i += every) {
            const auto n = puzzle::node(i);
            all_same = all_same && shared.modulo_3(n) == alone.modulo_3(n);
        }
        CHECK(all_same);
    }
}

TEST_CASE("mod3_distance_table of sliding tiles solves the hardest in as many steps") {
    using puzzle = puzzles::tiles<2, 4>;
    const mod3_distance_table table(puzzle{}, puzzle::solved());
    CHECK(table.counts().size() == 37);
    std::vector<std::uint64_t> counts(37);
    for (std::uint64_t i = 0; i < puzzle::index_bound(); i += 7) {
        const auto path = table.path(puzzle::node(i));
        REQUIRE(path);
        ++counts[static_cast<std::size_t>(path.cost)];
        CHECK(path.path.back() == puzzle::solved());
    }
    CHECK(counts[0] == 1);
}

struct line {
    using node_type = int;
    using action_type = char;

    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 10; }
    int node(std::size_t i) const { return static_cast<int>(i); }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n > 0) emit(n - 1, 'l');
        if (n < 9) emit(n + 1, 'r');
    }
};

TEST_CASE("mod3_distance_table tells the actions of a path") {
    const mod3_distance_table table(line{}, senda::any_of{2, 9});
    CHECK(table.path(5).actions == std::vector{'l', 'l', 'l'});
    CHECK(table.path(6).path == std::vector{6, 7, 8, 9});
    CHECK(table.path(9).actions.empty());
    CHECK(table.path(9).path == std::vector{9});
    CHECK(table.path(10).status == status::exhausted);
}

TEST_CASE("mod3_distance_table ends its paths also where edges do not lead back") {
    for_each_graph(100, 30, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g{edges};
        const mod3_distance_table table(g, marked_node{random.below(edges.node_count())});
        for (int i = 0; i < edges.node_count(); ++i) {
            CHECK(table.path(marked_node{i}).path.size() <= table.counts().size() + 1);
        }
    });
}

TEST_CASE("mod3_distance_table takes options in braces, with threads and without") {
    using puzzle = puzzles::tiles<2, 3>;
    const mod3_distance_table alone(puzzle{}, puzzle::solved(), {.stop = {}});
    const mod3_distance_table shared(puzzle{}, puzzle::solved(), senda::options{.threads = 3});
    CHECK(shared.counts() == alone.counts());
    CHECK(mod3_distance_table(puzzle{}, puzzle::solved(), {.limits = {.cost = 2}}).status() ==
          senda::status::cost_limit);
}

TEST_CASE("mod3_distance_table can be moved, and gives back what it needed to be made") {
    using puzzle = puzzles::tiles<2, 4>;
    mod3_distance_table table(puzzle{}, puzzle::solved(),
                              {.limits = {.bytes = 20'160 * 3 / 8 + 4000}});
    REQUIRE(table);
    const mod3_distance_table moved(std::move(table));
    CHECK(moved.distance(puzzle::solved()) == 0);
    senda::grid open(20, 10);
    open.close({4, 4});
    const mod3_distance_table cells(open, senda::cell{0, 0});
    CHECK(cells.distance({19, 9}) == 28);
    CHECK(cells.distance({4, 4}) == infinite<steps>);
    CHECK(cells.distance({-1, 30}) == infinite<steps>);
}

}  // namespace mod3_distance_table_tests
