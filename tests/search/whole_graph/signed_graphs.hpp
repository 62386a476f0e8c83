// SPDX-License-Identifier: MIT
// Small random graphs whose costs have either sign, and what is known of them by trying all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <senda/graph/csr.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/wide.hpp"

namespace signed_graphs {

using support::split_mix64;
using support::wide;

inline constexpr wide unreachable = wide{1} << 120;
inline constexpr wide lowest = wide{0} - unreachable;

/// Whether an edge counts.
inline bool is_open(int cost) { return cost != senda::infinite<int>; }

/// What the costs of a graph are like.
enum class costs { plain, potentials, either_sign, rarely_negative, dag, near_overflow };
inline constexpr int kinds_of_costs = 6;

/// Nodes 0 to `nodes` - 1 and a list of edges.
struct graph {
    int nodes = 0;
    std::vector<std::tuple<int, int, int>> edges = {};

    [[nodiscard]] senda::csr<int> stored() const {
        return *senda::csr<int>::from_edges(static_cast<std::size_t>(nodes), edges);
    }
    [[nodiscard]] std::vector<std::vector<std::pair<int, int>>> lists() const {
        std::vector<std::vector<std::pair<int, int>>> out(static_cast<std::size_t>(nodes));
        for (const auto& [from, to, cost] : edges)
            out[static_cast<std::size_t>(from)].emplace_back(to, cost);
        return out;
    }
    /// By name; nodes without edges out of them are no keys.
    [[nodiscard]] std::map<std::string, std::vector<std::pair<std::string, int>>> named() const {
        std::map<std::string, std::vector<std::pair<std::string, int>>> out;
        for (const auto& [from, to, cost] : edges) out[name(from)].emplace_back(name(to), cost);
        return out;
    }
    [[nodiscard]] static std::string name(int node) {
        return "node number " + std::to_string(node);
    }

    /// The least cost of an edge from one node to the other; `unreachable` without one.
    [[nodiscard]] wide step(int from, int to) const {
        wide least = unreachable;
        for (const auto& [f, t, cost] : edges)
            if (f == from && t == to && is_open(cost)) least = std::min(least, wide{cost});
        return least;
    }
    /// The same of the dearest edge.
    [[nodiscard]] wide heaviest_step(int from, int to) const {
        wide most = lowest;
        for (const auto& [f, t, cost] : edges)
            if (f == from && t == to && is_open(cost)) most = std::max(most, wide{cost});
        return most;
    }
    /// The cost of a path; above all costs if it has a step that is no edge.
    template <class Path>
    [[nodiscard]] wide cost_of(const Path& path) const {
        wide sum = 0;
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            const wide cost = step(static_cast<int>(path[i]), static_cast<int>(path[i + 1]));
            if (cost == unreachable) return unreachable;
            sum += cost;
        }
        return sum;
    }
    /// The cost of a cycle whose first node does not come again at the end.
    template <class Node>
    [[nodiscard]] wide cost_of_cycle(std::vector<Node> cycle) const {
        if (cycle.empty()) return unreachable;
        cycle.push_back(cycle.front());
        return cost_of(cycle);
    }
    /// The sum of all costs without their signs.
    [[nodiscard]] wide size_of_costs() const {
        wide sum = 0;
        for (const auto& [from, to, cost] : edges)
            sum += cost < 0 ? wide{0} - wide{cost} : wide{cost};
        return sum;
    }
};

inline graph make(costs kind, int most_nodes, split_mix64& random) {
    graph g{.nodes = random.between(1, most_nodes)};
    const int edges = random.below(3 * g.nodes + 1);
    std::vector<int> potential(static_cast<std::size_t>(g.nodes));
    for (int& p : potential) p = random.between(-20, 20);
    const auto at = [&](int n) { return potential[static_cast<std::size_t>(n)]; };
    for (int i = 0; i < edges; ++i) {
        int from = random.below(g.nodes);
        int to = random.below(g.nodes);
        int cost = random.between(0, 9);
        switch (kind) {
            case costs::plain: break;
            case costs::potentials: cost += at(from) - at(to); break;
            case costs::either_sign: cost = random.between(-9, 9); break;
            case costs::rarely_negative:
                if (random.percent(10)) cost = -random.between(1, 12);
                break;
            case costs::dag:
                cost = random.between(-9, 9);
                if (at(from) == at(to)) continue;
                if (at(from) > at(to)) std::swap(from, to);
                break;
            case costs::near_overflow:
                cost = std::numeric_limits<int>::max() / random.between(1, 3) - random.below(3);
                if (random.percent(50)) cost = -cost - random.below(2);
                if (random.percent(20)) cost = std::numeric_limits<int>::lowest();
                break;
        }
        g.edges.emplace_back(from, to, cost);
        if (random.percent(10)) g.edges.emplace_back(from, to, cost);
    }
    return g;
}

/// Calls `check(graph, random)` for so many graphs of each kind of costs.
template <class Check>
void for_each(int rounds, int most_nodes, Check check) {
    for (int round = 0; round < support::rounds(rounds); ++round) {
        for (int kind = 0; kind < kinds_of_costs; ++kind) {
            split_mix64 random(static_cast<std::uint64_t>(round * kinds_of_costs + kind));
            const graph g = make(static_cast<costs>(kind), most_nodes, random);
            INFO("round " << round << ", kind of costs " << kind << ", " << g.nodes << " nodes");
            check(g, random);
        }
    }
}

/// Least costs of walks between all pairs by Floyd and Warshall; below 0 on the diagonal where a
/// cycle makes them ever cheaper.
inline std::vector<std::vector<wide>> floyd_warshall(const graph& g) {
    const auto count = static_cast<std::size_t>(g.nodes);
    std::vector<std::vector<wide>> least(count, std::vector<wide>(count, unreachable));
    for (std::size_t n = 0; n < count; ++n) least[n][n] = 0;
    for (const auto& [from, to, cost] : g.edges) {
        if (!is_open(cost)) continue;
        wide& cell = least[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
        cell = std::min(cell, wide{cost});
    }
    for (std::size_t via = 0; via < count; ++via)
        for (std::size_t from = 0; from < count; ++from)
            for (std::size_t to = 0; to < count; ++to) {
                const wide first = least[from][via];
                const wide second = least[via][to];
                if (first == unreachable || second == unreachable) continue;
                // Cycles double what they take off: it need not be known how far below it is.
                least[from][to] = std::min(least[from][to], std::max(first + second, lowest));
            }
    return least;
}

/// Whether a walk from a node can go round a cycle of negative cost.
inline bool meets_negative_cycle(const std::vector<std::vector<wide>>& least, std::size_t from) {
    for (std::size_t n = 0; n < least.size(); ++n)
        if (least[from][n] != unreachable && least[n][n] < 0) return true;
    return false;
}

}  // namespace signed_graphs
