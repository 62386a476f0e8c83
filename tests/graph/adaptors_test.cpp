// SPDX-License-Identifier: MIT
#include <senda/graph/adaptors.hpp>

#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>

#include "support/checks.hpp"
#include "support/random_graphs.hpp"
#include "support/views.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using senda::cell;
using support::test_graph;

/// Where each node of a spelling stands: itself, or the number in it.
struct number {
    template <class Node>
    std::size_t operator()(const Node& node) const {
        using support::id_of;
        return static_cast<std::size_t>(id_of(node));
    }
};

/// A const graph in every spelling that a view can show.
template <class Check>
void for_each_spelling(const test_graph& graph, int start, int goal, Check check) {
    const support::named_view<int> named{&graph};
    const support::place_view<int> places{&graph};
    check(support::as_nodes(graph), start, goal);
    check(support::as_pairs(graph), start, goal);
    check(support::as_edges(graph), start, goal);
    check(support::as_sink(graph), start, goal);
    check(support::dense_view{graph}, start, goal);
    check(places, support::place{start}, support::place{goal});
    check(named, support::name_of_node(start), support::name_of_node(goal));
}

/// Nodes that only the graph itself can hash.
struct ring {
    struct node {
        double angle;
        friend bool operator==(const node&, const node&) = default;
    };
    int length;

    std::array<node, 1> successors(const node& n) const {
        return {node{n.angle + 1 < length ? n.angle + 1 : 0}};
    }
    std::uint64_t hash(const node& n) const { return static_cast<std::uint64_t>(n.angle); }
};

using counting_lambda = decltype([calls = 0](int n) mutable { return std::array{n + ++calls}; });
using plain_lambda = decltype([](int n) { return std::array{n + 1}; });

// What a view keeps of its graph, and what it changes.
using dense = support::dense_view<short>;
static_assert(senda::IndexedGraph<dense, int> && senda::ReversibleGraph<dense, int>);

using hashed_dense = senda::hashed<const dense&>;
static_assert(senda::Graph<hashed_dense, int> && senda::ReversibleGraph<hashed_dense, int>);
static_assert(!senda::IndexedGraph<hashed_dense, int>);
static_assert(std::same_as<senda::node_of<hashed_dense, long>, int>);
static_assert(std::same_as<senda::cost_of<hashed_dense, int>, int>);
static_assert(std::same_as<senda::action_of<hashed_dense, int>, int>);
static_assert(senda::is_weighted<hashed_dense, int>);

using symmetric_dense = senda::symmetric<dense>;
static_assert(senda::IndexedGraph<symmetric_dense, int>);
static_assert(senda::ReversibleGraph<symmetric_dense, int>);

using indexed_lambda = senda::indexed<plain_lambda, number>;
static_assert(senda::IndexedGraph<indexed_lambda, int>);
static_assert(!senda::ReversibleGraph<indexed_lambda, int>);
static_assert(std::same_as<senda::cost_of<indexed_lambda, int>, senda::steps>);
static_assert(!senda::is_weighted<indexed_lambda, int>);
static_assert(senda::IndexedGraph<senda::symmetric<indexed_lambda>, int>);
static_assert(senda::ReversibleGraph<senda::symmetric<indexed_lambda>, int>);
static_assert(!senda::IndexedGraph<senda::symmetric<plain_lambda>, int>);
static_assert(!senda::IndexedGraph<senda::hashed<senda::symmetric<indexed_lambda>>, int>);

static_assert(senda::SearchableGraph<senda::hashed<ring>, ring::node>);
static_assert(senda::SearchableGraph<senda::symmetric<const ring&>, ring::node>);
static_assert(!senda::Graph<senda::hashed<counting_lambda>, int>, "a view asks a const graph");
static_assert(!senda::Graph<senda::hashed<plain_lambda>, std::string>);

// A graph with a name is referred to, one without is kept.
static_assert(std::same_as<decltype(senda::hashed(std::declval<ring&>())), senda::hashed<ring&>>);
static_assert(
    std::same_as<decltype(senda::hashed(std::declval<const ring&>())), senda::hashed<const ring&>>);
static_assert(std::same_as<decltype(senda::hashed(ring{})), senda::hashed<ring>>);
static_assert(std::same_as<decltype(senda::symmetric(ring{})), senda::symmetric<ring>>);
static_assert(
    std::same_as<decltype(senda::indexed(ring{}, 3, number{})), senda::indexed<ring, number>>);

}  // namespace

TEST_CASE("a hashed view of any spelling gives the answers of the graph") {
    support::for_each_graph(80, 15, [](const test_graph& graph, support::split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        for_each_spelling(graph, start, goal, [](const auto& g, const auto& from, const auto& to) {
            static_assert(!senda::IndexedGraph<decltype(senda::hashed(g)),
                                               std::remove_cvref_t<decltype(from)>>);
            support::check_same_answer(senda::bfs(senda::hashed(g), from, to),
                                       senda::bfs(g, from, to));
        });
    });
}

