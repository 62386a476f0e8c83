// SPDX-License-Identifier: MIT
// Heuristics made from the exact distances, so that a test knows what they promise.
#pragma once

#include "random_graphs.hpp"
#include "reference.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace support {

/// A heuristic that knows nothing, for any node and cost.
struct blind {
    template <class Node>
    int operator()(const Node&) const {
        return 0;
    }
};

/// One stored estimate a node, or without a table the same for all.
template <class Cost>
struct table_heuristic {
    std::vector<Cost> estimate = {};
    Cost otherwise = 0;

    Cost operator()(int node) const {
        return estimate.empty() ? otherwise : estimate[static_cast<std::size_t>(node)];
    }
};

/// For each node a random part of the exact distance: admissible, mostly inconsistent.
/// Nodes that cannot reach a goal get any estimate at all.
template <class Cost>
table_heuristic<Cost> random_admissible(const distance_matrix& least, const std::set<int>& goals,
                                        split_mix64& random) {
    table_heuristic<Cost> h;
    for (std::size_t node = 0; node < least.size(); ++node) {
        wide exact = unreachable;
        for (int goal : goals) exact = std::min(exact, least[node][static_cast<std::size_t>(goal)]);
        if (exact == unreachable) exact = random.below(50);
        const double part = random.percent(25) ? 1.0 : random.percent(25) ? 0.0 : random.unit();
        h.estimate.push_back(static_cast<Cost>(part * static_cast<double>(exact)));
    }
    return h;
}

/// The exact distance: consistent, and as good as a heuristic can be.
template <class Cost>
table_heuristic<Cost> exact(const distance_matrix& least, const std::set<int>& goals) {
    table_heuristic<Cost> h;
    for (const auto& row : least) {
        wide distance = unreachable;
        for (int goal : goals) distance = std::min(distance, row[static_cast<std::size_t>(goal)]);
        h.estimate.push_back(distance == unreachable ? Cost{0} : static_cast<Cost>(distance));
    }
    return h;
}

/// Estimates that promise nothing.
template <class Cost>
table_heuristic<Cost> nonsense(int node_count, int high, split_mix64& random) {
    table_heuristic<Cost> h;
    for (int node = 0; node < node_count; ++node)
        h.estimate.push_back(static_cast<Cost>(random.between(0, high)));
    return h;
}

}  // namespace support
