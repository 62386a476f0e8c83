// SPDX-License-Identifier: MIT
#include <senda/search/distances.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/rounds.hpp"

using namespace support;

namespace distances {

/// What a search that is obviously right says of a cost.
template <class Cost>
Cost expected_cost(wide least) {
    return least == unreachable ? senda::infinite<Cost> : static_cast<Cost>(least);
}

/// Some nodes, several of them twice, and some that are not in a graph with numbered nodes.
inline std::vector<int> some_targets(int node_count, split_mix64& random) {
    std::vector<int> targets;
    for (int i = random.below(8); i > 0; --i) targets.push_back(random.below(node_count));
    if (!targets.empty()) targets.push_back(targets.front());
    return targets;
}

template <class G, class Start>
void check_costs(const G& g, const Start& start, const std::set<int>& starts,
                 const std::vector<int>& targets, const support::distance_matrix& least) {
    const auto answer = senda::costs_to(g, start, targets);
    REQUIRE(answer.costs.size() == targets.size());
    bool all = true;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const wide best = least_between(least, starts, {targets[i]});
        CHECK(answer.costs[i] == expected_cost<int>(best));
        all = all && best != unreachable;
    }
    CHECK(static_cast<bool>(answer));
    CHECK(answer.status == senda::status::complete);
}

template <class G>
void check_matrix(const G& g, const std::vector<int>& sources, const std::vector<int>& targets,
                  const support::distance_matrix& least) {
    const auto m = senda::distance_matrix(g, sources, targets);
    REQUIRE(m.rows() == sources.size());
    REQUIRE(m.columns() == targets.size());
    bool all = true;
    for (std::size_t i = 0; i < sources.size(); ++i)
        for (std::size_t j = 0; j < targets.size(); ++j) {
            const wide best = between(least, sources[i], targets[j]);
            CHECK(m[i][j] == expected_cost<int>(best));
            all = all && best != unreachable;
        }
    CHECK(static_cast<bool>(m));
    CHECK(m.status == senda::status::complete);
}

}  // namespace distances

TEST_CASE("costs_to finds the least cost to every target on every graph") {
    for_each_graph(400, 25, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const int first = *starts.begin();
        const auto targets = distances::some_targets(graph.node_count(), random);
        const dense_view dense{graph};
        distances::check_costs(as_edges(graph), first, {first}, targets, least);
        distances::check_costs(dense, senda::any_of(starts), starts, targets, least);
        distances::check_costs(as_hashed(dense), senda::any_of(starts), starts, targets, least);
    });
}

TEST_CASE("costs_to counts steps where the graph has no costs") {
    for_each_graph(300, 25, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const auto least = floyd_warshall(graph);
        const auto starts = some_nodes(graph.node_count(), 3, random);
        const int first = *starts.begin();
        const auto targets = distances::some_targets(graph.node_count(), random);
        distances::check_costs(as_nodes(graph), senda::any_of(starts), starts, targets, least);
        distances::check_costs(as_sink(graph), first, {first}, targets, least);
    });
}

TEST_CASE("distance_matrix has the least cost of every pair on every graph") {
    for_each_graph(300, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const auto sources = distances::some_targets(graph.node_count(), random);
        const auto targets = distances::some_targets(graph.node_count(), random);
        const dense_view dense{graph};
        distances::check_matrix(as_pairs(graph), sources, targets, least);
        distances::check_matrix(dense, sources, targets, least);
        const auto square = senda::distance_matrix(as_hashed(dense), sources);
        for (std::size_t i = 0; i < sources.size(); ++i) CHECK(square[i][i] == 0);
        const test_graph steps = with_unit_costs(graph);
        distances::check_matrix(as_nodes(steps), sources, targets, floyd_warshall(steps));
    });
}

TEST_CASE("what is not in the graph costs infinitely much, and all is known nevertheless") {
    const auto graph = [] {
        test_graph g{5};
        for (int n = 0; n + 1 < 5; ++n) g.add(n, n + 1, 3);
        return g;
    }();
    const dense_view dense{graph};
    constexpr int no_path = senda::infinite<int>;
    const auto answer = senda::costs_to(dense, 1, {4, -1, 99, 4, 1});
    CHECK(answer.costs == std::vector{9, no_path, no_path, 9, 0});
    CHECK(answer.status == senda::status::complete);
    CHECK(answer.statistics.expanded <= 4);
    CHECK(senda::costs_to(dense, 77, {1}).costs == std::vector{no_path});
    const auto m = senda::distance_matrix(dense, {4, 99, 0});
    CHECK(m.status == senda::status::complete);
    CHECK(m[2][0] == 12);
    CHECK(m[0][2] == no_path);
    CHECK(m[1][1] == no_path);
    CHECK(senda::costs_to(dense, 1, std::vector<int>{}).status == senda::status::complete);
    CHECK(senda::distance_matrix(dense, std::vector<int>{}).status == senda::status::complete);
}

