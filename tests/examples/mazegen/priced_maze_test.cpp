// SPDX-License-Identifier: MIT
#include <mazegen/priced_maze.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/dot.hpp>
#include <mazegen/graph_picture.hpp>
#include <mazegen/search_picture.hpp>
#include <mazegen/search_trace.hpp>
#include <optional>
#include <senda/draw/svg.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "checks.hpp"
#include "support/rounds.hpp"

namespace priced_maze_test {

using namespace senda::mazegen;
using senda::cell;

constexpr std::uint64_t out_of_reach = std::numeric_limits<std::uint64_t>::max();

/// What a step costs by the rules, looked up in the maze itself.
std::optional<std::uint64_t> step_by_hand(const maze& m, const priced_maze& g, cell a, cell b) {
    const int dx = b.x - a.x;
    const int dy = b.y - a.y;
    if (!m.is_room(a) || !m.is_room(b)) return std::nullopt;
    const auto joined = [&](cell p, cell q) {
        for (const direction d : directions)
            if (next_to(p, d) == q) return m.has_passage(p, d);
        return false;
    };
    if (std::abs(dx) + std::abs(dy) == 1) {
        if (!joined(a, b)) return std::nullopt;
        return g.is_diagonal() ? 10 : *g.cost(a, b);
    }
    if (!g.is_diagonal() || std::abs(dx) != 1 || std::abs(dy) != 1) return std::nullopt;
    const cell side{b.x, a.y};
    const cell below{a.x, b.y};
    if (!joined(a, side) || !joined(side, b) || !joined(a, below) || !joined(below, b))
        return std::nullopt;
    return 14;
}

/// The least cost from a room to each, by relaxing all pairs until nothing changes.
std::vector<std::uint64_t> costs_by_hand(const maze& m, const priced_maze& g, cell from) {
    std::vector<std::uint64_t> least(m.index_bound(), out_of_reach);
    least[m.index(from)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const cell a : maze_checks::rooms_of(m)) {
            if (least[m.index(a)] == out_of_reach) continue;
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    const cell b{a.x + dx, a.y + dy};
                    const auto step = step_by_hand(m, g, a, b);
                    if (!step || least[m.index(a)] + *step >= least[m.index(b)]) continue;
                    least[m.index(b)] = least[m.index(a)] + *step;
                    changed = true;
                }
            }
        }
    }
    return least;
}

/// Calls `visit(maze, priced maze, from, to)` for many mazes with loops and all kinds of costs.
template <class Visit>
void for_each_sample(int rounds, Visit visit) {
    support::split_mix64 random(77);
    for (int round = 0; round < rounds; ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 8), random.between(1, 8), 85, random);
        auto m = generate(wilson{}, mask, static_cast<std::uint64_t>(round));
        (void)open_walls(*m, random.between(0, 10) / 10.0, 3);
        const auto at = place_entrances(*m, entrance_rule::random, 5);
        const auto heaviest = static_cast<std::uint32_t>(random.between(1, 30));
        const auto seed = static_cast<std::uint64_t>(round);
        visit(*m, priced_maze(*m), *at);
        visit(*m, priced_maze::with_weights(*m, heaviest, seed), *at);
        visit(*m, priced_maze::with_diagonals(*m), *at);
    }
}

TEST_CASE("Dijkstra and A* find the cheapest path of weighted and diagonal steps") {
    for_each_sample(support::rounds(150),
                    [](const maze& m, const priced_maze& g, const entrances& at) {
                        const std::vector<std::uint64_t> least = costs_by_hand(m, g, at.entrance);
                        const auto cheapest = least[m.index(at.exit)];
                        const auto estimate = [&](cell c) { return g.estimate(c, at.exit); };
                        const auto dijkstra = senda::dijkstra(g, at.entrance, at.exit);
                        const auto astar = senda::astar(g, at.entrance, at.exit, estimate);
                        REQUIRE(dijkstra);
                        REQUIRE(astar);
                        CHECK(static_cast<std::uint64_t>(dijkstra.cost) == cheapest);
                        CHECK(static_cast<std::uint64_t>(astar.cost) == cheapest);
                        for (const auto& path : {dijkstra.path, astar.path}) {
                            CHECK(path.front() == at.entrance);
                            CHECK(path.back() == at.exit);
                            std::uint64_t sum = 0;
                            for (std::size_t i = 1; i < path.size(); ++i) {
                                const auto step = step_by_hand(m, g, path[i - 1], path[i]);
                                REQUIRE(step);
                                sum += *step;
                            }
                            CHECK(sum == cheapest);
                            CHECK(g.cost(path) == cheapest);
                        }
                        const auto bfs = senda::bfs(g, at.entrance, at.exit);
                        CHECK(*g.cost(bfs.path) >= cheapest);
                    });
}

