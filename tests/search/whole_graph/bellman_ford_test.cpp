// SPDX-License-Identifier: MIT
#include <senda/search/bellman_ford.hpp>

#include "signed_graphs.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/adjacency.hpp>
#include <senda/graph/csr.hpp>
#include <string>
#include <utility>
#include <vector>

namespace bellman_ford_tests {

using senda::status;
using signed_graphs::graph;
using signed_graphs::split_mix64;
using signed_graphs::wide;

/// Holds an answer against Floyd and Warshall; `number(node)` is that of a node, `node(i)` the
/// node.
template <class Search, class Number, class NodeOf>
void check(const graph& g, int start, Search& found, Number number, NodeOf node) {
    const auto least = signed_graphs::floyd_warshall(g);
    const auto from = static_cast<std::size_t>(start);
    std::vector<int> cycle;
    for (const auto& n : found.cycle()) cycle.push_back(number(n));
    const bool may_overflow = g.size_of_costs() > std::numeric_limits<int>::max() / 4;
    if (found.status() == status::cost_limit) {
        CHECK(may_overflow);
        return;
    }
    if (signed_graphs::meets_negative_cycle(least, from)) {
        REQUIRE(found.status() == status::negative_cycle);
        CHECK_FALSE(static_cast<bool>(found));
        CHECK(g.cost_of_cycle(cycle) < 0);
        CHECK(least[from][static_cast<std::size_t>(cycle.front())] != signed_graphs::unreachable);
        CHECK(found.result_to(node(start)).status == status::negative_cycle);
        return;
    }
    REQUIRE(found.status() == status::complete);
    CHECK(static_cast<bool>(found));
    CHECK(cycle.empty());
    bool right = true;
    for (int to = 0; to < g.nodes; ++to) {
        const wide best = least[from][static_cast<std::size_t>(to)];
        const auto cost = found.cost_to(node(to));
        const auto answer = found.result_to(node(to));
        std::vector<int> path;
        for (const auto& n : found.path_to(node(to))) path.push_back(number(n));
        if (best == signed_graphs::unreachable) {
            right = right && !cost && path.empty() && answer.status == status::exhausted;
            continue;
        }
        right = right && cost && wide{*cost} == best && !path.empty() && path.front() == start &&
                path.back() == to && g.cost_of(path) == best && answer && answer.cost == *cost &&
                answer.lower_bound == *cost && answer.path.size() == path.size();
    }
    CHECK(right);
}

}  // namespace bellman_ford_tests

using bellman_ford_tests::check;

TEST_CASE("bellman_ford finds what Floyd and Warshall find, or a cycle that replays below 0") {
    int cycles = 0;
    int answers = 0;
    signed_graphs::for_each(120, 9, [&](const auto& g, auto& random) {
        const int start = random.below(g.nodes);
        const auto stored = g.stored();
        auto found = senda::bellman_ford(stored, static_cast<std::uint32_t>(start));
        check(
            g, start, found, [](std::uint32_t n) { return static_cast<int>(n); },
            [](int n) { return static_cast<std::uint32_t>(n); });
        cycles += found.status() == senda::status::negative_cycle ? 1 : 0;
        answers += found ? 1 : 0;
        const auto names = g.named();
        auto named = senda::bellman_ford(names, g.name(start));
        check(
            g, start, named, [](const std::string& n) { return std::stoi(n.substr(12)); },
            [](int n) { return signed_graphs::graph::name(n); });
    });
    CHECK(cycles > 5);
    CHECK(answers > 10);
}

TEST_CASE("bellman_ford takes larger graphs, in which whole subtrees are cut off and come again") {
    for (int round = 0; round < support::rounds(60); ++round) {
        signed_graphs::split_mix64 random(static_cast<std::uint64_t>(round));
        const auto kind = round % 2 == 0 ? signed_graphs::costs::potentials
                                         : signed_graphs::costs::rarely_negative;
        const auto g = signed_graphs::make(kind, 60, random);
        const auto lists = g.lists();
        auto found = senda::bellman_ford(lists, 0);
        check(g, 0, found, [](int n) { return n; }, [](int n) { return n; });
    }
}

