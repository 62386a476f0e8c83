// SPDX-License-Identifier: MIT
// What the tests of searches within a bound share.
#pragma once

#include <doctest/doctest.h>
#include <senda/graph/edge.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/random_graphs.hpp"
#include "support/reference.hpp"
#include "support/views.hpp"

namespace support {

/// Where to go in a graph, and what that costs at least.
struct errand {
    errand(const test_graph& graph, split_mix64& random)
        : least(floyd_warshall(graph)),
          dense{graph},
          start{random.below(graph.node_count())},
          goal{random.below(graph.node_count())},
          best{between(least, start, goal)} {}

    distance_matrix least;
    dense_view<int> dense;
    int start;
    int goal;
    wide best;
};

/// A few nodes, each with what it costs to begin or end there.
inline std::vector<senda::edge<int, int>> some_priced(int node_count, split_mix64& random) {
    std::vector<senda::edge<int, int>> priced;
    for (const int n : some_nodes(node_count, 3, random)) priced.push_back({n, random.below(9)});
    return priced;
}

/// The same graph, and the same estimate, where everything costs a quarter.
inline basic_test_graph<double> quarter(const test_graph& whole) {
    return with_costs<double>(whole, [](int cost) { return cost / 4.0; });
}
inline table_heuristic<double> quarter(const table_heuristic<int>& whole) {
    table_heuristic<double> h;
    for (const int part : whole.estimate) h.estimate.push_back(part / 4.0);
    return h;
}

/// With an estimate that is too high, `search(g, start, goal, h)` ends with a path that replays.
template <class Search>
void check_too_high(int count, const Search& search) {
    for_each_graph(count, 20, [&](const test_graph& graph, split_mix64& random) {
        const errand to{graph, random};
        const auto h =
            nonsense<int>(graph.node_count(), random.percent(50) ? 20 : 1'000'000, random);
        const auto found = search(to.dense, to.start, to.goal, h);
        if (to.best == unreachable) return check_exhausted(found);
        check_replays(graph, found, to.start, to.goal);
        CHECK(static_cast<wide>(found.cost) >= to.best);
        CHECK(found.lower_bound <= found.cost);
    });
}

}  // namespace support
