// SPDX-License-Identifier: MIT
#include "changing.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/incremental.hpp>
#include <vector>

#include "support/rounds.hpp"

namespace standing_start_tests {

using senda::cell;
using senda::status;

template <class G>
void change_graphs(int count) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        const int nodes = random.between(1, 14);
        G g(nodes, random);
        const int start = random.below(nodes);
        const int goal = random.below(nodes);
        senda::d_star_lite plan{g, start, goal};
        for (int round = 0; round < 25; ++round) {
            CAPTURE(round);
            plan.run();
            REQUIRE(changing::fault_of(g, plan.result(), start, goal) == "");
            for (int changes = random.below(4); changes > 0; --changes)
                plan.changed(g.change(random));
        }
    }
}

TEST_CASE(
    "D* Lite from a start that stays finds what dijkstra finds after every change of a graph") {
    change_graphs<changing::matrix_graph<int>>(400);
    change_graphs<changing::numbered_matrix<std::uint8_t>>(400);
    change_graphs<changing::matrix_graph<double>>(400);
}

template <class Grid, class H>
void change_grids(int count, int side, int most_changes) {
    for (int seed = 1; seed <= support::rounds(count); ++seed) {
        CAPTURE(seed);
        support::split_mix64 random(static_cast<std::uint64_t>(seed));
        const int walls = random.between(5, 45);
        Grid g = changing::any_grid<Grid>(side, walls, random);
        const cell start = changing::any_cell(g, random);
        const cell goal = changing::any_cell(g, random);
        senda::d_star_lite plan{g, start, goal, H{goal}};
        for (int round = 0; round < 15; ++round) {
            CAPTURE(round);
            plan.run();
            REQUIRE(changing::fault_of(g, plan.result(), start, goal) == "");
            if constexpr (requires { senda::jump_point(g, start, goal); })
                REQUIRE(plan.result().cost == senda::jump_point(g, start, goal).cost);
            for (int changes = random.below(most_changes); changes > 0; --changes) {
                const cell c = changing::any_cell(g, random);
                changing::change(g, c, walls, random);
                plan.changed(c);
            }
        }
    }
}

struct no_estimate {
    explicit no_estimate(cell) {}
    int operator()(cell, cell) const { return 0; }
};

TEST_CASE(
    "D* Lite from a start that stays finds what dijkstra finds after every change of a grid") {
    change_grids<senda::grid, senda::manhattan<cell>>(200, 12, 6);
    change_grids<senda::weighted_grid, no_estimate>(200, 12, 6);
    change_grids<senda::octile_grid, senda::octile<cell>>(400, 12, 8);
    change_grids<senda::octile_grid_cutting, senda::octile<cell>>(400, 12, 8);
}

TEST_CASE("D* Lite on octile grids finds the same where a change is large") {
    change_grids<senda::octile_grid, senda::octile<cell>>(24, 66, 150);
    change_grids<senda::octile_grid_cutting, senda::octile<cell>>(24, 66, 150);
    change_grids<senda::octile_grid, senda::octile<cell>>(16, 66, 600);
}

/// A graph whose edges have an estimate, and so less to repair.
TEST_CASE("D* Lite repairs less than it plans") {
    senda::weighted_grid g(60, 60);
    const cell goal{59, 59};
    senda::d_star_lite plan{g, {0, 0}, goal, senda::manhattan{goal}};
    plan.run();
    const auto planned = plan.statistics().expanded;
    g.close({50, 50});
    plan.changed({50, 50});
    plan.run();
    CHECK(plan.status() == status::found);
    CHECK(plan.statistics().expanded < planned / 10);
}

TEST_CASE("D* Lite: a grid that gets another size is planned anew") {
    senda::octile_grid g(5, 5);
    const cell goal{4, 4};
    senda::d_star_lite plan{g, {0, 0}, goal, senda::octile{goal}};
    CHECK(plan.run() == status::found);
    g = senda::octile_grid(9, 7);
    g.close({2, 2});
    plan.changed({2, 2});
    CHECK(plan.run() == status::found);
    CHECK(changing::fault_of(g, plan.result(), cell{0, 0}, goal) == "");
}

}  // namespace standing_start_tests
