// SPDX-License-Identifier: MIT
#include <senda/graph/wrapping.hpp>

#include <senda/graph/concepts.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <functional>
#include <map>
#include <numbers>
#include <queue>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace wrapping_test {

using senda::around;
using senda::cell;
using senda::grid_moves;
using senda::hex_cell;
using support::split_mix64;

static_assert(senda::IndexedGraph<senda::wrapping<const senda::grid&>, cell> &&
              senda::ReversibleGraph<senda::wrapping<senda::octile_grid>, cell>);
static_assert(senda::IndexedGraph<senda::wrapping<senda::hexagonal_grid>, hex_cell>);
static_assert(!senda::is_weighted<senda::wrapping<senda::grid>, cell>);
static_assert((around::x | around::y) == around::both);

/// A map as a table that is asked about every place by remainders: the reference.
struct torus {
    int width, height;
    bool wraps_x, wraps_y;
    std::vector<int> weight;  // negative if closed

    static int rest(int a, int n) { return (a % n + n) % n; }
    /// The number of a place, or -1 where there is no open one.
    int open_at(int x, int y) const {
        if (wraps_x) x = rest(x, width);
        if (wraps_y) y = rest(y, height);
        if (x < 0 || x >= width || y < 0 || y >= height) return -1;
        return weight[static_cast<std::size_t>(y * width + x)] < 0 ? -1 : y * width + x;
    }
};

/// From each cell to each other that a step leads to, with the least length.
using step_table = std::vector<std::map<int, double>>;

void add(std::map<int, double>& steps, int from, int to, double length) {
    if (to < 0 || to == from) return;
    const auto [at, is_new] = steps.emplace(to, length);
    if (!is_new) at->second = std::min(at->second, length);
}

step_table square_steps(const torus& t, grid_moves moves) {
    step_table all(t.weight.size());
    for (int y = 0; y < t.height; ++y)
        for (int x = 0; x < t.width; ++x) {
            const int from = t.open_at(x, y);
            if (from < 0) continue;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const bool is_diagonal = dx != 0 && dy != 0;
                    if (is_diagonal && moves == grid_moves::straight) continue;
                    if (is_diagonal && moves == grid_moves::octile &&
                        (t.open_at(x + dx, y) < 0 || t.open_at(x, y + dy) < 0))
                        continue;
                    add(all[static_cast<std::size_t>(from)], from, t.open_at(x + dx, y + dy),
                        is_diagonal ? std::numbers::sqrt2 : 1.0);
                }
        }
    return all;
}

/// Hexagons whose middles, at 2x or 2x + 1, are as near as those of no others.
step_table hexagonal_steps(const torus& t) {
    step_table all(t.weight.size());
    for (int y = 0; y < t.height; ++y)
        for (int x = 0; x < t.width; ++x) {
            const int from = t.open_at(x, y);
            if (from < 0) continue;
            for (int v = y - 1; v <= y + 1; ++v)
                for (int u = x - 1; u <= x + 1; ++u) {
                    const int apart = std::abs(2 * x + (y & 1) - 2 * u - (v & 1));
                    if (apart == (v == y ? 2 : 1))
                        add(all[static_cast<std::size_t>(from)], from, t.open_at(u, v), 1.0);
                }
        }
    return all;
}

/// All costs to `goal`, by Dijkstra's algorithm on the steps backwards.
std::vector<double> costs_to(const torus& t, const step_table& steps, int goal, bool weighted) {
    std::vector<double> cost(steps.size(), HUGE_VAL);
    using entry = std::pair<double, int>;
    std::priority_queue<entry, std::vector<entry>, std::greater<>> open;
    open.push({cost[static_cast<std::size_t>(goal)] = 0, goal});
    while (!open.empty()) {
        const auto [reached, at] = open.top();
        open.pop();
        if (reached > cost[static_cast<std::size_t>(at)]) continue;
        const double each = weighted ? t.weight[static_cast<std::size_t>(at)] : 1;
        // Steps lead both ways, and cost what the cell weighs that they enter.
        for (const auto& [from, length] : steps[static_cast<std::size_t>(at)]) {
            double& known = cost[static_cast<std::size_t>(from)];
            if (reached + length * each < known - 1e-12)
                open.push({known = reached + length * each, from});
        }
    }
    return cost;
}

template <class Node>
struct collect {
    std::vector<std::pair<Node, double>>& into;
    void operator()(Node to) const { into.emplace_back(to, 1); }
    template <class Cost>
    void operator()(Node to, Cost cost) const {
        into.emplace_back(to, static_cast<double>(cost));
    }
};

