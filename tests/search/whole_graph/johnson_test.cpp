// SPDX-License-Identifier: MIT
#include <senda/search/distances.hpp>

#include "signed_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/csr.hpp>
#include <string>
#include <utility>
#include <vector>

namespace johnson_tests {

using senda::pair_paths;
using senda::status;
using signed_graphs::graph;
using signed_graphs::wide;

/// Holds a table against Floyd and Warshall; `number(node)` is that of a node.
template <class Table, class Number>
void check(const graph& g, const Table& table, bool keeps_paths, Number number) {
    const auto least = signed_graphs::floyd_warshall(g);
    bool has_cycle = false;
    for (std::size_t n = 0; n < least.size(); ++n) has_cycle = has_cycle || least[n][n] < 0;
    if (has_cycle) {
        REQUIRE(table.status == status::negative_cycle);
        CHECK_FALSE(static_cast<bool>(table));
        CHECK(table.size() == 0);
        std::vector<int> cycle;
        for (const auto& n : table.cycle) cycle.push_back(number(n));
        CHECK(g.cost_of_cycle(cycle) < 0);
        return;
    }
    CHECK(table.cycle.empty());
    REQUIRE(table.size() == table.nodes.size());
    bool right = true;
    bool all_reached = true;
    bool all_fit = true;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const int from = number(table.nodes[i]);
        for (std::size_t j = 0; j < table.size(); ++j) {
            const int to = number(table.nodes[j]);
            const wide best = least[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
            const bool is_reached = best != signed_graphs::unreachable;
            const bool fits = best < std::numeric_limits<int>::max() &&
                              !(best < std::numeric_limits<int>::lowest());
            all_reached = all_reached && is_reached;
            all_fit = all_fit && (fits || !is_reached);
            std::vector<int> path;
            for (const auto& n : table.path(i, j)) path.push_back(number(n));
            if (!is_reached || !fits) {
                right = right && table[i][j] == senda::infinite<int> && path.empty();
                continue;
            }
            right = right && wide{table[i][j]} == best;
            if (!keeps_paths) {
                right = right && path.empty();
            } else {
                right = right && !path.empty() && path.front() == from && path.back() == to &&
                        g.cost_of(path) == best;
            }
        }
    }
    CHECK(right);
    CHECK(table.status == (!all_fit ? status::cost_limit : status::complete));
}

inline int same(std::uint32_t n) { return static_cast<int>(n); }

TEST_CASE("johnson keeps its time where the table is large") {
    constexpr std::uint32_t nodes = 6000;
    std::vector<senda::csr<int>::edge_type> ring;
    for (std::uint32_t n = 0; n < nodes; ++n) ring.push_back({n, (n + 1) % nodes, 1});
    const auto g = *senda::csr<int>::from_edges(nodes, ring);
    const std::clock_t before = std::clock();
    const auto m = senda::johnson(g, {.limits = {.time = 0.03}}, senda::pair_paths::kept);
    const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    CHECK(m.status == senda::status::time_limit);
    CHECK(seconds < 0.2);
    if (m.size() == 0) return;  // so slow a machine is not there yet
    REQUIRE(m.size() == nodes);
    CHECK(m[nodes - 1][0] == senda::infinite<int>);  // nothing is known of it yet
    CHECK(m[nodes - 1].size() == nodes);
    CHECK(m.path(nodes - 1, 0).empty());
}

}  // namespace johnson_tests

using namespace johnson_tests;

TEST_CASE("johnson finds what Floyd and Warshall find, also near the ends of the type") {
    int cycles = 0;
    int tables = 0;
    signed_graphs::for_each(80, 9, [&](const graph& g, auto& random) {
        const bool keeps = random.percent(50);
        const auto paths = keeps ? pair_paths::kept : pair_paths::left_out;
        const auto table = senda::johnson(g.stored(), {}, paths);
        check(g, table, keeps, same);
        cycles += table.status == status::negative_cycle ? 1 : 0;
        tables += table ? 1 : 0;
        if (random.percent(30)) {
            check(g, senda::johnson(g.named(), {}, paths), keeps,
                  [](const std::string& n) { return std::stoi(n.substr(12)); });
        }
    });
    CHECK(cycles > 5);
    CHECK(tables > 10);
}

