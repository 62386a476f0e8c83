// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/nearest.hpp>
#include <senda/search/verify.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/random_graphs.hpp"
#include "support/reference.hpp"
#include "support/resource_models.hpp"
#include "support/views.hpp"

namespace nearest_test {

using namespace support;
using senda::any_of;
using senda::nearest;
using senda::status;

/// What a search shall answer: by a matrix of least costs and a loop over all nodes.
struct expected {
    bool is_found = false;
    int estimate = 0;
    wide cost = unreachable;
    int node = -1;  // the first of several

    expected(const distance_matrix& least, const std::set<int>& starts, const std::set<int>& goals,
             const std::vector<int>& estimates) {
        is_found = least_between(least, starts, goals) != unreachable;
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
    std::set<int> goals;
    std::vector<int> estimates;
    expected right;

    question(const test_graph& g, const std::set<int>& from, const std::set<int>& to,
             const std::vector<int>& by)
        : graph(g),
          starts(from),
          goals(to),
          estimates(by),
          right(floyd_warshall(g), from, to, by) {}

    [[nodiscard]] int estimate(int node) const { return estimates[static_cast<std::size_t>(node)]; }

    template <class Answer>
    void check(const Answer& answer, bool is_numbered) const {
        if (right.is_found) {
            CHECK(answer.status == status::found);
            CHECK(goals.contains(id_of(answer.path.back())));
            return;
        }
        REQUIRE(answer.status == status::nearest);
        CHECK_FALSE(answer);
        CHECK(answer.lower_bound == senda::infinite<std::decay_t<decltype(answer.cost)>>);
        CHECK_EQ(replay_fault(graph, answer), "");
        CHECK(starts.contains(id_of(answer.path.front())));
        const int end = id_of(answer.path.back());
        CHECK(estimate(end) == right.estimate);
        CHECK(same_cost(answer.cost, right.cost));
        if (is_numbered) CHECK(end == right.node);
    }
};

/// Calls `body(question, random)` for graphs with starts and goals, many of them out of reach.
template <class Body>
void for_each_question(int count, int max_nodes, bool has_unit_costs, Body body) {
    for_each_graph(count, max_nodes, [&](const test_graph& made, split_mix64& random) {
        const test_graph graph = has_unit_costs ? with_unit_costs(made) : made;
        std::vector<int> estimates;
        const int values = random.between(1, 8);
        for (int n = 0; n < graph.node_count(); ++n) estimates.push_back(random.below(values));
        const std::set<int> starts = some_nodes(graph.node_count(), 3, random);
        std::set<int> goals = some_nodes(graph.node_count(), 2, random);
        body(question(graph, starts, goals, estimates), random);
    });
}

constexpr auto for_threads = std::array{1U, 4U};

TEST_CASE("every search by cost ends at the cheapest of the nearest nodes if there is no path") {
    for_each_question(400, 12, false, [](const question& q, split_mix64&) {
        const auto dense = as_dense(q.graph);
        const auto hashed = as_hashed(dense);
        const any_of<int> from(q.starts);
        const any_of<int> to(q.goals);
        const auto by = [&](int n) { return q.estimate(n); };
        const auto ask = [&](const auto& g, bool is_numbered) {
            for (const unsigned threads : for_threads) {
                const senda::options o{.threads = threads};
                q.check(senda::dijkstra(g, from, nearest{to, by}, o), is_numbered);
                q.check(senda::astar(g, from, nearest{to, by}, senda::zero_heuristic{}, o),
                        is_numbered);
                q.check(senda::astar(g, from, nearest{to}, by, o), is_numbered);
            }
            q.check(senda::dijkstra(g, from, nearest{to, by}), is_numbered);
            q.check(senda::astar(g, from, nearest{to}, by), is_numbered);
            q.check(senda::greedy(g, from, nearest{to}, by), is_numbered);
            q.check(senda::dfs(g, from, nearest{to, by}), is_numbered);
            q.check(senda::bidirectional(g, from, nearest{to, by}), is_numbered);
        };
        ask(dense, true);
        ask(hashed, false);
    });
}

TEST_CASE("breadth-first search ends at the nearest node with the fewest edges") {
    for_each_question(400, 12, true, [](const question& q, split_mix64&) {
        const auto dense = as_dense(q.graph);
        const auto bare = as_nodes(q.graph);
        const any_of<int> from(q.starts);
        const any_of<int> to(q.goals);
        const auto by = [&](int n) { return q.estimate(n); };
        for (const unsigned threads : for_threads) {
            const senda::options o{.threads = threads};
            q.check(senda::bfs(dense, from, nearest{to, by}, o), true);
            q.check(senda::bfs(bare, from, nearest{to, by}, o), false);
            q.check(senda::dijkstra(bare, from, nearest{to, by}, o), false);
        }
        q.check(senda::bfs(dense, from, nearest{to, by}), true);
        q.check(senda::bfs(bare, from, nearest{to, by}), false);
        q.check(senda::astar(bare, from, nearest{to}, by), false);
    });
}

TEST_CASE("iterative deepening ends at the nearest node") {
    for_each_question(200, 6, false, [](const question& q, split_mix64&) {
        const auto dense = as_dense(q.graph);
        const auto by = [&](int n) { return q.estimate(n); };
        const any_of<int> from(q.starts);
        const any_of<int> to(q.goals);
        q.check(senda::ida_star(dense, from, nearest{to}, by), true);
        q.check(senda::ida_star(as_hashed(dense), from, nearest{to, by}, senda::zero_heuristic{}),
                false);
        q.check(senda::ida_star(dense, from, nearest{to}, by, senda::options{.threads = 4}), true);
    });
}

TEST_CASE("one node, predicates and other types of nodes are goals of a nearest as well") {
    for_each_question(150, 10, false, [](const question& q, split_mix64&) {
        if (q.starts.size() > 1 || q.goals.size() > 1) return;
        const int start = *q.starts.begin();
        const int goal = *q.goals.begin();
        const auto dense = as_dense(q.graph);
        const auto by = [&](int n) { return q.estimate(n); };
        q.check(senda::dijkstra(dense, start, nearest{goal, by}), true);
        q.check(senda::astar(dense, start, nearest{[&](int n) { return n == goal; }}, by), true);
        q.check(senda::dfs(dense, start, nearest{[&](int n) { return n == goal; }, by}), true);
        const place_view<int> places{&q.graph};
        q.check(senda::dijkstra(places, place{start},
                                nearest{place{goal}, [&](place p) { return q.estimate(p.id); }}),
                false);
        const named_view<int> names{&q.graph};
        const auto by_name = [&](const std::string& n) { return q.estimate(id_of(n)); };
        q.check(senda::astar(names, name_of_node(start), nearest{name_of_node(goal)}, by_name),
                false);
        q.check(
            senda::bidirectional(names, name_of_node(start), nearest{name_of_node(goal), by_name}),
            false);
    });
}

TEST_CASE("the nearest node of stored edges is the same for any number of threads") {
    for_each_question(150, 40, false, [](const question& q, split_mix64&) {
        std::vector<senda::csr<int>::edge_type> edges;
        for (int from = 0; from < q.graph.node_count(); ++from)
            for (const auto& e : q.graph.from(from))
                edges.push_back(
                    {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(e.to), e.cost});
        const auto g = senda::csr<int>::from_edges(q.graph.out.size(), edges);
        REQUIRE(g);
        const auto by = [&](std::uint32_t n) { return q.estimate(static_cast<int>(n)); };
        const any_of<std::uint32_t> from(q.starts);
        const any_of<std::uint32_t> to(q.goals);
        for (const unsigned threads : for_threads) {
            const senda::options o{.threads = threads};
            const auto answer = senda::dijkstra(*g, from, nearest{to, by}, o);
            CHECK(answer.status == (q.right.is_found ? status::found : status::nearest));
            CHECK(senda::verify(*g, from, to, answer));
            if (q.right.is_found) continue;
            CHECK(same_cost(answer.cost, q.right.cost));
            CHECK(answer.path.back() == static_cast<std::uint32_t>(q.right.node));
        }
    });
}

TEST_CASE("a start that costs something counts in the path to the nearest node") {
    for_each_question(150, 10, false, [](const question& q, split_mix64& random) {
        if (q.right.is_found) return;
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
        const expected right(floyd_warshall(with_start), {g.node_count()}, q.goals, estimates);
        const auto by = [&](int n) { return q.estimate(n); };
        const any_of from(starts);
        const any_of<int> to(q.goals);
        const auto dense = as_dense(g);
        for (const auto& answer : {senda::dijkstra(dense, from, nearest{to, by}),
                                   senda::astar(dense, from, nearest{to}, by),
                                   senda::bidirectional(dense, from, nearest{to, by})}) {
            REQUIRE(answer.status == status::nearest);
            CHECK(same_cost(answer.cost, right.cost));
            CHECK(answer.path.back() == right.node);
            CHECK(senda::verify(dense, from, to, answer));
        }
    });
}

TEST_CASE(
    "a constrained search ends at the cheapest of the nearest nodes that its resource allows") {
    for_each_question(200, 8, false, [](const question& q, split_mix64& random) {
        const fuel_rules rules{random.between(1, 12), static_cast<unsigned>(random.below(256))};
        const auto labels = label_costs(
            q.graph, q.starts, q.goals, rules.tank,
            [&](int fuel, int, int to, int cost) { return rules.step(fuel, to, cost); });
        const auto by = [&](int n) { return q.estimate(n); };
        const auto dense = as_dense(q.graph);
        const any_of<int> from(q.starts);
        const any_of<int> to(q.goals);
        const bool is_found = cheapest_at(labels, q.goals) != unreachable;
        int least = std::numeric_limits<int>::max();
        for (const auto& [label, cost] : labels) least = std::min(least, q.estimate(label.first));
        wide best = unreachable;
        for (const auto& [label, cost] : labels)
            if (q.estimate(label.first) == least) best = std::min(best, cost);
        for (const auto& answer :
             {senda::constrained(dense, from, nearest{to, by}, rules, rules.tank),
              senda::constrained(dense, from, nearest{to}, rules, rules.tank, by),
              senda::constrained(as_hashed(dense), from, nearest{to, by}, rules, rules.tank,
                                 senda::zero_heuristic{}, senda::options{})}) {
            REQUIRE(answer.status == (is_found ? status::found : status::nearest));
            if (is_found) continue;
            CHECK_FALSE(answer);
            CHECK(q.estimate(answer.path.back()) == least);
            CHECK(same_cost(answer.cost, best));
            CHECK(answer.lower_bound == senda::infinite<int>);
            CHECK(answer.resources.size() == answer.path.size());
            CHECK_EQ(replay_fault(q.graph, answer), "");
        }
    });
}

TEST_CASE("a search that can be stepped tells the nearest node from what it reached") {
    for_each_question(200, 12, false, [](const question& q, split_mix64&) {
        const auto dense = as_dense(q.graph);
        const any_of<int> from(q.starts);
        const any_of<int> to(q.goals);
        const auto by = [&](int n) { return q.estimate(n); };
        senda::dijkstra_search cheapest(dense, from, to);
        senda::astar_search guided(dense, from, to, by);
        senda::greedy_search hasty(dense, from, to, by);
        senda::bfs_search shortest(dense, from, to);
        CHECK(senda::nearest_reached(cheapest, by).status == cheapest.status());
        cheapest.run();
        guided.run();
        hasty.run();
        shortest.run();
        q.check(senda::nearest_reached(cheapest, by), false);
        q.check(senda::nearest_reached(guided, by), false);
        if (q.right.is_found) return;
        const auto some = senda::nearest_reached(hasty, by);
        REQUIRE(some.status == status::nearest);
        CHECK(q.estimate(some.path.back()) == q.right.estimate);
        CHECK(senda::verify(dense, from, to, some));
        const auto few = senda::nearest_reached(shortest, by);
        REQUIRE(few.status == status::nearest);
        CHECK(q.estimate(few.path.back()) == q.right.estimate);
        CHECK(senda::verify(dense, from, to, few));
    });
}

/// Calls each search for the nearest as `ask(options)`.
template <class Ask>
void for_each_search(const question& q, const senda::csr<int>& stored, Ask&& ask) {
    using senda::options;
    const auto dense = as_dense(q.graph);
    const auto hashed = as_hashed(dense);
    const any_of<int> from(q.starts);
    const any_of<int> to(q.goals);
    const auto by = [&](auto n) { return q.estimate(static_cast<int>(n)); };
    const nearest goal{to, by};
    ask("dijkstra", [&](const options& o) { return senda::dijkstra(dense, from, goal, o); });
    ask("dijkstra, hashed",
        [&](const options& o) { return senda::dijkstra(hashed, from, goal, o); });
    ask("dijkstra, stored", [&](const options& o) {
        return senda::dijkstra(stored, any_of<std::uint32_t>(q.starts),
                               nearest{any_of<std::uint32_t>(q.goals), by}, o);
    });
    ask("bfs", [&](const options& o) { return senda::bfs(dense, from, goal, o); });
    ask("bfs, hashed", [&](const options& o) { return senda::bfs(hashed, from, goal, o); });
    ask("astar", [&](const options& o) { return senda::astar(dense, from, nearest{to}, by, o); });
    ask("greedy", [&](const options& o) { return senda::greedy(dense, from, nearest{to}, by, o); });
    ask("dfs", [&](const options& o) { return senda::dfs(dense, from, goal, o); });
    ask("bidirectional",
        [&](const options& o) { return senda::bidirectional(dense, from, goal, o); });
    ask("ida_star", [&](const options& o) { return senda::ida_star(dense, from, goal, by, o); });
    ask("constrained", [&](const options& o) {
        return senda::constrained(dense, from, goal, no_rules{}, no_resource{}, o);
    });
}

template <class Body>
void for_each_unreachable(int count, Body body) {
    for_each_question(count, 6, false, [&](const question& q, split_mix64& random) {
        if (q.right.is_found) return;
        std::vector<senda::csr<int>::edge_type> edges;
        for (int from = 0; from < q.graph.node_count(); ++from)
            for (const auto& e : q.graph.from(from))
                edges.push_back(
                    {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(e.to), e.cost});
        const auto stored = senda::csr<int>::from_edges(q.graph.out.size(), edges);
        for_each_search(q, *stored, [&](const char* name, const auto& search) {
            INFO(name);
            body(search, random);
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

TEST_CASE("limits hold for all parts of a search for the nearest together") {
    for_each_unreachable(120, [](const auto& search, split_mix64& random) {
        const auto whole = search(senda::options{});
        REQUIRE(whole.status == status::nearest);
        const std::uint64_t used = whole.statistics.expanded;
        check_same_end(search(senda::options{.limits = {.expansions = used}}), whole);
        const auto most = static_cast<std::uint64_t>(random.below(static_cast<int>(used) + 1));
        const auto cut = search(senda::options{.limits = {.expansions = most}});
        CHECK(cut.statistics.expanded <= most);
        if (cut.status == status::nearest) {
            check_same_end(cut, whole);
        } else {
            check_no_path(cut, status::expansion_limit);
        }

        check_same_end(search(senda::options{.limits = {.bytes = whole.statistics.bytes}}), whole);
        const auto bytes =
            static_cast<std::uint64_t>(random.below(static_cast<int>(whole.statistics.bytes) + 1));
        const auto small = search(senda::options{.limits = {.bytes = bytes}});
        CHECK(small.statistics.bytes <= bytes);
        if (small.status != status::nearest) check_no_path(small, status::memory_limit);

        const auto late = search(senda::options{.limits = {.time = 0.0}});
        if (late.status != status::nearest) check_no_path(late, status::time_limit);
        std::atomic<bool> is_over{true};
        const auto stopped = search(senda::options{.stop = is_over});
        if (stopped.status != status::nearest) check_no_path(stopped, status::cancelled);
    });
}

TEST_CASE("a limit on the cost is told where it leaves out what can be reached") {
    for_each_unreachable(120, [](const auto& search, split_mix64& random) {
        const auto whole = search(senda::options{});
        const int most = random.below(12);
        const auto cut = search(senda::options{.limits = {.cost = most}});
        if (cut.status == status::nearest) {
            check_same_end(cut, whole);
        } else {
            check_no_path(cut, status::cost_limit);
        }
    });
}

TEST_CASE("without a start there is nothing nearest") {
    const auto next = [](int n) { return std::array{n + 1}; };
    const auto by = [](int n) { return n; };
    check_exhausted(senda::bfs(next, any_of<int>{}, nearest{3, by}));
    check_exhausted(senda::dijkstra(next, any_of<int>{}, nearest{3, by}));
    check_exhausted(senda::astar(next, any_of<int>{}, nearest{3}, by));
}

TEST_CASE("what is not a number is as far as can be") {
    const std::vector<std::vector<int>> g{{1}, {2}, {3}, {}, {}};
    const auto by = [](int n) { return n == 0 || n == 2 ? std::nan("") : double(n); };
    CHECK(senda::bfs(g, 0, nearest{4, by}).path.back() == 1);
    const auto none = [](int) { return std::nan(""); };
    const auto here = senda::bfs(g, 0, nearest{4, none});
    CHECK(here.status == status::nearest);
    CHECK(here.path.size() == 1);
}

TEST_CASE("an observer sees all parts, and what it prunes is not reached") {
    const std::vector<std::vector<int>> g{{1, 2}, {3}, {4}, {}, {}, {}};
    struct guard {
        std::size_t expanded = 0;
        void on_expand(int) { ++expanded; }
        senda::flow on_generate(int, int to) const {
            return to == 4 ? senda::flow::prune : senda::flow::proceed;
        }
    } look;
    const auto by = [](int n) { return 5 - n; };
    const auto found = senda::bfs(g, 0, nearest{5, by}, {}, look);
    CHECK(found.status == status::nearest);
    CHECK(found.path == std::vector<int>{0, 1, 3});
    CHECK(look.expanded == found.statistics.expanded);
}

TEST_CASE("an estimate that throws ends the call") {
    const std::vector<std::vector<int>> g{{1}, {2}, {}, {}};
    const auto by = [](int n) { return n == 2 ? throw n : n; };
    bool is_caught = false;
    try {
        (void)senda::dijkstra(g, 0, nearest{3, by});
    } catch (int n) {
        is_caught = n == 2;
    }
    CHECK(is_caught);
}

TEST_CASE("an estimate that is named is referred to, one that is made there is kept") {
    struct counting {
        mutable int calls = 0;
        int operator()(int n) const {
            ++calls;
            return 9 - n;
        }
    } by;
    const std::vector<std::vector<int>> g{{1}, {2}, {}, {}};
    const nearest goal{3, by};
    static_assert(std::is_same_v<decltype(goal.estimate), const counting&> ||
                  std::is_same_v<decltype(goal.estimate), counting&>);
    CHECK(senda::bfs(g, 0, goal).path.back() == 2);
    CHECK(by.calls == 3);
    const nearest kept{3, counting{}};
    static_assert(std::is_same_v<decltype(kept.estimate), counting>);
    CHECK(senda::bfs(g, 0, kept).path.back() == 2);
}

TEST_CASE("verify knows what belongs to a nearest answer") {
    const std::vector<std::vector<int>> g{{1}, {2}, {}, {}};
    const auto right = senda::bfs(g, 0, nearest{3, [](int n) { return 3 - n; }});
    REQUIRE(right.status == status::nearest);
    CHECK(senda::verify(g, right));
    CHECK(senda::verify(g, 0, 3, right));
    CHECK(senda::verify(g, 1, 3, right).fault == senda::fault::start);
    CHECK(senda::verify(g, 0, 2, right).fault == senda::fault::status);  // that it has reached
    auto wrong = right;
    wrong.path.clear();
    CHECK(senda::verify(g, 0, 3, wrong).fault == senda::fault::status);
    wrong = right;
    wrong.lower_bound = 2;
    CHECK(senda::verify(g, 0, 3, wrong).fault == senda::fault::status);
    wrong = right;
    wrong.cost = 7;
    CHECK(senda::verify(g, 0, 3, wrong).fault == senda::fault::cost);
    wrong = right;
    wrong.path[1] = 3;
    CHECK(senda::verify(g, 0, 3, wrong).fault == senda::fault::edge);
    CHECK(senda::stopped_by(status::nearest).empty());
}

}  // namespace nearest_test