TEST_CASE("steps cost the same both ways, within bounds, and the estimate is consistent") {
    std::set<std::uint32_t> weights;
    for_each_sample(support::rounds(40),
                    [&](const maze& m, const priced_maze& g, const entrances& at) {
                        for (const cell a : maze_checks::rooms_of(m)) {
                            g.successors(a, [&](cell b, std::uint32_t cost) {
                                CHECK(step_by_hand(m, g, a, b) == cost);
                                CHECK(g.cost(b, a) == cost);
                                CHECK(g.estimate(a, at.exit) <= cost + g.estimate(b, at.exit));
                                if (!g.is_diagonal()) CHECK((cost >= 1 && cost <= g.heaviest()));
                                weights.insert(cost);
                            });
                            // And no step is left out.
                            for (int dy = -1; dy <= 1; ++dy)
                                for (int dx = -1; dx <= 1; ++dx)
                                    CHECK(step_by_hand(m, g, a, {a.x + dx, a.y + dy}).has_value() ==
                                          g.cost(a, {a.x + dx, a.y + dy}).has_value());
                        }
                        CHECK_FALSE(g.cost({-1, -1}, {0, 0}));
                    });
    CHECK(weights.size() >= 20);
    const auto m = generate(wilson{}, 9, 9, 1);
    const auto a = priced_maze::with_weights(*m, 100, 1);
    const auto b = priced_maze::with_weights(*m, 100, 2);
    int different = 0;
    for_each_passage(*m, [&](cell p, cell q) { different += a.cost(p, q) != b.cost(p, q); });
    CHECK(different > 60);
}

TEST_CASE("a trace has the costs, the parents and the order of a search") {
    for_each_sample(
        support::rounds(60), [](const maze& m, const priced_maze& g, const entrances& at) {
            const std::vector<std::uint64_t> least = costs_by_hand(m, g, at.entrance);
            search_trace trace(m, at.entrance);
            const auto found = senda::dijkstra(g, at.entrance, at.exit, {}, trace);
            CHECK(trace.expanded() == found.statistics.expanded);
            std::vector<int> state(m.index_bound());
            std::uint64_t closed = 0;
            for (const search_trace::event& e : trace.events()) {
                int& s = state[m.index(e.room)];
                CHECK(s == (e.closes ? 1 : 0));  // first seen, then expanded, once each
                s = e.closes ? 2 : 1;
                closed += e.closes ? 1 : 0;
            }
            CHECK(closed == trace.expanded());
            for (const cell c : maze_checks::rooms_of(m)) {
                CHECK(trace.cost_to(c).has_value() == (state[m.index(c)] > 0));
                CHECK(trace.is_closed(c) == (state[m.index(c)] == 2));
                if (!trace.cost_to(c)) continue;
                if (trace.is_closed(c)) CHECK(trace.cost_to(c) == least[m.index(c)]);
                const cell parent = trace.parent_of(c);
                if (c == at.entrance) {
                    CHECK(parent == c);
                } else {
                    CHECK(*trace.cost_to(c) == *trace.cost_to(parent) + *g.cost(parent, c));
                }
            }
        });
    // The other searches call the same hooks.
    const auto m = generate(wilson{}, 6, 6, 1);
    search_trace deep(*m, {0, 0});
    const auto by_depth = senda::dfs(*m, cell{0, 0}, cell{5, 5}, {}, deep);
    CHECK(deep.expanded() == by_depth.statistics.expanded);
    CHECK(deep.cost_to({5, 5}));
    search_trace broad(*m, {0, 0});
    const auto by_breadth = senda::bfs(*m, cell{0, 0}, cell{5, 5}, {}, broad);
    CHECK(broad.expanded() == by_breadth.statistics.expanded);
}

