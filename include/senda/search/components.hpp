// SPDX-License-Identifier: MIT
// Connected components, and strongly connected ones.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
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
inline constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

/// What is kept about a node that only needs a number.
struct no_record {};

/// The subgraph of given nodes in compressed sparse rows: node `n` has edges from `first[n]` on.
struct given_subgraph {
    node_numbers given;  // the number of each node as it was given; a node may come twice
    buffer<std::size_t> first;
    node_numbers to;

    explicit given_subgraph(memory_budget& budget) : given(budget), first(budget), to(budget) {}

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(first.size() - 1);
    }

    /// Takes in nodes and the edges between them; false if a limit came first.
    template <class Node, class G, class Nodes>
    [[nodiscard]] bool take_in(G& g, const Nodes& nodes, search_control& control) {
        node_store<std::remove_cv_t<G>, Node, no_record> store(control.budget());
        bool fits = store.prepare(g) && first.push(std::size_t{0});
        for (const auto& n : nodes) {
            if (!fits) break;
            const auto node = static_cast<Node>(n);
            const auto id =
                store.intern(store.key_of(g, node), node, [] { return no_record{}; }).id;
            fits = id != no_number && given.push(id);
        }
        for (std::uint32_t i = 0; fits && i < store.size(); ++i) {
            if (!control.may_expand()) return false;
            for_each_successor<graph_types<G, Node>>(g, store.node(i),
                                                     [&](const Node& end, auto, const auto&) {
                                                         control.count_generated();
                                                         const auto id = store.find(g, end);
                                                         if (id != no_number)
                                                             fits = fits && to.push(id);
                                                     });
            fits = fits && first.push(to.size());
        }
        return control.fits(fits);
    }
};

/// Writes the first node of each node's set; false if there is no room.
[[nodiscard]] inline bool find_roots(const given_subgraph& graph, node_numbers& root_of,
                                     memory_budget& budget) {
    disjoint_sets sets(budget);
    if (!sets.reset(graph.size()) || !root_of.assign_zeros(graph.size())) return false;
    for (std::uint32_t n = 0; n < graph.size(); ++n)
        for (std::size_t e = graph.first[n]; e != graph.first[n + 1]; ++e)
            sets.unite(n, graph.to[e]);
    for (std::uint32_t n = 0; n < graph.size(); ++n) root_of[n] = sets.find(n);
    return true;
}

/// Tarjan's algorithm, with the recursion on a stack of its own.
class tarjan_search {
    struct frame {
        std::uint32_t node;
        std::size_t next;
    };

public:
    /// Writes the first node of each node's component to `component`.
    tarjan_search(const given_subgraph& graph, node_numbers& component, memory_budget& budget)
        : graph_(&graph),
          component_(&component),
          found_(budget),
          lowest_(budget),
          pending_(budget),
          trail_(budget) {}

    /// False if there is no room.
    [[nodiscard]] bool run() {
        const std::uint32_t size = graph_->size();
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
            if (trail_.back().next == graph_->first[n + 1]) {
                leave(n);
                continue;
            }
            const std::uint32_t to = graph_->to[trail_.back().next++];
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
        (void)trail_.push(frame{n, graph_->first[n]});
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

    const given_subgraph* graph_;
    node_numbers* component_;
    node_numbers found_;   // when each node was entered
    node_numbers lowest_;  // the first of those that it leads back to
    node_numbers pending_;
    buffer<frame> trail_;
    std::uint32_t clock_ = 0;
};

/// Sorts nodes by `sort(subgraph, component, budget)`, which is false where there is no room.
template <class G, class Nodes, class Sort>
[[nodiscard]] component_map sort_nodes(G& g, const Nodes& nodes, const options& o, Sort sort) {
    component_map map;
    search_control control(o);
    memory_budget& budget = control.budget();
    given_subgraph graph(budget);
    if (graph.template take_in<node_of<G, element_of<Nodes>>>(g, nodes, control)) {
        node_numbers component(budget);
        node_numbers name(budget);  // of each component, in the order of their first nodes, from 1
        if (sort(graph, component, budget) && name.assign_zeros(component.size()) &&
            budget.take(graph.given.size() * sizeof(std::uint32_t))) {
            map.of.reserve(graph.given.size());
            for (const std::uint32_t n : graph.given) {
                std::uint32_t& called = name[component[n]];
                if (called == 0) called = ++map.count;
                map.of.push_back(called - 1);
            }
            control.end(status::complete);
        }
        control.end(status::memory_limit);
    }
    map.status = control.status();
    map.statistics = control.statistics();
    map.engine = engine_text<G, node_of<G, element_of<Nodes>>>(engine_kind::general);
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
    return detail::sort_nodes(g, nodes, o, [](const auto& graph, auto& component, auto& budget) {
        return detail::find_roots(graph, component, budget);
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
    return detail::sort_nodes(g, nodes, o, [](const auto& graph, auto& component, auto& budget) {
        return detail::tarjan_search(graph, component, budget).run();
    });
}

}  // namespace senda
