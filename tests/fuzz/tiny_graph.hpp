// SPDX-License-Identifier: MIT
// A graph of a few nodes and a question about it, decoded from bytes.
#pragma once

#define DOCTEST_CONFIG_DISABLE  // of what the tests share, only what needs no test runner

#include "support/random_graphs.hpp"
#include "support/reference.hpp"
#include "support/views.hpp"
#include "target.hpp"

#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace fuzz {

using support::unreachable;
using support::wide;

/// A graph, starts, goals, limits, and a byte of luck for each node.
class tiny_question {
public:
    /// The most nodes: all simple paths are tried, and there are more than (n - 2)! of them.
    static constexpr unsigned most_nodes = 7;
    static constexpr std::size_t most_edges = 24;

    explicit tiny_question(std::string_view input) : graph(0) {
        decoder in{input};
        graph = support::test_graph{1 + in.below(most_nodes)};
        starts = some_nodes(in.byte());
        goals = some_nodes(in.byte());
        choose_limits(in);
        const unsigned costs = in.byte() % 8;
        for (int i = 0; i < graph.node_count(); ++i) luck.push_back(in.byte());
        for (std::size_t i = 0; i < most_edges && !in.at_end(); ++i) {
            const int from = in.below(static_cast<unsigned>(graph.node_count()));
            const int to = in.below(static_cast<unsigned>(graph.node_count()));
            graph.add(from, to, cost(in.byte(), costs));
        }
        least = support::floyd_warshall(graph);
        best = least_cost(least);
    }

    support::test_graph graph;
    std::set<int> starts;
    std::set<int> goals;
    senda::options asked;
    std::vector<unsigned> luck;
    support::distance_matrix least;  ///< the least costs between all pairs
    wide best = unreachable;         ///< the least cost from a start to a goal

    /// The least cost from any start to any goal.
    [[nodiscard]] wide least_cost(const support::distance_matrix& between) const {
        wide found = unreachable;
        for (const int start : starts)
            for (const int goal : goals)
                found = std::min(found, support::between(between, start, goal));
        return found;
    }

    /// The least cost from a node to any goal.
    [[nodiscard]] wide to_goal(int node) const {
        wide found = unreachable;
        for (const int goal : goals) found = std::min(found, support::between(least, node, goal));
        return found;
    }

    /// An estimate for each node: a part of what is right, so that it is admissible but mostly not
    /// consistent. Where no goal can be reached, anything.
    [[nodiscard]] std::vector<int> admissible() const {
        std::vector<int> h;
        for (int node = 0; node < graph.node_count(); ++node) {
            const unsigned part = luck[static_cast<std::size_t>(node)];
            const wide right = std::min(to_goal(node), wide{std::numeric_limits<int>::max() - 1});
            const auto exact = static_cast<std::int64_t>(right);
            h.push_back(to_goal(node) == unreachable ? static_cast<int>(part)
                                                     : static_cast<int>(exact * part / 255));
        }
        return h;
    }

private:
    [[nodiscard]] std::set<int> some_nodes(unsigned bits) const {
        std::set<int> nodes;
        for (int node = 0; node < graph.node_count(); ++node)
            if ((bits >> node & 1U) != 0) nodes.insert(node);
        if (nodes.empty()) nodes.insert(static_cast<int>(bits >> 7U) * (graph.node_count() - 1));
        return nodes;
    }

    void choose_limits(decoder& in) {
        const unsigned kind = in.byte();
        const unsigned how_much = in.byte();
        if (kind % 8 == 5) asked.limits.expansions = how_much % 32;
        if (kind % 8 == 6) asked.limits.cost = static_cast<double>(how_much) / 4;
        if (kind % 8 == 7) asked.limits.bytes = 32 * std::uint64_t{how_much};
        asked.weight = 1 + static_cast<double>(kind / 8 % 4) / 2;
    }

    /// Mostly small and often 0, so that there are ties; else near the end of the type.
    static int cost(unsigned byte, unsigned kind) {
        if (kind == 7 && byte >= 64)
            return std::numeric_limits<int>::max() / static_cast<int>(1 + byte % 4) -
                   static_cast<int>(byte / 64);
        return static_cast<int>(byte % (kind == 0 ? 2 : kind < 5 ? 8 : 40));
    }
};

/// Estimates by node.
struct estimates {
    std::vector<int> of;
    int operator()(int node) const { return of[static_cast<std::size_t>(node)]; }
};

/// Whether a search ended for a reason that the question gave.
inline bool was_limited(const tiny_question& q, senda::status ended) {
    const senda::limits& l = q.asked.limits;
    const senda::limits none;
    return (ended == senda::status::expansion_limit && l.expansions != none.expansions) ||
           (ended == senda::status::memory_limit && l.bytes != none.bytes);
}

}  // namespace fuzz
