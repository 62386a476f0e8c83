// SPDX-License-Identifier: MIT
#include <senda/graph/concepts.hpp>

#include "support/random_graphs.hpp"
#include "support/throwing.hpp"
#include "support/views.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using senda::edge;
using senda::no_action;
using senda::detail::KeepsCost;

// Into a fraction everything fits, but for its precision.
static_assert(KeepsCost<int, double> && KeepsCost<std::uint64_t, double>);
static_assert(KeepsCost<float, double> && KeepsCost<double, float> && KeepsCost<char, float>);
// Into whole numbers go whole numbers of no more values.
static_assert(KeepsCost<int, int> && KeepsCost<short, int> && KeepsCost<int, std::int64_t>);
static_assert(KeepsCost<std::uint8_t, int> && KeepsCost<std::uint16_t, int>);
static_assert(KeepsCost<unsigned, unsigned> && KeepsCost<unsigned, std::uint64_t>);
static_assert(KeepsCost<unsigned, std::int64_t> && KeepsCost<std::uint8_t, unsigned>);
static_assert(!KeepsCost<double, int> && !KeepsCost<float, std::int64_t>, "a fraction is lost");
static_assert(!KeepsCost<int, unsigned> && !KeepsCost<int, std::uint64_t>, "a sign is lost");
static_assert(!KeepsCost<std::int8_t, std::uint64_t>, "a sign is lost");
static_assert(!KeepsCost<std::int64_t, int> && !KeepsCost<std::uint64_t, unsigned>);
static_assert(!KeepsCost<unsigned, int> && !KeepsCost<std::uint64_t, std::int64_t>,
              "half of the values are lost");
static_assert(!KeepsCost<bool, int> && !KeepsCost<std::string, int> && !KeepsCost<int, void>);

/// An edge as it arrives.
template <class Node, class Cost, class Action>
struct arrived {
    Node to;
    Cost cost;
    Action action;
    friend bool operator==(const arrived&, const arrived&) = default;
};

template <class G, class Start>
using arrived_from =
    arrived<senda::node_of<G, Start>, senda::cost_of<G, Start>, senda::action_of<G, Start>>;

template <class Edge>
auto collect_into(std::vector<Edge>& edges) {
    return [&edges](auto&& to, auto cost, auto&& action) {
        static_assert(std::same_as<std::remove_cvref_t<decltype(to)>, decltype(Edge::to)>);
        static_assert(std::same_as<decltype(cost), decltype(Edge::cost)>);
        static_assert(std::same_as<std::remove_cvref_t<decltype(action)>, decltype(Edge::action)>);
        edges.push_back({to, cost, action});
    };
}

/// All ways out of a node, as a search sees them.
template <class G, class Node>
auto ways_out(G&& g, const Node& start) {
    using graph = std::remove_reference_t<G>;
    using types = senda::detail::graph_types<graph, Node>;
    std::vector<arrived_from<graph, Node>> edges;
    senda::detail::for_each_successor<types>(g, typename types::node(start), collect_into(edges));
    return edges;
}

template <class G, class Node>
auto ways_in(G&& g, const Node& end) {
    using graph = std::remove_reference_t<G>;
    using types = senda::detail::graph_types<graph, Node>;
    std::vector<arrived_from<graph, Node>> edges;
    senda::detail::for_each_predecessor<types>(g, typename types::node(end), collect_into(edges));
    return edges;
}

using arrival = arrived<int, senda::steps, no_action>;

/// Emits nodes, costs and actions of other types than it declares.
struct mixed {
    using node_type = std::string;
    using cost_type = double;
    using action_type = std::string;
    template <class Emit>
    void successors(const std::string& n, Emit&& emit) const {
        emit("plain");
        emit(n + "!", 2);
        emit(std::string{"named"}, 1.5F, "by hand");
        const std::string kept = "kept";
        emit(kept, std::uint64_t{3}, kept);
    }
};

/// Says the same in every way; each says where it was asked.
struct talkative {
    template <class Emit>
    void successors(int, Emit&& emit) const {
        emit(1);
    }
    std::vector<int> successors(int) const { return {2}; }
    template <class Emit>
    void operator()(int, Emit&& emit) const {
        emit(3);
    }
    std::vector<int> operator()(int) const { return {4}; }
};
struct less_talkative {
    std::vector<int> successors(int) const { return {2}; }
    template <class Emit>
    void operator()(int, Emit&& emit) const {
        emit(3);
    }
    std::vector<int> operator()(int) const { return {4}; }
};

