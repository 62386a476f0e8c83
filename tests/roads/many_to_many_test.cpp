// SPDX-License-Identifier: MIT
#include <senda/roads/many_to_many.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>
#include <senda/graph/csr.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/search/distances.hpp>
#include <span>
#include <utility>
#include <vector>

#include "roads/plain_hierarchy.hpp"
#include "support/checks.hpp"
#include "support/rounds.hpp"

using namespace support;

namespace many_to_many {

/// Nodes, some of them twice, and now and then one that is not in the graph.
inline std::vector<std::uint32_t> drawn_nodes(int node_count, int at_most, split_mix64& random) {
    std::vector<std::uint32_t> nodes;
    for (int i = random.below(at_most + 1); i > 0; --i)
        nodes.push_back(static_cast<std::uint32_t>(random.below(node_count)));
    if (!nodes.empty() && random.percent(30)) nodes.push_back(nodes.front());
    if (random.percent(20)) nodes.push_back(static_cast<std::uint32_t>(node_count));
    if (random.percent(5)) nodes.push_back(~0U);
    return nodes;
}

template <class Cost>
Cost expected(const support::distance_matrix& least, std::uint32_t from, std::uint32_t to) {
    if (from >= least.size() || to >= least.size()) return senda::infinite<Cost>;
    const wide best = least[from][to];
    return best >= static_cast<wide>(senda::infinite<Cost>) ? senda::infinite<Cost>
                                                            : static_cast<Cost>(best);
}

template <class Cost>
void check_row(std::span<const Cost> row, std::uint32_t source,
               const std::vector<std::uint32_t>& targets, const support::distance_matrix& least) {
    REQUIRE(row.size() == targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i)
        CHECK(row[i] == expected<Cost>(least, source, targets[i]));
}

/// Tables, rows and prepared targets against distances between all nodes.
template <class Cost>
void check(const basic_test_graph<Cost>& graph, split_mix64& random) {
    const plain_hierarchy<Cost> p(graph, random);
    const auto least = floyd_warshall(graph);
    const auto sources = drawn_nodes(graph.node_count(), 40, random);
    const auto targets = drawn_nodes(graph.node_count(), 20, random);
    const auto m = senda::distance_matrix(p, sources, targets);
    REQUIRE(m);
    REQUIRE(m.rows() == sources.size());
    REQUIRE(m.columns() == targets.size());
    const senda::prepared_targets ready(p, targets);
    REQUIRE(ready);
    CHECK(ready.size() == targets.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        check_row<Cost>(m[i], sources[i], targets, least);
        const auto row = ready.costs_from(sources[i]);
        check_row<Cost>(row.costs, sources[i], targets, least);
        CHECK(row.status == senda::status::complete);
    }
    CHECK(m.status == senda::status::complete);
    const std::uint32_t source = static_cast<std::uint32_t>(random.below(graph.node_count()));
    check_row<Cost>(senda::costs_to(p, source, targets).costs, source, targets, least);
}

/// A square of streets, and its hierarchy.
struct town {
    static constexpr int side = 12;

    split_mix64 random{7};
    test_graph graph = support::square_of_streets(side);
    plain_hierarchy<int> p{graph, random};
    std::vector<std::uint32_t> nodes = [] {
        std::vector<std::uint32_t> all;
        for (std::uint32_t n = 0; n < side * side; n += 2) all.push_back(n);
        return all;
    }();
};

}  // namespace many_to_many

TEST_CASE("tables in a hierarchy have the least cost of every pair on every graph") {
    for_each_graph<int>(
        400, 25, [](const auto& graph, split_mix64& random) { many_to_many::check(graph, random); },
        true);
    for_each_graph<std::uint32_t>(
        100, 25, [](const auto& graph, split_mix64& random) { many_to_many::check(graph, random); },
        true);
    for_each_graph<std::int64_t>(
        100, 25, [](const auto& graph, split_mix64& random) { many_to_many::check(graph, random); },
        true);
}

TEST_CASE("tables of costs with fractions are those of dijkstra but for rounding") {
    for_each_graph(200, 25, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 7.0; });
        const plain_hierarchy<double> p(graph, random);
        const auto nodes = many_to_many::drawn_nodes(graph.node_count(), 20, random);
        const auto m = senda::distance_matrix(p, nodes);
        std::vector<senda::csr<double>::edge_type> edges;
        for (std::uint32_t n = 0; n < graph.out.size(); ++n)
            for (const auto& edge : graph.out[n])
                edges.push_back({n, static_cast<std::uint32_t>(edge.to), edge.cost});
        const auto stored = senda::csr<double>::from_edges(graph.out.size(), edges);
        const auto least = senda::distance_matrix(*stored, nodes);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (std::size_t j = 0; j < nodes.size(); ++j)
                CHECK((m[i][j] == least[i][j] || m[i][j] == doctest::Approx(least[i][j])));
        CHECK(m.status == least.status);
    });
}