/// Holds a wrapped map and its distance against the table.
template <class Map, class Estimate, class ToNode>
void check(const torus& t, const step_table& steps, const Map& map, bool weighted,
           const Estimate& estimate_to, ToNode node_at, split_mix64& random) {
    using node = typename Map::node_type;
    const auto number_of = [&](node n) {
        const cell c = [&] {
            if constexpr (std::same_as<node, hex_cell>)
                return senda::to_offset(n);
            else
                return n;
        }();
        REQUIRE((c.x >= 0 && c.x < t.width && c.y >= 0 && c.y < t.height));
        return c.y * t.width + c.x;
    };
    const int goal = random.below(t.width * t.height);
    const node goal_node = node_at(cell{goal % t.width, goal / t.width});
    const auto h = map.distance(estimate_to(goal_node));
    const std::vector<double> exact = costs_to(t, steps, goal, weighted);
    CHECK(static_cast<double>(h(goal_node)) == 0);
    for (int i = 0; i < t.width * t.height; ++i) {
        const node n = node_at(cell{i % t.width, i / t.width});
        const auto at = static_cast<std::size_t>(i);
        REQUIRE(map.is_node(n) == (t.weight[at] >= 0));
        for (const bool ahead : {true, false}) {
            std::vector<std::pair<node, double>> found;
            if (ahead)
                map.successors(n, collect<node>{found});
            else
                map.predecessors(n, collect<node>{found});
            REQUIRE(found.size() == steps[at].size());
            std::set<int> different;
            for (const auto& [other, cost] : found) {
                const int to = number_of(other);
                different.insert(to);
                const auto step = steps[at].find(to);
                REQUIRE(step != steps[at].end());
                const double each =
                    weighted ? t.weight[static_cast<std::size_t>(ahead ? to : i)] : 1;
                REQUIRE(cost == step->second * each);
                if (ahead) {
                    const double fall = static_cast<double>(h(n)) - static_cast<double>(h(other));
                    REQUIRE(fall <= cost + 1e-9);
                }
            }
            REQUIRE(different.size() == found.size());
        }
        REQUIRE(static_cast<double>(h(n)) <= exact[at] + 1e-9);
    }
}

torus any_torus(split_mix64& random, int round, around sides, bool even) {
    const auto side = [&] {
        return round % 50 == 49 ? random.between(62, 66)
                                : random.between(1, round % 3 == 0 ? 3 : 9);
    };
    torus t{side(), side(), sides != around::y, sides != around::x, {}};
    if (even) t.height += t.height % 2;
    const int walls = round % 7 == 0 ? 0 : random.between(0, 50);
    for (int i = 0; i < t.width * t.height; ++i)
        t.weight.push_back(random.percent(walls) ? -1 : random.between(1, 5));
    return t;
}

constexpr std::array every_way{around::x, around::y, around::both};

template <class Grid, class EstimateTo>
void check_squares(grid_moves moves, EstimateTo estimate_to) {
    constexpr bool weighted = requires(Grid g) { g.weight(cell{}); };
    for (int round = 0; round < support::rounds(120); ++round)
        for (const around sides : every_way) {
            CAPTURE(round);
            CAPTURE(static_cast<int>(sides));
            split_mix64 random(static_cast<std::uint64_t>(round) + 1);
            const torus t = any_torus(random, round, sides, false);
            CAPTURE(t.width);
            CAPTURE(t.height);
            const Grid g(t.width, t.height, [&](cell c) {
                const int weight = t.weight[static_cast<std::size_t>(c.y * t.width + c.x)];
                if constexpr (weighted) {
                    using value = std::remove_cv_t<decltype(Grid::closed)>;
                    return weight < 0 ? Grid::closed : static_cast<value>(weight);
                } else {
                    return weight >= 0;
                }
            });
            check(
                t, square_steps(t, moves), senda::wrapped(g, sides), weighted, estimate_to,
                [](cell c) { return c; }, random);
        }
}

