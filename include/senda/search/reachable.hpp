// SPDX-License-Identifier: MIT
// Everything that can be reached.
#pragma once

#include <senda/search/bfs.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
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
    /// The engine that answered, and why that one.
    std::string_view engine = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::exhausted; }
};

/// Finds all nodes that can be reached from `start`, itself included, in breadth-first order.
///
/// `g`         the graph.
/// `start`     a node, or `any_of` several.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto reachable(G&& g, const Start& start, const options& o = {},
                             Observer&& observer = {}) {
    using node = node_of<G, Start>;
    bfs_search<G&, node, no_goal, Observer&> search(g, start, no_goal{}, o, observer);
    // The answer is a list of the nodes beside what the search holds: room for it is kept free.
    limits left = o.limits;
    const bool has_room = left.bytes == limits{}.bytes;
    while (search.step(has_room ? std::numeric_limits<std::uint64_t>::max() : 1024) ==
           status::running) {
        const std::uint64_t list = search.reached() * sizeof(node);
        left.bytes = o.limits.bytes - std::min(list, o.limits.bytes);
        search.set_limits(left);
    }
    reached_nodes<node> r{.status = search.status(),
                          .statistics = search.statistics(),
                          .engine = detail::engine_text<G, node>(search.statistics().engine)};
    const std::uint64_t room = o.limits.bytes - std::min(o.limits.bytes, r.statistics.bytes);
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    for (; count < search.reached(); ++count) {
        const std::uint64_t more = sizeof(node) + owned_bytes(search.reached(count));
        if (more > room - bytes) break;
        bytes += more;
    }
    if (count < search.reached()) r.status = status::memory_limit;
    r.statistics.bytes += bytes;
    r.nodes.reserve(count);
    for (std::size_t i = 0; i < count; ++i) r.nodes.push_back(search.reached(i));
    return r;
}

}  // namespace senda
