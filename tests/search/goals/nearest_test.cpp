// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/search/nearest.hpp>
#include <senda/search/verify.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/random_graphs.hpp"
#include "support/reference.hpp"
#include "support/views.hpp"

namespace nearest_test {

using namespace support;
using senda::any_of;
using senda::nearest;
using senda::status;

/// What a search shall answer: by a matrix of least costs and a loop over all nodes.
struct expected {
    int estimate = 0;
    wide cost = unreachable;
    int node = -1;  // the first of several

    expected(const distance_matrix& least, const std::set<int>& starts,
             const std::vector<int>& estimates) {
        for (int n = 0; n < static_cast<int>(estimates.size()); ++n) {
            const wide there = least_between(least, starts, {n});
            const int here = estimates[static_cast<std::size_t>(n)];
            if (there == unreachable) continue;
            if (node >= 0 && (here > estimate || (here == estimate && there >= cost))) continue;
            node = n;
            estimate = here;
            cost = there;
        }
    }
};

struct question {
    const test_graph& graph;
    std::set<int> starts;
    std::vector<int> estimates;
    expected right;

    question(const test_graph& g, const std::set<int>& from, const std::vector<int>& by)
        : graph(g), starts(from), estimates(by), right(floyd_warshall(g), from, by) {}

    [[nodiscard]] int estimate(int node) const { return estimates[static_cast<std::size_t>(node)]; }

    template <class Answer>
    void check(const Answer& answer, bool is_numbered) const {
        REQUIRE(answer.status == status::found);
        CHECK(answer.lower_bound == answer.cost);
        CHECK_EQ(replay_fault(graph, answer), "");
        CHECK(starts.contains(id_of(answer.path.front())));
        const int end = id_of(answer.path.back());
        CHECK(estimate(end) == right.estimate);
        CHECK(same_cost(answer.cost, right.cost));
        if (is_numbered) CHECK(end == right.node);
    }
};

/// Calls `body(question, random)` for graphs with starts and estimates.
template <class Body>
void for_each_question(int count, int max_nodes, bool has_unit_costs, Body body) {
    for_each_graph(count, max_nodes, [&](const test_graph& made, split_mix64& random) {
        const test_graph graph = has_unit_costs ? with_unit_costs(made) : made;
        std::vector<int> estimates;
        const int values = random.between(1, 8);
        for (int n = 0; n < graph.node_count(); ++n) estimates.push_back(random.below(values));
        const std::set<int> starts = some_nodes(graph.node_count(), 3, random);
        body(question(graph, starts, estimates), random);
    });
}

[[nodiscard]] senda::csr<int> as_stored(const test_graph& graph) {
    std::vector<senda::csr<int>::edge_type> edges;
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& e : graph.from(from))
            edges.push_back(
                {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(e.to), e.cost});
    auto made = senda::csr<int>::from_edges(graph.out.size(), edges);
    REQUIRE(made);
    return *std::move(made);
}

constexpr auto for_threads = std::array{1U, 4U};

TEST_CASE("the path leads to the cheapest of the nearest nodes") {
    for (const bool has_unit_costs : {false, true}) {
        for_each_question(400, 12, has_unit_costs, [&](const question& q, split_mix64&) {
            const auto dense = as_dense(q.graph);
            const any_of<int> from(q.starts);
            const auto by = [&](int n) { return q.estimate(n); };
            for (const unsigned threads : for_threads) {
                const senda::options o{.threads = threads};
                q.check(nearest(dense, from, by, o), true);
                q.check(nearest(as_hashed(dense), from, by, o), false);
                if (has_unit_costs) q.check(nearest(as_nodes(q.graph), from, by, o), false);
            }
        });
    }
}

TEST_CASE("a start is one node, and nodes are of any type") {
    for_each_question(150, 10, false, [](const question& q, split_mix64&) {
        if (q.starts.size() > 1) return;
        const int start = *q.starts.begin();
        q.check(nearest(as_dense(q.graph), start, [&](int n) { return q.estimate(n); }), true);
        const place_view<int> places{&q.graph};
        q.check(nearest(places, place{start}, [&](place p) { return q.estimate(p.id); }), false);
        const named_view<int> names{&q.graph};
        const auto by_name = [&](const std::string& n) { return q.estimate(id_of(n)); };
        q.check(nearest(names, name_of_node(start), by_name), false);
    });
}

TEST_CASE("the nearest node of stored edges is the same for any number of threads") {
    for_each_question(150, 40, false, [](const question& q, split_mix64&) {
        const auto g = as_stored(q.graph);
        const auto by = [&](std::uint32_t n) { return q.estimate(static_cast<int>(n)); };
        const any_of<std::uint32_t> from(q.starts);
        for (const unsigned threads : for_threads) {
            const auto answer = nearest(g, from, by, {.threads = threads});
            REQUIRE(answer.status == status::found);
            CHECK(senda::verify(g, from, answer.path.back(), answer));
            CHECK(same_cost(answer.cost, q.right.cost));
            CHECK(answer.path.back() == static_cast<std::uint32_t>(q.right.node));
        }
    });
}

TEST_CASE("a start that costs something counts in the path to the nearest node") {
    for_each_question(150, 10, false, [](const question& q, split_mix64& random) {
        const test_graph& g = q.graph;
        test_graph with_start(g.node_count() + 1);
        with_start.out = g.out;
        with_start.out.emplace_back();
        std::vector<senda::edge<int, int>> starts;
        for (const int n : q.starts) {
            starts.push_back({n, random.below(9)});
            with_start.add(g.node_count(), n, starts.back().cost);
        }
        std::vector<int> estimates = q.estimates;
        estimates.push_back(std::numeric_limits<int>::max());
        const expected right(floyd_warshall(with_start), {g.node_count()}, estimates);
        const any_of from(starts);
        const auto dense = as_dense(g);
        const auto answer = nearest(dense, from, [&](int n) { return q.estimate(n); });
        REQUIRE(answer.status == status::found);
        CHECK(same_cost(answer.cost, right.cost));
        CHECK(answer.path.back() == right.node);
        CHECK(senda::verify(dense, from, answer.path.back(), answer));
    });
}

