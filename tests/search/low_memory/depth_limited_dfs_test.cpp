// SPDX-License-Identifier: MIT
#include <senda/search/iterative_deepening.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/verify.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"

namespace depth_limited_dfs_test {

using namespace support;
using senda::status;
using senda::steps;

/// The fewest edges between all pairs.
distance_matrix fewest_edges(const test_graph& graph) {
    return floyd_warshall(with_unit_costs(graph));
}

/// The most edges of a path that does not meet itself, by trying all.
int longest_from(const test_graph& graph, int node, std::vector<bool>& on_path) {
    int longest = 0;
    on_path[static_cast<std::size_t>(node)] = true;
    for (const auto& edge : graph.from(node))
        if (!on_path[static_cast<std::size_t>(edge.to)])
            longest = std::max(longest, 1 + longest_from(graph, edge.to, on_path));
    on_path[static_cast<std::size_t>(node)] = false;
    return longest;
}
int longest_path(const test_graph& graph, int start) {
    std::vector<bool> on_path(graph.out.size());
    return longest_from(graph, start, on_path);
}

/// A path of so many edges: the costs of the graph are not asked for.
template <class Result>
void check_steps(const test_graph& graph, const Result& answer, int start, int goal) {
    REQUIRE(answer.status == status::found);
    CHECK(senda::verify(as_dense(graph), start, goal, answer));
    CHECK(answer.cost == static_cast<steps>(answer.path.size()) - 1);
    CHECK(std::set<int>(answer.path.begin(), answer.path.end()).size() == answer.path.size());
}

TEST_CASE("a search of limited depth finds a path within it, and tells why there is none") {
    for_each_graph(400, 8, [](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide fewest = between(fewest_edges(graph), start, goal);
        const int longest = longest_path(graph, start);
        const dense_view dense{graph};
        for (int depth = -1; depth <= graph.node_count(); ++depth) {
            const auto answer = senda::depth_limited_dfs(dense, start, goal, depth);
            if (fewest <= std::max(depth, 0)) {
                check_steps(graph, answer, start, goal);
                CHECK(answer.cost <= std::max(depth, 0));
                CHECK(static_cast<wide>(answer.lower_bound) <= fewest);
            } else if (longest > std::max(depth, 0)) {
                check_no_path(answer, status::cost_limit);
                CHECK(answer.lower_bound == std::max(depth, 0) + 1);
            } else {
                check_exhausted(answer);
            }
            check_same(senda::depth_limited_dfs(as_hashed(dense), start, goal, depth), answer);
        }
    });
}

TEST_CASE("iterative deepening finds the fewest edges, or that there is no path") {
    for_each_graph(400, 9, [](const test_graph& graph, split_mix64& random) {
        if (graph.node_count() > 7 && graph.from(0).size() > 5) return;  // every path is tried
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide fewest = between(fewest_edges(graph), start, goal);
        const dense_view dense{graph};
        const auto answer = senda::iterative_deepening_dfs(dense, start, goal);
        if (fewest == unreachable) {
            check_exhausted(answer);
        } else {
            check_steps(graph, answer, start, goal);
            CHECK(same_cost(answer.cost, fewest));
            CHECK(answer.lower_bound == answer.cost);
        }
        const auto by_range = senda::iterative_deepening_dfs(as_nodes(graph), start, goal);
        CHECK(by_range.status == answer.status);
        CHECK(by_range.path == answer.path);
        CHECK(by_range.statistics.expanded == answer.statistics.expanded);
    });
}

TEST_CASE("searches by depth take several starts and goals, and predicates") {
    for_each_graph(200, 7, [](const test_graph& graph, split_mix64& random) {
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const auto goals = some_nodes(graph.node_count(), 3, random);
        const wide fewest = least_between(fewest_edges(graph), starts, goals);
        const auto is_goal = [&](int n) { return goals.count(n) != 0; };
        const auto by_nodes = senda::iterative_deepening_dfs(as_dense(graph), senda::any_of(starts),
                                                             senda::any_of(goals));
        const auto by_rule =
            senda::iterative_deepening_dfs(as_dense(graph), senda::any_of(starts), is_goal);
        check_same(by_nodes, by_rule);
        const auto limited =
            senda::depth_limited_dfs(as_dense(graph), senda::any_of(starts), is_goal, 100);
        CHECK(limited.status == by_nodes.status);
        if (fewest == unreachable) return check_exhausted(by_nodes);
        CHECK(same_cost(by_nodes.cost, fewest));
        CHECK(starts.count(by_nodes.path.front()) == 1);
        CHECK(goals.count(by_nodes.path.back()) == 1);
        CHECK(senda::verify(as_dense(graph), limited));
    });
}

TEST_CASE("searches by depth stopped anywhere say a lower bound that holds") {
    const std::atomic<bool> stopped{true};
    for_each_graph(120, 7, [&](const test_graph& graph, split_mix64& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide fewest = between(fewest_edges(graph), start, goal);
        const dense_view dense{graph};
        const auto full = senda::iterative_deepening_dfs(dense, start, goal);
        for (std::uint64_t most = 0; most < std::min<std::uint64_t>(full.statistics.expanded, 40);
             ++most) {
            const auto cut = senda::iterative_deepening_dfs(
                dense, start, goal, senda::options{.limits = {.expansions = most}});
            check_no_path(cut, status::expansion_limit);
            CHECK(cut.statistics.expanded == most);
            CHECK(static_cast<wide>(cut.lower_bound) <= fewest);
        }
        for (int most = 0; most < 5; ++most) {
            const senda::options o{.limits = {.cost = most}};
            const auto cut = senda::iterative_deepening_dfs(dense, start, goal, o);
            senda::iterative_deepening_dfs_search stepped{dense, start, goal, o};
            while (stepped.step() == status::running) {
            }
            check_same(stepped.result(), cut);
            stepped.restart(start, goal);
            stepped.run();
            check_same(stepped.result(), cut);
            if (fewest <= most) {
                CHECK(same_cost(cut.cost, fewest));
            } else if (cut.status == status::cost_limit) {
                CHECK(cut.lower_bound == most + 1);
            } else {
                check_exhausted(cut);
                CHECK(fewest == unreachable);
            }
        }
        if (full.statistics.expanded != 0)
            check_no_path(
                senda::iterative_deepening_dfs(dense, start, goal, senda::options{.stop = stopped}),
                status::cancelled);
    });
}

/// A counter up to a number: each digit can go up or down, in place.
struct dials {
    using node_type = std::uint32_t;

