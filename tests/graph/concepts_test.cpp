// SPDX-License-Identifier: MIT
#include <senda/graph/concepts.hpp>

#include <senda/search/goal.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <doctest/doctest.h>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace concepts_test {

using senda::edge;
using senda::Graph;
using senda::GraphNode;
using senda::Heuristic;
using senda::IndexedGraph;
using senda::no_action;
using senda::ReversibleGraph;
using senda::steps;

/// Whether the types of a graph are deduced so from it and a start of that type.
template <class G, class Start, class Node, class Cost = steps, class Action = no_action>
constexpr bool is_a_graph_of =
    Graph<G, Node> && std::same_as<senda::node_of<G, Start>, Node> &&
    std::same_as<senda::cost_of<G, Start>, Cost> &&
    std::same_as<senda::action_of<G, Start>, Action> && !senda::is_weighted<G, Start>;
template <class G, class Start, class Node, class Cost, class Action = no_action>
constexpr bool is_a_weighted_graph_of =
    Graph<G, Node> && std::same_as<senda::node_of<G, Start>, Node> &&
    std::same_as<senda::cost_of<G, Start>, Cost> &&
    std::same_as<senda::action_of<G, Start>, Action> && senda::is_weighted<G, Start>;

/// A function that returns R for a node; enough to ask what a graph it would be.
template <class R, class Node>
using function = R (*)(Node);

using point = std::pair<int, int>;
using name = std::string;

// Ranges of nodes.
static_assert(is_a_graph_of<function<std::vector<int>, int>, int, int>);
static_assert(is_a_graph_of<function<std::vector<long>, long>, int, long>,
              "nodes are what the successors are, whatever the start was written as");
static_assert(is_a_graph_of<function<std::array<char, 3>, char>, char, char>);
static_assert(is_a_graph_of<function<std::set<name>, const name&>, name, name>);
static_assert(is_a_graph_of<function<std::span<const int>, int>, int, int>);
static_assert(is_a_graph_of<function<const std::deque<int>&, int>, int, int>);
static_assert(is_a_graph_of<function<std::initializer_list<int>, int>, int, int>);
static_assert(is_a_graph_of<function<const int (&)[2], int>, int, int>);
static_assert(is_a_graph_of<function<decltype(std::views::iota(1, 2)), int>, int, int>);
static_assert(is_a_graph_of<function<std::vector<std::array<int, 2>>, std::array<int, 2>>,
                            std::array<int, 2>, std::array<int, 2>>);
static_assert(is_a_graph_of<function<std::vector<std::tuple<int, int>>, std::tuple<int, int>>,
                            std::tuple<int, int>, std::tuple<int, int>>);
static_assert(is_a_graph_of<function<std::vector<name>, name>, const char[5], name>);
static_assert(is_a_graph_of<function<std::vector<name>, name>, const char*, name>);
static_assert(is_a_graph_of<function<std::vector<name>, std::string_view>, std::string_view, name>);

// Ranges of pairs of node and cost.
static_assert(
    is_a_weighted_graph_of<function<std::vector<std::pair<int, double>>, int>, int, int, double>);
static_assert(
    is_a_weighted_graph_of<function<std::vector<std::pair<int, int>>, int>, int, int, int>);
static_assert(
    is_a_weighted_graph_of<function<std::vector<std::pair<long, int>>, long>, int, long, int>);
static_assert(is_a_weighted_graph_of<function<std::array<std::pair<name, unsigned>, 2>, name>,
                                     const char[6], name, unsigned>);
static_assert(
    is_a_weighted_graph_of<function<std::vector<std::pair<int, std::uint8_t>>, int>, int, int, int>,
    "costs of a byte are added up as int");
static_assert(
    is_a_weighted_graph_of<function<const std::map<int, double>&, int>, int, int, double>);
static_assert(is_a_weighted_graph_of<function<std::unordered_map<name, float>, name>, const char[5],
                                     name, float>);

// Nodes that are pairs are not taken for a node and its cost.
static_assert(is_a_graph_of<function<std::vector<point>, point>, point, point>);
static_assert(is_a_graph_of<function<std::set<std::pair<name, int>>, std::pair<name, int>>,
                            std::pair<name, int>, std::pair<name, int>>);
static_assert(is_a_graph_of<function<std::map<name, int>, std::pair<const name, int>>,
                            std::pair<const name, int>, std::pair<const name, int>>);
static_assert(
    is_a_weighted_graph_of<function<std::vector<std::pair<point, int>>, point>, point, point, int>);
static_assert(
    is_a_weighted_graph_of<function<std::map<point, double>, point>, point, point, double>);
static_assert(is_a_weighted_graph_of<
              function<std::vector<std::pair<std::pair<name, int>, long>>, std::pair<name, int>>,
              std::pair<name, int>, std::pair<name, int>, long>);