TEST_CASE("a table is the same on any number of threads") {
    const many_to_many::town t;
    std::vector<std::uint32_t> sources;
    const std::uint32_t count = support::is_slow ? 9'000 : 16'000;  // as many as threads share
    for (std::uint32_t i = 0; i < count; ++i) sources.push_back(i * 7 % 150);
    const senda::prepared_targets ready(t.p, t.nodes);
    const auto alone = ready.matrix_from(sources);
    const auto together = ready.matrix_from(sources, {.threads = 4});
    CHECK(alone.statistics.threads == 1);
    CHECK(together.statistics.threads == (SENDA_HAS_THREADS ? 4 : 1));
    CHECK(together.status == alone.status);
    CHECK(together.statistics.expanded == alone.statistics.expanded);
    CHECK(together.statistics.generated == alone.statistics.generated);
    std::size_t differ = 0;
    for (std::size_t i = 0; i < sources.size(); ++i)
        differ += !std::equal(alone[i].begin(), alone[i].end(), together[i].begin());
    CHECK(differ == 0);
}

TEST_CASE("a table leaves out what costs more than the limit, and says so") {
    const many_to_many::town t;
    const auto all = senda::distance_matrix(t.p, t.nodes);
    const auto near = senda::distance_matrix(t.p, t.nodes, {.limits = {.cost = 20}});
    CHECK(all.status == senda::status::complete);
    CHECK(near.status == senda::status::cost_limit);
    for (std::size_t i = 0; i < t.nodes.size(); ++i)
        for (std::size_t j = 0; j < t.nodes.size(); ++j)
            CHECK(near[i][j] == (all[i][j] <= 20 ? all[i][j] : senda::infinite<int>));
    CHECK(senda::distance_matrix(t.p, t.nodes, {.limits = {.cost = 10'000}}).status ==
          senda::status::complete);
}

TEST_CASE("a table holds to its limits, and what it tells is certain") {
    const many_to_many::town t;
    const auto all = senda::distance_matrix(t.p, t.nodes);
    const auto check_known = [&](const auto& m, senda::status why) {
        CHECK(m.status == why);
        CHECK_FALSE(m);
        for (std::size_t i = 0; i < m.rows(); ++i)
            for (std::size_t j = 0; j < m.columns(); ++j)
                CHECK((m[i][j] == all[i][j] || m[i][j] == senda::infinite<int>));
    };
    for (const std::uint64_t most : {0U, 1U, 100U, 300U, 500U}) {
        const auto m = senda::distance_matrix(t.p, t.nodes, {.limits = {.expansions = most}});
        check_known(m, senda::status::expansion_limit);
        CHECK(m.statistics.expanded <= most);
    }
    CHECK(
        senda::distance_matrix(t.p, t.nodes, {.limits = {.expansions = all.statistics.expanded}}));
    int refused = 0;
    const std::uint64_t step = support::is_slow ? 3'000 : 1'000;
    for (std::uint64_t most = 0; most < 2 * all.statistics.bytes; most += step) {
        const auto m = senda::distance_matrix(t.p, t.nodes, {.limits = {.bytes = most}});
        if (m) {
            CHECK(m.statistics.bytes <= most);
        } else {
            check_known(m, senda::status::memory_limit);
            ++refused;
        }
    }
    CHECK(refused > 20);
    CHECK(senda::distance_matrix(t.p, t.nodes, {.limits = {.bytes = 2 * all.statistics.bytes}}));
    check_known(senda::distance_matrix(t.p, t.nodes, {.limits = {.time = 0}}),
                senda::status::time_limit);
    const std::atomic<bool> stop = true;
    check_known(senda::distance_matrix(t.p, t.nodes, {.stop = stop}), senda::status::cancelled);
    const senda::prepared_targets ready(t.p, t.nodes);
    check_known(ready.matrix_from(t.nodes, {.stop = stop}), senda::status::cancelled);
    CHECK(ready.costs_from(0, {.stop = stop}).status == senda::status::cancelled);
    CHECK(ready.costs_from(0, {.limits = {.bytes = 10}}).status == senda::status::memory_limit);
    CHECK(ready.costs_from(0, {.limits = {.expansions = 1}}).status ==
          senda::status::expansion_limit);
}

TEST_CASE("a table keeps its limits where it is large") {
    const many_to_many::town t;
    const std::vector<std::uint32_t> sources(20'000, 1);
    const std::vector<std::uint32_t> targets(5'000, 2);
    const senda::prepared_targets ready(t.p, targets);
    const std::atomic<bool> stop = true;
    const auto check = [&](const senda::options& o, senda::status expected) {
        const auto m = ready.matrix_from(sources, o);
        CHECK(m.status == expected);
        REQUIRE(m.rows() == sources.size());
        CHECK(m[19'999][4'999] == senda::infinite<int>);
        CHECK(senda::distance_matrix(t.p, sources, targets, o).status == expected);
    };
    check({.limits = {.time = 0.0}}, senda::status::time_limit);
    check({.stop = stop}, senda::status::cancelled);
    check({.limits = {.expansions = 0}}, senda::status::expansion_limit);
    CHECK(ready.matrix_from(sources, {.limits = {.bytes = 400'000'000}}).rows() == 0);
}

TEST_CASE("a table can be stopped at any time") {
    struct counting_source {
        bool stop_requested() const { return ++asked == when; }
        int when;
        mutable std::atomic<int> asked = 0;
    };
    const many_to_many::town t;
    const auto all = senda::distance_matrix(t.p, t.nodes);
    int stopped = 0;
    for (int when = 1;; ++when) {
        const counting_source source{when};
        const auto m = senda::distance_matrix(t.p, t.nodes, {.stop = source});
        if (source.asked < when) break;
        CHECK(m.status == senda::status::cancelled);
        for (std::size_t i = 0; i < m.rows(); ++i)
            for (std::size_t j = 0; j < m.columns(); ++j)
                CHECK((m[i][j] == all[i][j] || m[i][j] == senda::infinite<int>));
        ++stopped;
    }
    CHECK(stopped >= 6);
}

TEST_CASE("tables without sources, targets or nodes are empty") {
    split_mix64 random(1);
    const test_graph none(0);
    const plain_hierarchy<int> p(none, random);
    const auto m = senda::distance_matrix(p, {0, 1}, {2});
    CHECK(m.status == senda::status::complete);
    CHECK(m.rows() == 2);
    CHECK(m[1][0] == senda::infinite<int>);
    const many_to_many::town t;
    const std::vector<std::uint32_t> nobody;
    CHECK(senda::distance_matrix(t.p, nobody, {1}).status == senda::status::complete);
    CHECK(senda::distance_matrix(t.p, {1}, nobody).status == senda::status::complete);
    CHECK(senda::costs_to(t.p, 0, nobody).status == senda::status::complete);
}

TEST_CASE("tables, the nearest of a set and hub labels of a prepared graph agree with dijkstra") {
    for_each_graph<int>(
        150, 25,
        [](const test_graph& graph, split_mix64&) {
            std::vector<senda::csr<int>::edge_type> edges;
            for (std::uint32_t n = 0; n < graph.out.size(); ++n)
                for (const auto& edge : graph.out[n])
                    edges.push_back({n, static_cast<std::uint32_t>(edge.to), edge.cost});
            const auto stored = senda::csr<int>::from_edges(graph.out.size(), edges);
            const senda::contraction_hierarchy p(*stored);
            std::vector<std::uint32_t> all(graph.out.size());
            std::iota(all.begin(), all.end(), 0U);
            const auto least = senda::distance_matrix(*stored, all);
            const auto m = senda::distance_matrix(p, all);
            const senda::hub_labels labels(p);
            const senda::nearest_of near(p, all);
            for (const std::uint32_t a : all) {
                std::vector<std::pair<int, std::uint32_t>> by_distance;
                for (const std::uint32_t b : all) {
                    CHECK(m[a][b] == least[a][b]);
                    CHECK(labels.distance(a, b) == least[a][b]);
                    if (least[a][b] != senda::infinite<int>)
                        by_distance.emplace_back(least[a][b], b);
                }
                std::sort(by_distance.begin(), by_distance.end());
                const auto answer = near.from(a, all.size());
                REQUIRE(answer.nodes.size() == by_distance.size());
                for (std::size_t i = 0; i < by_distance.size(); ++i)
                    CHECK(std::pair(answer.nodes[i].cost, answer.nodes[i].node) == by_distance[i]);
            }
        },
        true);
}

TEST_CASE("what a limit left unprepared has no tables, and says why") {
    const auto stored = senda::csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 7}});
    const senda::contraction_hierarchy p(*stored, {.limits = {.expansions = 0}});
    REQUIRE(p.status() == senda::status::expansion_limit);
    CHECK(senda::distance_matrix(p, {0, 1}).status == senda::status::expansion_limit);
    CHECK(senda::costs_to(p, 0, {1}).status == senda::status::expansion_limit);
    CHECK(senda::hub_labels(p).status() == senda::status::expansion_limit);
    CHECK(senda::nearest_of(p, {0, 1}).status() == senda::status::expansion_limit);
}