TEST_CASE("an indexed view of any spelling gives the answers of the graph") {
    support::for_each_graph(80, 15, [](const test_graph& graph, support::split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        for_each_spelling(graph, start, goal, [&](const auto& g, const auto& from, const auto& to) {
            const auto view = senda::indexed(g, graph.out.size(), number{});
            static_assert(senda::IndexedGraph<decltype(view), std::remove_cvref_t<decltype(from)>>);
            CHECK(view.index_bound() == graph.out.size());
            CHECK(view.index(from) == static_cast<std::size_t>(start));
            support::check_same_answer(senda::bfs(view, from, to), senda::bfs(g, from, to));
        });
    });
}

TEST_CASE("a symmetric view of any spelling can be searched from both ends") {
    support::for_each_graph(80, 15, [](const test_graph& one_way, support::split_mix64& random) {
        const test_graph graph = support::undirected(one_way);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto best = support::between(support::floyd_warshall(graph), start, goal);
        for_each_spelling(graph, start, goal, [&](const auto& g, const auto& from, const auto& to) {
            const auto view = senda::symmetric(g);
            using node = std::remove_cvref_t<decltype(from)>;
            static_assert(senda::ReversibleGraph<decltype(view), node>);
            static_assert(senda::IndexedGraph<decltype(view), node> ==
                          senda::IndexedGraph<decltype(g), node>);
            support::check_same_answer(senda::bfs(view, from, to), senda::bfs(g, from, to));
            const auto met = senda::bidirectional(view, from, to);
            CHECK(static_cast<bool>(met) == (best != support::unreachable));
            if (met && senda::is_weighted<decltype(g), node>)
                CHECK(support::same_cost(met.cost, best));
        });
    });
}

TEST_CASE("views of views give the answers of the graph") {
    support::for_each_graph(60, 15, [](const test_graph& graph, support::split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto plain = senda::bfs(support::dense_view{graph}, start, goal);
        const auto there =
            senda::indexed(senda::hashed(support::dense_view{graph}), graph.out.size(), number{});
        static_assert(senda::IndexedGraph<decltype(there), int>);
        support::check_same_answer(senda::bfs(there, start, goal), plain);
        const auto back = senda::hashed(senda::symmetric(there));
        static_assert(!senda::IndexedGraph<decltype(back), int>);
        support::check_same_answer(senda::bfs(back, start, goal), plain);
        support::check_same_answer(
            senda::bfs(senda::reverse(senda::reverse(senda::hashed(there))), start, goal), plain);
    });
}

TEST_CASE("a view refers to a graph that has a name") {
    ring graph{10};
    const auto hashed = senda::hashed(graph);
    const auto symmetric = senda::symmetric(std::as_const(graph));
    CHECK(&hashed.base() == &graph);
    CHECK(&symmetric.base() == &graph);
    CHECK(senda::bfs(hashed, ring::node{0}, ring::node{9}).cost == 9);
    graph.length = 5;
    CHECK_FALSE(senda::bfs(hashed, ring::node{0}, ring::node{9}));
    CHECK_FALSE(senda::bfs(symmetric, ring::node{0}, ring::node{9}));
}

TEST_CASE("a view keeps a graph that has no name") {
    const auto view = [] {
        const std::vector<std::vector<int>> lists{{1}, {2}, {}};
        return senda::hashed([lists](int n) -> const std::vector<int>& {
            return lists[static_cast<std::size_t>(n)];
        });
    }();
    const auto copy = view;
    CHECK(senda::bfs(view, 0, 2).cost == 2);
    CHECK(senda::bfs(copy, 0, 2).cost == 2);
    CHECK(&view.successors(1) == &view.successors(1));
}

TEST_CASE("a view hands on the hash of the graph") {
    CHECK(senda::hashed(ring{50}).hash(ring::node{7}) == 7);
    CHECK(senda::bfs(senda::hashed(ring{50}), ring::node{0}, ring::node{49}).cost == 49);
    const auto numbered = senda::indexed(ring{50}, 50, [](const ring::node& n) { return n.angle; });
    CHECK(numbered.index(ring::node{7}) == 7);
    CHECK(senda::bfs(numbered, ring::node{0}, ring::node{49}).cost == 49);
}

TEST_CASE("a start outside the graph is outside every view of it") {
    const senda::grid plane(6, 4);
    const cell inside{5, 3};
    for (const cell outside :
         {cell{-1, 2}, cell{6, 0}, cell{0, 4}, cell{2, -1}, cell{1000, 1000}}) {
        CAPTURE(outside.x);
        CAPTURE(outside.y);
        const auto check = [&](const auto& g) {
            CHECK(g.contains(inside));
            CHECK_FALSE(g.contains(outside));
            CHECK(senda::bfs(g, outside, inside).status == senda::status::exhausted);
            CHECK(senda::bfs(g, inside, outside).status == senda::status::exhausted);
            CHECK(senda::bfs(g, senda::any_of{outside, cell{0, 0}}, inside).cost == 8);
        };
        check(plane);
        check(senda::hashed(plane));
        check(senda::symmetric(plane));
        check(senda::indexed(plane, plane.index_bound(), [&](cell c) { return plane.index(c); }));
        check(senda::reverse(plane));
        check(senda::hashed(senda::symmetric(plane)));
    }
}
