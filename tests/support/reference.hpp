// SPDX-License-Identifier: MIT
// References that are obviously right and slow: what the fast searches are measured against.
#pragma once

#include "random_graphs.hpp"
#include "views.hpp"
#include "wide.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <senda/graph/edge.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace support {

inline constexpr wide unreachable = wide{1} << 120;

using distance_matrix = std::vector<std::vector<wide>>;

/// Whether an edge of that cost is closed: as if it were not there.
template <class Cost>
constexpr bool is_closed_edge(Cost cost) {
    return senda::is_closed(static_cast<senda::path_cost<Cost>>(cost));
}

/// Least costs between all pairs, by Floyd and Warshall. Costs are whole numbers.
template <class Cost>
distance_matrix floyd_warshall(const basic_test_graph<Cost>& graph) {
    const std::size_t count = graph.out.size();
    distance_matrix least(count, std::vector<wide>(count, unreachable));
    for (std::size_t from = 0; from < count; ++from) {
        least[from][from] = 0;
        for (const auto& edge : graph.out[from]) {
            if (is_closed_edge(edge.cost)) continue;
            auto& cell = least[from][static_cast<std::size_t>(edge.to)];
            cell = std::min(cell, static_cast<wide>(edge.cost));
        }
    }
    for (std::size_t via = 0; via < count; ++via)
        for (std::size_t from = 0; from < count; ++from)
            for (std::size_t to = 0; to < count; ++to)
                least[from][to] =
                    std::min({least[from][to], unreachable, least[from][via] + least[via][to]});
    return least;
}