TEST_CASE("johnson from a start knows all pairs that can be reached") {
    signed_graphs::for_each(30, 9, [&](const graph& g, auto& random) {
        const auto lists = g.lists();
        const int start = random.below(g.nodes);
        const auto table = senda::johnson(
            [&](int n) -> const auto& { return lists[static_cast<std::size_t>(n)]; }, start);
        const auto least = signed_graphs::floyd_warshall(g);
        if (signed_graphs::meets_negative_cycle(least, static_cast<std::size_t>(start))) {
            CHECK(table.status == status::negative_cycle);
            CHECK(g.cost_of_cycle(table.cycle) < 0);
            return;
        }
        if (g.size_of_costs() > 100'000) return;
        REQUIRE(table);
        REQUIRE(table.nodes.front() == start);
        for (std::size_t i = 0; i < table.size(); ++i)
            for (std::size_t j = 0; j < table.size(); ++j) {
                const auto from = static_cast<std::size_t>(table.nodes[i]);
                const auto to = static_cast<std::size_t>(table.nodes[j]);
                const bool is_reached = least[from][to] != signed_graphs::unreachable;
                CHECK((table[i][j] != senda::infinite<int>) == is_reached);
                if (is_reached) CHECK(wide{table[i][j]} == least[from][to]);
            }
    });
}

TEST_CASE("johnson gives the same table to any number of threads") {
    signed_graphs::split_mix64 random(3);
    graph g = signed_graphs::make(signed_graphs::costs::potentials, 3, random);
    const int nodes = support::is_slow ? 130 : 150;  // 128 and more are shared
    g.nodes = nodes;
    std::vector<int> potential(static_cast<std::size_t>(nodes));
    for (int& p : potential) p = random.between(-50, 50);
    for (int i = 0; i < 600; ++i) {
        const int from = random.below(nodes);
        const int to = random.below(nodes);
        g.edges.emplace_back(from, to,
                             random.below(30) + potential[static_cast<std::size_t>(from)] -
                                 potential[static_cast<std::size_t>(to)]);
    }
    g.edges.erase(g.edges.begin(), g.edges.end() - 600);
    const auto stored = g.stored();
    const auto alone = senda::johnson(stored, {}, pair_paths::kept);
    check(g, alone, true, same);
    const auto shared = senda::johnson(stored, {.threads = 4}, pair_paths::kept);
    if (!support::is_slow) check(g, shared, true, same);
    if (senda::detail::thread_team::most > 1) CHECK(shared.statistics.threads > 1);
    CHECK(shared.statistics.expanded == alone.statistics.expanded);
    const std::size_t every = support::is_slow ? 7 : 1;
    for (std::size_t i = 0; i < alone.size(); ++i) {
        CHECK(std::equal(alone[i].begin(), alone[i].end(), shared[i].begin()));
        for (std::size_t j = i % every; j < alone.size(); j += every)
            CHECK(alone.path(i, j) == shared.path(i, j));
    }
}

TEST_CASE("johnson adds floating costs to within rounding, and 64 bits up to their end") {
    for (int round = 0; round < support::rounds(100); ++round) {
        signed_graphs::split_mix64 random(static_cast<std::uint64_t>(round));
        const graph g = signed_graphs::make(signed_graphs::costs::potentials, 12, random);
        std::vector<std::vector<std::pair<int, double>>> lists(static_cast<std::size_t>(g.nodes));
        for (const auto& [from, to, cost] : g.edges)
            lists[static_cast<std::size_t>(from)].emplace_back(to, cost * 0.1);
        const auto table = senda::johnson(lists, {}, pair_paths::kept);
        // Cycles that cost nothing may cost less by rounding.
        if (table.status == status::negative_cycle) continue;
        const auto least = signed_graphs::floyd_warshall(g);
        for (std::size_t i = 0; i < table.size(); ++i)
            for (std::size_t j = 0; j < table.size(); ++j) {
                if (least[i][j] == signed_graphs::unreachable) {
                    CHECK(table[i][j] == senda::infinite<double>);
                    continue;
                }
                const double best = 0.1 * static_cast<double>(least[i][j]);
                CHECK(std::abs(table[i][j] - best) < 1e-9);
                const auto path = table.path(i, j);
                REQUIRE_FALSE(path.empty());
                CHECK(std::abs(0.1 * static_cast<double>(g.cost_of(path)) - best) < 1e-9);
            }
    }
    constexpr auto high = std::numeric_limits<std::int64_t>::max() - 1;
    using lists = std::vector<std::vector<std::pair<int, std::int64_t>>>;
    const auto far = senda::johnson(lists{{{1, high}}, {{2, 1}}, {}});
    CHECK(far.status == status::cost_limit);
    CHECK(far[0][1] == high);
    CHECK(far[0][2] == senda::infinite<std::int64_t>);
    CHECK(senda::johnson(lists{{{1, -high}}, {{2, -high}}, {}}).status == status::cost_limit);
    const auto low = senda::johnson(lists{{{1, -high}}, {}});
    CHECK(low[0][1] == -high);
}

TEST_CASE("johnson counts its table before it is made, and keeps to limits") {
    std::vector<std::vector<std::pair<int, int>>> lists(100);
    for (int n = 0; n < 100; ++n) lists[static_cast<std::size_t>(n)] = {{(n + 1) % 100, n % 7 - 1}};
    const auto whole = senda::johnson(lists, {}, pair_paths::kept);
    REQUIRE(whole);
    CHECK(whole.status == status::complete);
    CHECK(whole.statistics.bytes > 100 * 100 * 8);
    const auto no_room = senda::johnson(lists, {.limits = {.bytes = 60'000}}, pair_paths::kept);
    CHECK(no_room.status == status::memory_limit);
    CHECK(no_room.size() == 0);
    CHECK(no_room.statistics.bytes <= 60'000);
    for (std::uint64_t part = 1; part < 16; ++part) {
        const std::uint64_t bytes = whole.statistics.bytes * part / 16;
        const auto less = senda::johnson(lists, {.limits = {.bytes = bytes}}, pair_paths::kept);
        CHECK(less.statistics.bytes <= bytes);
        CHECK((less || less.status == status::memory_limit));
    }
    CHECK(senda::johnson(lists, {.limits = {.bytes = whole.statistics.bytes}}, pair_paths::kept));
    const std::uint64_t needed = whole.statistics.expanded;
    CHECK(senda::johnson(lists, {.limits = {.expansions = needed}}));
    const auto less = senda::johnson(lists, {.limits = {.expansions = needed - 1}});
    CHECK(less.status == status::expansion_limit);
    CHECK(less.statistics.expanded == needed - 1);
    CHECK(less[0][1] == whole[0][1]);  // what is known is certain
    CHECK(senda::johnson(lists, {.limits = {.time = 0.0}}).status == status::time_limit);
    const std::atomic<bool> stop{true};
    CHECK(senda::johnson(lists, {.stop = stop, .threads = 3}).status == status::cancelled);
    const auto near_by = senda::johnson(lists, {.limits = {.cost = 5}});
    CHECK(near_by.status == status::cost_limit);
    for (std::size_t i = 0; i < 100; ++i)
        for (std::size_t j = 0; j < 100; ++j)
            CHECK(near_by[i][j] == (whole[i][j] <= 5 ? whole[i][j] : senda::infinite<int>));
}