constexpr int sum_of_successors(int n) {
    auto next = [](int m) { return std::array{m + 1, m + 2}; };
    using types = senda::detail::graph_types<decltype(next), int>;
    int sum = 0;
    senda::detail::for_each_successor<types>(
        next, n, [&](int to, int cost, no_action) { sum += to * cost; });
    return sum;
}
static_assert(sum_of_successors(10) == 23, "successors can be asked for at compile time");

}  // namespace

TEST_CASE("every spelling gives the same edges in the same order") {
    support::for_each_graph(60, 12, [](const support::test_graph& graph, support::split_mix64&) {
        const support::dense_view dense{graph};
        const auto as_edges = support::as_edges(graph);
        const auto as_pairs = support::as_pairs(graph);
        const auto as_nodes = support::as_nodes(graph);
        const auto as_sink = support::as_sink(graph);
        const support::named_view<int> named{&graph};
        for (int node = 0; node < graph.node_count(); ++node) {
            std::vector<arrived<int, int, int>> all;
            std::vector<arrived<int, int, no_action>> costs;
            std::vector<arrival> steps;
            for (const auto& way : graph.from(node)) {
                all.push_back({way.to, way.cost, support::action_of(node, all.size())});
                costs.push_back({way.to, way.cost, {}});
                steps.push_back({way.to, 1, {}});
            }
            CHECK(ways_out(as_edges, node) == all);
            CHECK(ways_out(dense, node) == all);
            CHECK(ways_out(as_pairs, node) == costs);
            CHECK(ways_out(as_nodes, node) == steps);
            CHECK(ways_out(as_sink, node) == steps);
            const auto by_name = ways_out(named, support::name_of_node(node));
            REQUIRE(by_name.size() == all.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(by_name[i].to == support::name_of_node(all[i].to));
                CHECK(by_name[i].cost == all[i].cost);
                CHECK(by_name[i].action == all[i].action);
            }
        }
    });
}

TEST_CASE("edges into a node keep their cost and their action in every spelling") {
    support::for_each_graph(60, 12, [](const support::test_graph& graph, support::split_mix64&) {
        const support::dense_view dense{graph};
        const support::named_view<int> named{&graph};
        for (int node = 0; node < graph.node_count(); ++node) {
            std::vector<arrived<int, int, int>> all;
            for (int from = 0; from < graph.node_count(); ++from)
                for (std::size_t i = 0; i < graph.from(from).size(); ++i)
                    if (graph.from(from)[i].to == node)
                        all.push_back(
                            {from, graph.from(from)[i].cost, support::action_of(from, i)});
            CHECK(ways_in(dense, node) == all);
            const auto by_name = ways_in(named, support::name_of_node(node));
            REQUIRE(by_name.size() == all.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(by_name[i].to == support::name_of_node(all[i].to));
                CHECK(by_name[i].cost == all[i].cost);
                CHECK(by_name[i].action == all[i].action);
            }
        }
    });
}

TEST_CASE("nodes may be pairs in every spelling") {
    using point = std::pair<int, int>;
    const point at{1, 2};
    const auto nodes = [](point p) { return std::array{point{p.second, p.first}}; };
    CHECK(ways_out(nodes, at) ==
          std::vector<arrived<point, senda::steps, no_action>>{{{2, 1}, 1, {}}});
    const auto pairs = [](point p) { return std::array{std::pair{point{p.second, p.first}, 0.5}}; };
    CHECK(ways_out(pairs, at) == std::vector<arrived<point, double, no_action>>{{{2, 1}, 0.5, {}}});
    const auto map = [](point p) { return std::map<point, int>{{{p.second, p.first}, 7}}; };
    CHECK(ways_out(map, at) == std::vector<arrived<point, int, no_action>>{{{2, 1}, 7, {}}});
    const auto edges = [](point p) {
        return std::array{edge{point{p.second, p.first}, 3, std::string{"swap"}}};
    };
    CHECK(ways_out(edges, at) ==
          std::vector<arrived<point, int, std::string>>{{{2, 1}, 3, "swap"}});
    const auto sink = [](point p, auto&& emit) { emit(point{p.second, p.first}); };
    CHECK(ways_out(sink, at) ==
          std::vector<arrived<point, senda::steps, no_action>>{{{2, 1}, 1, {}}});
}

