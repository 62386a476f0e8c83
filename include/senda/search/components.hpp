// SPDX-License-Identifier: MIT
// Connected components, and strongly connected ones.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda {

/// Nodes sorted into components, which are numbered from 0 in the order of their first nodes:
/// `complete`, or what stopped it.
struct component_map : answer {
    /// How many components there are.
    std::uint32_t count = 0;
    /// The component of each node, in the order in which they were given; empty after a limit.
    std::vector<std::uint32_t> of = {};
};

namespace detail {

using node_numbers = buffer<std::uint32_t>;

/// Writes the first node of each node's set; false if there is no room.
template <class Rows>
[[nodiscard]] bool find_roots(const Rows& rows, node_numbers& root_of, memory_budget& budget) {
    disjoint_sets sets(budget);
    const auto size = static_cast<std::uint32_t>(rows.node_count);
    if (!sets.reset(size) || !root_of.assign_zeros(size)) return false;
    for (std::uint32_t n = 0; n < size; ++n)
        for (std::size_t e = rows.offsets[n]; e != rows.offsets[std::size_t{n} + 1]; ++e)
            sets.unite(n, rows.edges[e].to);
    for (std::uint32_t n = 0; n < size; ++n) root_of[n] = sets.find(n);
    return true;
}

/// Tarjan's algorithm, with the recursion on a stack of its own: writes the first node of each
/// node's component; false if there is no room.
template <class Rows>
[[nodiscard]] bool find_strong(const Rows& rows, node_numbers& component, memory_budget& budget) {
    struct frame {
        std::uint32_t node;
        std::size_t next;
    };
    constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();
    const auto size = static_cast<std::uint32_t>(rows.node_count);
    node_numbers found(budget);   // when each node was entered
    node_numbers lowest(budget);  // the first of those that it leads back to
    node_numbers pending(budget);
    buffer<frame> trail(budget);
    for (node_numbers* all : {&found, &lowest, &component}) {
        if (!all->assign_zeros(size)) return false;
        std::fill(all->begin(), all->end(), no_number);
    }
    // A node is entered once, so that the stacks need no more room than this.
    if (!pending.reserve(size) || !trail.reserve(size)) return false;
    auto enter = [&, clock = std::uint32_t{0}](std::uint32_t n) mutable {
        found[n] = lowest[n] = clock++;
        (void)pending.push(n);
        (void)trail.push(frame{n, rows.offsets[n]});
    };
    for (std::uint32_t root = 0; root < size; ++root) {
        if (found[root] == no_number) enter(root);
        while (!trail.empty()) {
            const std::uint32_t n = trail.back().node;
            if (trail.back().next != rows.offsets[std::size_t{n} + 1]) {
                const std::uint32_t to = rows.edges[trail.back().next++].to;
                if (found[to] == no_number) {
                    enter(to);
                } else if (component[to] == no_number) {
                    lowest[n] = std::min(lowest[n], found[to]);
                }
                continue;
            }
            (void)trail.pop();
            if (!trail.empty()) {
                std::uint32_t& above = lowest[trail.back().node];
                above = std::min(above, lowest[n]);
            }
            if (lowest[n] != found[n]) continue;
            std::uint32_t member = no_number;
            do {
                member = pending.pop();
                component[member] = n;
            } while (member != n);
        }
    }
    return true;
}

/// Sorts nodes by `sort(rows, component, budget)`, which is false where there is no room.
template <class G, class Nodes, class Sort>
[[nodiscard]] component_map sort_nodes(G& g, const Nodes& nodes, const options& o, Sort sort) {
    using node = node_of<G, element_of<Nodes>>;
    component_map map;
    search_control control(o, general_engine<G, node>);
    memory_budget& budget = control.budget();
    whole_rows<G, node> whole(budget);
    node_numbers given(budget);  // the number of each node as it was given; one may come twice
    if (whole.take_in_given(g, nodes, given, control)) {
        node_numbers component(budget);
        node_numbers name(budget);  // of each component, in the order of their first nodes, from 1
        if (sort(whole.copied_rows(), component, budget) && name.assign_zeros(component.size()) &&
            budget.take(given.size() * sizeof(std::uint32_t))) {
            map.of.reserve(given.size());
            for (const std::uint32_t n : given) {
                std::uint32_t& called = name[component[n]];
                if (called == 0) called = ++map.count;
                map.of.push_back(called - 1);
            }
            control.end(status::complete);
        }
        control.end(status::memory_limit);
    }
    static_cast<answer&>(map) = answer_of(control);
    return map;
}

}  // namespace detail

/// Sorts `nodes` into connected components, whichever way the edges between them point. Edges to
/// nodes that were not given do not count.
///
/// `g`      the graph.
/// `nodes`  what to sort: anything that can be iterated over.
/// `o`      limits, a stop token; `threads` changes nothing: one thread works.
template <class G, class Nodes>
    requires detail::Iterable<const Nodes&> &&
             SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] component_map components(G&& g, const Nodes& nodes, const options& o = {}) {
    return detail::sort_nodes(g, nodes, o, [](const auto& rows, auto& component, auto& budget) {
        return detail::find_roots(rows, component, budget);
    });
}

/// Sorts `nodes` into strongly connected components: from each node of one, each other can be
/// reached. Edges to nodes that were not given do not count.
///
/// `g`      the graph.
/// `nodes`  what to sort: anything that can be iterated over.
/// `o`      limits, a stop token; `threads` changes nothing: one thread works.
template <class G, class Nodes>
    requires detail::Iterable<const Nodes&> &&
             SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] component_map strong_components(G&& g, const Nodes& nodes, const options& o = {}) {
    return detail::sort_nodes(g, nodes, o, [](const auto& rows, auto& component, auto& budget) {
        return detail::find_strong(rows, component, budget);
    });
}

}  // namespace senda
