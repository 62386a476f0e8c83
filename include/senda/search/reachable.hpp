// SPDX-License-Identifier: MIT
// Everything that can be reached.
#pragma once

#include <senda/search/bfs.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <cstddef>
#include <cstdint>
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

namespace detail {

/// What of a limit of bytes is the search's: the answer is a list of the nodes that it found, and
/// it holds at least the same list, and a number for each.
template <class Node>
[[nodiscard]] constexpr std::uint64_t bytes_before_list(std::uint64_t limit) noexcept {
    if constexpr (owns_bytes<Node>()) {
        return limit / 2;
    } else {
        constexpr std::uint64_t kept = sizeof(Node) + sizeof(std::uint32_t);
        return limit / (kept + sizeof(Node)) * kept;
    }
}

}  // namespace detail

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
    using node = node_of<G, Start>;
    options asked = o;
    asked.limits.bytes = detail::bytes_before_list<node>(o.limits.bytes);
    bfs_search<G&, node, no_goal, Observer&> search(g, start, no_goal{}, asked, observer);
    search.run();
    reached_nodes<node> r{.status = search.status(), .statistics = search.statistics()};
    r.nodes.reserve(search.reached());
    r.statistics.bytes += search.reached() * sizeof(node);
    for (std::size_t i = 0; i < search.reached(); ++i) {
        r.nodes.push_back(search.reached(i));
        r.statistics.bytes += owned_bytes(r.nodes.back());
    }
    return r;
}

}  // namespace senda