// Ranges of edges.
static_assert(is_a_weighted_graph_of<function<std::vector<edge<int>>, int>, int, int, steps>);
static_assert(
    is_a_weighted_graph_of<function<std::vector<edge<int, double>>, int>, int, int, double>);
static_assert(is_a_weighted_graph_of<function<std::vector<edge<int, short, char>>, int>, int, int,
                                     int, char>);
static_assert(is_a_weighted_graph_of<function<std::vector<edge<name, double, name>>, name>,
                                     const char[5], name, double, name>);
static_assert(is_a_weighted_graph_of<function<std::vector<edge<point, int, name>>, point>, point,
                                     point, int, name>);

// Several starts.
static_assert(is_a_graph_of<function<std::vector<int>, int>, senda::any_of<int>, int>);
static_assert(is_a_weighted_graph_of<function<std::vector<std::pair<name, int>>, name>,
                                     senda::any_of<name>, name, int>);
static_assert(is_a_graph_of<function<std::vector<point>, point>, senda::any_of<point>, point>);

/// Everything declared, as a sink needs it.
struct declared {
    using node_type = std::int64_t;
    using cost_type = std::uint16_t;
    using action_type = name;
    template <class Emit>
    void successors(std::int64_t n, Emit&& emit) const {
        emit(n + 1, std::uint16_t{1}, "up");
    }
    template <class Emit>
    void predecessors(std::int64_t n, Emit&& emit) const {
        emit(n - 1, std::uint16_t{1}, "up");
    }
};
static_assert(is_a_weighted_graph_of<declared, int, std::int64_t, int, name>);
static_assert(is_a_weighted_graph_of<const declared&, int, std::int64_t, int, name>);
static_assert(ReversibleGraph<declared, std::int64_t> && ReversibleGraph<const declared&, int>);
static_assert(!IndexedGraph<declared, std::int64_t>);

/// A sink that emits only nodes.
struct walker {
    template <class Emit>
    void operator()(const point& p, Emit&& emit) const {
        emit(point{p.first + 1, p.second});
    }
};
static_assert(is_a_graph_of<walker, point, point>);
static_assert(is_a_graph_of<walker&, point, point> && is_a_graph_of<const walker&, point, point>);

// What is asked of a graph may change it, if the graph is not const.
struct counting {
    int asked = 0;
    std::vector<int> successors(int n) {
        ++asked;
        return {n + 1};
    }
};
static_assert(Graph<counting, int> && Graph<counting&, int>);
static_assert(!Graph<const counting, int> && !Graph<const counting&, int>);
using lambda_that_counts = decltype([calls = 0](int n) mutable { return std::array{n + ++calls}; });
static_assert(is_a_graph_of<lambda_that_counts, int, int> && !Graph<const lambda_that_counts, int>);
using counting_sink = decltype([calls = 0](int n, auto&& emit) mutable { emit(n + ++calls); });
static_assert(is_a_graph_of<counting_sink, int, int> && !Graph<const counting_sink, int>);

// Functions, their pointers and their wrappers.
std::vector<int> next_of(int n) { return {n + 1}; }
static_assert(is_a_graph_of<decltype(next_of)&, int, int>);
static_assert(is_a_graph_of<decltype(&next_of), int, int>);
static_assert(is_a_graph_of<std::function<std::vector<int>(int)>, int, int>);
static_assert(is_a_graph_of<std::reference_wrapper<decltype(next_of)>, int, int>);

/// A range of its own making: single pass, with an end of another type, and not const.
struct countdown {
    struct end_type {};
    struct iterator {
        int left;
        int operator*() const { return left; }
        void operator++() { --left; }
        bool operator!=(end_type) const { return left != 0; }
    };
    iterator begin() { return {from}; }
    end_type end() { return {}; }
    int from;
};
static_assert(is_a_graph_of<function<countdown, int>, int, int>);

// No graphs.
static_assert(!Graph<int, int> && !Graph<name, char> && !Graph<std::vector<int>, int>);
static_assert(!Graph<function<int, int>, int>, "one node is not a range of nodes");
static_assert(!Graph<function<void, int>, int>);
static_assert(!Graph<function<std::optional<int>, int>, int>);
static_assert(!Graph<function<std::vector<int>, name>, int>, "asked for another node");
static_assert(!Graph<function<std::vector<name>, int>, int>, "leads to another node");
static_assert(!Graph<function<std::vector<std::pair<name, int>>, int>, int>);
static_assert(!Graph<function<std::vector<edge<name, int>>, int>, int>);
static_assert(!Graph<std::vector<int> (*)(), int>);

template <class Range, class Cost, class Action = char>
struct priced {
    using cost_type = Cost;
    using action_type = Action;
    Range operator()(int) const;
};
using paid = std::vector<std::pair<int, int>>;
static_assert(Graph<priced<paid, int>, int> && Graph<priced<paid, double>, int>);
static_assert(Graph<priced<paid, short>, int>, "costs of that type are added up as int");
static_assert(!Graph<priced<paid, unsigned>, int>, "a sign is lost");
static_assert(Graph<priced<std::vector<int>, unsigned>, int>, "each counts one");
static_assert(!Graph<priced<std::vector<edge<int, double>>, int>, int>, "a fraction is lost");
static_assert(Graph<priced<std::vector<edge<int, int, char>>, int, int>, int>);
static_assert(!Graph<priced<std::vector<edge<int, int, name>>, int, char>, int>);

