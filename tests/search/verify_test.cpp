// SPDX-License-Identifier: MIT
#include <senda/search/verify.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/k_shortest.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/algorithms.hpp"
#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"
#include "support/reference.hpp"
#include "support/resource_models.hpp"
#include "support/views.hpp"

namespace verifying {

using senda::any_of;
using senda::cell;
using senda::fault;
using senda::status;
using senda::verify;
using support::split_mix64;

/// Every search between two nodes that a graph allows.
template <class G, class Node>
void check_searches(const G& g, const Node& start, const Node& goal) {
    const support::blind h;
    const auto holds = [&](const auto& r) {
        CHECK_EQ(verify(g, r).message, "");
        CHECK_EQ(verify(g, start, goal, r).message, "");
        CHECK_EQ(verify(
                     g, any_of{goal, start}, [&](const Node& n) { return n == goal; }, r)
                     .message,
                 "");
    };
    holds(senda::bfs(g, start, goal));
    holds(senda::dfs(g, start, goal));
    holds(senda::dijkstra(g, start, goal));
    holds(senda::astar(g, start, goal, h));
    holds(senda::greedy(g, start, goal, h));
    holds(senda::all_shortest(g, start, goal));
    holds(senda::k_shortest(g, start, goal, 4));
    for (const std::uint64_t most : {0U, 1U, 3U}) {
        const senda::options few{.limits = {.expansions = most}};
        holds(senda::bfs(g, start, goal, few));
        holds(senda::dijkstra(g, start, goal, few));
        holds(senda::k_shortest(g, start, goal, 4, few));
    }
    if constexpr (senda::ReversibleGraph<G, Node>) holds(senda::bidirectional(g, start, goal));
}

TEST_CASE("verify finds nothing wrong with what the searches answer, on every kind of graph") {
    support::for_each_graph(150, 9, [](const support::test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        check_searches(support::dense_view<int>(graph), start, goal);
        check_searches(support::as_pairs(graph), start, goal);
        check_searches(support::named_view<int>{&graph}, support::name_of_node(start),
                       support::name_of_node(goal));
    });
}

TEST_CASE("verify allows for sums of fractions that were added in another order") {
    support::for_each_graph(60, 30, [](const support::test_graph& graph, split_mix64& random) {
        const auto thirds = support::with_costs<double>(graph, [](int cost) { return cost / 3.0; });
        const int start = random.below(graph.node_count());
        check_searches(support::dense_view<double>(thirds), start,
                       random.below(graph.node_count()));
    });
}

TEST_CASE("verify replays paths with resources") {
    support::for_each_graph(200, 9, [](const support::test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const support::fuel_rules fuel{.tank = 12, .stations = 0b10'1000};
        const support::dense_view<int> dense(graph);
        auto best = senda::constrained(dense, start, goal, fuel, 12);
        CHECK_EQ(verify(dense, start, goal, best).message, "");
        auto front = senda::pareto_front(dense, start, goal, fuel, 12);
        CHECK_EQ(verify(dense, start, goal, front).message, "");
        for (const auto& route : front.routes)
            CHECK_EQ(verify(dense, start, goal, route).message, "");
        if (!best) return;
        best.resources.pop_back();
        CHECK(verify(dense, start, goal, best).fault == fault::resources);
        front.routes.push_back(front.routes.back());
        const auto twice = verify(dense, start, goal, front);
        CHECK(twice.fault == fault::order);
        CHECK(twice.route == front.routes.size());
        front.routes.pop_back();
        front.status = status::exhausted;
        CHECK_EQ(verify(dense, front).message, "the status is exhausted, but there are routes");
    });
}

TEST_CASE("verify replays paths of cells, whichever engine found them") {
    support::for_each_grid(60, [](const senda::grid& g, split_mix64& random) {
        const cell start = support::any_cell(g, random);
        const cell goal = support::any_cell(g, random);
        const auto holds = [&](const auto& map, const auto& r) {
            CHECK_EQ(verify(map, start, goal, r).message, "");
        };
        holds(g, senda::bfs(g, start, goal));
        holds(g, senda::astar(g, start, goal, senda::manhattan{goal}));
        const auto open = [&](cell c) { return g.open(c); };
        const senda::octile_grid octile(g.width(), g.height(), open);
        holds(octile, senda::jump_point(octile, start, goal));
        holds(octile, senda::prepared_grid(octile).path(start, goal));
        holds(octile, senda::astar(octile, start, goal, senda::octile{goal}));
        const senda::octile_grid_cutting cutting(g.width(), g.height(), open);
        holds(cutting, senda::jump_point(cutting, start, goal));
        const senda::weighted_grid weighted(g.width(), g.height(), [&](cell c) {
            return g.open(c) ? random.between(1, 9) : senda::weighted_grid::closed;
        });
        holds(weighted, senda::dijkstra(weighted, start, goal));
    });
}

/// A lock with three wheels of five positions, which knows only its actions.
struct lock {
    using action_type = int;
    using node_type = std::array<int, 3>;
    [[nodiscard]] static int action_count() { return 6; }
    [[nodiscard]] static bool allows(const node_type& n, int a) { return n[0] != 4 || a > 1; }
    static void apply(node_type& n, int a) { turn(n, a, a % 2 == 0 ? 1 : 4); }
    static void undo(node_type& n, int a) { turn(n, a, a % 2 == 0 ? 4 : 1); }

private:
    static void turn(node_type& n, int a, int by) {
        int& wheel = n[static_cast<std::size_t>(a / 2)];
        wheel = (wheel + by) % 5;
    }
};

TEST_CASE("verify needs no successors where actions can be undone") {
    const lock::node_type start{0, 0, 0};
    const lock::node_type goal{2, 2, 4};
    auto found = senda::ida_star(lock{}, start, goal, support::blind{});
    REQUIRE(found.cost == 5);
    CHECK(verify(lock{}, start, goal, found));
    std::swap(found.path[1], found.path[2]);
    CHECK_EQ(verify(lock{}, found).message,
             "step 1 of 5: the graph has no edge from node 1 of the path to node 2 of the path");
    std::swap(found.path[1], found.path[2]);
    found.actions[4] ^= 1;
    CHECK_EQ(verify(lock{}, found).message,
             "step 5 of 5: no edge from node 5 of the path to node 6 of the path has the action "
             "that is said");
}

/// Nodes without `==`, on a ring; the graph numbers them.
struct spot {
    int number;
};
struct ring {
    [[nodiscard]] static std::vector<spot> successors(const spot& s) {
        return {{(s.number + 1) % 7}, {(s.number + 6) % 7}};
    }
    [[nodiscard]] static std::size_t index(const spot& s) {
        return static_cast<std::size_t>(s.number);
    }
    [[nodiscard]] static std::size_t index_bound() { return 7; }
};

TEST_CASE("verify compares nodes by their numbers where they have no ==") {
    auto found = senda::bfs(ring{}, spot{0}, spot{3});
    CHECK(verify(ring{}, spot{0}, any_of{spot{3}}, found));
    found.path[2].number = 5;
    const auto wrong = verify(ring{}, found);
    CHECK(wrong.fault == fault::edge);
    CHECK(wrong.step == 2);
    found.path[0].number = 7;
    CHECK_EQ(verify(ring{}, found).message,
             "the path begins at node 1 of the path, which is no node of the graph");
}

/// A road map: 1 to 2 by two roads, named by their actions.
struct roads {
    using cost_type = std::int64_t;
    using action_type = char;
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n == 1) emit(2, 5, 'a'), emit(2, 7, 'b');
        if (n == 2) emit(3, 10, 'c');
        if (n == 3) emit(4, 1, 'd'), emit(1, 1, 'e');
    }
};
using road_result = senda::result<int, std::int64_t, char>;

