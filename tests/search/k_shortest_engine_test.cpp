// SPDX-License-Identifier: MIT
// k_shortest as an engine: steps, limits, observers, restarts.
#include <senda/search/k_shortest.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/endless_graphs.hpp"
#include "support/rounds.hpp"

using namespace support;

namespace {

namespace k_shortest_engine {

/// A graph that counts how often it is asked.
struct counting_view {
    const test_graph* graph;
    int* calls;

    std::vector<senda::edge<int, int, int>> operator()(int node) const {
        ++*calls;
        return as_edges(*graph)(node);
    }
};

/// Whether the first answer's routes are the first of the second's.
template <class Answer>
void check_begins(const Answer& few, const Answer& many) {
    REQUIRE(few.routes.size() <= many.routes.size());
    for (std::size_t i = 0; i < few.routes.size(); ++i) {
        CHECK(few.routes[i].cost == many.routes[i].cost);
        CHECK(few.routes[i].path == many.routes[i].path);
        CHECK(few.routes[i].actions == many.routes[i].actions);
    }
}

template <class Answer>
void check_same_routes(const Answer& a, const Answer& b) {
    CHECK(a.status == b.status);
    CHECK(a.lower_bound == b.lower_bound);
    CHECK(a.routes.size() == b.routes.size());
    check_begins(a, b);
}

/// No route that is not listed costs less than the bound.
template <class Answer>
void check_bound(const Answer& answer, const std::vector<walk>& all) {
    if (answer.routes.size() < all.size()) {
        CHECK(static_cast<wide>(answer.lower_bound) <= all[answer.routes.size()].cost);
    }
}

template <class Body>
void for_each_question(int count, Body body) {
    for_each_graph(count, 7, [&](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        body(graph, start, goal, random);
    });
}

/// Two rows of nodes, each joined to both of the next column: 2^(columns - 1) routes.
auto ladder(int columns) {
    return [last = 2 * columns - 2](int n) {
        const bool ends = n >= last;
        return std::array<std::pair<int, int>, 2>{
            {{ends ? n : n + 2, 1}, {ends ? n : (n ^ 1) + 2, 2}}};
    };
}

}  // namespace k_shortest_engine

using namespace k_shortest_engine;

}  // namespace

TEST_CASE("k_shortest asks the graph once for each node that it expands") {
    for_each_question(150, [](const test_graph& graph, int start, int goal, split_mix64&) {
        for (const std::size_t k : {1U, 3U, 50U}) {
            int calls = 0;
            const auto answer = senda::k_shortest(counting_view{&graph, &calls}, start, goal, k);
            CHECK(answer.statistics.expanded == static_cast<std::uint64_t>(calls));
            CHECK(calls <= graph.node_count());
        }
    });
}

TEST_CASE("k_shortest stepped in any way ends where a run ends") {
    for_each_question(100, [](const test_graph& graph, int start, int goal, split_mix64& random) {
        const auto next = as_edges(graph);
        const auto all = simple_paths(graph, {start}, {goal});
        const auto whole = senda::k_shortest(next, start, goal, 12);
        senda::k_shortest_search search{next, start, goal, 12};
        CHECK(search.step(0) == senda::status::running);
        std::uint64_t allowed = 0;
        std::size_t found = 0;
        while (search.status() == senda::status::running) {
            const auto so_far = search.result();
            check_begins(so_far, whole);
            check_bound(so_far, all);
            CHECK(so_far.routes.size() >= found);
            found = so_far.routes.size();
            CHECK(search.found() == found);
            const auto most = static_cast<std::uint64_t>(random.between(1, 3));
            search.step(most);
            allowed += most;
            CHECK(search.statistics().expanded <= allowed);
        }
        check_same_routes(search.result(), whole);
        CHECK(search.statistics().expanded == whole.statistics.expanded);
        CHECK(search.statistics().generated == whole.statistics.generated);
    });
}

TEST_CASE("k_shortest with a limit of expansions keeps the routes that are certain") {
    for_each_question(150, [](const test_graph& graph, int start, int goal, split_mix64&) {
        const auto next = as_edges(graph);
        const auto all = simple_paths(graph, {start}, {goal});
        for (const std::size_t k : {1U, 4U, 30U}) {
            const auto full = senda::k_shortest(next, start, goal, k);
            const std::uint64_t enough = full.statistics.expanded;
            std::size_t found = 0;
            senda::k_routes<int, int, int> answer;
            for (std::uint64_t limit = 0; limit <= enough; ++limit) {
                CAPTURE(limit);
                answer = senda::k_shortest(next, start, goal, k, {.limits = {.expansions = limit}});
                CHECK(answer.statistics.expanded <= limit);
                check_begins(answer, full);
                check_bound(answer, all);
                CHECK(answer.routes.size() >= found);
                found = answer.routes.size();
                if (limit < enough && answer.status != senda::status::found)
                    CHECK(answer.status == senda::status::expansion_limit);
            }
            check_same_routes(answer, full);
        }
    });
}

