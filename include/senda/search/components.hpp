// SPDX-License-Identifier: MIT
// Connected components, and strongly connected ones.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
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

/// Tarjan's algorithm, with the recursion on a stack of its own.
template <class Rows>
class tarjan_search {
    struct frame {
        std::uint32_t node;
        std::size_t next;
    };
    static constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

public:
    /// Writes the first node of each node's component to `component`.
    tarjan_search(const Rows& rows, node_numbers& component, memory_budget& budget)
        : rows_(&rows),
          component_(&component),
          found_(budget),
          lowest_(budget),
          pending_(budget),
          trail_(budget) {}

    /// False if there is no room.
    [[nodiscard]] bool run() {
        const auto size = static_cast<std::uint32_t>(rows_->node_count);
        for (node_numbers* all : {&found_, &lowest_, component_}) {
            if (!all->assign_zeros(size)) return false;
            std::fill(all->begin(), all->end(), no_number);
        }
        // A node is entered once, so that the stacks need no more room than this.
        if (!pending_.reserve(size) || !trail_.reserve(size)) return false;
        for (std::uint32_t root = 0; root < size; ++root) {
            if (found_[root] == no_number) visit(root);
        }
        return true;
    }

private:
    void visit(std::uint32_t root) {
        enter(root);
        while (!trail_.empty()) {
            const std::uint32_t n = trail_.back().node;
            if (trail_.back().next == rows_->offsets[std::size_t{n} + 1]) {
                leave(n);
                continue;
            }
            const std::uint32_t to = rows_->edges[trail_.back().next++].to;
            if (found_[to] == no_number) {
                enter(to);
            } else if ((*component_)[to] == no_number) {
                lowest_[n] = std::min(lowest_[n], found_[to]);
            }
        }
    }

    void enter(std::uint32_t n) {
        found_[n] = lowest_[n] = clock_++;
        (void)pending_.push(n);
        (void)trail_.push(frame{n, rows_->offsets[n]});
    }

    void leave(std::uint32_t n) {
        trail_.truncate(trail_.size() - 1);
        if (!trail_.empty()) {
            std::uint32_t& above = lowest_[trail_.back().node];
            above = std::min(above, lowest_[n]);
        }
        if (lowest_[n] != found_[n]) return;
        std::uint32_t member = no_number;
        do {
            member = pending_.pop();
            (*component_)[member] = n;
        } while (member != n);
    }

    const Rows* rows_;
    node_numbers* component_;
    node_numbers found_;   // when each node was entered
    node_numbers lowest_;  // the first of those that it leads back to
    node_numbers pending_;
    buffer<frame> trail_;
    std::uint32_t clock_ = 0;
};

/// Sorts nodes by `sort(rows, component, budget)`, which is false where there is no room.
template <class G, class Nodes, class Sort>
[[nodiscard]] component_map sort_nodes(G& g, const Nodes& nodes, const options& o, Sort sort) {
    using node = node_of<G, element_of<Nodes>>;
    component_map map;
    search_control control(o);
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
    static_cast<answer&>(map) = answer_of<G, node>(control);
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
        return detail::tarjan_search(rows, component, budget).run();
    });
}

}  // namespace senda