inline wide between(const distance_matrix& least, int from, int to) {
    return least[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

/// Whether a result's cost is exactly this reference.
template <class Cost>
bool same_cost(Cost cost, wide reference) {
    return static_cast<wide>(cost) == reference;
}

/// Whether a cost of the reference fits in the type with room for its infinity.
template <class Cost>
bool fits(wide reference) {
    return reference < static_cast<wide>(std::numeric_limits<Cost>::max());
}

/// Costs above this are infinity to the searches.
template <class Cost>
constexpr Cost infinite =
    std::numeric_limits<Cost>::has_infinity ? std::numeric_limits<Cost>::infinity()
                                            : std::numeric_limits<Cost>::max();

/// Checks a path edge by edge; empty when all is well, else what is wrong.
/// With actions each step is the very edge named; without, the cheapest of the parallel edges.
template <class Cost, class Path, class Actions, class Total>
std::string replay_fault(const basic_test_graph<Cost>& graph, const Path& path,
                         const Actions& actions, Total total) {
    const std::vector<int> nodes = ids(path);
    if (nodes.empty()) return "the path is empty";
    if (!actions.empty() && actions.size() + 1 != nodes.size())
        return "the number of actions does not fit the path";
    Total sum{};
    for (std::size_t step = 0; step + 1 < nodes.size(); ++step) {
        const int from = nodes[step];
        if (from < 0 || from >= graph.node_count()) return "a node is not of the graph";
        const auto& edges = graph.from(from);
        const test_edge<Cost>* taken = nullptr;
        if constexpr (requires { static_cast<int>(actions[0]); }) {
            if (!actions.empty()) {
                const int action = static_cast<int>(actions[step]);
                const auto position = static_cast<std::size_t>(action % actions_a_node);
                if (action / actions_a_node != from || position >= edges.size())
                    return "an action is not of its node";
                taken = &edges[position];
                if (taken->to != nodes[step + 1]) return "an action leads elsewhere";
            }
        }
        if (taken == nullptr)
            for (const auto& edge : edges)
                if (edge.to == nodes[step + 1] && (taken == nullptr || edge.cost < taken->cost))
                    taken = &edge;
        if (taken == nullptr) return "two nodes in a row are not joined";
        sum = static_cast<Total>(sum + static_cast<Total>(taken->cost));
    }
    if (sum != total) return "the costs of the edges do not add up to the cost";
    return {};
}

/// The same for anything with `path`, `actions` and `cost`.
template <class Cost, class Route>
std::string replay_fault(const basic_test_graph<Cost>& graph, const Route& route) {
    return replay_fault(graph, route.path, route.actions, route.cost);
}

/// Also checks the two ends.
template <class Cost, class Route>
std::string replay_fault(const basic_test_graph<Cost>& graph, const Route& route, int start,
                         int goal) {
    if (route.path.empty()) return "the path is empty";
    if (id_of(route.path.front()) != start) return "the path starts elsewhere";
    if (id_of(route.path.back()) != goal) return "the path ends elsewhere";
    return replay_fault(graph, route);
}

struct walk {
    wide cost;
    std::vector<int> path;

    friend bool operator<(const walk& a, const walk& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.path < b.path;
    }
};

/// Every simple path from a start to the first goal it enters, cheapest first;
/// of parallel edges the cheapest counts, so each sequence of nodes appears once.
template <class Cost>
std::vector<walk> simple_paths(const basic_test_graph<Cost>& graph, const std::set<int>& starts,
                               const std::set<int>& goals) {
    std::vector<walk> found;
    std::vector<int> path;
    std::vector<bool> used(graph.out.size(), false);
    auto visit = [&](auto&& self, int node, wide cost) -> void {
        path.push_back(node);
        used[static_cast<std::size_t>(node)] = true;
        if (goals.count(node) != 0) {
            found.push_back({cost, path});
        } else {
            std::map<int, wide> cheapest;
            for (const auto& edge : graph.from(node)) {
                if (is_closed_edge(edge.cost)) continue;
                const auto [at, fresh] =
                    cheapest.try_emplace(edge.to, static_cast<wide>(edge.cost));
                if (!fresh) at->second = std::min(at->second, static_cast<wide>(edge.cost));
            }
            for (const auto& [to, step] : cheapest)
                if (!used[static_cast<std::size_t>(to)]) self(self, to, cost + step);
        }
        used[static_cast<std::size_t>(node)] = false;
        path.pop_back();
    };
    for (int start : starts) visit(visit, start, 0);
    std::sort(found.begin(), found.end());
    return found;
}

/// Only the cheapest of them, as sequences of nodes.
template <class Cost>
std::set<std::vector<int>> shortest_simple_paths(const basic_test_graph<Cost>& graph,
                                                 const std::set<int>& starts,
                                                 const std::set<int>& goals) {
    std::set<std::vector<int>> shortest;
    const auto all = simple_paths(graph, starts, goals);
    for (const walk& each : all)
        if (each.cost == all.front().cost) shortest.insert(each.path);
    return shortest;
}

/// Whether some shortest walk may go round a cycle that costs nothing, before it enters a goal.
template <class Cost>
bool endless_shortest_walks(const basic_test_graph<Cost>& graph, const std::set<int>& starts,
                            const std::set<int>& goals) {
    basic_test_graph<Cost> ended = graph;
    for (int goal : goals) ended.out[static_cast<std::size_t>(goal)].clear();
    const auto least = floyd_warshall(ended);
    wide best = unreachable;
    for (int start : starts)
        for (int goal : goals) best = std::min(best, between(least, start, goal));
    if (best == unreachable) return false;
    for (int node = 0; node < ended.node_count(); ++node) {
        bool on_a_cycle = false;
        for (const auto& edge : ended.from(node))
            on_a_cycle = on_a_cycle || (edge.cost == 0 && between(least, edge.to, node) == 0);
        if (!on_a_cycle) continue;
        for (int start : starts)
            for (int goal : goals)
                if (between(least, start, node) + between(least, node, goal) == best) return true;
    }
    return false;
}

/// The least cost at which each pair of node and resource can be reached, by relaxing every label
/// until nothing changes. `extend(resource, from, to, cost)` gives an optional resource; a goal
/// ends its walk.
template <class Cost, class Resource, class Extend>
std::map<std::pair<int, Resource>, wide> label_costs(const basic_test_graph<Cost>& graph,
                                                     const std::set<int>& starts,
                                                     const std::set<int>& goals,
                                                     const Resource& first, Extend extend) {
    std::map<std::pair<int, Resource>, wide> least;
    for (int start : starts) least[{start, first}] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        const auto labels = least;
        for (const auto& [label, cost] : labels) {
            if (goals.count(label.first) != 0) continue;
            for (const auto& edge : graph.from(label.first)) {
                const std::optional<Resource> left =
                    extend(label.second, label.first, edge.to, edge.cost);
                if (!left) continue;
                const wide sum = cost + static_cast<wide>(edge.cost);
                const auto [at, fresh] = least.try_emplace({edge.to, *left}, sum);
                if (!fresh && at->second <= sum) continue;
                at->second = sum;
                changed = true;
            }
        }
    }
    return least;
}

/// The cheapest label at a goal.
template <class Resource>
wide cheapest_at(const std::map<std::pair<int, Resource>, wide>& labels,
                 const std::set<int>& goals) {
    wide best = unreachable;
    for (const auto& [label, cost] : labels)
        if (goals.count(label.first) != 0) best = std::min(best, cost);
    return best;
}

/// The labels at goals that no other label at a goal beats, as pairs of cost and resource.
template <class Resource, class Dominates>
std::set<std::pair<wide, Resource>> front_at(const std::map<std::pair<int, Resource>, wide>& labels,
                                             const std::set<int>& goals, Dominates dominates) {
    std::set<std::pair<wide, Resource>> all;
    for (const auto& [label, cost] : labels)
        if (goals.count(label.first) != 0) all.insert({cost, label.second});
    std::set<std::pair<wide, Resource>> front;
    for (const auto& a : all) {
        bool beaten = false;
        for (const auto& b : all)
            beaten = beaten || (a != b && b.first <= a.first && dominates(b.second, a.second));
        if (!beaten) front.insert(a);
    }
    return front;
}

}  // namespace support