TEST_CASE("bellman_ford knows several starts, at different costs") {
    signed_graphs::for_each(40, 8, [](const auto& g, auto& random) {
        if (g.size_of_costs() > 100'000) return;
        const int a = random.below(g.nodes);
        const int b = random.below(g.nodes);
        const int price = random.below(20);
        const auto lists = g.lists();
        auto found =
            senda::bellman_ford(lists, senda::any_of{std::pair{a, 0}, std::pair{b, price}});
        const auto least = signed_graphs::floyd_warshall(g);
        const auto& from_a = least[static_cast<std::size_t>(a)];
        const auto& from_b = least[static_cast<std::size_t>(b)];
        if (signed_graphs::meets_negative_cycle(least, static_cast<std::size_t>(a)) ||
            signed_graphs::meets_negative_cycle(least, static_cast<std::size_t>(b))) {
            REQUIRE(found.status() == senda::status::negative_cycle);
            CHECK(g.cost_of_cycle(found.cycle()) < 0);
            return;
        }
        REQUIRE(found);
        for (int to = 0; to < g.nodes; ++to) {
            const auto n = static_cast<std::size_t>(to);
            const signed_graphs::wide best = std::min(from_a[n], from_b[n] + price);
            const auto cost = found.cost_to(to);
            if (!cost) {
                CHECK(best >= signed_graphs::unreachable);
            } else {
                CHECK(signed_graphs::wide{*cost} == best);
            }
        }
    });
}

TEST_CASE("bellman_ford adds floating costs, and rounding makes no cycle") {
    for (int round = 0; round < support::rounds(200); ++round) {
        signed_graphs::split_mix64 random(static_cast<std::uint64_t>(round));
        // Costs by potentials with fractions: all cycles cost nothing but rounding, or more.
        const int nodes = random.between(2, 12);
        std::vector<double> potential(static_cast<std::size_t>(nodes));
        for (double& p : potential) p = (random.unit() - 0.5) * (round % 3 == 0 ? 1e16 : 1.0);
        std::vector<std::vector<std::pair<int, double>>> lists(static_cast<std::size_t>(nodes));
        for (int i = 0; i < 4 * nodes; ++i) {
            const auto from = static_cast<std::size_t>(random.below(nodes));
            const auto to = static_cast<std::size_t>(random.below(nodes));
            const double more = random.percent(70) ? 0.0 : random.unit();
            lists[from].emplace_back(static_cast<int>(to), more + potential[from] - potential[to]);
        }
        auto found = senda::bellman_ford(lists, 0);
        const auto sum_of = [&](const std::vector<int>& path) {
            double sum = 0;
            for (std::size_t i = 0; i + 1 < path.size(); ++i) {
                double least = senda::infinite<double>;
                for (const auto& [to, cost] : lists[static_cast<std::size_t>(path[i])])
                    if (to == path[i + 1]) least = std::min(least, cost);
                sum += least;
            }
            return sum;
        };
        if (found.status() == senda::status::negative_cycle) {
            auto cycle = found.cycle();  // below 0 by rounding, but below
            cycle.push_back(cycle.front());
            CHECK(sum_of(cycle) < 0);
            continue;
        }
        REQUIRE(found.status() == senda::status::complete);
        for (int to = 0; to < nodes; ++to) {
            const auto cost = found.cost_to(to);
            if (!cost) continue;
            const auto path = found.path_to(to);
            REQUIRE(path.size() <= static_cast<std::size_t>(nodes));
            CHECK(path.front() == 0);
            CHECK(sum_of(path) == *cost);
        }
    }
}

TEST_CASE("bellman_ford says when costs sink below what the type holds, and sees a cycle in it") {
    constexpr int low = std::numeric_limits<int>::lowest();
    const std::vector<std::vector<std::pair<int, int>>> chain{{{1, low}}, {{2, -1}}, {}};
    CHECK(senda::bellman_ford(chain, 0).status() == senda::status::cost_limit);
    const std::vector<std::vector<std::pair<int, int>>> round{{{1, low}}, {{0, -1}}};
    auto found = senda::bellman_ford(round, 0);
    CHECK(found.status() == senda::status::negative_cycle);
    CHECK(found.cycle() == std::vector{0, 1});
    const std::vector<std::vector<std::pair<int, int>>> loop{{{0, low}}};
    CHECK(senda::bellman_ford(loop, 0).cycle() == std::vector{0});
    // Beyond the other end there is no path.
    constexpr int high = std::numeric_limits<int>::max() - 1;
    const std::vector<std::vector<std::pair<int, int>>> far{{{1, high}}, {{2, 1}}, {}};
    auto cut = senda::bellman_ford(far, 0);
    CHECK(cut.status() == senda::status::cost_limit);
    CHECK(cut.cost_to(1) == high);
    CHECK(cut.result_to(1).status == senda::status::found);
    CHECK_FALSE(cut.cost_to(2));
    // A closed edge is none, and what is not a number ends the search.
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::vector<std::pair<int, double>>> wrong{
        {{1, senda::infinite<double>}, {1, nan}}, {}};
    CHECK(senda::bellman_ford(wrong, 0).status() == senda::status::negative_cost);
}

TEST_CASE("bellman_ford is stepped, restarted, limited and stopped as every search") {
    signed_graphs::split_mix64 random(7);
    const auto g = signed_graphs::make(signed_graphs::costs::potentials, 40, random);
    const auto lists = g.lists();
    senda::bellman_ford_search whole{lists, 0};
    whole.run();
    senda::bellman_ford_search stepped{lists, 0};
    std::uint64_t steps = 0;
    while (stepped.step() == senda::status::running) ++steps;
    const std::uint64_t needed = whole.statistics().expanded;
    CHECK(stepped.statistics().expanded == needed);
    CHECK(steps == needed);
    stepped.restart(0);
    auto moved = std::move(stepped);
    moved.run();
    for (int n = 0; n < g.nodes; ++n) CHECK(moved.cost_to(n) == whole.cost_to(n));

    CHECK(senda::bellman_ford(lists, 0, {.limits = {.expansions = needed}}));
    CHECK(senda::bellman_ford(lists, 0, {.limits = {.expansions = needed - 1}}).status() ==
          senda::status::expansion_limit);
    CHECK(senda::bellman_ford(lists, 0, {.limits = {.bytes = 64}}).status() ==
          senda::status::memory_limit);
    CHECK(senda::bellman_ford(lists, 0, {.limits = {.time = 0.0}}).status() ==
          senda::status::time_limit);
    const std::atomic<bool> stop{true};
    CHECK(senda::bellman_ford(lists, 0, {.stop = stop}).status() == senda::status::cancelled);
}

TEST_CASE("bellman_ford keeps the actions of a path") {
    senda::adjacency<std::string, int, std::string> trades;
    trades.add_edge("wool", "cloth", 4, "weave");
    trades.add_edge("cloth", "coin", -9, "sell");
    trades.add_edge("wool", "coin", -2, "sell raw");
    const auto answer = senda::bellman_ford(trades, "wool").result_to("coin");
    CHECK(answer.cost == -5);
    CHECK(answer.actions == std::vector<std::string>{"weave", "sell"});
}
