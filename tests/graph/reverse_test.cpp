// SPDX-License-Identifier: MIT
#include <senda/graph/adaptors.hpp>

#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>

#include "support/random_graphs.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using senda::cell;
using senda::reverse;

/// Dates that follow one another, spelled with ranges, actions and a hash of their own.
struct calendar {
    using day = std::pair<int, int>;
    using step = senda::edge<day, double, std::string>;

    std::vector<step> successors(const day& d) const {
        return {{{d.first, d.second + 1}, 0.5, "tomorrow"},
                {{d.first + 1, d.second}, 2, "next year"}};
    }
    std::vector<step> predecessors(const day& d) const {
        return {{{d.first, d.second - 1}, 0.5, "tomorrow"},
                {{d.first - 1, d.second}, 2, "next year"}};
    }
    std::uint64_t hash(const day& d) const {
        return static_cast<std::uint64_t>(d.first * 400 + d.second);
    }
};

/// A sink graph that only goes forward, and so cannot be reversed.
struct one_way {
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit(n + 1);
    }
};

using reversed_grid = senda::reversed<senda::weighted_grid&>;
static_assert(senda::IndexedGraph<reversed_grid, cell>);
static_assert(senda::ReversibleGraph<reversed_grid, cell>);
static_assert(std::same_as<reversed_grid::node_type, cell>);
static_assert(std::same_as<senda::cost_of<reversed_grid, cell>, int>);
static_assert(std::same_as<senda::cost_of<senda::reversed<senda::grid>, cell>, senda::steps>);
static_assert(!senda::is_weighted<senda::reversed<senda::grid>, cell>);

using reversed_calendar = senda::reversed<calendar>;
static_assert(senda::ReversibleGraph<reversed_calendar, calendar::day>);
static_assert(!senda::IndexedGraph<reversed_calendar, calendar::day>);
static_assert(std::same_as<senda::cost_of<reversed_calendar, calendar::day>, double>);
static_assert(std::same_as<senda::action_of<reversed_calendar, calendar::day>, std::string>);
static_assert(!senda::Graph<senda::reversed<one_way>, int>, "there is no way back to follow");

/// All edges (from, to, cost) of a grid, each as seen from where it begins.
template <class Grid>
std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> edges_of(const Grid& g, int width,
                                                                       int height) {
    std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> edges;
    using types = senda::detail::graph_types<const Grid, cell>;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const cell n{x, y};
            senda::detail::for_each_successor<types>(g, n, [&](cell to, auto cost, auto) {
                edges.emplace_back(g.index(n), g.index(to), static_cast<double>(cost));
            });
        }
    std::sort(edges.begin(), edges.end());
    return edges;
}

template <class Grid>
void check_turned_round(std::uint64_t seed) {
    support::split_mix64 random{seed};
    const int width = random.between(1, 8);
    const int height = random.between(1, 8);
    const Grid g(width, height, [&](cell) {
        if constexpr (requires(Grid w) { w.weight(cell{}); }) {
            return random.percent(30) ? Grid::closed : random.below(9);
        } else {
            return !random.percent(30);
        }
    });
    const auto edges = edges_of(g, width, height);
    auto turned = edges;
    for (auto& [from, to, cost] : turned) std::swap(from, to);
    std::sort(turned.begin(), turned.end());
    CHECK(edges_of(reverse(g), width, height) == turned);
    CHECK(edges_of(reverse(reverse(g)), width, height) == edges);
}

}  // namespace

TEST_CASE("the edges of a reversed grid are the grid's, turned round") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        check_turned_round<senda::grid>(seed);
        check_turned_round<senda::weighted_grid>(seed);
        check_turned_round<senda::octile_grid>(seed);
        check_turned_round<senda::octile_grid_cutting>(seed);
        check_turned_round<senda::basic_grid<senda::grid_moves::octile, int>>(seed);
    }
}

TEST_CASE("a reversed range graph keeps costs, actions and hashes") {
    const auto back = reverse(calendar{});
    const auto before = back.successors(calendar::day{2024, 100});
    REQUIRE(before.size() == 2);
    CHECK(before[0] == calendar::step{{2024, 99}, 0.5, "tomorrow"});
    CHECK(before[1] == calendar::step{{2023, 100}, 2, "next year"});
    CHECK(back.predecessors(calendar::day{2024, 100})[0].to == calendar::day{2024, 101});
    CHECK(back.hash(calendar::day{1, 2}) == 402);
    CHECK(senda::successors(back, calendar::day{2024, 100}).size() == 2);
}

TEST_CASE("a reversed graph refers to one with a name and keeps one without") {
    senda::weighted_grid g(3, 1);
    const auto view = reverse(g);
    CHECK(&view.base() == &g);
    CHECK(view.index_bound() == g.index_bound());
    CHECK(view.index(cell{1, 0}) == g.index({1, 0}));
    g.close({0, 0});
    std::vector<cell> seen;
    view.successors(cell{1, 0}, [&](cell to, int) { seen.push_back(to); });
    CHECK(seen == std::vector<cell>{{2, 0}});

    const auto kept =
        reverse((*senda::csr<int>::from_edges(3, {{0, 1, 5}, {2, 1, 7}})).with_reverse());
    std::vector<std::pair<std::uint32_t, int>> into;
    kept.successors(std::uint32_t{1},
                    [&](std::uint32_t to, int cost) { into.emplace_back(to, cost); });
    CHECK(into == std::vector<std::pair<std::uint32_t, int>>{{0, 5}, {2, 7}});
}
