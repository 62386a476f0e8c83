// SPDX-License-Identifier: MIT
// Everything that can be reached.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace senda {

/// The nodes that can be reached from a start: `complete`, or as many as a limit let it find.
template <class Node>
struct reached_nodes : answer {
    /// The nodes, starts first, nearest first.
    std::vector<Node> nodes = {};
};

namespace detail {

/// The list of what a search reached, as far as there is room for it.
template <class Node, class Search>
[[nodiscard]] reached_nodes<Node> list_reached(const Search& search, const limits& l) {
    reached_nodes<Node> r{search.as_answer()};
    r.status = completed(r.status);
    constexpr bool is_in_parts = requires { search.for_each_at_depth([](const Node&, steps) {}); };
    const auto for_each = [&](auto&& take) {
        if constexpr (is_in_parts) {
            search.for_each_at_depth([&](const Node& node, steps) { take(node); });
        } else {
            for (std::size_t i = 0; i < search.reached(); ++i) take(search.reached(i));
        }
    };
    const std::uint64_t room = l.bytes - std::min(l.bytes, r.statistics.bytes);
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    bool fits = true;
    for_each([&](const Node& node) {
        const std::uint64_t more = sizeof(Node) + owned_bytes(node);
        fits = fits && more <= room - bytes;
        bytes += fits ? more : 0;
        count += fits ? 1 : 0;
    });
    if (!fits) r.status = status::memory_limit;
    r.statistics.bytes += bytes;
    r.nodes.reserve(count);
    for_each([&](const Node& node) {
        if (r.nodes.size() < count) r.nodes.push_back(node);
    });
    return r;
}

/// The answer of `reachable`. What threads share is compiled only if they may.
template <bool MayShare, class G, class Start, class Observer>
[[nodiscard]] auto run_reachable(G&& g, const Start& start, const options& o, Observer& observer) {
    using node = node_of<G, Start>;
    bfs_search<G&, node, no_goal, Observer&> search(g, start, no_goal{}, o, observer);
    const auto list = [&](const auto& last) { return list_reached<node>(last, o.limits); };
    const bool has_room = o.limits.bytes == limits{}.bytes;
    if constexpr (MayShare && can_share_bfs<std::remove_cvref_t<G>, node, no_goal> &&
                  !has_observer<Observer>) {
        using shared = shared_bfs<decltype(search)>;
        if (o.threads > 1 && has_room)
            return run_shared<shared>(search, o.threads, shared::tuning, list);
    }
    // The answer is a list of the nodes beside what the search holds: room for it is kept free.
    limits left = o.limits;
    while (search.step(has_room ? std::numeric_limits<std::uint64_t>::max() : 1024) ==
           status::running) {
        const std::uint64_t bytes = search.reached() * sizeof(node);
        left.bytes = o.limits.bytes - std::min(bytes, o.limits.bytes);
        search.set_limits(left);
    }
    return list(search);
}

}  // namespace detail

/// Finds all nodes that can be reached from `start`, itself included, in breadth-first order.
///
/// `g`         the graph.
/// `start`     a node, or `any_of` several.
/// `o`         limits, a stop token, threads. These share wide layers of a `csr`, and without a
///             limit on bytes any other large search, as in `bfs`: nearest nodes are first
///             then, too, but those at the same distance come in another order.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Observer = no_observer,
          detail::SearchOptions Options = serial_options>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto reachable(G&& g, const Start& start, const Options& o = {},
                             Observer&& observer = {}) {
    return detail::run_reachable<detail::may_share<Options>>(g, start, o, observer);
}

}  // namespace senda