TEST_CASE("a wrapped grid has the steps and distances that remainders give") {
    const auto manhattan = [](cell goal) { return senda::manhattan{goal}; };
    const auto octile = [](cell goal) { return senda::octile{goal}; };
    const auto chebyshev = [](cell goal) { return senda::chebyshev{goal}; };
    check_squares<senda::grid>(grid_moves::straight, manhattan);
    check_squares<senda::weighted_grid>(grid_moves::straight, manhattan);
    check_squares<senda::octile_grid>(grid_moves::octile, octile);
    check_squares<senda::octile_grid_cutting>(grid_moves::octile_cutting, octile);
    check_squares<senda::basic_grid<grid_moves::octile, int>>(grid_moves::octile, octile);
    check_squares<senda::basic_grid<grid_moves::octile_cutting, double>>(grid_moves::octile_cutting,
                                                                         chebyshev);
}

template <class Grid>
void check_hexagons() {
    constexpr bool weighted = requires(Grid g) { g.weight(hex_cell{}); };
    for (int round = 0; round < support::rounds(120); ++round)
        for (const around sides : every_way) {
            CAPTURE(round);
            CAPTURE(static_cast<int>(sides));
            split_mix64 random(static_cast<std::uint64_t>(round) + 1);
            const torus t = any_torus(random, round, sides, sides != around::x);
            CAPTURE(t.width);
            CAPTURE(t.height);
            const Grid g(t.width, t.height, [&](hex_cell c) {
                const cell at = senda::to_offset(c);
                const int weight = t.weight[static_cast<std::size_t>(at.y * t.width + at.x)];
                if constexpr (weighted) {
                    return weight < 0 ? Grid::closed : weight;
                } else {
                    return weight >= 0;
                }
            });
            const auto map = senda::wrapped(g, sides);
            REQUIRE(map);
            check(
                t, hexagonal_steps(t), *map, weighted,
                [](hex_cell goal) { return senda::hexagonal{goal}; }, senda::from_offset, random);
        }
}

TEST_CASE("a wrapped hexagonal map has the steps and distances that remainders give") {
    check_hexagons<senda::hexagonal_grid>();
    check_hexagons<senda::weighted_hexagonal_grid>();
}

TEST_CASE("on an empty map the distance by the shorter way around is exact") {
    for (const around sides : every_way)
        for (int width = 1; width <= 9; ++width)
            for (int height = 2; height <= 8; height += 2) {
                const torus t{width, height, sides != around::y, sides != around::x,
                              std::vector<int>(static_cast<std::size_t>(width * height), 1)};
                const senda::octile_grid squares(width, height);
                const senda::grid crosses(width, height);
                const senda::hexagonal_grid hexagons(width, height);
                const cell goal{width / 3, height - 1};
                const int number = goal.y * width + goal.x;
                const auto by_octile = senda::wrapped(squares, sides).distance(senda::octile{goal});
                const auto by_steps =
                    senda::wrapped(crosses, sides).distance(senda::manhattan{goal});
                const auto by_hexagons = senda::wrapped(hexagons, sides)
                                             ->distance(senda::hexagonal{senda::from_offset(goal)});
                const auto octile = costs_to(t, square_steps(t, grid_moves::octile), number, false);
                const auto steps =
                    costs_to(t, square_steps(t, grid_moves::straight), number, false);
                const auto hexagonal = costs_to(t, hexagonal_steps(t), number, false);
                for (int i = 0; i < width * height; ++i) {
                    const cell c{i % width, i / width};
                    const auto at = static_cast<std::size_t>(i);
                    CHECK(by_octile(c) == doctest::Approx(octile[at]));
                    CHECK(by_steps(c) == steps[at]);
                    CHECK(by_hexagons(senda::from_offset(c)) == hexagonal[at]);
                }
            }
}

TEST_CASE("the rows of a hexagonal map of odd height do not meet") {
    const senda::hexagonal_grid odd(4, 3);
    CHECK(senda::wrapped(odd, around::x));
    CHECK(senda::wrapped(odd, around::y).error().code == "odd_height");
    CHECK(senda::wrapped(odd, around::both).error().code == "odd_height");
    CHECK(senda::wrapped(senda::hexagonal_grid(4, 4), around::both));
}

TEST_CASE("a wrapped grid keeps one that has no name, and is empty if that is") {
    const auto kept = senda::wrapped(senda::grid(5, 1), around::x);
    std::vector<cell> found;
    kept.successors({0, 0}, [&](cell c) { found.push_back(c); });
    CHECK(found == std::vector<cell>{{1, 0}, {4, 0}});
    CHECK(kept.width() == 5);
    CHECK(kept.height() == 1);
    CHECK(kept.sides() == around::x);
    CHECK_FALSE(senda::wrapped(senda::grid(), around::both).is_node(cell{0, 0}));
}

}  // namespace wrapping_test
