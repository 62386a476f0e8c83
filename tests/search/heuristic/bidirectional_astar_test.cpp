// SPDX-License-Identifier: MIT
#include <senda/search/bidirectional.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"

namespace bidirectional_astar_test {

using namespace support;
using senda::status;
using estimate = table_heuristic<int>;

/// Least costs with every edge turned round: an estimate from the starts is one to them there.
distance_matrix turned(const distance_matrix& least) {
    distance_matrix back = least;
    for (std::size_t a = 0; a < least.size(); ++a)
        for (std::size_t b = 0; b < least.size(); ++b) back[a][b] = least[b][a];
    return back;
}

/// A random part of the true cost ahead and behind; now and then all of it, or nothing.
std::pair<estimate, estimate> estimates(const distance_matrix& least, const std::set<int>& starts,
                                        const std::set<int>& goals, split_mix64& random) {
    const int how = random.below(4);
    const auto one = [&](const distance_matrix& to, const std::set<int>& ends, bool is_blind) {
        if (is_blind) return estimate{};
        return how == 0 ? exact<int>(to, ends) : random_admissible<int>(to, ends, random);
    };
    return {one(least, goals, how == 1), one(turned(least), starts, how == 2)};
}

TEST_CASE("bidirectional A* finds a cheapest route by any estimates that are not too high") {
    for_each_graph(600, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            auto [ahead, behind] = estimates(least, {start}, {goal}, random);
            const auto answer = senda::bidirectional_astar(dense, start, goal, ahead, behind);
            check_optimal(graph, answer, start, goal, between(least, start, goal));
            CHECK(senda::verify(dense, start, goal, answer));
            check_same(senda::bidirectional_astar(as_hashed(dense), start, goal, ahead, behind),
                       answer);
        }
    });
}

TEST_CASE("bidirectional A* takes several starts and goals, also at a price") {
    for_each_graph(300, 15, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const auto least = floyd_warshall(graph);
        auto [ahead, behind] = estimates(least, starts, goals, random);
        const auto answer = senda::bidirectional_astar(as_dense(graph), senda::any_of(starts),
                                                       senda::any_of(goals), ahead, behind);
        const wide best = least_between(least, starts, goals);
        if (best == unreachable) {
            check_exhausted(answer);
            return;
        }
        REQUIRE(answer.status == status::found);
        CHECK(same_cost(answer.cost, best));
        CHECK(starts.count(answer.path.front()) == 1);
        CHECK(goals.count(answer.path.back()) == 1);
        CHECK_EQ(replay_fault(graph, answer), "");

        std::vector<std::pair<int, int>> from;
        std::vector<std::pair<int, int>> to;
        wide least_priced = unreachable;
        for (const int start : starts) from.emplace_back(start, random.below(6));
        for (const int goal : goals) to.emplace_back(goal, random.below(6));
        for (const auto& [start, begin] : from)
            for (const auto& [goal, end] : to)
                least_priced =
                    std::min(least_priced, between(least, start, goal) + wide{begin + end});
        const auto priced = senda::bidirectional_astar(as_dense(graph), senda::any_of(from),
                                                       senda::any_of(to), ahead, behind);
        REQUIRE(priced.status == status::found);
        CHECK(same_cost(priced.cost, least_priced));
    });
}

TEST_CASE("bidirectional A* adds real costs up to what dijkstra finds") {
    for_each_graph(200, 20, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 4.0; });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto [ahead, behind] = estimates(floyd_warshall(whole), {start}, {goal}, random);
        const auto both = senda::bidirectional_astar(
            as_dense(graph), start, goal, [&](int n) { return ahead(n) / 4.0; },
            [&](int n) { return behind(n) / 4.0; });
        const auto one = senda::dijkstra(as_dense(graph), start, goal);
        CHECK(both.status == one.status);
        CHECK(both.cost == one.cost);
        if (both) CHECK_EQ(replay_fault(graph, both, start, goal), "");
    });
}

TEST_CASE("bidirectional A* keeps to the end of the type of costs") {
    for_each_graph(
        150, 12,
        [](const test_graph& graph, split_mix64& random) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const auto one = senda::dijkstra(as_dense(graph), start, goal);
            const auto both = senda::bidirectional_astar(
                as_dense(graph), start, goal, senda::zero_heuristic{}, senda::zero_heuristic{});
            CHECK(both.status == one.status);
            CHECK(both.cost == one.cost);
        },
        true);
}