TEST_CASE("a standard map of maps is an adjacency list") {
    const std::map<std::string, std::map<std::string, double>> roads{
        {"Lima", {{"Cusco", 2}, {"Trujillo", 0.5}}}, {"Cusco", {}}};
    const auto next = [&](const std::string& city) -> const std::map<std::string, double>& {
        return roads.at(city);
    };
    using road = arrived<std::string, double, no_action>;
    CHECK(ways_out(next, "Lima") == std::vector<road>{{"Cusco", 2, {}}, {"Trujillo", 0.5, {}}});
    CHECK(ways_out(next, "Cusco").empty());
}

TEST_CASE("a sink takes what can be turned into the declared types") {
    using way = arrived<std::string, double, std::string>;
    CHECK(ways_out(mixed{}, "x") ==
          std::vector<way>{
              {"plain", 1, ""}, {"x!", 2, ""}, {"named", 1.5, "by hand"}, {"kept", 3, "kept"}});
}

TEST_CASE("small costs arrive as the wider type they are added up in") {
    const auto bytes = [](int n) { return std::array{std::pair{n, std::uint8_t{200}}}; };
    CHECK(ways_out(bytes, 1) == std::vector<arrived<int, int, no_action>>{{1, 200, {}}});
    const auto edges = [](int n) { return std::array{edge{n, std::int16_t{-3}, 'a'}}; };
    CHECK(ways_out(edges, 1) == std::vector<arrived<int, int, char>>{{1, -3, 'a'}});
}

TEST_CASE("a graph with several spellings is asked in a fixed one") {
    CHECK(ways_out(talkative{}, 0) == std::vector<arrival>{{1, 1, {}}});
    CHECK(ways_out(less_talkative{}, 0) == std::vector<arrival>{{2, 1, {}}});
}

TEST_CASE("a graph that changes when it is asked is asked itself and not a copy") {
    auto counting = [calls = 0](int n) mutable {
        ++calls;
        return std::array{n, calls};
    };
    CHECK(ways_out(counting, 5) == std::vector<arrival>{{5, 1, {}}, {1, 1, {}}});
    CHECK(ways_out(counting, 5) == std::vector<arrival>{{5, 1, {}}, {2, 1, {}}});
    auto counting_sink = [calls = 0](int n, auto&& emit) mutable { emit(n + ++calls); };
    CHECK(ways_out(counting_sink, 5) == std::vector<arrival>{{6, 1, {}}});
    CHECK(ways_out(counting_sink, 5) == std::vector<arrival>{{7, 1, {}}});
}

TEST_CASE("a range may be made on the way") {
    const auto next = [](int n) {
        return std::views::iota(n, n + 5) | std::views::filter([](int m) { return m % 2 == 0; });
    };
    CHECK(ways_out(next, 1) == std::vector<arrival>{{2, 1, {}}, {4, 1, {}}});
}

TEST_CASE("a sink may emit nothing and emit again and again") {
    const auto nothing = [](int, auto&&) {};
    CHECK(ways_out(nothing, 1).empty());
    const auto same = [](int n, auto&& emit) {
        for (int i = 0; i < 3; ++i) emit(n);
    };
    CHECK(ways_out(same, 1).size() == 3);
}

TEST_CASE("a node of a list is not copied on its way") {
    using support::counted;
    {
        const std::vector<counted> list{counted{1}, counted{2}};
        const auto next = [&](const counted&) -> const std::vector<counted>& { return list; };
        using types = senda::detail::graph_types<decltype(next), counted>;
        std::vector<const counted*> seen;
        senda::detail::for_each_successor<types>(
            next, counted{0}, [&](const counted& to, int, no_action) { seen.push_back(&to); });
        CHECK(seen == std::vector<const counted*>{&list[0], &list[1]});
    }
    CHECK(counted::live == 0);
}

TEST_CASE("the range of a graph can be asked for however it is spelled") {
    const auto call = [](int n) { return std::array{n + 1, n + 2}; };
    CHECK(senda::successors(call, 1) == std::array{2, 3});
    CHECK(senda::successors(less_talkative{}, 1) == std::vector{2});
    const std::vector<std::vector<int>> lists{{1}, {0}};
    const auto list = [&](int n) -> const std::vector<int>& {
        return lists[static_cast<std::size_t>(n)];
    };
    CHECK(&senda::successors(list, 1) == &lists[1]);
}