/// Calls `body(search, random)` for kinds of graphs, `search(options)` for the nearest.
template <class Body>
void for_each_search(int count, Body body) {
    for_each_question(count, 6, false, [&](const question& q, split_mix64& random) {
        using senda::options;
        const auto dense = as_dense(q.graph);
        const auto hashed = as_hashed(dense);
        const auto bare = as_nodes(q.graph);
        const auto stored = as_stored(q.graph);
        const any_of<int> from(q.starts);
        const auto by = [&](auto n) { return q.estimate(static_cast<int>(n)); };
        const auto ask = [&](const char* name, const auto& search) {
            INFO(name);
            body(search, random);
        };
        ask("dense", [&](const options& o) { return nearest(dense, from, by, o); });
        ask("hashed", [&](const options& o) { return nearest(hashed, from, by, o); });
        ask("by steps", [&](const options& o) { return nearest(bare, from, by, o); });
        ask("stored", [&](const options& o) {
            return nearest(stored, any_of<std::uint32_t>(q.starts), by, o);
        });
    });
}

template <class A, class B>
void check_same_end(const A& a, const B& b) {
    CHECK(a.status == b.status);
    CHECK(a.cost == b.cost);
    CHECK(a.lower_bound == b.lower_bound);
    CHECK(a.path == b.path);
}

TEST_CASE("limits hold for a search for the nearest") {
    for_each_search(120, [](const auto& search, split_mix64& random) {
        const auto whole = search(senda::options{});
        REQUIRE(whole.status == status::found);
        const std::uint64_t used = whole.statistics.expanded;
        check_same_end(search(senda::options{.limits = {.expansions = used}}), whole);
        const auto most = static_cast<std::uint64_t>(random.below(static_cast<int>(used) + 1));
        const auto cut = search(senda::options{.limits = {.expansions = most}});
        CHECK(cut.statistics.expanded <= most);
        if (cut.status == status::found) {
            check_same_end(cut, whole);
        } else {
            check_no_path(cut, status::expansion_limit);
        }

        check_same_end(search(senda::options{.limits = {.bytes = whole.statistics.bytes}}), whole);
        const auto bytes =
            static_cast<std::uint64_t>(random.below(static_cast<int>(whole.statistics.bytes) + 1));
        const auto small = search(senda::options{.limits = {.bytes = bytes}});
        CHECK(small.statistics.bytes <= bytes);
        if (small.status != status::found) check_no_path(small, status::memory_limit);

        const auto late = search(senda::options{.limits = {.time = 0.0}});
        if (late.status != status::found) check_no_path(late, status::time_limit);
        std::atomic<bool> is_over{true};
        const auto stopped = search(senda::options{.stop = is_over});
        if (stopped.status != status::found) check_no_path(stopped, status::cancelled);
    });
}

TEST_CASE("a limit on the cost is told where it leaves out what can be reached") {
    for_each_search(120, [](const auto& search, split_mix64& random) {
        const auto whole = search(senda::options{});
        const int most = random.below(12);
        const auto cut = search(senda::options{.limits = {.cost = most}});
        if (cut.status == status::found) {
            check_same_end(cut, whole);
        } else {
            check_no_path(cut, status::cost_limit);
        }
    });
}

TEST_CASE("without a start there is nothing nearest") {
    const auto next = [](int n) { return std::array{n + 1}; };
    check_exhausted(nearest(next, any_of<int>{}, [](int n) { return n; }));
}

TEST_CASE("what is not a number is as far as can be") {
    const std::vector<std::vector<int>> g{{1}, {2}, {3}, {}, {}};
    const auto by = [](int n) { return n == 0 || n == 2 ? std::nan("") : double(n); };
    CHECK(nearest(g, 0, by).path.back() == 1);
    CHECK(nearest(g, 0, [](int) { return std::nan(""); }).path.size() == 1);
}

TEST_CASE("what an observer prunes is not reached") {
    const std::vector<std::vector<int>> g{{1, 2}, {3}, {4}, {}, {}, {}};
    struct guard {
        std::size_t expanded = 0;
        void on_expand(int) { ++expanded; }
        senda::flow on_generate(int, int to) const {
            return to == 4 ? senda::flow::prune : senda::flow::proceed;
        }
    } look;
    const auto found = nearest(g, 0, [](int n) { return 5 - n; }, {}, look);
    CHECK(found.path == std::vector<int>{0, 1, 3});
    CHECK(look.expanded == found.statistics.expanded);
}

TEST_CASE("an estimate that throws ends the call") {
    const std::vector<std::vector<int>> g{{1}, {2}, {}, {}};
    const auto by = [](int n) { return n == 2 ? throw n : n; };
    bool is_caught = false;
    try {
        (void)nearest(g, 0, by);
    } catch (int n) {
        is_caught = n == 2;
    }
    CHECK(is_caught);
}

TEST_CASE("an estimate is asked once for each node") {
    struct counting {
        mutable int calls = 0;
        int operator()(int n) const {
            ++calls;
            return 9 - n;
        }
    } by;
    const std::vector<std::vector<int>> g{{1}, {2}, {}, {}};
    CHECK(nearest(g, 0, by).path.back() == 2);
    CHECK(by.calls == 3);
}

}  // namespace nearest_test
