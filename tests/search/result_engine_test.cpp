// SPDX-License-Identifier: MIT
// `result.engine`: which engine answered, and why that one.
#include <senda/search/result.hpp>

#include <array>
#include <cstddef>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/components.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/reachable.hpp>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/algorithms.hpp"
#include "support/resource_models.hpp"

namespace result_engine {

using senda::any_of;
using senda::cell;

constexpr std::string_view arrays = "general: numbered nodes, arrays";
constexpr std::string_view hashes = "general: nodes hashed";
constexpr std::string_view observed = "general: an observer looks on";
constexpr std::string_view not_one_cell = "general: any_of or a predicate, not one cell to another";
constexpr std::string_view tiles = "tiles: one cell to another on a grid";
constexpr std::string_view no_tiles = "general: no memory for the tiles, or too many to number";

struct looker {
    template <class Node>
    void on_expand(const Node&) {}
};

/// What an answer says, which must begin with the name of the engine in its statistics.
template <class Result>
std::string_view engine_of(const Result& r) {
    const std::string_view name = to_string(r.statistics.engine);
    CHECK(r.engine.substr(0, name.size() + 2) == std::string(name) + ": ");
    return r.engine;
}

const auto next = [](int n) { return std::array{2 * n, n + 1}; };
const support::blind h;

/// A ring of numbers: `Steps` of them lead out of each node, and an edge costs so much.
struct numbers {
    using cost_type = int;
    int size = 100;
    int cost = 1;
    int ways = 1;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (int way = 1; way <= ways; ++way) emit((n + way * way) % size, cost);
    }
    [[nodiscard]] static std::size_t index(int n) { return static_cast<std::size_t>(n); }
    [[nodiscard]] std::size_t index_bound() const { return static_cast<std::size_t>(size); }
};

/// A ring that is walked by actions.
struct wheel {
    using node_type = int;
    using action_type = int;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit((n + 1) % 50), emit((n + 49) % 50);
    }
    [[nodiscard]] static std::size_t index(int n) { return static_cast<std::size_t>(n); }
    [[nodiscard]] static std::size_t index_bound() { return 50; }
    [[nodiscard]] static int action_count() { return 2; }
    [[nodiscard]] static bool allows(int, int a) { return a < 2; }
    static void apply(int& n, int a) { n = (n + (a == 0 ? 1 : 49)) % 50; }
    static void undo(int& n, int a) { n = (n + (a == 0 ? 49 : 1)) % 50; }
};

TEST_CASE("bfs says which engine answered and why") {
    looker looks;
    CHECK(engine_of(senda::bfs(next, 1, 23)) == hashes);
    CHECK(engine_of(senda::bfs(next, 1, 23, {}, looks)) == hashes);
    CHECK(engine_of(senda::bfs(numbers{}, 1, 23)) == arrays);
    CHECK(engine_of(senda::bfs(numbers{}, 1, 23, {}, looks)) == arrays);

    const senda::grid g(9, 9);
    const auto is_corner = [](cell c) { return c == cell{8, 8}; };
    CHECK(engine_of(senda::bfs(g, {0, 0}, {8, 8})) == tiles);
    CHECK(engine_of(senda::bfs(g, {0, 0}, {9, 9})) == tiles);
    CHECK(engine_of(senda::bfs(g, {0, 0}, {8, 8}, {}, looks)) == observed);
    CHECK(engine_of(senda::bfs(g, {0, 0}, is_corner)) == not_one_cell);
    CHECK(engine_of(senda::bfs(g, any_of{cell{0, 0}}, cell{8, 8}, {}, looks)) == not_one_cell);
    CHECK(engine_of(senda::bfs(g, {0, 0}, {8, 8}, {.limits = {.bytes = 100}})) == no_tiles);
    CHECK(engine_of(senda::bfs(senda::octile_grid(9, 9), {0, 0}, {8, 8})) == arrays);

    CHECK(engine_of(senda::bfs(wheel{}, 0, 7)) == arrays);
    CHECK(engine_of(senda::bfs(wheel{}, 0, 7, {}, looks)) == arrays);
}

