// SPDX-License-Identifier: MIT
// What searches within a bound promise, said once: `search(g, start, goal, h, d, options)` is one
// of those that a second estimate leads, which may say anything.
#pragma once

#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/edge.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
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

inline table_heuristic<double> any_second(int node_count, split_mix64& random) {
    table_heuristic<double> d;
    for (int n = 0; n < node_count; ++n)
        d.estimate.push_back(random.percent(5) ? std::nan("") : 20 * random.unit() - 5);
    return d;
}

template <class Found>
void check_within(const Found& found, double weight, wide best) {
    CHECK(static_cast<double>(found.cost) <= weight * static_cast<double>(best) + 1e-9);
    CHECK(static_cast<double>(found.cost) <=
          weight * static_cast<double>(found.lower_bound) + 1e-9);
}

/// The path is within the bound, whatever the second estimate says and the graph declares.
template <class Search>
void check_whole_costs(int count, const Search& search) {
    for_each_graph(count, 25, [&](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, best] = errand(graph, random);
        const double weight = random.percent(20) ? 1 : 1 + 3 * random.unit();
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto d = any_second(graph.node_count(), random);
        const auto found = search(dense, start, goal, h, d, {.weight = weight});
        check_sound(graph, found, start, goal, best);
        check_same(search(as_hashed(dense), start, goal, h, d, {.weight = weight}), found);
        check_same(search(as_edges(graph), start, goal, h, d, {.weight = weight}), found);
        if (best == unreachable) return;
        check_within(found, weight, best);
        if (weight == 1) CHECK(found.cost == found.lower_bound);
    });
}

/// An answer is the one of dijkstra but for the bound.
template <class G, class Start, class Goal, class Found>
void check_near_dijkstra(const G& g, const Start& start, const Goal& goal, double weight,
                         const Found& found) {
    const auto sure = senda::dijkstra(g, start, goal);
    CHECK(found.status == sure.status);
    const auto replayed = senda::verify(g, start, goal, found);
    CHECK_MESSAGE(static_cast<bool>(replayed), replayed.message);
    CHECK(found.lower_bound <= sure.cost);
    if (sure) CHECK(found.cost <= weight * sure.cost + 1e-9);
}

template <class Search>
void check_real_costs(int count, const Search& search) {
    for_each_graph(count, 20, [&](const test_graph& whole, split_mix64& random) {
        const auto graph = quarter(whole);
        const auto dense = as_dense(graph);
        const auto [least, _, start, goal, best] = errand(whole, random);
        const double weight = 1 + random.unit();
        const auto h = quarter(random_admissible<int>(least, {goal}, random));
        const auto d = any_second(graph.node_count(), random);
        const auto found = search(dense, start, goal, h, d, {.weight = weight});
        check_near_dijkstra(dense, start, goal, weight, found);
    });
}

template <class Search>
void check_several_ends(int count, const Search& search) {
    for_each_graph(count, 15, [&](const test_graph& graph, split_mix64& random) {
        const dense_view dense{graph};
        const auto starts = some_priced(graph.node_count(), random);
        const auto goals = some_priced(graph.node_count(), random);
        const double weight = 1 + random.unit();
        const auto found = search(dense, senda::any_of(starts), senda::any_of(goals), blind{},
                                  any_second(graph.node_count(), random), {.weight = weight});
        check_near_dijkstra(dense, senda::any_of(starts), senda::any_of(goals), weight, found);
    });
}

/// Stopped after any number of expansions, a search has a bound that holds and never falls.
template <class Search>
void check_bound_when_stopped(int count, const Search& search) {
    for_each_graph(count, 12, [&](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, best] = errand(graph, random);
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto d = any_second(graph.node_count(), random);
        const auto full = search(dense, start, goal, h, d, {.weight = 1.5});
        int before = 0;
        for (std::uint64_t limit = 0; limit < full.statistics.expanded; ++limit) {
            const auto less =
                search(dense, start, goal, h, d, {.limits = {.expansions = limit}, .weight = 1.5});
            check_no_path(less, senda::status::expansion_limit);
            CHECK(static_cast<wide>(less.lower_bound) <= best);
            CHECK(less.lower_bound >= before);
            before = less.lower_bound;
        }
        const auto enough =
            search(dense, start, goal, h, d,
                   {.limits = {.expansions = full.statistics.expanded}, .weight = 1.5});
        check_same(enough, full);
    });
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