TEST_CASE("k_shortest finds a start that is a goal without any expansion") {
    const auto next = [](int n) { return std::array{n + 1, n + 2}; };
    const auto found = senda::k_shortest(next, senda::any_of{5, 1}, senda::any_of{5, 7}, 1,
                                         {.limits = {.expansions = 0}});
    CHECK(found.status == senda::status::found);
    REQUIRE(found.routes.size() == 1);
    CHECK(found.routes[0].path == std::vector{5});
}

TEST_CASE("k_shortest with a limit on the cost gives the routes within it") {
    for_each_question(120, [](const test_graph& graph, int start, int goal, split_mix64&) {
        const auto all = simple_paths(graph, {start}, {goal});
        if (!all.empty() && all.back().cost > 1000) return;
        const auto next = as_edges(graph);
        test_graph ended = graph;  // a route does not lead on from its goal
        ended.out[static_cast<std::size_t>(goal)].clear();
        const auto least = floyd_warshall(ended);
        wide farthest = 0;
        for (int node = 0; node < graph.node_count(); ++node)
            if (between(least, start, node) != unreachable)
                farthest = std::max(farthest, between(least, start, node));
        const auto full = senda::k_shortest(next, start, goal, 1000);
        const int dearest = all.empty() ? 3 : static_cast<int>(all.back().cost) + 1;
        for (int cap = 0; cap <= dearest; cap += 1 + dearest / 40) {
            CAPTURE(cap);
            std::size_t within = 0;
            while (within < all.size() && all[within].cost <= cap) ++within;
            const auto answer =
                senda::k_shortest(next, start, goal, 1000, {.limits = {.cost = cap}});
            CHECK(answer.routes.size() == within);
            check_begins(answer, full);
            check_bound(answer, all);
            if (within < all.size()) {
                CHECK(answer.status == senda::status::cost_limit);
                CHECK(answer.lower_bound > cap);
            } else if (farthest <= cap) {
                CHECK(answer.status ==
                      (all.empty() ? senda::status::exhausted : senda::status::complete));
                CHECK(answer.lower_bound == senda::infinite<int>);
            }
            // A limit that is not in the way changes nothing.
            if (within == 0) continue;
            const auto as_many =
                senda::k_shortest(next, start, goal, within, {.limits = {.cost = cap}});
            check_same_routes(as_many, senda::k_shortest(next, start, goal, within));
        }
    });
}

TEST_CASE("a limit on the cost says of k_shortest what the cheapest route above it costs") {
    test_graph graph{4};
    graph.add(0, 1, 1);
    graph.add(1, 3, 1);
    graph.add(0, 2, 2);
    graph.add(2, 3, 2);
    graph.add(1, 2, 4);
    graph.add(0, 3, 9);
    const auto stingy = senda::k_shortest(as_edges(graph), 0, 3, 9, {.limits = {.cost = 5}});
    CHECK(stingy.status == senda::status::cost_limit);
    CHECK(stingy.routes.size() == 2);
    CHECK(stingy.lower_bound == 7);
}

TEST_CASE("k_shortest keeps to a limit of bytes and gives the routes that it had") {
    for_each_question(60, [](const test_graph& graph, int start, int goal, split_mix64&) {
        const auto all = simple_paths(graph, {start}, {goal});
        const named_view names{&graph};
        const auto from = name_of_node(start);
        const auto to = name_of_node(goal);
        const auto full = senda::k_shortest(names, from, to, 20);
        for (std::uint64_t bytes = 0; bytes < full.statistics.bytes;
             bytes += 1 + full.statistics.bytes / 60) {
            CAPTURE(bytes);
            const auto answer =
                senda::k_shortest(names, from, to, 20, {.limits = {.bytes = bytes}});
            CHECK(answer.statistics.bytes <= bytes);
            check_begins(answer, full);
            check_bound(answer, all);
            if (answer.status != full.status) CHECK(answer.status == senda::status::memory_limit);
        }
        const auto exact =
            senda::k_shortest(names, from, to, 20, {.limits = {.bytes = full.statistics.bytes}});
        check_same_routes(exact, full);
    });
}

