// SPDX-License-Identifier: MIT
#include "changing.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/incremental.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/rounds.hpp"

namespace d_star_lite_tests {

using senda::cell;
using senda::status;

/// Changes a random graph many times, and walks along.
template <class G>
void walk_on_graphs(int count) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        const int nodes = random.between(1, 14);
        G g(nodes, random);
        int at = random.below(nodes);
        const int goal = random.below(nodes);
        senda::d_star_lite plan{g, at, goal};
        for (int round = 0; round < 25; ++round) {
            CAPTURE(round);
            plan.run();
            REQUIRE(changing::fault_of(g, plan.result(), at, goal) == "");
            REQUIRE(plan.start() == at);
            if (random.percent(60)) at = random.percent(80) ? plan.next() : random.below(nodes);
            plan.move_to(at);
            for (int changes = random.below(4); changes > 0; --changes)
                plan.changed(g.change(random));
        }
    }
}

TEST_CASE("D* Lite finds what dijkstra finds after every change of a graph, walking along") {
    walk_on_graphs<changing::matrix_graph<int>>(400);
    walk_on_graphs<changing::numbered_matrix<std::uint8_t>>(400);
    walk_on_graphs<changing::numbered_matrix<double>>(400);
    walk_on_graphs<changing::matrix_graph<float>>(200);
}

/// The same on a grid, by an estimate.
template <class Grid, class H>
void walk_on_grids(int count, int side) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        const int walls = random.between(5, 50);
        Grid g = changing::any_grid<Grid>(side, walls, random);
        cell at = changing::any_cell(g, random);
        const cell goal = changing::any_cell(g, random);
        senda::d_star_lite plan{g, at, goal, H{goal}};
        for (int round = 0; round < 20; ++round) {
            CAPTURE(round);
            plan.run();
            const auto found = plan.result();
            REQUIRE(changing::fault_of(g, found, at, goal) == "");
            if constexpr (requires { senda::jump_point(g, at, goal); })
                REQUIRE(found.cost == senda::jump_point(g, at, goal).cost);
            if (random.percent(60))
                at = random.percent(80) ? plan.next() : changing::any_cell(g, random);
            plan.move_to(at);
            for (int changes = random.below(6); changes > 0; --changes) {
                cell c = changing::any_cell(g, random);
                if (random.percent(50) && !found.path.empty())
                    c = found.path[static_cast<std::size_t>(
                        random.below(static_cast<int>(found.path.size())))];
                changing::change(g, c, walls, random);
                plan.changed(c);
            }
        }
    }
}

TEST_CASE("D* Lite finds what dijkstra finds after every change of a grid, walking along") {
    walk_on_grids<senda::grid, senda::manhattan<cell>>(300, 12);
    walk_on_grids<senda::octile_grid, senda::octile<cell>>(600, 12);
    walk_on_grids<senda::octile_grid_cutting, senda::octile<cell>>(600, 12);
    walk_on_grids<senda::octile_grid, senda::octile<cell>>(24, 70);
    walk_on_grids<senda::octile_grid_cutting, senda::octile<cell>>(24, 70);
}

/// Cells near the path change and change back, or stay: what is remembered must stay right.
template <class Grid>
void change_and_change_back(int count) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        const int walls = random.between(5, 40);
        Grid g(random.between(50, 80), random.between(50, 80),
               [&](cell) { return !random.percent(walls); });
        const cell start = changing::any_cell(g, random);
        const cell goal = changing::any_cell(g, random);
        const int most = random.percent(50) ? 3 : 40;
        const int closing = random.percent(50) ? 100 : 60;
        const int lasting = random.percent(50) ? 0 : 30;
        senda::d_star_lite plan{g, start, goal, senda::octile{goal}};
        std::vector<std::pair<cell, bool>> back;
        for (int round = 0; round < 60; ++round) {
            CAPTURE(round);
            plan.run();
            const auto found = plan.result();
            const auto expected = senda::jump_point(g, start, goal);
            REQUIRE(found.status == expected.status);
            REQUIRE(found.cost == expected.cost);
            for (const auto& [c, was_open] : std::exchange(back, {})) {
                was_open ? g.set(c) : g.close(c);
                plan.changed(c);
            }
            for (int changes = random.between(1, most); changes > 0; --changes) {
                cell c = changing::any_cell(g, random);
                if (!found.path.empty()) {
                    const cell by = found.path[static_cast<std::size_t>(
                        random.below(static_cast<int>(found.path.size())))];
                    c = {by.x + random.between(-3, 3), by.y + random.between(-3, 3)};
                    if (!g.contains(c)) continue;
                }
                if (!random.percent(lasting)) back.emplace_back(c, g.open(c));
                random.percent(closing) ? g.close(c) : g.set(c);
                plan.changed(c);
            }
            std::reverse(back.begin(), back.end());
        }
    }
}