TEST_CASE("bidirectional A* stopped anywhere says a lower bound that holds") {
    const std::atomic<bool> stopped{true};
    for_each_graph(150, 14, [&](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto least = floyd_warshall(graph);
        const wide best = between(least, start, goal);
        auto [ahead, behind] = estimates(least, {start}, {goal}, random);
        const dense_view dense{graph};
        const auto full = senda::bidirectional_astar(dense, start, goal, ahead, behind);
        for (std::uint64_t most = 0; most < full.statistics.expanded; ++most) {
            const auto cut = senda::bidirectional_astar(dense, start, goal, ahead, behind,
                                                        {.limits = {.expansions = most}});
            check_no_path(cut, status::expansion_limit);
            CHECK(cut.statistics.expanded == most);
            CHECK(static_cast<wide>(cut.lower_bound) <= best);
        }
        for (int most = 0; most < 12; ++most) {
            const auto cut = senda::bidirectional_astar(dense, start, goal, ahead, behind,
                                                        {.limits = {.cost = most}});
            if (best <= most) {
                check_optimal(graph, cut, start, goal, best);
            } else if (cut.status != status::exhausted) {
                check_no_path(cut, status::cost_limit);
                CHECK(cut.lower_bound > most);
                CHECK(static_cast<wide>(cut.lower_bound) <= best);
            } else {
                CHECK(best == unreachable);
            }
        }
        const auto none =
            senda::bidirectional_astar(dense, start, goal, ahead, behind, {.stop = stopped});
        if (full.statistics.expanded != 0) check_no_path(none, status::cancelled);
    });
}

TEST_CASE("bidirectional A* on grids agrees with bfs, and expands no cell twice") {
    split_mix64 random{7};
    for (int round = 0; round < rounds(60); ++round) {
        senda::grid g(24, 18);
        for (int wall = random.below(150); wall > 0; --wall)
            g.close({random.below(24), random.below(18)});
        const senda::cell start{random.below(24), random.below(18)};
        const senda::cell goal{random.below(24), random.below(18)};
        g.set(start);
        g.set(goal);
        const auto both = senda::bidirectional_astar(g, start, goal, senda::manhattan{goal},
                                                     senda::manhattan{start});
        const auto one = senda::bfs(g, start, goal);
        CHECK(both.status == one.status);
        CHECK(both.cost == one.cost);
        CHECK(senda::verify(g, start, goal, both));
        CHECK(both.statistics.reopened == 0);
    }
}

TEST_CASE("bidirectional A* steps, restarts and can be looked at") {
    for_each_graph(60, 14, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const dense_view dense{graph};
        estimate ahead;
        estimate behind;
        senda::bidirectional_astar_search search{dense, 0, 0, ahead, behind};
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            std::tie(ahead, behind) = estimates(least, {start}, {goal}, random);
            search.restart(start, goal);
            while (search.step() == status::running) {
            }
            check_same(search.result(),
                       senda::bidirectional_astar(dense, start, goal, ahead, behind));
        }
    });
}

/// Eight pancakes, sorted by turning over the first few.
using pile = std::array<int, 8>;
struct flips {
    using node_type = pile;

    template <class Emit>
    static void successors(const pile& p, Emit&& emit) {
        for (int n = 2; n <= 8; ++n) {
            pile turned = p;
            std::reverse(turned.begin(), turned.begin() + n);
            emit(turned);
        }
    }
};

/// How many pairs must be parted on the way to another pile; of 1 and 2 it knows nothing.
struct gaps_to {
    pile other;

    int operator()(const pile& p) const {
        const auto place = [&](int cake) { return std::find(other.begin(), other.end(), cake); };
        int gaps = p.back() > 2 && p.back() != other.back() ? 1 : 0;
        for (auto a = p.begin(), b = a + 1; b != p.end(); ++a, ++b)
            gaps += *a > 2 && *b > 2 && std::abs(place(*a) - place(*b)) != 1 ? 1 : 0;
        return gaps;
    }
};

TEST_CASE("bidirectional A* expands less than from one end, and than without estimates") {
    const senda::symmetric both_ways{flips{}};
    const pile sorted{1, 2, 3, 4, 5, 6, 7, 8};
    split_mix64 random{11};
    std::uint64_t ahead = 0;
    std::uint64_t blind = 0;
    std::uint64_t both = 0;
    for (int round = 0; round < 4; ++round) {
        pile mixed = sorted;
        for (int i = 7; i > 0; --i)
            std::swap(mixed[static_cast<std::size_t>(i)],
                      mixed[static_cast<std::size_t>(random.below(i + 1))]);
        const auto one = senda::bidirectional(both_ways, mixed, sorted);
        const auto led =
            senda::bidirectional_astar(both_ways, mixed, sorted, gaps_to{sorted}, gaps_to{mixed});
        CHECK(led.cost == one.cost);
        CHECK(senda::verify(both_ways, mixed, sorted, led));
        const auto from_start = senda::detail::run_to_end(
            senda::astar_search{both_ways, mixed, sorted, gaps_to{sorted}});
        ahead += from_start.statistics.expanded;
        blind += one.statistics.expanded;
        both += led.statistics.expanded;
    }
    CHECK(both < ahead);
    CHECK(both < blind);
}

}  // namespace bidirectional_astar_test