TEST_CASE("k_shortest without room for an edge is not confused by those that follow") {
    test_graph graph{9};
    for (int to = 1; to < 9; ++to)
        for (int cost = 30; cost > 0; cost -= 3 * to) graph.add(0, to, cost);
    for (int from = 1; from < 8; ++from) graph.add(from, 8, from);
    const auto full = senda::k_shortest(as_dense(graph), 0, 8, 20);
    CHECK(full.routes.size() == 8);
    for (std::uint64_t bytes = 0; bytes < full.statistics.bytes; ++bytes) {
        const auto answer =
            senda::k_shortest(as_dense(graph), 0, 8, 20, {.limits = {.bytes = bytes}});
        if (answer.status != full.status) CHECK(answer.status == senda::status::memory_limit);
        CHECK(answer.statistics.bytes <= bytes);
        check_begins(answer, full);
    }
}

TEST_CASE("k_shortest counts the routes that it gives against a limit of bytes") {
    const auto rungs = ladder(50);
    const auto answer = senda::k_shortest(rungs, 0, 98, 100'000, {.limits = {.bytes = 1 << 20}});
    CHECK(answer.status == senda::status::memory_limit);
    CHECK(answer.routes.size() > 100);
    std::size_t bytes = 0;
    for (const auto& route : answer.routes) bytes += route.path.capacity() * sizeof(int);
    CHECK(bytes < 1 << 20);
}

TEST_CASE("k_shortest ends on a graph without end when there are as many routes") {
    const position start{0, 0};
    const position goal{3, 2};
    const auto answer = senda::k_shortest(plane{}, start, goal, 40);
    REQUIRE(answer.routes.size() == 40);
    // Ten routes of 5 moves; the others have a detour of 2.
    for (std::size_t i = 0; i < 40; ++i) CHECK(answer.routes[i].cost == (i < 10 ? 5 : 7));
    CHECK(answer.statistics.expanded < 1000);
    const auto few = senda::k_shortest([](int n) { return std::array{n + 1, n + 2}; }, 0, 9, 100,
                                       {.limits = {.expansions = 500}});
    CHECK(few.status == senda::status::expansion_limit);
    CHECK(few.routes.size() == 55);
}

TEST_CASE("an observer of k_shortest sees each expansion and edge once") {
    struct watcher {
        std::uint64_t expanded = 0;
        std::uint64_t generated = 0;
        std::uint64_t improved = 0;
        void on_expand(int, int) { ++expanded; }
        void on_generate(int, int, int) { ++generated; }
        void on_improve(int, int, int) { ++improved; }
    };
    for_each_question(100, [](const test_graph& graph, int start, int goal, split_mix64&) {
        watcher watch;
        const auto plain = senda::k_shortest(as_edges(graph), start, goal, 9);
        const auto seen = senda::k_shortest(as_edges(graph), start, goal, 9, {}, watch);
        check_same_routes(seen, plain);
        CHECK(watch.expanded == seen.statistics.expanded);
        CHECK(watch.generated == seen.statistics.generated);
        CHECK(watch.improved <= watch.generated);
    });
}

TEST_CASE("an observer of k_shortest leaves out nodes and edges") {
    struct fence {
        int closed;
        int from;
        int to;
        senda::flow on_expand(int node) const {
            return node == closed ? senda::flow::prune : senda::flow::proceed;
        }
        senda::flow on_generate(int a, int b) const {
            return a == from && b == to ? senda::flow::prune : senda::flow::proceed;
        }
    };
    for_each_question(150, [](const test_graph& graph, int start, int goal, split_mix64& random) {
        const fence keep_out{random.below(graph.node_count()), random.below(graph.node_count()),
                             random.below(graph.node_count())};
        test_graph rest{graph.node_count()};
        for (int node = 0; node < graph.node_count(); ++node)
            for (const auto& edge : graph.from(node))
                if (node != keep_out.closed && (node != keep_out.from || edge.to != keep_out.to))
                    rest.add(node, edge.to, edge.cost);
        const auto expected = senda::k_shortest(as_pairs(rest), start, goal, 15);
        const auto answer = senda::k_shortest(as_pairs(graph), start, goal, 15, {}, keep_out);
        check_same_routes(answer, expected);
    });
}

TEST_CASE("an edge that an observer refuses as an improvement is on no route of k_shortest") {
    test_graph graph{3};
    graph.add(0, 1, 1);
    graph.add(1, 2, 1);
    graph.add(0, 2, 5);
    struct refuse {
        senda::flow on_improve(int from, int to) const {
            return from == 1 && to == 2 ? senda::flow::prune : senda::flow::proceed;
        }
    };
    const auto answer = senda::k_shortest(as_edges(graph), 0, 2, 3, {}, refuse{});
    CHECK(answer.status == senda::status::complete);
    REQUIRE(answer.routes.size() == 1);
    CHECK(answer.routes[0].path == std::vector{0, 2});
}

TEST_CASE("an observer stops k_shortest, which keeps its routes") {
    struct brake {
        int left;
        senda::flow on_expand(int) {
            return --left == 0 ? senda::flow::stop : senda::flow::proceed;
        }
    };
    for_each_question(60, [](const test_graph& graph, int start, int goal, split_mix64&) {
        const auto full = senda::k_shortest(as_edges(graph), start, goal, 20);
        const auto all = simple_paths(graph, {start}, {goal});
        for (int after = 1; after <= static_cast<int>(full.statistics.expanded); ++after) {
            brake watch{after};
            const auto answer = senda::k_shortest(as_edges(graph), start, goal, 20, {}, watch);
            CHECK(answer.status == senda::status::cancelled);
            CHECK(watch.left == 0);
            check_begins(answer, full);
            check_bound(answer, all);
        }
    });
}

TEST_CASE("k_shortest restarted many times answers as if it were fresh") {
    for_each_graph(60, 8, [](const test_graph& graph, split_mix64& random) {
        const dense_view dense{graph};
        senda::k_shortest_search search{dense, 0, 0, 10};
        int last_goal = 0;
        for (int query = 0; query < 12; ++query) {
            const int start = random.below(graph.node_count());
            const bool same_goal = query % 4 == 3;
            if (!same_goal) last_goal = random.below(graph.node_count());
            if (same_goal) {
                search.restart(start);
            } else {
                search.restart(start, last_goal);
            }
            if (query % 3 == 1) {
                search.step(2);
                continue;
            }
            search.run();
            const auto fresh = senda::k_shortest(dense, start, last_goal, 10);
            check_same_routes(search.result(), fresh);
            CHECK(search.statistics().expanded == fresh.statistics.expanded);
        }
    });
}

TEST_CASE("k_shortest restarted with other limits keeps to them, and gives its memory back") {
    senda::k_shortest_search search{ladder(20), 0, 38, 200};
    search.run();
    const auto whole = search.result();
    REQUIRE(whole.status == senda::status::found);
    for (int again = 0; again < 3; ++again) {
        search.set_limits({.bytes = whole.statistics.bytes, .cost = 21});
        search.restart(0);
        CHECK(search.run() == senda::status::cost_limit);
        CHECK(search.result().routes.size() == 1 + 19 * 18 / 2);
        search.set_limits({.bytes = whole.statistics.bytes});
        search.restart(0);
        CHECK(search.run() == senda::status::found);
        check_same_routes(search.result(), whole);
    }
}

TEST_CASE("k_shortest looks at the stop token while it expands nothing") {
    struct patience {
        mutable int left = support::is_slow ? 200 : 1000;
        bool stop_requested() const { return --left < 0; }
    };
    const patience source;
    // The whole graph is expanded in ten looks; there are 2^299 routes.
    const auto answer = senda::k_shortest(ladder(300), 0, 598, 100'000'000, {.stop = source});
    CHECK(answer.status == senda::status::cancelled);
    CHECK(!answer.routes.empty());
    const auto hasty =
        senda::k_shortest(ladder(300), 0, 598, 100'000'000, {.limits = {.time = 0.02}});
    CHECK(hasty.status == senda::status::time_limit);
    CHECK(hasty.statistics.seconds < 5);
}

TEST_CASE("k_shortest whose sums are too large for the type gives the routes that fit") {
    const int half = senda::largest_cost<int> / 2;
    test_graph graph{4};
    graph.add(0, 1, half);
    graph.add(1, 3, half);
    graph.add(0, 2, half + 9);
    graph.add(2, 3, half + 9);
    graph.add(1, 2, half);
    const auto answer = senda::k_shortest(as_edges(graph), 0, 3, 5);
    CHECK(answer.status == senda::status::cost_limit);
    REQUIRE(answer.routes.size() == 1);
    CHECK(answer.routes[0].cost == 2 * half);
}
