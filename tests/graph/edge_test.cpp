// SPDX-License-Identifier: MIT
#include <senda/graph/edge.hpp>

#include <concepts>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using senda::edge;
using senda::no_action;
using senda::steps;

static_assert(std::same_as<decltype(edge{7}), edge<int, steps, no_action>>);
static_assert(std::same_as<decltype(edge{7, 2.5}), edge<int, double, no_action>>);
static_assert(std::same_as<decltype(edge{7, 2.5, 'x'}), edge<int, double, char>>);
static_assert(std::same_as<decltype(edge{std::string{}, 1u, std::string{}}),
                           edge<std::string, unsigned, std::string>>);
static_assert(std::same_as<decltype(edge<int>::cost), steps>);

static_assert(std::is_aggregate_v<edge<int, double, char>>);
static_assert(std::is_trivially_copyable_v<edge<int, int>>);
static_assert(sizeof(edge<int, int>) == 2 * sizeof(int), "no action takes no room");
static_assert(std::is_empty_v<no_action> && no_action{} == no_action{});

static_assert(edge<int>{3}.cost == 1, "an edge costs a step unless it says otherwise");
static_assert(edge<int, double>{3}.cost == 1.0);
static_assert(edge{1, 2, 'a'} == edge{1, 2, 'a'} && edge{1, 2, 'a'} != edge{1, 2, 'b'});
static_assert(edge{1, 2} != edge{1, 3} && edge{1, 2} != edge{2, 2});

}  // namespace

TEST_CASE("an edge says where it leads and what it costs and what it is called") {
    const edge<std::string, double, std::string> road{"Quito", 12.5, "by bus"};
    CHECK(road.to == "Quito");
    CHECK(road.cost == 12.5);
    CHECK(road.action == "by bus");
    const edge<std::string, double, std::string> unnamed{"Quito"};
    CHECK(unnamed.cost == 1);
    CHECK(unnamed.action.empty());
}

TEST_CASE("edges are made in braces where a list of them is returned") {
    using named = edge<std::pair<int, int>, int, char>;
    const auto ways = []() -> std::vector<named> { return {{{1, 2}, 3, 'n'}, {{4, 5}}}; };
    CHECK(ways()[0] == named{{1, 2}, 3, 'n'});
    CHECK(ways()[1] == named{{4, 5}, 1, '\0'});
}

TEST_CASE("an edge can be named by its members") {
    const edge<int, double, char> way{.to = 4, .cost = 0.5, .action = 'w'};
    CHECK(way == edge{4, 0.5, 'w'});
    const auto [to, cost, action] = way;
    CHECK(to == 4);
    CHECK(cost == 0.5);
    CHECK(action == 'w');
}