TEST_CASE("verify says precisely what is wrong") {
    const road_result right = senda::dijkstra(roads{}, 1, 4);
    REQUIRE(right.cost == 16);
    REQUIRE(verify(roads{}, 1, 4, right));
    const auto wrong = [&](auto change) {
        road_result r = right;
        change(r);
        const auto v = verify(roads{}, 1, 4, r);
        CHECK_FALSE(v);
        return v;
    };

    auto v = wrong([](auto& r) { r.path[2] = 9; });
    CHECK(v.fault == fault::edge);
    CHECK(v.step == 2);
    CHECK_EQ(v.message, "step 2 of 3: the graph has no edge from 2 to 9");

    v = wrong([](auto& r) { r.path.erase(r.path.begin() + 1), r.actions.pop_back(); });
    CHECK_EQ(v.message, "step 1 of 2: the graph has no edge from 1 to 3");
    v = wrong([](auto& r) { r.path.insert(r.path.begin(), 1), r.actions.push_back('d'); });
    CHECK_EQ(v.message, "step 1 of 4: the graph has no edge from 1 to 1");
    v = wrong([](auto& r) { r.path.pop_back(), r.actions.pop_back(), r.cost = 15; });
    CHECK(v.fault == fault::goal);
    CHECK_EQ(v.message, "the path ends at 3, which is no goal");
    v = wrong([](auto& r) {
        r.path.erase(r.path.begin()), r.actions.erase(r.actions.begin()), r.cost = 11;
    });
    CHECK(v.fault == fault::start);
    CHECK_EQ(v.message, "the path begins at 2, which is no start");

    v = wrong([](auto& r) { r.cost += 1; });
    CHECK(v.fault == fault::cost);
    CHECK(v.step == 0);
    CHECK_EQ(v.message, "the edges of the path add up to 16, the cost is said to be 17");
    // Three edges, but only breadth-first search may count them.
    v = wrong([](auto& r) { r.cost = r.lower_bound = 3; });
    CHECK(v.fault == fault::cost);
    v = wrong([](auto& r) { r.actions[0] = 'b'; });
    CHECK_EQ(v.message, "the edges of the path add up to 18, the cost is said to be 16");
    v = wrong([](auto& r) { std::swap(r.actions[1], r.actions[2]); });
    CHECK(v.fault == fault::action);
    CHECK(v.step == 2);
    CHECK_EQ(v.message, "step 2 of 3: no edge from 2 to 3 has the action that is said");
    v = wrong([](auto& r) { r.actions.pop_back(); });
    CHECK(v.fault == fault::action);
    CHECK_EQ(v.message, "there are 3 edges and 2 actions");

    v = wrong([](auto& r) { r.lower_bound = 17; });
    CHECK(v.fault == fault::lower_bound);
    CHECK_EQ(v.message, "the lower bound 17 is above the cost 16");
    v = wrong([](auto& r) { r.status = status::exhausted; });
    CHECK(v.fault == fault::status);
    CHECK_EQ(v.message, "the status is exhausted, but there is a path");
    v = wrong([](auto& r) { r.path.clear(); });
    CHECK_EQ(v.message, "the status is found, but there is no path");
    v = wrong([](auto& r) { r.status = status::time_limit, r.path.clear(); });
    CHECK_EQ(v.message, "the status is time_limit, but the cost is 16");
    v = wrong([](auto& r) {
        r = {{.status = status::exhausted}};
        r.lower_bound = 4;
    });
    CHECK_EQ(v.message, "the status is exhausted, but the lower bound is 4");
}

