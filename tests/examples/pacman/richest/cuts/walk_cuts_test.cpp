// SPDX-License-Identifier: MIT
#include <pacman/richest/cuts/blossom_cuts.hpp>
#include <pacman/richest/cuts/subtour_cuts.hpp>

#include <pacman/board.hpp>
#include <pacman/lp/dual_simplex.hpp>
#include <pacman/lp/model.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/tour/local_search.hpp>
#include <pacman/richest/walk_lp.hpp>
#include <senda/storage/random.hpp>

#include "examples/pacman/random_maps.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace walk_cuts_test {

using senda::pacman::board;
using senda::pacman::detail::blossom_cuts;
using senda::pacman::detail::food_graph;
using senda::pacman::detail::graph_id;
using senda::pacman::detail::local_search;
using senda::pacman::detail::subtour_cuts;
using senda::pacman::detail::walk_lp;

/// The values of all columns for a walk, with each edge walked at most twice.
std::vector<double> columns_of(const walk_lp& p, const std::vector<graph_id>& walk) {
    const food_graph& g = p.graph();
    std::vector<double> x(p.edges() + g.size() - 2);
    graph_id at = food_graph::start;
    for (const graph_id e : walk) {
        x[e] += x[e] == 2 ? -1 : 1;
        at = g.edges()[e].other(at);
        if (at >= 2) x[p.column_of(at)] = 1;
    }
    return x;
}

std::vector<graph_id> random_walk(const food_graph& g, senda::random_source& random) {
    std::vector<graph_id> walk;
    for (graph_id at = food_graph::start; at != food_graph::goal;) {
        walk.push_back(g[at].edges[random.below(g[at].edges.size())]);
        at = g.edges()[walk.back()].other(at);
    }
    return walk;
}

std::vector<std::vector<double>> some_walks(const walk_lp& p) {
    const food_graph& g = p.graph();
    std::vector<std::vector<double>> walks;
    senda::random_source random(1);
    for (int i = 0; i < support::rounds(30); ++i)
        walks.push_back(columns_of(p, random_walk(g, random)));
    local_search good(g);
    for (const bool free : {false, true}) {
        if (!good.set_free(std::vector<bool>(g.size(), free))) continue;
        good.begin({food_graph::start, food_graph::goal});
        for (int i = 0; i < support::rounds(30); ++i) {
            good.again();
            walks.push_back(columns_of(p, good.walk()));
        }
    }
    return walks;
}

double row_value(const senda::lp::model& m, graph_id row, const std::vector<double>& x) {
    double sum = 0;
    for (const senda::lp::entry& e : m.row(row)) sum += e.value * x[e.at];
    return sum;
}

TEST_CASE("no walk violates a cut, and every cut is violated by the solution it was made for") {
    std::size_t by_connection = 0;
    std::size_t by_parity = 0;
    for (const support::terrain_kind terrain : support::terrain_kinds) {
        for (const std::size_t foods : {20U, support::is_slow ? 30U : 60U}) {
            CAPTURE(support::to_string(terrain));
            CAPTURE(foods);
            const board map = support::full_map(terrain, foods, 50, foods);
            const food_graph g(map, food_graph::walks::no_edge_thrice);
            if (!g.is_connected()) continue;
            walk_lp program(g);
            subtour_cuts connections(program);
            blossom_cuts parity(program);
            const std::vector<std::vector<double>> walks = some_walks(program);
            for (int round = 0; round < 12; ++round) {
                REQUIRE(program.solver().run(senda::lp::infinity, [] { return true; }) ==
                        senda::lp::result::optimal);
                std::vector<double> x(program.model().columns());
                for (graph_id j = 0; j < x.size(); ++j) x[j] = program.solver().value(j);
                const graph_id old = program.model().rows();
                const std::size_t found = connections.separate(50);
                const std::size_t odd = parity.separate(50, true);
                by_connection += found;
                by_parity += odd;
                CHECK(program.model().rows() == old + found + odd);
                for (graph_id i = old; i < program.model().rows(); ++i) {
                    const double least = program.model().row_range(i).lower;
                    CHECK(row_value(program.model(), i, x) < least);
                    for (const std::vector<double>& walk : walks)
                        CHECK(row_value(program.model(), i, walk) >= least - 1e-9);
                }
                if (found + odd == 0) break;
            }
        }
    }
    CHECK(by_connection > 100);
    CHECK(by_parity > 100);
}

}  // namespace walk_cuts_test
