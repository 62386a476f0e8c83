// SPDX-License-Identifier: MIT
#include <senda/resources/collect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <queue>
#include <senda/resources/collect_count.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/views.hpp"

namespace collect_test {

using support::split_mix64;
using support::test_graph;

/// Prizes and penalties of nodes; an edge loses what its ends say.
struct prizes {
    std::vector<std::optional<int>> at;
    int factor = 1;

    std::optional<int> prize(int n) const { return at[static_cast<std::size_t>(n)]; }
    template <class Edge>
    int loss(int from, const Edge& e) const {
        return (3 * from + 5 * e.to) % 4 * factor;
    }
};

struct instance {
    test_graph graph{1};
    prizes model;
    int start = 0;
    std::set<int> goals;
    int resource = 0;
    std::size_t wanted = 0;
};

instance random_instance(std::uint64_t seed) {
    split_mix64 random{seed};
    instance made;
    const int nodes = random.between(1, 9);
    made.graph = test_graph{nodes};
    const int edges = random.between(nodes, 3 * nodes);
    const int least_cost = random.percent(30) ? 0 : 1;
    for (int i = 0; i < edges; ++i) {
        const int from = random.below(nodes);
        const int to = random.below(nodes);
        made.graph.add(from, to, random.between(least_cost, 5));
        if (random.percent(60)) made.graph.add(to, from, random.between(least_cost, 5));
    }
    made.model.factor = random.between(0, 2);
    made.model.at.resize(static_cast<std::size_t>(nodes));
    for (auto& worth : made.model.at)
        if (random.percent(50)) worth = random.between(random.percent(30) ? -4 : 0, 6);
    made.start = random.below(nodes);
    for (int i = random.between(1, 2); i > 0; --i) made.goals.insert(random.below(nodes));
    made.resource = random.between(0, 8);
    made.wanted = static_cast<std::size_t>(random.percent(50) ? 0 : random.between(1, 3));
    return made;
}

/// The least cost with which each pair of resource and number of prizes arrives at a goal, by a
/// search of all nodes, taken sets and resources.
using ends = std::set<std::pair<int, int>>;  // cost, left

ends all_ends(const instance& q, int resource) {
    using state = std::tuple<int, unsigned, int>;
    std::map<state, int> least;
    using queued = std::pair<int, state>;
    std::priority_queue<queued, std::vector<queued>, std::greater<>> open;
    const auto reach = [&](int node, unsigned taken, int left, int cost) {
        const auto worth = q.model.prize(node);
        if (worth && (taken >> node & 1U) == 0) {
            left += *worth;
            taken |= 1U << node;
        }
        if (left < 0) return;
        const auto [at, is_new] = least.try_emplace({node, taken, left}, cost);
        if (!is_new && at->second <= cost) return;
        at->second = cost;
        open.push({cost, {node, taken, left}});
    };
    reach(q.start, 0, resource, 0);
    ends found;
    while (!open.empty()) {
        const auto [cost, here] = open.top();
        open.pop();
        if (least[here] != cost) continue;
        const auto [node, taken, left] = here;
        std::size_t count = 0;
        for (int n = 0; n < q.graph.node_count(); ++n)
            if ((taken >> n & 1U) != 0 && *q.model.prize(n) >= 0) ++count;
        if (q.goals.contains(node) && count >= q.wanted) found.insert({cost, left});
        for (const auto& e : q.graph.from(node))
            reach(e.to, taken, left - q.model.loss(node, e), cost + e.cost);
    }
    return found;
}

/// What is wrong with a path, by the rules; nothing if all is right.
template <class Path>
std::string fault_of(const instance& q, const Path& found) {
    if (found.path.empty() || found.path.front() != q.start) return "begins elsewhere";
    if (!q.goals.contains(found.path.back())) return "ends elsewhere";
    if (found.resources.size() != found.path.size()) return "not one resource a node";
    if (found.actions.size() + 1 != found.path.size()) return "not one action an edge";
    std::vector<int> taken;
    int left = found.initial;
    int cost = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.path.size(); ++i) {
        const int here = found.path[i];
        if (i != 0) {
            const int from = found.path[i - 1];
            const auto& edge = q.graph.from(
                from)[static_cast<std::size_t>(found.actions[i - 1] % support::actions_a_node)];
            if (edge.to != here) return "an edge leads elsewhere";
            cost += edge.cost;
            left -= q.model.loss(from, edge);
        }
        const auto worth = q.model.prize(here);
        if (worth && std::find(taken.begin(), taken.end(), here) == taken.end()) {
            taken.push_back(here);
            left += *worth;
            if (*worth >= 0) ++count;
        }
        if (left < 0) return "the resource runs out";
        if (left != found.resources[i]) return "another resource";
    }
    if (cost != found.cost) return "another cost";
    if (taken != found.prizes) return "other prizes";
    return count < q.wanted ? "too few prizes" : "";
}

