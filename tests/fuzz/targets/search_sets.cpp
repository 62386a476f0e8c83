// SPDX-License-Identifier: MIT
// Every search for more than a path, on tiny graphs, against trying all: every shortest path, the k
// shortest, the cheapest that a resource survives, the front of both, and what can be reached.
#include "../tiny_graph.hpp"

#include "support/resource_models.hpp"

#include <senda/graph/adaptors.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/components.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/reachable.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fuzz {

namespace search_sets_target {

using senda::status;

/// Whether costs can add up to more than the type holds; then only that it ends well is asked.
inline bool has_huge_costs(const tiny_question& q) {
    for (const auto& edges : q.graph.out)
        for (const auto& edge : edges)
            if (edge.cost > 1000) return true;
    return false;
}

/// What every search keeps to.
template <class Answer>
void check_limits(const tiny_question& q, const Answer& answer) {
    MUST(answer.statistics.expanded <= q.asked.limits.expansions);
    MUST(answer.statistics.bytes <= q.asked.limits.bytes);
}

/// Whether all is allowed that the question needs.
inline bool is_limited(const tiny_question& q) {
    const senda::limits none;
    return q.asked.limits.expansions != none.expansions || q.asked.limits.bytes != none.bytes ||
           q.asked.limits.cost != none.cost;
}

template <class View>
void check_all_shortest(const tiny_question& q, const View& g) {
    const auto answer =
        senda::all_shortest(g, senda::any_of(q.starts), senda::any_of(q.goals), q.asked);
    check_limits(q, answer);
    std::vector<std::vector<int>> routes;
    for (const std::vector<int>& path : answer.routes()) routes.push_back(path);
    if (!answer) {
        MUST(routes.empty());
        MUST(answer.status != status::exhausted || q.best == unreachable);
        return;
    }
    MUST(q.best == static_cast<wide>(answer.cost) && answer.lower_bound == answer.cost);
    const auto expected = support::shortest_simple_paths(q.graph, q.starts, q.goals);
    MUST(routes.size() == expected.size());
    MUST((std::set<std::vector<int>>(routes.begin(), routes.end()) == expected));
    const auto count = answer.count();
    MUST(answer.endless() == support::endless_shortest_walks(q.graph, q.starts, q.goals));
    MUST(count.has_value() != answer.endless());
    if (count) MUST(count->to_string() == std::to_string(expected.size()));
}

template <class View>
void check_k_shortest(const tiny_question& q, const View& g) {
    const std::size_t k = q.luck[0] % 16;
    const auto answer =
        senda::k_shortest(g, senda::any_of(q.starts), senda::any_of(q.goals), k, q.asked);
    check_limits(q, answer);
    MUST(answer.routes.size() <= k);
    const auto all = support::simple_paths(q.graph, q.starts, q.goals);
    std::set<std::vector<int>> different;
    MUST(answer.routes.size() <= all.size());
    for (std::size_t i = 0; i < answer.routes.size(); ++i) {
        MUST(static_cast<wide>(answer.routes[i].cost) == all[i].cost);
        MUST(support::replay_fault(q.graph, answer.routes[i]).empty());
        MUST(q.starts.count(answer.routes[i].path.front()) == 1);
        MUST(q.goals.count(answer.routes[i].path.back()) == 1);
        MUST(different.insert(answer.routes[i].path).second);
    }
    const std::size_t listed = answer.routes.size();
    if (listed < all.size()) MUST(static_cast<wide>(answer.lower_bound) <= all[listed].cost);
    if (is_limited(q) || has_huge_costs(q)) return;
    MUST(answer.routes.size() == std::min(k, all.size()));
    if (k > 0)
        MUST(answer.status == (all.empty()      ? status::exhausted
                               : all.size() < k ? status::complete
                                                : status::found));
}

/// The labels of nodes and fuel with their least costs.
inline auto fuel_labels(const tiny_question& q, const support::fuel_rules& rules) {
    return support::label_costs(
        q.graph, q.starts, q.goals, rules.tank,
        [&](int fuel, int, int to, int cost) { return rules.step(fuel, to, cost); });
}

/// Whether the fuel along a path is what the rules say.
template <class Route>
bool burns_right(const tiny_question& q, const Route& route, const support::fuel_rules& rules) {
    if (route.resources.size() != route.path.size()) return false;
    for (std::size_t i = 0; i + 1 < route.path.size(); ++i) {
        const int from = route.path[i];
        const auto at = static_cast<std::size_t>(route.actions[i] % support::actions_a_node);
        const auto& edge = q.graph.from(from)[at];
        if (rules.step(route.resources[i], edge.to, edge.cost) != route.resources[i + 1])
            return false;
    }
    return route.resources.front() == rules.tank;
}

template <class View>
void check_fuel(const tiny_question& q, const View& g) {
    const auto starts = senda::any_of(q.starts);
    const auto goals = senda::any_of(q.goals);
    const support::fuel_rules rules{1 + static_cast<int>(q.luck[0] % 24), q.luck.back()};
    const auto labels = fuel_labels(q, rules);
    const wide best = support::cheapest_at(labels, q.goals);
    const auto answer = senda::constrained(g, starts, goals, rules, rules.tank, q.asked);
    check_limits(q, answer);
    MUST(best == unreachable || static_cast<wide>(answer.lower_bound) <= best);
    if (answer) {
        MUST(static_cast<wide>(answer.cost) == best && burns_right(q, answer, rules));
        MUST(support::replay_fault(q.graph, answer).empty());
    } else {
        MUST(answer.status != status::exhausted || best == unreachable);
        MUST(is_limited(q) || best == unreachable);
    }
    const auto front = senda::pareto_front(g, starts, goals, rules, rules.tank, q.asked);
    check_limits(q, front);
    std::set<std::pair<wide, int>> found;
    for (const auto& route : front.routes) {
        MUST(burns_right(q, route, rules) && support::replay_fault(q.graph, route).empty());
        found.insert({static_cast<wide>(route.cost), route.resource()});
    }
    MUST(found.size() == front.routes.size());
    if (!front && front.status != status::exhausted) return;
    const auto more = [](int a, int b) { return a >= b; };
    MUST((found == support::front_at(labels, q.goals, more)));
    MUST(found.empty() == (front.status == status::exhausted));
}

template <class View>
void check_reachable(const tiny_question& q, const View& g) {
    const auto answer = senda::reachable(g, senda::any_of(q.starts), q.asked);
    check_limits(q, answer);
    const std::set<int> found(answer.nodes.begin(), answer.nodes.end());
    MUST(found.size() == answer.nodes.size());
    std::set<int> expected;
    for (int node = 0; node < q.graph.node_count(); ++node)
        for (const int start : q.starts)
            if (support::between(q.least, start, node) != unreachable) expected.insert(node);
    MUST(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
    if (answer.status == status::complete) MUST(found == expected);
}

/// Numbers below `count`, equal exactly where `together` says so.
template <class Parts, class Together>
void check_parts(const Parts& parts, int nodes, const Together& together) {
    MUST(parts.of.size() == static_cast<std::size_t>(nodes));
    std::set<std::size_t> used(parts.of.begin(), parts.of.end());
    MUST(used.size() == parts.count && *used.rbegin() + 1 == parts.count);
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            MUST((parts.of[static_cast<std::size_t>(a)] == parts.of[static_cast<std::size_t>(b)]) ==
                 together(a, b));
}

template <class View>
void check_components(const tiny_question& q, const View& g) {
    const int count = q.graph.node_count();
    std::vector<int> nodes(static_cast<std::size_t>(count));
    std::iota(nodes.begin(), nodes.end(), 0);
    const auto joined = support::floyd_warshall(support::undirected(q.graph));
    const auto leads = [](const support::distance_matrix& least, int a, int b) {
        return support::between(least, a, b) != unreachable;
    };
    check_parts(senda::components(g, nodes), count,
                [&](int a, int b) { return leads(joined, a, b); });
    check_parts(senda::strong_components(g, nodes), count,
                [&](int a, int b) { return leads(q.least, a, b) && leads(q.least, b, a); });
}

template <class View>
void check_sets(const tiny_question& q, const View& g) {
    check_all_shortest(q, g);
    check_k_shortest(q, g);
    if (!has_huge_costs(q)) check_fuel(q, g);
    check_reachable(q, g);
    check_components(q, g);
}

}  // namespace search_sets_target

inline void search_sets(std::string_view input) {
    const tiny_question q{input};
    search_sets_target::check_sets(q, support::dense_view{q.graph});
    search_sets_target::check_sets(q, support::as_edges(q.graph));
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(search_sets)