    static constexpr int action_count() { return 8; }
    static constexpr unsigned digit(node_type n, int a) {
        return n >> (8U * static_cast<unsigned>(a / 2)) & 255U;
    }
    static constexpr bool allows(node_type n, int a) {
        return a % 2 == 0 ? digit(n, a) < 9 : digit(n, a) > 0;
    }
    static constexpr void apply(node_type& n, int a) {
        const node_type one = node_type{1} << (8U * static_cast<unsigned>(a / 2));
        n = a % 2 == 0 ? n + one : n - one;
    }
    static constexpr void undo(node_type& n, int a) { apply(n, a ^ 1); }
    static constexpr int inverse(int a) { return a ^ 1; }
};

TEST_CASE("iterative deepening does actions in place, and the fewest of them") {
    for (std::uint32_t goal : {0U, 1U, 0x102U, 0x20001U, 0x1010101U, 0x2010001U}) {
        const auto answer = senda::iterative_deepening_dfs(dials{}, 0U, goal);
        REQUIRE(answer.status == status::found);
        std::uint32_t digits = 0;
        for (unsigned i = 0; i < 4; ++i) digits += goal >> (8 * i) & 255U;
        CHECK(answer.cost == static_cast<int>(digits));
        CHECK(answer.lower_bound == answer.cost);
        CHECK(senda::verify(dials{}, 0U, goal, answer));
        CHECK(answer.statistics.engine == senda::engine_kind::in_place);
        const auto limited = senda::depth_limited_dfs(dials{}, 0U, goal, answer.cost);
        REQUIRE(limited.status == status::found);
        CHECK(limited.cost == answer.cost);
    }
    // Without a path only a limit ends it.
    struct two_dials : dials {
        static constexpr int action_count() { return 4; }
    };
    CHECK(senda::iterative_deepening_dfs(two_dials{}, 0U, 0x10000U,
                                         senda::options{.limits = {.cost = 8}})
              .status == status::cost_limit);
}

TEST_CASE("memory of iterative deepening grows with the depth alone") {
    const auto binary = [](std::uint64_t n) { return std::vector{2 * n, 2 * n + 1}; };
    std::uint64_t before = 0;
    for (unsigned depth : {6U, 12U}) {
        const std::uint64_t goal = (std::uint64_t{1} << (depth + 1)) - 1;
        const auto answer = senda::iterative_deepening_dfs(binary, std::uint64_t{1}, goal);
        CHECK(answer.cost == static_cast<steps>(depth));
        CHECK(answer.statistics.bytes < before + 20'000);
        before = answer.statistics.bytes;
    }
}

}  // namespace depth_limited_dfs_test