/// How many different lists of nodes and resources lead at a cost to the first goal with all that
/// is wanted; none if they are more than anybody would count.
std::optional<std::uint64_t> count_walks(const instance& q, int node, unsigned taken, int left,
                                         int cost, int depth) {
    if (depth > 30) return std::nullopt;
    const auto worth = q.model.prize(node);
    if (worth && (taken >> node & 1U) == 0) {
        left += *worth;
        taken |= 1U << node;
    }
    if (left < 0 || cost < 0) return 0;
    std::size_t count = 0;
    for (int n = 0; n < q.graph.node_count(); ++n)
        if ((taken >> n & 1U) != 0 && *q.model.prize(n) >= 0) ++count;
    if (q.goals.contains(node) && count >= q.wanted) return cost == 0 ? 1 : 0;
    std::uint64_t all = 0;
    std::set<std::pair<int, int>> seen;  // parallel edges of one cost are one
    for (const auto& e : q.graph.from(node)) {
        if (!seen.insert({e.to, e.cost}).second) continue;
        const auto then =
            count_walks(q, e.to, taken, left - q.model.loss(node, e), cost - e.cost, depth + 1);
        if (!then) return std::nullopt;
        all += *then;
    }
    return all;
}

TEST_CASE("cheapest collecting paths are counted as by walking all of them") {
    int several = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(1500U); ++seed) {
        CAPTURE(seed);
        instance q = random_instance(seed);
        // Edges that cost nothing make the walks very many, or endless.
        q.graph = support::with_costs<int>(q.graph, [](int cost) { return 1 + cost / 3; });
        const auto goal = [&](int n) { return q.goals.contains(n); };
        const auto graph = support::as_edges(q.graph);
        const senda::collect_options o{.prizes = q.wanted};
        const auto cheapest = senda::collect(graph, q.start, goal, q.model, q.resource, o);
        const auto counted = senda::collect_count(graph, q.start, goal, q.model, q.resource, o);
        REQUIRE(counted.status == cheapest.status);
        if (!cheapest || cheapest.cost > 12) continue;
        CHECK(counted.cost == cheapest.cost);
        const auto right = count_walks(q, q.start, 0, q.resource, cheapest.cost, 0);
        REQUIRE(right.has_value());
        REQUIRE(counted.count.has_value());
        CHECK(*counted.count == senda::big_unsigned(*right));
        several += *right > 1 ? 1 : 0;
    }
    CHECK(several > static_cast<int>(support::rounds(50U)));
}

TEST_CASE("collecting paths agree with a search of all nodes, taken sets and resources") {
    int found = 0;
    int detours = 0;
    int fronts = 0;
    int needy = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(1500U); ++seed) {
        CAPTURE(seed);
        const instance q = random_instance(seed);
        const ends right = all_ends(q, q.resource);
        const auto goal = [&](int n) { return q.goals.contains(n); };
        const auto graph = support::as_edges(q.graph);
        const senda::collect_options o{.prizes = q.wanted};

        const auto least = senda::collect_least(graph, q.start, goal, q.model, o);
        int needed = 0;
        while (needed <= 100 && all_ends(q, needed).empty()) ++needed;
        if (needed > 100) {
            CHECK(least.status == senda::status::exhausted);
        } else {
            REQUIRE(least.status == senda::status::found);
            CHECK(least.initial == needed);
            CHECK_EQ(fault_of(q, least), "");
            needy += needed > 0 ? 1 : 0;
        }

        const auto cheapest = senda::collect(graph, q.start, goal, q.model, q.resource, o);
        const auto most = senda::collect_most(graph, q.start, goal, q.model, q.resource, o);
        const auto front = senda::collect_front(graph, q.start, goal, q.model, q.resource, o);
        if (right.empty()) {
            CHECK(cheapest.status == senda::status::exhausted);
            CHECK(cheapest.lower_bound == senda::infinite<int>);
            CHECK(most.status == senda::status::exhausted);
            CHECK(front.status == senda::status::exhausted);
            continue;
        }
        ++found;
        const auto is_worse = [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second < b.second : a.first > b.first;
        };
        int least_cost = right.begin()->first;
        int most_for_it = 0;
        for (const auto& [cost, left] : right)
            if (cost == least_cost) most_for_it = std::max(most_for_it, left);
        REQUIRE(cheapest.status == senda::status::found);
        CHECK(cheapest.cost == least_cost);
        CHECK(cheapest.lower_bound == least_cost);
        CHECK(cheapest.left() == most_for_it);
        CHECK_EQ(fault_of(q, cheapest), "");

        const auto richest = *std::max_element(right.begin(), right.end(), is_worse);
        REQUIRE(most.status == senda::status::found);
        CHECK(most.left() == richest.second);
        CHECK(most.cost == richest.first);
        CHECK_EQ(fault_of(q, most), "");

        std::vector<std::pair<int, int>> trades;
        for (const auto& [cost, left] : right) {
            if (!trades.empty() && left <= trades.back().second) continue;
            if (!trades.empty() && trades.back().first == cost) trades.pop_back();
            trades.emplace_back(cost, left);
        }
        REQUIRE(front.status == senda::status::complete);
        std::vector<std::pair<int, int>> said;
        for (const auto& r : front.routes) {
            said.emplace_back(r.cost, r.left());
            CHECK_EQ(fault_of(q, r), "");
        }
        CHECK(said == trades);
        fronts += trades.size() > 1 ? 1 : 0;
        detours += cheapest.prizes.size() > 1 ? 1 : 0;
    }
    CHECK(found > static_cast<int>(support::rounds(400U)));
    CHECK(detours > static_cast<int>(support::rounds(100U)));
    CHECK(fronts > static_cast<int>(support::rounds(100U)));
    CHECK(needy > static_cast<int>(support::rounds(50U)));
}