TEST_CASE("D* Lite remembers paths while cells of a grid change and change back") {
    change_and_change_back<senda::octile_grid>(60);
    change_and_change_back<senda::octile_grid_cutting>(60);
}

template <senda::grid_moves Moves>
using weighted = senda::basic_grid<Moves, int>;

/// Weights may be 0.
struct no_estimate : senda::zero_heuristic {
    explicit no_estimate(cell) {}
    using senda::zero_heuristic::operator();
    int operator()(cell, cell) const { return 0; }
};

TEST_CASE("D* Lite finds what dijkstra finds after every change of weights") {
    walk_on_grids<weighted<senda::grid_moves::straight>, no_estimate>(200, 10);
    walk_on_grids<weighted<senda::grid_moves::octile>, no_estimate>(200, 10);
    walk_on_grids<weighted<senda::grid_moves::octile_cutting>, no_estimate>(200, 10);
}

TEST_CASE("D* Lite goes on after a limit in the middle of a repair") {
    for (int seed = 1; seed <= support::rounds(200); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        senda::octile_grid g = changing::any_grid<senda::octile_grid>(20, 25, random);
        senda::weighted_grid w = changing::any_grid<senda::weighted_grid>(20, 25, random);
        const auto play = [&](auto& map, const auto& h) {
            const cell start = changing::any_cell(map, random);
            const cell goal = changing::any_cell(map, random);
            senda::d_star_lite plan{map, start, goal, h, {.limits = {.expansions = 3}}};
            for (int round = 0; round < 6; ++round) {
                int calls = 0;
                while (plan.run() == status::expansion_limit) {
                    const auto so_far = plan.result();
                    REQUIRE(so_far.path.empty());
                    REQUIRE(so_far.statistics.expanded <= 3);
                    REQUIRE(so_far.lower_bound <= changing::best(map, start, goal).cost + 1e-9);
                    REQUIRE(plan.run() == status::expansion_limit);
                    if (++calls == 4 && random.percent(50)) plan.set_limits({});
                    plan.resume();
                }
                REQUIRE(changing::fault_of(map, plan.result(), start, goal) == "");
                plan.set_limits({.expansions = 3});
                for (int changes = 0; changes < 5; ++changes) {
                    const cell c = changing::any_cell(map, random);
                    changing::change(map, c, 30, random);
                    plan.changed(c);
                }
                if (random.percent(20)) plan.restart();
            }
        };
        play(g, senda::octile{cell{0, 0}});
        play(w, senda::zero_heuristic{});
    }
}

TEST_CASE("D* Lite in steps ends where a run ends, also where it is moved") {
    for (int seed = 1; seed <= support::rounds(100); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        senda::octile_grid g = changing::any_grid<senda::octile_grid>(20, 25, random);
        const cell start = changing::any_cell(g, random);
        const cell goal = changing::any_cell(g, random);
        using plan_type = senda::d_star_lite<senda::octile_grid&, cell, senda::octile<cell>>;
        auto plan = std::make_unique<plan_type>(g, start, goal, senda::octile{goal});
        for (int round = 0; round < 6; ++round) {
            std::uint64_t before = 0;
            while (plan->step(2) == status::running) {
                REQUIRE(plan->statistics().expanded <= before + 2);
                before = plan->statistics().expanded;
                plan = std::make_unique<plan_type>(std::move(*plan));
            }
            REQUIRE(changing::fault_of(g, plan->result(), start, goal) == "");
            const cell c = changing::any_cell(g, random);
            changing::change(g, c, 30, random);
            plan->changed(c);
        }
    }
}

TEST_CASE("D* Lite: an exception of the graph leaves it aborted until it starts again") {
    for (int seed = 1; seed <= support::rounds(200); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        changing::numbered_matrix<int> g(10, random);
        senda::d_star_lite plan{g, 0, 9};
        for (int round = 0; round < 8; ++round) {
            support::fuse::left = random.between(1, 200);
            bool thrown = false;
            try {
                plan.run();
            } catch (const support::boom&) {
                thrown = true;
            }
            support::fuse::left = 0;
            if (thrown) {
                REQUIRE(plan.status() == status::aborted);
                plan.changed(3);
                REQUIRE(plan.run() == status::aborted);
                REQUIRE(plan.result().path.empty());
                plan.restart();
                plan.run();
            }
            REQUIRE(changing::fault_of(g, plan.result(), 0, 9) == "");
            plan.changed(g.change(random));
        }
    }
}