// Nodes.
static_assert(GraphNode<int> && GraphNode<name> && GraphNode<point> && GraphNode<int*>);
static_assert(!GraphNode<const char*> && !GraphNode<char*>, "it would be compared by its address");
static_assert(!GraphNode<const int> && !GraphNode<int&> && !GraphNode<std::unique_ptr<int>>);
static_assert(!Graph<function<std::vector<const char*>, const char*>, const char*>);
static_assert(!GraphNode<void>);

// Indices.
struct row : counting {
    std::vector<int> successors(int n) const { return {n + 1}; }
    std::uint32_t index(int n) const { return static_cast<std::uint32_t>(n); }
    std::uint32_t index_bound() const { return 10; }
};
struct row_without_a_bound {
    std::vector<int> successors(int n) const { return {n + 1}; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
};
struct row_without_an_index {
    std::vector<int> successors(int n) const { return {n + 1}; }
    std::size_t index_bound() const { return 10; }
};
struct row_that_changes {
    std::vector<int> successors(int n) const { return {n + 1}; }
    std::size_t index(int n) { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 10; }
};
static_assert(IndexedGraph<row, int> && IndexedGraph<row&, int> && IndexedGraph<const row&, int>);
static_assert(!IndexedGraph<row_without_a_bound, int> && !IndexedGraph<row_without_an_index, int>);
static_assert(!IndexedGraph<row_that_changes, int>, "an index is asked of a const graph");
static_assert(!IndexedGraph<row, name>);

// Ways back.
struct both_ways {
    std::vector<int> successors(int n) const { return {n + 1}; }
    std::vector<int> predecessors(int n) const { return {n - 1}; }
};
struct both_ways_by_sink {
    template <class Emit>
    void operator()(int n, Emit&& emit) const {
        emit(n + 1);
    }
    template <class Emit>
    void predecessors(int n, Emit&& emit) const {
        emit(n - 1);
    }
};
struct back_to_nothing {
    std::vector<int> successors(int n) const { return {n + 1}; }
    void predecessors(int) const {}
};
struct only_back {
    std::vector<int> predecessors(int n) const { return {n - 1}; }
};
static_assert(ReversibleGraph<both_ways, int> && ReversibleGraph<const both_ways&, int>);
static_assert(ReversibleGraph<both_ways_by_sink, int>);
static_assert(!ReversibleGraph<back_to_nothing, int> && !ReversibleGraph<only_back, int>);
static_assert(!ReversibleGraph<row, int>);

// Estimates.
static_assert(Heuristic<function<double, int>, int, double>);
static_assert(Heuristic<function<int, int>, int, double>);
static_assert(Heuristic<function<double, int>, int, int>, "a fraction is cut off");
static_assert(Heuristic<function<std::uint8_t, const name&>, name, int>);
static_assert(Heuristic<std::function<int(int)>&, int, int>);
using counting_estimate = decltype([calls = 0](int n) mutable { return n + ++calls; });
static_assert(Heuristic<counting_estimate, int, int> && Heuristic<counting_estimate&, int, int>);
static_assert(!Heuristic<const counting_estimate, int, int>);
static_assert(!Heuristic<function<name, int>, int, int> &&
              !Heuristic<function<void, int>, int, int>);
static_assert(!Heuristic<function<std::optional<int>, int>, int, int>);
static_assert(!Heuristic<function<int, name>, int, int> && !Heuristic<int, int, int>);

// Braces in a call take the node that the graph declares, if it does.
static_assert(std::same_as<senda::detail::declared_node_t<const declared&>, std::int64_t>);
static_assert(std::same_as<senda::detail::declared_node_t<walker>, void>);

TEST_CASE("what a graph is made of is deduced from how it is asked") {
    // All of it is known at compile time, above. Here the deduced types are used.
    const std::map<name, std::map<name, double>> roads{{"Lima", {{"Quito", 1.5}}}, {"Quito", {}}};
    const auto next = [&](const name& city) -> const std::map<name, double>& {
        return roads.at(city);
    };
    using graph = decltype(next);
    static_assert(is_a_weighted_graph_of<graph, char[5], name, double>);
    const senda::node_of<graph, char[5]> start = "Lima";
    senda::cost_of<graph, char[5]> sum = 0;
    for (const auto& [to, cost] : next(start)) sum += cost;
    CHECK(sum == 1.5);
    const senda::node_of<decltype(next_of)&, char> next_node = next_of('a').front();
    CHECK(next_node == 'b');
}

}  // namespace concepts_test