/// A board of cells that are joined to their neighbours, with some prizes and penalties, and hardly
/// enough of the resource: searches begin again, with larger sets and budgets.
instance tight_board(std::uint64_t seed) {
    split_mix64 random{seed};
    instance made;
    const int width = random.between(2, 6);
    const int height = random.between(2, 4);
    const bool has_unit_costs = random.percent(50);
    made.graph = test_graph{width * height};
    for (int n = 0; n < width * height; ++n)
        for (const int to : {n % width + 1 < width ? n + 1 : n, n + width})
            if (to != n && to < width * height && random.percent(85)) {
                made.graph.add(n, to, has_unit_costs ? 1 : random.between(1, 40));
                made.graph.add(to, n, has_unit_costs ? 1 : random.between(1, 40));
            }
    made.model.at.resize(static_cast<std::size_t>(width * height));
    for (int i = 0; i < 6; ++i)
        made.model.at[static_cast<std::size_t>(random.below(width * height))] =
            random.percent(30) ? -random.between(1, 3) : random.between(1, 7);
    made.start = random.below(width * height);
    made.goals.insert(random.below(width * height));
    made.wanted = static_cast<std::size_t>(random.percent(70) ? 0 : random.between(1, 3));
    return made;
}

TEST_CASE("on boards a path is found with the least that is enough, and none with less") {
    int detours = 0;
    int hopeless = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(1000U); ++seed) {
        CAPTURE(seed);
        instance q = tight_board(seed);
        const auto goal = [&](int n) { return q.goals.contains(n); };
        const auto graph = support::as_edges(q.graph);
        const senda::collect_options o{.prizes = q.wanted};
        const auto least = senda::collect_least(graph, q.start, goal, q.model, o);
        if (!least) {
            ++hopeless;
            CHECK(all_ends(q, 100).empty());
            continue;
        }
        CHECK_EQ(fault_of(q, least), "");
        if (least.initial > 0) {
            CHECK(all_ends(q, least.initial - 1).empty());
            const auto none = senda::collect(graph, q.start, goal, q.model, least.initial - 1, o);
            CHECK(none.status == senda::status::exhausted);
        }
        q.resource = least.initial + static_cast<int>(seed % 3);
        const ends right = all_ends(q, q.resource);
        REQUIRE(!right.empty());
        int most_for_it = 0;
        for (const auto& [cost, left] : right)
            if (cost == right.begin()->first) most_for_it = std::max(most_for_it, left);
        const auto found = senda::collect(graph, q.start, goal, q.model, q.resource, o);
        REQUIRE(found);
        CHECK(found.cost == right.begin()->first);
        CHECK(found.left() == most_for_it);
        CHECK_EQ(fault_of(q, found), "");
        detours += found.path.size() > 7 ? 1 : 0;

        // Sums of these are rounded, each in its own order.
        const auto tenths =
            support::with_costs<double>(q.graph, [](int cost) { return 0.1 * cost; });
        const auto rounded =
            senda::collect(support::as_edges(tenths), q.start, goal, q.model, q.resource, o);
        REQUIRE(rounded);
        CHECK(rounded.cost == doctest::Approx(0.1 * found.cost));
        const auto limited = senda::collect(graph, q.start, goal, q.model, q.resource,
                                            {.prizes = q.wanted, .limits = {.cost = found.cost}});
        CHECK(limited.cost == found.cost);
        if (found.cost == 0) continue;
        const auto too_dear =
            senda::collect(graph, q.start, goal, q.model, q.resource,
                           {.prizes = q.wanted, .limits = {.cost = found.cost - 1}});
        CHECK(too_dear.status == senda::status::cost_limit);
        CHECK(too_dear.lower_bound <= found.cost);
    }
    CHECK(detours > static_cast<int>(support::rounds(50U)));
    CHECK(hopeless > static_cast<int>(support::rounds(30U)));
}

