// SPDX-License-Identifier: MIT
#include <senda/graph/adjacency.hpp>

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

namespace adjacency_tests {

using senda::adjacency;
using senda::edge_kind;

static_assert(senda::ReversibleGraph<adjacency<int>, int>);
static_assert(
    senda::SearchableGraph<adjacency<std::pair<int, std::string>>, std::pair<int, std::string>>);
static_assert(!senda::is_weighted<adjacency<int>, int>, "a graph of steps needs no costs");
static_assert(std::same_as<senda::cost_of<adjacency<int, std::uint8_t>, int>, int>);
static_assert(std::same_as<senda::action_of<adjacency<int, int, std::string>, int>, std::string>);

using road = senda::edge<std::string, int, char>;
using roads = adjacency<std::string, int, char>;

/// A graph with nothing to get wrong: a list of nodes and a list of edges.
struct plain_graph {
    struct line {
        std::string from;
        road to;
    };
    edge_kind kind;
    std::vector<std::string> nodes;
    std::vector<line> lines;

    bool contains(const std::string& n) const {
        return std::find(nodes.begin(), nodes.end(), n) != nodes.end();
    }
    bool add_node(const std::string& n) {
        if (contains(n)) return false;
        nodes.push_back(n);
        return true;
    }
    void add_edge(const std::string& from, const std::string& to, int cost, char action) {
        add_node(from);
        add_node(to);
        lines.push_back({from, {to, cost, action}});
    }
    std::size_t remove_edge(const std::string& from, const std::string& to) {
        return std::erase_if(lines, [&](const line& l) {
            return (l.from == from && l.to.to == to) ||
                   (kind == edge_kind::undirected && l.from == to && l.to.to == from);
        });
    }
    bool remove_node(const std::string& n) {
        std::erase_if(lines, [&](const line& l) { return l.from == n || l.to.to == n; });
        return std::erase(nodes, n) != 0;
    }
    std::vector<road> edges(const std::string& n, bool out = true) const {
        std::vector<road> found;
        for (const line& l : lines) {
            const road back{l.from, l.to.cost, l.to.action};
            if ((out ? l.from : l.to.to) == n) {
                found.push_back(out ? l.to : back);
            } else if (kind == edge_kind::undirected && (out ? l.to.to : l.from) == n) {
                found.push_back(out ? back : l.to);
            }
        }
        return found;
    }
};

std::string name(int number) { return "town " + std::to_string(number); }

std::vector<road> into(const roads& g, const std::string& n) {
    std::vector<road> found;
    g.predecessors(
        n, [&](const std::string& from, int cost, char a) { found.push_back({from, cost, a}); });
    return found;
}

void compare(const roads& g, const plain_graph& plain, int names) {
    CHECK(g.nodes() == plain.nodes);
    CHECK(g.node_count() == plain.nodes.size());
    CHECK(g.edge_count() == plain.lines.size());
    for (int i = 0; i < names; ++i) {
        const std::string n = name(i);
        CHECK(g.contains(n) == plain.contains(n));
        const std::vector<road> out = plain.edges(n);
        CHECK(g.edges(n) == out);
        CHECK(into(g, n) == plain.edges(n, false));
        for (int j = 0; j < names; ++j)
            CHECK(g.has_edge(n, name(j)) == std::any_of(out.begin(), out.end(), [&](const road& e) {
                      return e.to == name(j);
                  }));
    }
}

/// Adds and removes at random in both graphs, and looks at them with `check` after each change.
template <class Check>
void change_at_random(edge_kind kind, support::split_mix64& random, int changes, int names,
                      Check check) {
    roads g{kind};
    plain_graph plain{kind, {}, {}};
    for (int i = 0; i < changes; ++i) {
        const std::string a = name(random.below(names));
        const std::string b = name(random.below(names));
        switch (random.below(8)) {
            case 0: CHECK(g.add_node(a) == plain.add_node(a)); break;
            case 1: CHECK(g.remove_node(a) == plain.remove_node(a)); break;
            case 2: CHECK(g.remove_edge(a, b) == plain.remove_edge(a, b)); break;
            default: {
                const int cost = random.below(20);
                const auto action = static_cast<char>('a' + random.below(26));
                g.add_edge(a, b, cost, action);
                plain.add_edge(a, b, cost, action);
            }
        }
        check(g, plain);
    }
}

TEST_CASE("after any changes an adjacency holds what a list of nodes and a list of edges would") {
    for (int seed = 1; seed <= support::rounds(60); ++seed) {
        support::split_mix64 random{static_cast<std::uint64_t>(seed)};
        const int names = random.between(1, 9);
        for (const edge_kind kind : {edge_kind::directed, edge_kind::undirected})
            change_at_random(kind, random, 60, names,
                             [&](const roads& g, const plain_graph& p) { compare(g, p, names); });
    }
}

TEST_CASE("searches on an adjacency find what they find on a list of edges") {
    for (int seed = 1; seed <= support::rounds(40); ++seed) {
        support::split_mix64 random{static_cast<std::uint64_t>(seed)};
        for (const edge_kind kind : {edge_kind::directed, edge_kind::undirected})
            change_at_random(kind, random, 40, 7, [&](const roads& g, const plain_graph& plain) {
                const auto listed = [&plain](const std::string& n) { return plain.edges(n); };
                const std::string start = name(random.below(7));
                const std::string goal = name(random.below(7));
                if (!plain.contains(start)) {
                    CHECK(senda::dijkstra(g, start, goal).path.empty());
                    return;
                }
                const auto expected = senda::dijkstra(listed, start, goal);
                const auto found = senda::dijkstra(g, start, goal);
                CHECK(found.path == expected.path);
                CHECK(found.cost == expected.cost);
                CHECK(found.actions == expected.actions);
                CHECK(senda::bfs(g, start, goal).path == senda::bfs(listed, start, goal).path);
                CHECK(senda::bidirectional(g, start, goal).cost == expected.cost);
                if (plain.contains(goal))
                    CHECK(senda::dijkstra(senda::reverse(g), goal, start).cost == expected.cost);
            });
    }
}

TEST_CASE("thousands of nodes come and go, and those that stay are found") {
    adjacency<std::uint64_t, int> g;
    support::split_mix64 random{7};
    std::vector<std::uint64_t> there;
    for (int round = 0; round < 20000; ++round) {
        if (there.empty() || random.percent(55)) {
            there.push_back(random.next());
            CHECK(g.add_node(there.back()));
            g.add_edge(there.front(), there.back(), round);
        } else {
            const auto which =
                static_cast<std::size_t>(random.below(static_cast<int>(there.size())));
            CHECK(g.remove_node(there[which]));
            there.erase(there.begin() + static_cast<std::ptrdiff_t>(which));
        }
    }
    CHECK(g.nodes() == there);
    CHECK(std::all_of(there.begin(), there.end(), [&](std::uint64_t n) { return g.contains(n); }));
}

TEST_CASE("a copy of an adjacency is a graph of its own, and one moved from is empty") {
    roads g{edge_kind::undirected};
    g.add_edge("Lima", "Cusco", 1100, 'a');
    roads copy = g;
    copy.remove_node("Lima");
    CHECK(g.has_edge("Cusco", "Lima"));
    const roads moved = std::move(g);
    CHECK(moved.has_edge("Cusco", "Lima"));
    g = roads{edge_kind::directed};
    g.add_edge("Ica", "Lima", 300, 'b');
    CHECK(!g.has_edge("Lima", "Ica"));
    CHECK(g.node_count() == 2);
}

TEST_CASE("a node may be removed by a reference to the graph's own, and all of them in turn") {
    adjacency<std::string> g;
    g.add_edge("a", "b");
    g.add_edge("b", "c");
    const std::string* own = nullptr;
    g.successors("a", [&](const std::string& to) { own = &to; });
    CHECK(g.remove_node(*own));
    CHECK(g.nodes() == std::vector<std::string>{"a", "c"});
    CHECK(g.edge_count() == 0);
    for (const std::string& n : g.nodes()) CHECK(g.remove_node(n));
    CHECK(g.node_count() == 0);
}

TEST_CASE("an undirected loop is one edge out of its node") {
    adjacency<int, int> g{edge_kind::undirected};
    g.add_edge(1, 1, 5);
    CHECK(g.edge_count() == 1);
    CHECK(g.edges(1).size() == 1);
    CHECK(g.remove_edge(1, 1) == 1);
    CHECK(g.edges(1).empty());
}

TEST_CASE("edges without costs may have actions") {
    adjacency<int, senda::unweighted, std::string> g;
    g.add_edge(1, 2, "on");
    g.add_edge(2, 3, "further");
    const auto found = senda::bfs(g, 1, 3);
    CHECK(found.cost == 2);
    CHECK(found.actions == std::vector<std::string>{"on", "further"});
    CHECK(g.edges(2).front().action == "further");
}

TEST_CASE("parallel edges count apart, are removed together, and are one route") {
    adjacency<std::pair<int, int>> g;
    g.add_edge({0, 0}, {0, 1});
    g.add_edge({0, 0}, {0, 1});
    CHECK(g.edge_count() == 2);
    CHECK(senda::all_shortest(g, std::pair{0, 0}, std::pair{0, 1}).count() == 1U);
    CHECK(g.remove_edge({0, 0}, {0, 1}) == 2);
    CHECK(g.contains({0, 1}));
}

}  // namespace adjacency_tests
