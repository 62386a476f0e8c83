// SPDX-License-Identifier: MIT
#include <senda/detail/core/search_tree.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <iterator>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"

using namespace support;

namespace trees {

/// Each node is there once, and costs as much as its parent and the edge that its action names.
template <class Search>
void check_tree(const test_graph& graph, Search& search, const std::set<int>& starts,
                bool by_steps) {
    std::vector<int> cost_of(graph.out.size(), -1);
    std::size_t count = 0;
    for (const auto& [node, cost, parent, action] : search.tree()) {
        ++count;
        const auto at = static_cast<std::size_t>(node);
        CHECK(cost_of[at] == -1);
        cost_of[at] = cost;
        if (parent == nullptr) {
            CHECK(starts.count(node) == 1);
            CHECK(cost == 0);
        } else {
            CHECK(action / actions_a_node == *parent);
            const auto& edge =
                graph.from(*parent)[static_cast<std::size_t>(action % actions_a_node)];
            CHECK(edge.to == node);
            int parent_cost = -1;
            for (const auto& other : search.tree())
                if (other.node == *parent) parent_cost = other.cost;
            CHECK(cost == parent_cost + (by_steps ? 1 : edge.cost));
        }
    }
    CHECK(count == search.reached());
    if constexpr (requires { search.cost_to(0); }) {
        for (int node = 0; node < graph.node_count(); ++node) {
            const int cost = cost_of[static_cast<std::size_t>(node)];
            CHECK(search.cost_to(node).value_or(-1) == cost);
            const auto r = search.result_to(node);
            CHECK(r.path == search.path_to(node));
            CHECK(static_cast<bool>(r) == (cost >= 0));
            if (!r) {
                CHECK(r.cost == senda::infinite<int>);
                continue;
            }
            CHECK(r.cost == cost);
            CHECK(r.path.back() == node);
            CHECK(r.actions.size() + 1 == r.path.size());
            int sum = 0;
            for (std::size_t i = 0; i < r.actions.size(); ++i) {
                CHECK(r.actions[i] / actions_a_node == r.path[i]);
                const auto& edge =
                    graph.from(r.path[i])[static_cast<std::size_t>(r.actions[i] % actions_a_node)];
                CHECK(edge.to == r.path[i + 1]);
                sum += by_steps ? 1 : edge.cost;
            }
            CHECK(sum == cost);
        }
    }
}

template <class Search>
void check_as_it_goes(const test_graph& graph, Search&& search, const std::set<int>& starts,
                      bool by_steps = false) {
    check_tree(graph, search, starts, by_steps);
    search.step(3);
    check_tree(graph, search, starts, by_steps);
    search.run();
    check_tree(graph, search, starts, by_steps);
}

}  // namespace trees

TEST_CASE("the tree of a search has every node that was reached with its cost and parent") {
    for_each_graph(150, 15, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const senda::any_of<int> from(starts);
        const int goal = random.below(graph.node_count());
        const senda::options o{.limits = {.cost = random.percent(50) ? 5 : 1000}};
        const senda::zero_heuristic h;
        const auto dense = as_dense(graph);
        trees::check_as_it_goes(graph, senda::bfs_search(dense, from, senda::no_goal{}, o), starts,
                                true);
        trees::check_as_it_goes(graph, senda::bfs_search(as_edges(graph), from, goal, o), starts,
                                true);
        trees::check_as_it_goes(graph, senda::dfs_search(dense, from, senda::no_goal{}, o), starts);
        trees::check_as_it_goes(graph, senda::dijkstra_search(dense, from, senda::no_goal{}, o),
                                starts);
        trees::check_as_it_goes(graph, senda::dijkstra_search(as_edges(graph), from, goal, o),
                                starts);
        trees::check_as_it_goes(graph, senda::astar_search(dense, from, goal, h, o), starts);
        trees::check_as_it_goes(graph, senda::greedy_search(dense, from, goal, h, o), starts);
    });
}

TEST_CASE("the answer for any node is certain as far as its lower bound says") {
    const auto check = [](auto& search, const auto& least, int start, bool has_goal) {
        for (std::size_t node = 0; node < least.size(); ++node) {
            const auto r = search.result_to(static_cast<int>(node));
            const wide best = between(least, start, static_cast<int>(node));
            CHECK(static_cast<wide>(r.lower_bound) <=
                  (best == unreachable ? wide{senda::infinite<int>} : best));
            if (r) {
                CHECK(static_cast<wide>(r.cost) >= best);
            } else {
                CHECK(r.status != senda::status::found);
                CHECK(r.path.empty());
            }
            if (has_goal || search.status() != senda::status::exhausted) continue;
            CHECK(static_cast<bool>(r) == (best != unreachable));
            CHECK(r.lower_bound == r.cost);
            if (!r) CHECK(r.status == senda::status::exhausted);
        }
    };
    for_each_graph(150, 15, [&](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const auto steps = floyd_warshall(with_unit_costs(graph));
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto dense = as_dense(graph);
        senda::dijkstra_search all(dense, start);
        senda::dijkstra_search one(dense, start, goal);
        senda::bfs_search all_near(dense, start);
        senda::bfs_search one_near(as_edges(graph), start, goal);
        for (int round = 0; round < 3; ++round) {
            check(all, least, start, false);
            check(one, least, start, true);
            check(all_near, steps, start, false);
            check(one_near, steps, start, true);
            const bool is_last = round == 1;
            is_last ? all.run() : all.step(2);
            is_last ? one.run() : one.step(2);
            is_last ? all_near.run() : all_near.step(2);
            is_last ? one_near.run() : one_near.step(2);
        }
    });
}

TEST_CASE("a search that ended at its goal still runs for nodes that it did not reach") {
    const auto line = [](int n) { return std::vector<std::pair<int, int>>{{n + 1, 2}}; };
    senda::dijkstra_search search(line, 0, 3);
    search.run();
    CHECK(search.result_to(2).path == std::vector{0, 1, 2});
    CHECK(search.result_to(9).status == senda::status::running);
    CHECK(search.result_to(9).lower_bound == 6);
    senda::bfs_search steps(line, 0, 3);
    steps.run();
    CHECK(steps.result_to(3).cost == 3);
    CHECK(steps.result_to(9).status == senda::status::running);
    CHECK(steps.result_to(9).lower_bound == 3);
}

TEST_CASE("the tree of a search is a range without copies") {
    const auto words = [](const std::string& s) {
        return s.size() < 3 ? std::vector{s + "a", s + "b"} : std::vector<std::string>{};
    };
    senda::bfs_search search(words, std::string{});
    search.run();
    auto tree = search.tree();
    static_assert(std::input_iterator<decltype(tree.begin())>);
    std::size_t place = 0;
    for (const auto& [node, cost, parent, action] : tree) {
        CHECK(&node == &search.reached(place++));
        CHECK(static_cast<std::size_t>(cost) == node.size());
        CHECK((parent == nullptr ? node.empty() : node.starts_with(*parent)));
    }
    CHECK(place == 15);
}