/// Odd nodes are rungs with a prize of a quarter each.
struct rungs {
    std::optional<double> prize(int n) const {
        return n % 2 == 1 ? std::optional(0.25) : std::nullopt;
    }
    template <class Edge>
    double loss(int, const Edge& e) const {
        return e.to % 2 == 1 ? 0.125 : 0.5;
    }
};

TEST_CASE("more than 64 prizes, and costs and resources that are fractions") {
    constexpr int rails = 100;
    const auto ladder = [](int n) {
        std::vector<std::pair<int, double>> next;
        if (n % 2 == 1) {
            next.emplace_back(n - 1, 0.5);
        } else {
            next.emplace_back(n + 1, 0.5);
            if (n + 2 < 2 * rails) next.emplace_back(n + 2, 1.5);
            if (n > 0) next.emplace_back(n - 2, 1.5);
        }
        return next;
    };
    const auto plain = senda::collect(ladder, 0, 2 * rails - 2, rungs{}, 0.5 * (rails - 1));
    REQUIRE(plain);
    CHECK(plain.cost == 1.5 * (rails - 1));
    CHECK(plain.prizes.empty());
    const auto all = senda::collect(ladder, 0, 2 * rails - 2, rungs{},
                                    0.5 * (rails - 1) + 0.375 * rails, {.prizes = rails});
    REQUIRE(all);
    CHECK(all.cost == 1.5 * (rails - 1) + rails);
    CHECK(all.prizes.size() == rails);
    CHECK(all.left() == 0);
    // Coming back from a rung takes more than it gives.
    const auto least = senda::collect_least(ladder, 0, 2 * rails - 2, rungs{}, {.prizes = 3});
    REQUIRE(least);
    CHECK(least.initial == 0.5 * (rails - 1) + 3 * 0.375);
}

TEST_CASE("a collecting path reports what is wrong, and keeps to limits") {
    struct toll {
        int factor = 1;
        int prize(int n) const { return n == 2 ? 3 : 0; }
        int loss(int, const senda::edge<int, int>& e) const { return factor * e.cost; }
    };
    const auto line = [](int n) {
        std::vector<std::pair<int, int>> next;
        if (n < 4) next.emplace_back(n + 1, 1);
        if (n > 0) next.emplace_back(n - 1, n == 3 ? 7 : 1);
        return next;
    };
    CHECK(senda::collect(line, 0, 4, toll{}, 2).cost == 4);
    CHECK(senda::collect(line, 0, 4, toll{-1}, 2).status == senda::status::negative_cost);
    CHECK(senda::collect(line, 0, 4, toll{}, 0).status == senda::status::exhausted);
    CHECK(senda::collect(line, 0, 4, toll{}, -1).status == senda::status::exhausted);
    CHECK(senda::collect(line, 0, 4, toll{}, 2, {.limits = {.cost = 3}}).status ==
          senda::status::cost_limit);
    CHECK(senda::collect(line, 0, 4, toll{}, 2, {.limits = {.expansions = 2}}).status ==
          senda::status::expansion_limit);
    CHECK(senda::collect(line, 0, 4, toll{}, 2, {.limits = {.bytes = 100}}).status ==
          senda::status::memory_limit);
    CHECK(senda::collect(line, 0, 9, toll{}, 2).status == senda::status::exhausted);
    CHECK(senda::collect(line, 0, 4, toll{}, std::int64_t{1} << 62).status ==
          senda::status::cost_limit);
    // A round trip, from the nearer of two starts.
    const auto trip = senda::collect(line, senda::any_of{1, 3}, 1, toll{}, 2, {.prizes = 1});
    REQUIRE(trip);
    CHECK(trip.path == std::vector{1, 2, 1});
    const auto dear = senda::collect(line, senda::any_of{std::pair{1, 20}, std::pair{3, 0}}, 1,
                                     toll{}, 9, {.prizes = 1});
    REQUIRE(dear);
    CHECK(dear.path == std::vector{3, 2, 1});
    CHECK(dear.cost == 8);
}

}  // namespace collect_test