TEST_CASE("dijkstra says which engine answered and why") {
    looker looks;
    const auto pairs = [](int n) { return std::array{std::pair{n + 1, 1}}; };
    CHECK(engine_of(senda::dijkstra(pairs, 1, 23)) == hashes);
    CHECK(engine_of(senda::dijkstra(pairs, 1, 23, {}, looks)) == hashes);

    constexpr std::string_view bytes = "bytes: nodes are numbers, small whole costs";
    CHECK(engine_of(senda::dijkstra(numbers{}, 1, 23)) == bytes);
    CHECK(engine_of(senda::dijkstra(numbers{.cost = 126}, any_of{1, 2}, 23)) == bytes);
    CHECK(engine_of(senda::dijkstra(numbers{}, 1, 23, {}, looks)) == observed);
    CHECK(engine_of(senda::dijkstra(numbers{.cost = 127}, 1, 23)) ==
          "general: an edge costs more than 126");
    CHECK(engine_of(senda::dijkstra(numbers{.size = 5000, .ways = 40}, 1, 0)) ==
          "general: node numbers differ in too many ways");
    CHECK(engine_of(senda::dijkstra(numbers{}, 1, 23, {.limits = {.bytes = 100}})) ==
          "general: no memory for an array of all nodes");
    const auto fractions = senda::csr<double>::from_edges(3, {{0, 1, 0.5}, {1, 2, 1.5}});
    CHECK(engine_of(senda::dijkstra(*fractions, 0, 2)) == arrays);

    const auto weighing = [](int weight) {
        return senda::weighted_grid(9, 9, [=](cell) { return weight; });
    };
    const senda::weighted_grid g = weighing(126);
    constexpr std::string_view dial = "dial: one cell to another, small whole weights";
    CHECK(engine_of(senda::dijkstra(g, {0, 0}, {8, 8})) == dial);
    CHECK(engine_of(senda::dijkstra(g, {0, 0}, {8, 8}, {}, looks)) == observed);
    CHECK(engine_of(senda::dijkstra(g, {0, 0}, any_of{cell{8, 8}})) == not_one_cell);
    CHECK(engine_of(senda::dijkstra(weighing(127), {0, 0}, {8, 8})) ==
          "general: a cell weighs more than 126 or below 0");
    CHECK(engine_of(senda::dijkstra(senda::grid(9, 9), {0, 0}, {8, 8})) == arrays);
}

TEST_CASE("astar says which engine answered and why") {
    looker looks;
    constexpr std::string_view other = "general: the estimate is not manhattan{goal}";
    constexpr std::string_view weighted = "general: the estimate has a weight";
    CHECK(engine_of(senda::astar(next, 1, 23, h)) == "batched: small hashed nodes, whole costs");
    CHECK(engine_of(senda::astar(next, 1, 23, h, {}, looks)) == observed);
    CHECK(engine_of(senda::astar(next, 1, 23, h, {.weight = 2})) == weighted);
    CHECK(engine_of(senda::astar(next, 1, 23, h, {.weight = -2})) ==
          "batched: small hashed nodes, whole costs");
    CHECK(engine_of(senda::astar(numbers{}, 1, 23, h)) == arrays);
    CHECK(engine_of(senda::astar(numbers{}, 1, 23, h, {.weight = 2})) == arrays);
    const auto words = [](const std::string& s) { return std::array{s + "a", s + "b"}; };
    CHECK(engine_of(senda::astar(words, std::string(), std::string("ab"), h)) == hashes);

    const senda::grid g(9, 9);
    const senda::manhattan to{cell{8, 8}};
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 8}, to)) == tiles);
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 8}, to, {}, looks)) == observed);
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 8}, to, {.weight = 2})) == weighted);
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 8}, h)) == other);
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 8}, h, {}, looks)) == other);
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 7}, to)) == other);
    CHECK(engine_of(senda::astar(g, {0, 0}, any_of{cell{8, 8}}, to)) == not_one_cell);
    CHECK(engine_of(senda::astar(g, {0, 0}, {8, 8}, to, {.limits = {.bytes = 100}})) == no_tiles);
}