TEST_CASE("a search ends when the last target is settled") {
    const auto line = [](int n) {
        return std::vector<std::pair<int, int>>{{n + 1, 2}, {n + 2, 5}};
    };
    const auto answer = senda::costs_to(line, 0, std::vector{100, 3, 50});
    CHECK(answer.costs == std::vector{200, 6, 100});
    CHECK(answer.statistics.expanded == 101);
    const auto steps = [](int n) { return std::vector{n + 1}; };
    CHECK(senda::costs_to(steps, 0, std::vector{10, 200}).costs == std::vector{10, 200});
}

TEST_CASE("costs that are certain are told also where a limit stops the search") {
    const auto line = [](int n) {
        return std::vector<std::pair<int, int>>{{n + 1, 2}, {n + 2, 5}};
    };
    constexpr int no_path = senda::infinite<int>;
    const auto few =
        senda::costs_to(line, 0, std::vector{3, 100, 10}, {.limits = {.expansions = 10}});
    CHECK_FALSE(few);
    CHECK(few.status == senda::status::expansion_limit);
    CHECK(few.costs == std::vector{6, no_path, 20});  // of 11, only some path is known
    CHECK(few.statistics.expanded == 10);
    const auto cheap = senda::costs_to(line, 0, std::vector{3, 100}, {.limits = {.cost = 7}});
    CHECK(cheap.status == senda::status::cost_limit);
    CHECK(cheap.costs == std::vector{6, no_path});
    const std::atomic<bool> stop{true};
    CHECK(senda::costs_to(line, 0, std::vector{3}, {.stop = stop}).status ==
          senda::status::cancelled);
    CHECK(senda::costs_to(line, 0, std::vector{1'000'000}, {.limits = {.bytes = 20'000}}).status ==
          senda::status::memory_limit);
    const auto no_room = senda::costs_to(line, 0, std::vector{1, 2, 3}, {.limits = {.bytes = 11}});
    CHECK(no_room.status == senda::status::memory_limit);
    CHECK(no_room.costs.empty());
    const auto below = [](int n) { return std::vector<std::pair<int, int>>{{n + 1, -1}}; };
    CHECK(senda::costs_to(below, 0, std::vector{3}).status == senda::status::negative_cost);
}

TEST_CASE("the limits of a distance matrix hold for all rows together") {
    const auto ring = [](int n) {
        return std::vector<std::pair<int, int>>{{(n + 1) % 100, 1}, {(n + 99) % 100, 1}};
    };
    std::vector<int> nodes;
    for (int n = 0; n < 100; n += 10) nodes.push_back(n);
    const auto whole = senda::distance_matrix(ring, nodes);
    CHECK(whole.status == senda::status::complete);
    CHECK(whole[0][5] == 50);
    CHECK(whole.statistics.bytes >= 100 * sizeof(int));
    for (const std::uint64_t most : {0U, 1U, 150U, 555U}) {
        const auto m = senda::distance_matrix(ring, nodes, {.limits = {.expansions = most}});
        CHECK(m.status == senda::status::expansion_limit);
        CHECK(m.statistics.expanded == most);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (std::size_t j = 0; j < nodes.size(); ++j)
                CHECK((m[i][j] == whole[i][j] || m[i][j] == senda::infinite<int>));
    }
    const auto near = senda::distance_matrix(ring, nodes, {.limits = {.cost = 20}});
    CHECK(near.status == senda::status::cost_limit);
    CHECK(near[9][1] == 20);
    CHECK(near[9][2] == senda::infinite<int>);
    const auto no_room = senda::distance_matrix(ring, nodes, {.limits = {.bytes = 399}});
    CHECK(no_room.status == senda::status::memory_limit);
    CHECK(no_room.rows() == 0);
    CHECK(senda::distance_matrix(ring, nodes, {.limits = {.time = 0.0}}).status ==
          senda::status::time_limit);
}

TEST_CASE("a distance matrix keeps its limits where it is large") {
    constexpr std::uint32_t count = 10'000;
    std::vector<senda::csr<int>::edge_type> edges;
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t n = 0; n < count; ++n) {
        edges.push_back({n, (n + 1) % count, 1});
        nodes.push_back(n);
    }
    const auto ring = *senda::csr<int>::from_edges(count, edges);
    const std::atomic<bool> stop{true};
    const auto check = [&](const senda::options& o, senda::status expected) {
        const auto m = senda::distance_matrix(ring, nodes, o);
        CHECK(m.status == expected);
        REQUIRE(m.rows() == count);
        CHECK(m[count - 1].size() == count);
        CHECK(m[count - 1][7] == senda::infinite<int>);  // nothing is known of it yet
    };
    check({.limits = {.time = 0.0}}, senda::status::time_limit);
    check({.stop = stop}, senda::status::cancelled);
    check({.limits = {.expansions = 0}}, senda::status::expansion_limit);
    CHECK(senda::distance_matrix(ring, nodes, {.limits = {.bytes = count * 40'000ULL}}).rows() ==
          0);

    // Targets that are known at once take time as well.
    const std::vector<std::uint32_t> same(5000, 0);
    CHECK(senda::costs_to(ring, 0, same, {.stop = stop}).status == senda::status::cancelled);
    CHECK(
        senda::distance_matrix(ring, same, std::vector<std::uint32_t>{0}, {.stop = stop}).status ==
        senda::status::cancelled);
}

TEST_CASE("a distance matrix is a value, also where rows are not known") {
    const auto line = [](int n) { return std::vector<std::pair<int, int>>{{n + 1, 1}}; };
    const std::vector<int> nodes{0, 3, 5};
    const auto part = senda::distance_matrix(line, nodes, {.limits = {.expansions = 6}});
    const auto check = [](const auto& m) {
        CHECK(m.status == senda::status::expansion_limit);
        REQUIRE(m.rows() == 3);
        REQUIRE(m.columns() == 3);
        CHECK(m[0][2] == 5);
        CHECK(m[1][1] == 0);
        CHECK(m[2][2] == senda::infinite<int>);
    };
    check(part);
    auto copy = part;
    check(copy);
    auto other = senda::distance_matrix(line, std::vector{1});
    other = copy;
    check(other);
    const auto moved = std::move(copy);
    check(moved);
    other = senda::distance_matrix(line, std::vector{1});
    CHECK(other[0][0] == 0);
    CHECK(senda::cost_matrix<int>().rows() == 0);
}

namespace distances {

template <class G, class Nodes>
void check_threads(const G& g, const Nodes& nodes) {
    const auto alone = senda::distance_matrix(g, nodes);
    for (const unsigned threads : {2U, 3U, 5U}) {
        if (support::is_slow && threads == 3) continue;
        const auto shared = senda::distance_matrix(g, nodes, {.threads = threads});
        CHECK(shared.status == alone.status);
        CHECK(shared.statistics.expanded == alone.statistics.expanded);
        CHECK(shared.statistics.threads == (SENDA_HAS_THREADS ? threads : 1U));
        bool same = true;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (std::size_t j = 0; j < nodes.size(); ++j)
                same = same && shared[i][j] == alone[i][j];
        CHECK(same);
    }
}

}  // namespace distances

TEST_CASE("threads that share the rows of a distance matrix find the same costs") {
    split_mix64 random(3);
    senda::grid walls(150, 150);
    for (int i = 0; i < 6000; ++i) walls.close({random.below(150), random.below(150)});
    std::vector<senda::cell> cells;
    const int count = support::is_slow ? 12 : 30;
    for (int i = 0; i < count; ++i) cells.push_back({random.below(150), random.below(150)});
    distances::check_threads(walls, cells);
    const auto ring = [](int n) {
        return std::vector<std::pair<int, int>>{{(n + 1) % 9000, 1 + n % 7}, {n * 7 % 9000, 30}};
    };
    std::vector<int> nodes;
    for (int n = 0; n < 9000; n += support::is_slow ? 600 : 300) nodes.push_back(n);
    distances::check_threads(ring, nodes);
    // What one thread does: little work, limits that add up, a graph that only one may ask.
    CHECK(senda::distance_matrix(ring, std::vector{1, 2}, {.threads = 4}).statistics.threads == 1);
    const auto few =
        senda::distance_matrix(ring, nodes, {.limits = {.expansions = 100'000}, .threads = 4});
    CHECK(few.statistics.expanded == 100'000);
    CHECK(few.statistics.threads == 1);
    auto counting = [ring, asked = 0](int n) mutable {
        return asked++ < 0 ? std::vector<std::pair<int, int>>{} : ring(n);
    };
    CHECK(senda::distance_matrix(counting, nodes, {.threads = 4}).statistics.threads == 1);
}

TEST_CASE("what ends one row of a shared distance matrix ends all") {
    std::atomic<int> left = 200'000;
    const auto ring = [&left](int n) {
        if (--left == 0) throw std::string("tired");
        return std::vector<std::pair<int, int>>{{(n + 1) % 9000, 1}, {n * 7 % 9000, 30}};
    };
    std::vector<int> nodes;
    for (int n = 0; n < 9000; n += 100) nodes.push_back(n);
    CHECK_THROWS_AS((void)senda::distance_matrix(ring, nodes, {.threads = 4}), std::string);
    const auto in_time =
        senda::distance_matrix(ring, nodes, {.limits = {.time = 0.005}, .threads = 4});
    CHECK(in_time.status == senda::status::time_limit);
}

TEST_CASE("a search goes on from target to target") {
    const auto line = [](int n) { return std::vector<std::pair<int, double>>{{n + 1, 0.5}}; };
    senda::dijkstra_search search{line, 0};
    CHECK(search.costs_to({4, 2}) == std::vector{2.0, 1.0});
    CHECK(search.statistics().expanded == 5);
    CHECK(search.settle(10) == 5.0);
    CHECK(search.statistics().expanded == 11);
    CHECK(search.settle(3) == 1.5);
    CHECK(search.statistics().expanded == 11);
    senda::bfs_search steps{[](const std::string& s) { return std::vector{s + "a", s + "b"}; },
                            std::string{}};
    CHECK(steps.costs_to({"ab", "", "bbb"}) == std::vector{2, 0, 3});
}