TEST_CASE("D* Lite stops when it is told, and goes on") {
    senda::octile_grid g(50, 50);
    std::atomic<bool> stop{true};
    const cell goal{49, 20};
    senda::d_star_lite plan{g, {0, 0}, goal, senda::octile{goal}, {.stop = stop}};
    CHECK(plan.run() == status::cancelled);
    CHECK(plan.result().path.empty());
    stop = false;
    CHECK(plan.run() == status::cancelled);
    plan.resume();
    CHECK(plan.run() == status::found);
    stop = true;
    for (int y = 0; y < 50; ++y) {
        if (y != 49) g.close({25, y});
        plan.changed({25, y});
    }
    CHECK(plan.run() == status::cancelled);
    stop = false;
    plan.resume();
    CHECK(plan.run() == status::found);
    CHECK(changing::fault_of(g, plan.result(), cell{0, 0}, goal) == "");
}

TEST_CASE("D* Lite keeps to limits on memory, costs and time") {
    senda::octile_grid g(60, 60);
    senda::weighted_grid w(60, 60);
    const cell goal{59, 59};
    const auto check = [&](auto& map, const auto& h) {
        senda::d_star_lite plan{map, {0, 0}, goal, h, {.limits = {.bytes = 1000}}};
        CHECK(plan.run() == status::memory_limit);
        plan.set_limits({.cost = 10});
        plan.restart();
        CHECK(plan.run() == status::cost_limit);
        CHECK(plan.result().lower_bound > 10);
        plan.set_limits({.time = 0.0});
        plan.restart();
        CHECK(plan.run() == status::time_limit);
        plan.set_limits({});
        plan.resume();
        CHECK(plan.run() == status::found);
        CHECK(changing::fault_of(map, plan.result(), cell{0, 0}, goal) == "");
    };
    check(g, senda::octile{goal});
    check(w, senda::manhattan{goal});
}

TEST_CASE("D* Lite: the goal, the start, and cells outside may be closed or named") {
    senda::octile_grid g(5, 5);
    const cell goal{4, 4};
    senda::d_star_lite plan{g, {0, 0}, goal, senda::octile{goal}};
    CHECK(plan.run() == status::found);
    for (const cell end : {goal, cell{0, 0}}) {
        g.close(end);
        plan.changed(end);
        CHECK(plan.run() == status::exhausted);
        CHECK(plan.next() == cell{0, 0});
        g.set(end);
        plan.changed(end);
        CHECK(plan.run() == status::found);
    }
    plan.changed({-1, 7});
    CHECK(plan.run() == status::found);
    plan.move_to({9, 9});
    CHECK(plan.run() == status::exhausted);
    plan.move_to({3, 4});
    CHECK(plan.run() == status::found);
    CHECK(plan.next() == goal);
    plan.move_to(goal);
    CHECK(plan.run() == status::found);
    CHECK(plan.result().path.size() == 1);
    CHECK(plan.next() == goal);
}

TEST_CASE("D* Lite takes an estimate of two nodes, and edges with names") {
    senda::adjacency<std::string, int, char> roads{senda::edge_kind::undirected};
    roads.add_edge("Lima", "Ica", 300, 'S');
    roads.add_edge("Ica", "Cusco", 800, 'E');
    roads.add_edge("Lima", "Cusco", 1200, 'D');
    senda::d_star_lite plan{roads, "Lima", "Cusco",
                            [](const std::string& a, const std::string& b) { return a != b; }};
    plan.run();
    CHECK(plan.result().cost == 1100);
    CHECK(plan.result().actions == std::vector<char>{'S', 'E'});
    roads.remove_edge("Ica", "Cusco");
    plan.changed("Ica");
    plan.run();
    CHECK(plan.result().actions == std::vector<char>{'D'});
    roads.add_edge("Ica", "Nazca", 140, 'n');
    roads.add_edge("Nazca", "Cusco", 600, 'c');
    plan.changed("Nazca");
    plan.run();
    CHECK(plan.result().cost == 1040);
}

TEST_CASE("D* Lite reports a negative cost") {
    senda::adjacency<int, int> g;
    g.add_edge(1, 2, 1);
    g.add_edge(2, 3, 1);
    senda::d_star_lite plan{g, 1, 3};
    CHECK(plan.run() == status::found);
    g.add_edge(1, 3, -1);
    plan.changed(1);
    CHECK(plan.run() == status::negative_cost);
}

}  // namespace d_star_lite_tests