TEST_CASE("ida_star says which engine answered and why") {
    looker looks;
    constexpr std::string_view path_only = "general: only the path is kept";
    CHECK(engine_of(senda::ida_star(next, 1, 5, h)) == path_only);
    CHECK(engine_of(senda::ida_star(numbers{}, 1, 5, h, {}, looks)) == path_only);
    CHECK(engine_of(senda::ida_star(wheel{}, 0, 4, h)) == "in_place: actions that can be undone");
    CHECK(engine_of(senda::ida_star(wheel{}, 0, 4, h, {}, looks)) == observed);
}

TEST_CASE("searches with one engine say how it remembers nodes") {
    const numbers dense;
    CHECK(engine_of(senda::dfs(next, 1, 2)) == hashes);
    CHECK(engine_of(senda::dfs(dense, 1, 23)) == arrays);
    CHECK(engine_of(senda::greedy(next, 1, 2, h)) == hashes);
    CHECK(engine_of(senda::greedy(dense, 1, 23, h)) == arrays);
    CHECK(engine_of(senda::all_shortest(next, 1, 23)) == hashes);
    CHECK(engine_of(senda::all_shortest(dense, 1, 23)) == arrays);
    CHECK(engine_of(senda::k_shortest(next, 1, 23, 2)) == hashes);
    CHECK(engine_of(senda::k_shortest(dense, 1, 23, 2)) == arrays);
    const support::no_rules rules;
    const support::no_resource nothing{};
    CHECK(engine_of(senda::constrained(next, 1, 23, rules, nothing)) == hashes);
    CHECK(engine_of(senda::constrained(dense, 1, 23, rules, nothing)) == arrays);
    const auto circle = [](int n) { return std::array{(n + 1) % 30}; };
    CHECK(engine_of(senda::pareto_front(circle, 1, 23, rules, nothing)) == hashes);
    CHECK(engine_of(senda::pareto_front(dense, 1, 23, rules, nothing)) == arrays);
    CHECK(engine_of(senda::reachable(next, 1, {.limits = {.expansions = 9}})) == hashes);
    CHECK(engine_of(senda::reachable(dense, 1)) == arrays);
    CHECK(engine_of(senda::reachable(senda::grid(9, 9), {0, 0})) == arrays);
    CHECK(engine_of(senda::components(next, std::vector{1, 2})) == hashes);
    CHECK(engine_of(senda::strong_components(dense, std::vector{1, 2})) == arrays);
    const senda::grid g(9, 9);
    CHECK(engine_of(senda::bidirectional(g, {0, 0}, {8, 8})) == arrays);
    CHECK(engine_of(senda::bidirectional(senda::hashed(g), cell{0, 0}, cell{8, 8})) == hashes);
    senda::bfs_search stepped{g, cell{0, 0}, cell{8, 8}};
    CHECK(engine_of(stepped.result()) == arrays);
    stepped.run();
    CHECK(engine_of(stepped.result()) == arrays);
}

TEST_CASE("searches of grids say which engine answered") {
    constexpr std::string_view jumps = "jump_points: one cell to another on an 8-connected grid";
    const senda::octile_grid octile(9, 9);
    CHECK(engine_of(senda::jump_point(octile, {0, 0}, {8, 8})) == jumps);
    CHECK(engine_of(senda::jump_point(octile, {0, 0}, {9, 9})) == jumps);
    CHECK(engine_of(senda::dijkstra(octile, {0, 0}, {8, 8})) ==
          "octile: one cell to another on an 8-connected grid");
    CHECK(engine_of(senda::prepared_grid(octile).path({0, 0}, {8, 8})) ==
          "subgoals: a prepared grid, from corner to corner");
}

}  // namespace result_engine
