// SPDX-License-Identifier: MIT
#include <senda/search/frontier_bfs.hpp>

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/verify.hpp>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/random_grids.hpp"
#include "support/rounds.hpp"

namespace frontier_test {

using namespace support;
using senda::status;
using senda::symmetric;

static_assert(senda::UndirectedGraph<symmetric<senda::grid>, senda::cell>);
static_assert(!senda::UndirectedGraph<dense_view<int>, int>);

test_graph both_ways(const test_graph& graph) { return undirected(with_unit_costs(graph)); }

TEST_CASE("frontier search finds the fewest edges on every undirected graph") {
    for_each_graph(500, 25, [](const test_graph& directed, split_mix64& random) {
        const test_graph graph = both_ways(directed);
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const auto answer = senda::frontier_bfs(symmetric(dense), start, goal);
            check_optimal(graph, answer, start, goal, between(least, start, goal));
            CHECK(senda::verify(dense, start, goal, answer));
            const auto hashed = senda::frontier_bfs(symmetric(as_hashed(dense)), start, goal);
            check_same(hashed, answer);
            const auto by_range = senda::frontier_bfs(symmetric(as_nodes(graph)), start, goal);
            CHECK(by_range.path == answer.path);
            const auto made =
                senda::frontier_bfs(senda::undirected(dense_view{directed}), start, goal);
            CHECK(made.cost == answer.cost);
        }
    });
}

TEST_CASE("frontier search takes several starts and goals, and predicates") {
    for_each_graph(300, 20, [](const test_graph& directed, split_mix64& random) {
        const test_graph graph = both_ways(directed);
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide fewest = least_between(floyd_warshall(graph), starts, goals);
        const dense_view dense{graph};
        const auto answer = senda::frontier_bfs(symmetric(dense), senda::any_of(starts),
                                                [&](int n) { return goals.count(n) != 0; });
        check_same(
            senda::frontier_bfs(symmetric(dense), senda::any_of(starts), senda::any_of(goals)),
            answer);
        if (fewest == unreachable) return check_exhausted(answer);
        REQUIRE(answer.status == status::found);
        CHECK(same_cost(answer.cost, fewest));
        CHECK(starts.count(answer.path.front()) == 1);
        CHECK(goals.count(answer.path.back()) == 1);
        CHECK_EQ(replay_fault(graph, answer), "");
    });
}

TEST_CASE("frontier search on grids agrees with bfs, also on long paths") {
    split_mix64 random{3};
    for (int round = 0; round < rounds(120); ++round) {
        const senda::grid g = any_grid(random);
        const senda::cell start{random.below(g.width()), random.below(g.height())};
        const senda::cell goal{random.below(g.width()), random.below(g.height())};
        const auto answer = senda::frontier_bfs(symmetric(g), start, goal);
        const auto right = senda::bfs(g, start, goal);
        CHECK(answer.status == right.status);
        CHECK(answer.cost == right.cost);
        CHECK(senda::verify(g, start, goal, answer));
    }
    // Of every length, so that halves of halves come out odd and even.
    const auto line = [](int n) { return std::vector{n - 1, n + 1}; };
    for (int length = 0; length < rounds(200); ++length) {
        const auto answer = senda::frontier_bfs(symmetric(line), 0, length);
        REQUIRE(answer.cost == length);
        for (int n = 0; n <= length; ++n) CHECK(answer.path[static_cast<std::size_t>(n)] == n);
    }
}

TEST_CASE("frontier search stopped anywhere says a lower bound that holds") {
    const std::atomic<bool> stopped{true};
    for_each_graph(150, 14, [&](const test_graph& directed, split_mix64& random) {
        const test_graph graph = both_ways(directed);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide fewest = between(floyd_warshall(graph), start, goal);
        const dense_view dense{graph};
        const auto full = senda::frontier_bfs(symmetric(dense), start, goal);
        for (std::uint64_t most = 0; most < full.statistics.expanded; ++most) {
            const auto cut = senda::frontier_bfs(symmetric(dense), start, goal,
                                                 {.limits = {.expansions = most}});
            check_no_path(cut, status::expansion_limit);
            CHECK(cut.statistics.expanded == most);
            CHECK(static_cast<wide>(cut.lower_bound) <= fewest);
        }
        for (int most = 0; most < 6; ++most) {
            const auto cut =
                senda::frontier_bfs(symmetric(dense), start, goal, {.limits = {.cost = most}});
            if (fewest <= most) {
                CHECK(same_cost(cut.cost, fewest));
            } else if (cut.status == status::cost_limit) {
                check_no_path(cut, status::cost_limit);
                CHECK(cut.lower_bound == most + 1);
            } else {
                check_exhausted(cut);
                CHECK(fewest == unreachable);
            }
        }
        if (full.statistics.expanded == 0) return;
        check_no_path(senda::frontier_bfs(symmetric(dense), start, goal, {.stop = stopped}),
                      status::cancelled);
        check_no_path(senda::frontier_bfs(symmetric(dense), start, goal, {.limits = {.bytes = 4}}),
                      status::memory_limit);
    });
}

TEST_CASE("frontier search steps, restarts and moves") {
    for_each_graph(80, 16, [](const test_graph& directed, split_mix64& random) {
        const test_graph graph = both_ways(directed);
        const dense_view dense{graph};
        senda::frontier_bfs_search first{symmetric(dense), 0, 0};
        auto search = std::move(first);
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            search.restart(start, goal);
            while (search.step() == status::running) {
            }
            check_same(search.result(), senda::frontier_bfs(symmetric(dense), start, goal));
        }
    });
}

TEST_CASE("frontier search holds a part of what bfs holds where layers stay narrow") {
    // A wide strip: a layer is a column.
    const auto strip = [](std::uint64_t n) {
        std::vector<std::uint64_t> next;
        const std::uint64_t y = n % 64;
        if (y > 0) next.push_back(n - 1);
        if (y < 63) next.push_back(n + 1);
        if (n >= 64) next.push_back(n - 64);
        next.push_back(n + 64);
        return next;
    };
    const int length = support::is_slow ? 600 : 2000;
    const std::uint64_t goal = 64 * static_cast<std::uint64_t>(length);
    const auto whole = senda::bfs(strip, std::uint64_t{0}, goal);
    const auto lean = senda::frontier_bfs(symmetric(strip), std::uint64_t{0}, goal);
    REQUIRE(whole.cost == length);
    REQUIRE(lean.cost == length);
    CHECK(lean.statistics.bytes < whole.statistics.bytes / 50);
    CHECK(lean.statistics.expanded < 12 * whole.statistics.expanded);
}

}  // namespace frontier_test
