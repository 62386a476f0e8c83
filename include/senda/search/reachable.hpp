// SPDX-License-Identifier: MIT
// Everything that can be reached.
#pragma once

#include <senda/search/bfs.hpp>

#include <vector>

namespace senda {

/// The nodes that can be reached from a start. True in a condition when they are all there.
template <class Node>
struct reached_nodes {
    /// `exhausted` if these are all; otherwise the limit that stopped the search.
    senda::status status = status::running;
    /// The nodes, starts first, nearest first.
    std::vector<Node> nodes = {};
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::exhausted; }
};

/// Finds all nodes that can be reached from `start`, itself included, in breadth-first order.
///
/// `g`         the graph.
/// `start`     a node, or `any_of` several.
/// `o`         limits, a stop token.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto reachable(G&& g, const Start& start, const options& o = {},
                             Observer&& observer = {}) {
    bfs_search<G&, node_of<G, Start>, no_goal, Observer&> search(g, start, no_goal{}, o, observer);
    search.run();
    reached_nodes<node_of<G, Start>> r{.status = search.status(),
                                       .statistics = search.statistics()};
    r.nodes.reserve(search.reached());
    for (std::size_t i = 0; i < search.reached(); ++i) r.nodes.push_back(search.reached(i));
    return r;
}

}  // namespace senda
