// SPDX-License-Identifier: MIT
// The nodes of a graph by number, each before those that it leads to; or a cycle.
#pragma once

#include <senda/detail/rows/whole_rows.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// Counts the edges into each node, and the nodes; false if a limit came first.
template <class C, class Whole, class Rows>
[[nodiscard]] bool count_edges_into(const Whole& whole, const Rows& rows,
                                    buffer<std::uint32_t>& into, buffer<std::uint32_t>& order,
                                    std::size_t& nodes, search_control& control) {
    if (!whole.is_partial()) {
        nodes = whole.size();
        for (std::uint32_t n = 0; n < whole.size(); ++n) {
            if (!control.may_work()) return false;
            for_each_edge_in<C>(rows, n, [&](std::uint32_t to, C) { ++into[to]; });
        }
        return true;
    }
    // An edge to each root makes it one that was met; `order` is the queue.
    whole.for_each_root([&](std::uint32_t n) {
        if (into[n]++ == 0) (void)order.push(n);
    });
    for (std::size_t next = 0; next < order.size(); ++next) {
        if (!control.may_expand()) return false;
        if (next + 8 < order.size()) prefetch(&rows.first[order[next + 8]]);
        if (next + 4 < order.size()) prefetch(&rows.edges[rows.first[order[next + 4]]]);
        control.count_generated(rows.first[std::size_t{order[next]} + 1] - rows.first[order[next]]);
        for_each_edge_in<C>(rows, order[next], [&](std::uint32_t to, C) {
            if (into[to]++ == 0) (void)order.push(to);
        });
    }
    whole.for_each_root([&](std::uint32_t n) { --into[n]; });
    nodes = order.size();
    order.clear();
    return true;
}

/// Writes the nodes in topological order to `order` and says `found`; or the nodes of a cycle and
/// says `cycle` (A. Kahn, Topological sorting of large networks, 1962). Nodes into which no edge
/// leads come first, by number; each other follows once the last edge into it is seen. Calls
/// `see(from, to, cost)` for each edge when all edges into `from` were seen.
template <class C, class Whole, class Rows, class See>
[[nodiscard]] status order_rows(const Whole& whole, const Rows& rows, buffer<std::uint32_t>& order,
                                search_control& control, See&& see) {
    const std::uint32_t size = whole.size();
    buffer<std::uint32_t> into(control.budget());  // edges into each node that are still to be seen
    std::size_t nodes = 0;
    if (!into.assign_zeros(size) || !order.reserve(size)) return status::memory_limit;
    if (!count_edges_into<C>(whole, rows, into, order, nodes, control)) return control.status();
    // What is in order and not looked at yet is the queue.
    whole.for_each_root([&](std::uint32_t n) {
        if (into[n] == 0) (void)order.push(n);
    });
    for (std::size_t next = 0; next < order.size(); ++next) {
        if (!control.may_work()) return control.status();
        // In a function of its own g++ would leave it out.
        if (next + 8 < order.size()) prefetch(&rows.first[order[next + 8]]);
        if (next + 4 < order.size()) prefetch(&rows.edges[rows.first[order[next + 4]]]);
        const std::uint32_t from = order[next];
        for_each_edge_in<C>(rows, from, [&](std::uint32_t to, C step) {
            see(from, to, step);
            if (--into[to] == 0) (void)order.push(to);
        });
    }
    if (order.size() == nodes) return status::found;

    // Each node that is left has an edge into it from another that is left: walked back along such
    // edges, they come round.
    order.clear();
    buffer<std::uint32_t> from(control.budget());
    std::uint32_t at = 0;
    if (!from.assign_zeros(size)) return status::memory_limit;
    for (std::uint32_t n = size; n-- > 0;) {
        if (into[n] == 0) continue;
        at = n;
        for_each_edge_in<C>(rows, n, [&](std::uint32_t to, C) { from[to] = n; });
    }
    for (std::uint32_t step = 0; step < size; ++step) at = from[at];
    const std::uint32_t met = at;
    do {
        (void)order.push(at);
        at = from[at];
    } while (at != met);
    std::reverse(order.begin(), order.end());
    return status::cycle;
}

/// The nodes of numbers.
template <class Rows>
[[nodiscard]] auto nodes_of(const Rows& whole, const buffer<std::uint32_t>& numbers) {
    std::vector<decltype(whole.node(0))> nodes;
    nodes.reserve(numbers.size());
    for (const std::uint32_t n : numbers) nodes.push_back(whole.node(n));
    return nodes;
}

}  // namespace senda::detail
