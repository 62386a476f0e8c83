// SPDX-License-Identifier: MIT
// Answers of the library senda::compiled, beside those of searches that are compiled here.
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <array>

static_assert(SENDA_COMPILED, "the target says so");

int main() {
    const senda::cell a{0, 0};
    const senda::cell b{20, 10};
    const senda::grid room(40, 20);
    const auto steps = senda::astar(room, a, b, senda::manhattan{b});
    bool is_right = steps.cost == 30 && steps.engine.starts_with("tiles");
    is_right = is_right && senda::bfs(room, a, b, senda::options{.threads = 2}).cost == 30;
    // With a predicate the search is compiled here.
    is_right = is_right && senda::bfs(room, a, [b](senda::cell c) { return c == b; }).cost == 30;

    const senda::octile_grid map(40, 20);
    const double length = senda::jump_point(map, a, b).cost;
    senda::prepared_grid ready{map};
    senda::hpa_grid regions{map};
    const senda::flow_field field{map, b};
    is_right = is_right && senda::dijkstra(map, a, b).cost == length &&
               ready.path(a, b).cost == length && regions.path(a, b).cost == length &&
               field.path(a).cost == length;

    const senda::csr<int> roads =
        *senda::csr<int>::from_edges(3, {{0, 1, 4}, {1, 2, 3}, {0, 2, 9}});
    const senda::contraction_hierarchy hierarchy{roads};
    const senda::customizable_graph order{roads};
    is_right = is_right && senda::dijkstra(roads, 0U, 2U).cost == 7 &&
               hierarchy.path(0, 2).cost == 7 && order.customize().distance(0, 2) == 7;
    return is_right ? 0 : 1;
}