TEST_CASE("verify lets breadth-first search count edges on a graph with costs") {
    auto found = senda::bfs(roads{}, 1, 4);
    CHECK(found.cost == 3);
    CHECK(verify(roads{}, 1, 4, found));
    found.cost = 16;
    CHECK_EQ(verify(roads{}, 1, 4, found).message,
             "the path has 3 edges, the cost is said to be 16");
}

TEST_CASE("verify tries the parallel edges where a path has no actions") {
    const auto pairs = [](int n) {
        return std::vector<std::pair<int, std::int64_t>>{{n + 1, 1}, {n + 1, 100}, {n + 1, 10'000}};
    };
    auto found = senda::dijkstra(pairs, 0, 3);
    for (const std::int64_t right : {3, 102, 201, 10'101, 30'000}) {
        found.cost = right;
        CHECK(verify(pairs, found));
    }
    for (const std::int64_t wrong : {4, 103, 301, 10'100, 30'001}) {
        found.cost = wrong;
        CHECK_EQ(verify(pairs, found).message,
                 "the edges of the path add up to 3 or more, the cost is said to be " +
                     std::to_string(wrong));
    }
    // Too many sums to tell them apart: then what is between the least and the most may be right.
    auto far = senda::dijkstra(pairs, 0, 200);
    far.cost = 200'000;
    CHECK(verify(pairs, far));
    far.cost = 2'000'001;
    CHECK_FALSE(verify(pairs, far));
    far.cost = far.lower_bound = 199;
    CHECK_FALSE(verify(pairs, far));
}

TEST_CASE("verify and a plain replay agree about paths that were tampered with") {
    int wrong = 0;
    support::for_each_graph<std::int64_t>(400, 9, [&](const auto& graph, split_mix64& random) {
        const support::dense_view<std::int64_t> dense(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto found = senda::dfs(dense, start, goal);
        if (!found) return;
        for (int change = 0; change < 6; ++change) {
            auto r = found;
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(r.path.size())));
            const auto there = static_cast<std::ptrdiff_t>(at);
            if (change == 0) r.path[at] = random.below(graph.node_count());
            if (change == 1) r.path.erase(r.path.begin() + there);
            if (change == 2) r.path.insert(r.path.begin() + there, r.path[at]);
            if (change == 3) r.cost += random.between(-1, 1);
            if (change == 4) std::swap(r.path[at], r.path.back());
            if (change == 5 && !r.actions.empty()) r.actions[at % r.actions.size()] += 1;
            const std::string fault = support::replay_fault(graph, r, start, goal);
            const auto v = verify(dense, start, goal, r);
            INFO(v.message << " / " << fault);
            CHECK(static_cast<bool>(v) == fault.empty());
            wrong += fault.empty() ? 0 : 1;
        }
    });
    CHECK(wrong > 100);
}

TEST_CASE("verify refuses a route that stays where it is, however long") {
    const auto next = [](int n) { return std::array{n, n + 1}; };
    auto r = senda::k_shortest(next, 0, 1, 1);
    r.routes[0].path.assign(300'000, 0);
    r.routes[0].path.push_back(1);
    r.routes[0].cost = 300'000;
    const auto v = verify(next, 0, 1, r);
    CHECK(v.fault == fault::repeated);
    CHECK(v.step == 2);
}

TEST_CASE("verify holds the routes of k_shortest against each other") {
    const auto next = [](int n) { return std::array{n + 1, n + 2, n + 3}; };
    const auto right = senda::k_shortest(next, 0, 6, 7);
    REQUIRE(right.routes.size() == 7);
    REQUIRE(verify(next, 0, 6, right));
    auto r = right;
    r.routes[3] = r.routes[2];
    auto v = verify(next, 0, 6, r);
    CHECK(v.fault == fault::repeated);
    CHECK(v.route == 4);
    CHECK_EQ(v.message, "route 4: it is the same as route 3");
    r = right;
    std::swap(r.routes.front(), r.routes.back());
    v = verify(next, 0, 6, r);
    CHECK(v.fault == fault::order);
    CHECK_EQ(v.message, "route 7: it costs 2, and the one before 3");
    r = right;
    r.routes[1].path[1] = 5;
    CHECK_EQ(verify(next, 0, 6, r).message, "route 2, step 1 of " +
                                                std::to_string(r.routes[1].path.size() - 1) +
                                                ": the graph has no edge from 0 to 5");
    r = right;
    r.status = status::exhausted;
    CHECK(verify(next, r).fault == fault::status);

    const auto loop = [](int n) { return std::array{n + 1, n - 1}; };
    senda::route<int, senda::steps> round{4, {0, 1, 0, 1, 2}};
    CHECK(verify(loop, 0, 2, round));  // a path, but none of `k_shortest`
    senda::k_routes<int, senda::steps> routes{{.status = status::found}};
    routes.routes = {round};
    CHECK_EQ(verify(loop, 0, 2, routes).message, "route 1: 0 is there twice");
}

TEST_CASE("verify holds what all_shortest says against the routes") {
    const auto next = [](int n) { return std::array{n + 1, n + 2}; };
    auto all = senda::all_shortest(next, 0, 12);
    CHECK(verify(next, 0, 12, all));
    CHECK(verify(next, 0, 13, all).fault == fault::goal);
    all.cost += 1;
    const auto v = verify(next, 0, 12, all);
    CHECK(v.fault == fault::cost);
    CHECK(v.route == 1);
    all.cost -= 1;
    all.lower_bound += 1;
    CHECK(verify(next, 0, 12, all).fault == fault::lower_bound);
    all.status = status::exhausted;
    CHECK(verify(next, 0, 12, all).fault == fault::status);
}

TEST_CASE("verify names nodes by what they are") {
    const auto named = [](const std::string& s) { return std::array{s + "a", s + "b"}; };
    auto words = senda::bfs(named, std::string("x"), std::string("xab"));
    words.path[1] = "y";
    CHECK_EQ(verify(named, words).message,
             "step 1 of 2: the graph has no edge from \"x\" to \"y\"");
    const auto halves = [](double d) { return std::array{d / 2, d / 3}; };
    auto fractions = senda::bfs(halves, 1.0, 0.25);
    fractions.path[1] = 1.0 / 3 + 0.5;
    CHECK_EQ(verify(halves, fractions).message,
             "step 1 of 2: the graph has no edge from 1 to 0.83333333333333326");
    const senda::grid g(5, 5);
    auto cells = senda::bfs(g, {2, 1}, {4, 1});
    cells.path.erase(cells.path.begin() + 1);
    CHECK_EQ(verify(g, cells).message, "step 1 of 1: the graph has no edge from (2, 1) to (4, 1)");
}

}  // namespace verifying