TEST_CASE("the matrix has the costs of all steps, and the graph a label for each") {
    for_each_sample(
        support::rounds(20), [](const maze& m, const priced_maze& g, const entrances& at) {
            std::string text;
            const auto written = write_matrix(g, [&](std::string_view piece) { text += piece; });
            REQUIRE(written);
            CHECK(*written);
            const std::vector<cell> rooms = list_rooms(m);
            std::istringstream in(text);
            bool all_right = true;
            for (const cell a : rooms) {
                for (const cell b : rooms) {
                    std::uint64_t number = 999;
                    in >> number;
                    all_right = all_right && number == step_by_hand(m, g, a, b).value_or(0);
                }
            }
            CHECK(all_right);
            CHECK(std::count(text.begin(), text.end(), '\n') ==
                  static_cast<std::ptrdiff_t>(rooms.size()));
            const auto picture = to_graph_picture(g, {}, {.marks = at});
            REQUIRE(picture);
            std::size_t labels = 0;
            std::size_t circles = 0;
            for (const senda::draw::shape_run& run : picture->runs()) {
                if (run.kind == senda::draw::shape::text) labels += run.count;
                if (run.kind == senda::draw::shape::circle) circles += run.count / 3;
            }
            std::size_t passages = 0;
            for_each_passage(m, [&](cell, cell) { ++passages; });
            CHECK(circles == 2 * rooms.size());
            CHECK(labels == rooms.size() + (g.heaviest() > 1 ? passages : 0));
        });
    const auto large = generate(binary_tree{}, 129, 128, 1);
    CHECK(write_matrix(priced_maze(*large), [](std::string_view) {}).error().code ==
          "too_many_rooms");
    CHECK(to_graph_picture(priced_maze(*large)).error().code == "too_many_rooms");
}

TEST_CASE("the graph for Graphviz has the weights") {
    auto m = maze::make(1, 2);
    m->open({0, 0}, direction::east);
    const auto g = priced_maze::with_weights(*m, 9, 1);
    std::string text;
    write_dot(*m, [&](std::string_view piece) { text += piece; }, &g);
    CHECK(text.find("r0c0 -- r0c1 [label=" + std::to_string(*g.cost({0, 0}, {1, 0})) + "];") !=
          text.npos);
}

TEST_CASE("a picture of A* has F, G and H in each room that was seen") {
    auto m = maze::make(3, 3);
    (void)open_walls(*m, 1, 0);
    const auto g = priced_maze::with_diagonals(*m);
    search_trace trace(*m, {0, 1});
    const auto found = senda::astar(
        g, cell{0, 1}, cell{2, 1}, [&](cell c) { return g.estimate(c, {2, 1}); }, {}, trace);
    REQUIRE(found.cost == 20);
    picture_style style;
    style.layout = {.room = 54, .wall = 2, .margin = 5};
    const auto picture =
        to_search_picture(*m, {&trace, &g, {2, 1}, true}, style,
                          {.marks = entrances{{0, 1}, {2, 1}}, .route = found.path});
    REQUIRE(picture);
    std::vector<std::string> numbers;
    for (const senda::draw::shape_run& run : picture->runs())
        if (run.kind == senda::draw::shape::text)
            for (const senda::draw::label& l : picture->labels(run)) numbers.push_back(l.text);
    std::size_t seen = 0;
    for (const cell c : maze_checks::rooms_of(*m)) seen += trace.cost_to(c) ? 1 : 0;
    CHECK(numbers.size() == 3 * seen);
    // The corner above the start: one step of 10, then 14 and 10 to the goal.
    REQUIRE(trace.cost_to({0, 0}) == 10);
    CHECK(numbers[0] == "34");
    CHECK(numbers[1] == "10");
    CHECK(numbers[2] == "24");
    const auto large = generate(binary_tree{}, 101, 100, 1);
    search_trace other(*large, {0, 0});
    const priced_maze plain(*large);
    CHECK(to_search_picture(*large, {&other, &plain, {0, 0}, true}).error().code ==
          "too_many_rooms");
}

}  // namespace priced_maze_test
