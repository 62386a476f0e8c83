// SPDX-License-Identifier: MIT
#include <senda/search/topological_order.hpp>

#include "signed_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <optional>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/csr.hpp>
#include <string>
#include <utility>
#include <vector>

namespace longest_path_tests {

using signed_graphs::graph;
using signed_graphs::wide;

/// The heaviest path from one node to each by walking all paths; empty where there is none.
inline void walk(const graph& g, int from, wide cost, std::vector<std::optional<wide>>& heaviest) {
    auto& best = heaviest[static_cast<std::size_t>(from)];
    if (!best || cost > *best) best = cost;
    for (const auto& [f, to, step] : g.edges)
        if (f == from) walk(g, to, cost + step, heaviest);
}
inline std::vector<std::optional<wide>> heaviest_from(const graph& g, int from) {
    std::vector<std::optional<wide>> heaviest(static_cast<std::size_t>(g.nodes));
    walk(g, from, 0, heaviest);
    return heaviest;
}

/// The cost of a path by its dearest edges.
template <class Path>
wide dearest(const graph& g, const Path& path) {
    wide sum = 0;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        sum += g.heaviest_step(static_cast<int>(path[i]), static_cast<int>(path[i + 1]));
    return sum;
}

inline std::vector<graph> acyclic_graphs() {
    std::vector<graph> all;
    for (int round = 0; round < support::rounds(300); ++round) {
        signed_graphs::split_mix64 random(static_cast<std::uint64_t>(round));
        all.push_back(signed_graphs::make(signed_graphs::costs::dag, 9, random));
    }
    return all;
}

}  // namespace longest_path_tests

using namespace longest_path_tests;

TEST_CASE("longest_path finds what walking all paths finds") {
    for (const graph& g : acyclic_graphs()) {
        const auto stored = g.stored();
        std::vector<std::optional<wide>> overall(static_cast<std::size_t>(g.nodes));
        wide most = 0;
        for (int start = 0; start < g.nodes; ++start) {
            const auto heaviest = heaviest_from(g, start);
            const auto from = static_cast<std::uint32_t>(start);
            const auto all = senda::longest_paths(stored, from);
            REQUIRE(all);
            std::map<int, std::size_t> place;
            for (std::size_t i = 0; i < all.nodes.size(); ++i)
                place[static_cast<int>(all.nodes[i])] = i;
            bool right = true;
            for (int to = 0; to < g.nodes; ++to) {
                const auto& best = heaviest[static_cast<std::size_t>(to)];
                const auto one = senda::longest_path(stored, from, static_cast<std::uint32_t>(to));
                right = right && best.has_value() == (place.count(to) != 0) &&
                        one.status == (best ? senda::status::found : senda::status::exhausted);
                if (!best) continue;
                auto& known = overall[static_cast<std::size_t>(to)];
                if (!known || *best > *known) known = best;
                most = std::max(most, *best);
                const auto path = all.path_to(place[to]);
                right = right && wide{all.costs[place[to]]} == *best && wide{one.cost} == *best &&
                        path == one.path && path.front() == from &&
                        static_cast<int>(path.back()) == to && dearest(g, path) == *best;
            }
            CHECK(right);
            const auto anywhere = senda::longest_path(stored, from);
            wide best = 0;
            for (const auto& cost : heaviest) best = std::max(best, cost.value_or(0));
            CHECK(wide{anywhere.cost} == best);
            CHECK(dearest(g, anywhere.path) == best);
        }
        const auto critical = senda::longest_path(g.lists());
        REQUIRE(critical);
        CHECK(wide{critical.cost} == most);
        CHECK(dearest(g, critical.path) == most);
        const auto all = senda::longest_paths(stored);
        REQUIRE(all.nodes.size() == static_cast<std::size_t>(g.nodes));
        for (std::size_t i = 0; i < all.nodes.size(); ++i) {
            CHECK(wide{all.costs[i]} == overall[all.nodes[i]]);
            CHECK(dearest(g, all.path_to(i)) == wide{all.costs[i]});
        }
    }
}

TEST_CASE("longest_path knows several starts and goals, and predicates") {
    for (const graph& g : acyclic_graphs()) {
        const int a = 0;
        const int b = g.nodes / 2;
        const auto names = g.named();
        const auto from_a = heaviest_from(g, a);
        const auto from_b = heaviest_from(g, b);
        std::optional<wide> best;
        for (std::size_t n = 1; n < from_a.size(); n += 2)
            for (const auto& cost : {from_a[n], from_b[n]})
                if (cost && (!best || *cost > *best)) best = cost;
        const auto is_odd = [](const std::string& n) { return std::stoi(n.substr(12)) % 2 == 1; };
        const auto found =
            senda::longest_path(names, senda::any_of{graph::name(a), graph::name(b)}, is_odd);
        CHECK(static_cast<bool>(found) == best.has_value());
        if (best) CHECK(wide{found.cost} == *best);
    }
}

TEST_CASE("longest_path says what cycle is in the way") {
    signed_graphs::for_each(60, 9, [&](const auto& g, auto&) {
        if (g.size_of_costs() > 100'000) return;
        const auto answer = senda::longest_path(g.stored());
        if (answer) return;
        CHECK(answer.status == senda::status::cycle);
        CHECK(answer.path.empty());
        CHECK(g.cost_of_cycle(answer.cycle) != signed_graphs::unreachable);
    });
}

TEST_CASE("longest_path says when a path does not fit, and counts no closed edge") {
    constexpr int high = std::numeric_limits<int>::max() - 1;
    using lists = std::vector<std::vector<std::pair<int, int>>>;
    CHECK(senda::longest_path(lists{{{1, high}}, {{2, 1}}, {}}).status ==
          senda::status::cost_limit);
    CHECK(senda::longest_path(lists{{{1, -high}}, {{2, -high}}, {}}, 0, 2).status ==
          senda::status::cost_limit);
    CHECK(senda::longest_path(lists{{{1, high}}, {{2, -1}}, {}}).cost == high);
    const auto closed = senda::longest_path(lists{{{1, senda::infinite<int>}}, {{0, 3}}});
    CHECK(closed.cost == 3);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::vector<std::pair<int, double>>> wrong{{{1, nan}}, {}};
    CHECK(senda::longest_path(wrong).status == senda::status::negative_cost);
    CHECK(senda::longest_path(senda::csr<int>{}).status == senda::status::exhausted);
}

TEST_CASE("longest_path keeps to limits") {
    std::vector<std::vector<std::pair<int, double>>> lists(5000);
    for (int n = 0; n + 1 < 5000; ++n) lists[static_cast<std::size_t>(n)] = {{n + 1, 0.5}};
    const auto whole = senda::longest_paths(lists);
    REQUIRE(whole);
    CHECK(whole.costs.back() == 4999 * 0.5);
    CHECK(senda::longest_path(lists, {.limits = {.expansions = 4999}}).status ==
          senda::status::expansion_limit);
    CHECK(senda::longest_paths(lists, {.limits = {.bytes = whole.statistics.bytes}}));
    for (std::uint64_t part = 1; part < 8; ++part) {
        const std::uint64_t bytes = whole.statistics.bytes * part / 8;
        const auto less = senda::longest_paths(lists, {.limits = {.bytes = bytes}});
        CHECK(less.statistics.bytes <= bytes);
        CHECK((less || (less.status == senda::status::memory_limit && less.nodes.empty())));
    }
    const std::atomic<bool> stop{true};
    CHECK(senda::longest_path(lists, 0, 7, {.stop = stop}).status == senda::status::cancelled);
}
