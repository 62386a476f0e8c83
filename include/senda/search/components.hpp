// SPDX-License-Identifier: MIT
// Connected components, and strongly connected ones.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/successors.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/node_store.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// Nodes sorted into components: `of[i]` is the number of the component of the `i`-th node given.
/// Components are numbered from 0 in the order of their first nodes. True in a condition when all
/// nodes are sorted.
struct component_map {
    /// How many components there are.
    std::uint32_t count = 0;
    /// The component of each node, in the order in which they were given; empty after a limit.
    std::vector<std::uint32_t> of = {};
    /// `found` if all nodes are sorted, else the limit that came first.
    senda::status status = status::running;
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::found; }
};

namespace detail {

/// What is kept about a node that only needs a number.
struct no_record {};

/// The edges among given nodes, as numbers: what the algorithms on components work on.
class numbered_edges {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit numbered_edges(search_control& control)
        : control_(&control),
          number_(control.budget()),
          first_(control.budget()),
          to_(control.budget()) {}

    /// Takes in nodes and the edges between them; false if a limit came first.
    template <class Node, class G, class Nodes>
    [[nodiscard]] bool take_in(G& g, const Nodes& nodes) {
        using types = graph_types<G, Node>;
        node_store<std::remove_cv_t<G>, Node, no_record> store(control_->budget());
        bool room = store.prepare(g) && first_.push(std::size_t{0});
        for (const auto& n : nodes) {
            if (!room) break;
            const auto node = static_cast<Node>(n);
            const auto known =
                store.intern(store.key_of(g, node), node, [] { return no_record{}; });
            room = known.id != none && number_.push(known.id);
        }
        for (std::uint32_t i = 0; room && i < store.size(); ++i) {
            if (!control_->may_expand()) return false;
            for_each_successor<types>(g, store.node(i), [&](const Node& to, auto, const auto&) {
                control_->count_generated();
                const auto there = store.find(g, to);
                if (there != none) room = room && to_.push(there);
            });
            room = room && first_.push(to_.size());
        }
        if (!room) control_->end(status::memory_limit);
        return room;
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(first_.size() - 1);
    }
    [[nodiscard]] std::size_t first(std::uint32_t n) const noexcept { return first_[n]; }
    [[nodiscard]] std::size_t last(std::uint32_t n) const noexcept { return first_[n + 1]; }
    [[nodiscard]] std::uint32_t to(std::size_t edge) const noexcept { return to_[edge]; }

    /// Renames components in the order of their first nodes, for the nodes as they were given.
    void name_in_order(const buffer<std::uint32_t>& component, component_map& map) const {
        buffer<std::uint32_t> name(control_->budget());
        if (!name.assign_zeros(component.size()) ||
            !control_->budget().take(number_.size() * sizeof(std::uint32_t))) {
            return control_->end(status::memory_limit);
        }
        map.of.reserve(number_.size());
        for (const std::uint32_t n : number_) {
            std::uint32_t& called = name[component[n]];  // counted from 1
            if (called == 0) called = ++map.count;
            map.of.push_back(called - 1);
        }
        control_->end(status::found);
    }

private:
    search_control* control_;
    buffer<std::uint32_t> number_;  // of each node as it was given; a node may come twice
    buffer<std::size_t> first_;
    buffer<std::uint32_t> to_;
};

template <class Nodes>
using element_of = std::remove_cvref_t<decltype(*std::begin(
    std::declval<const std::remove_reference_t<Nodes>&>()))>;

/// Disjoint sets: union by the smaller number, with path halving. Writes the root of each node's
/// set; false if there is no room for it.
[[nodiscard]] inline bool find_roots(const numbered_edges& edges, buffer<std::uint32_t>& root_of) {
    if (!root_of.assign_zeros(edges.size())) return false;
    for (std::uint32_t n = 0; n < edges.size(); ++n) root_of[n] = n;
    const auto find = [&](std::uint32_t n) {
        while (root_of[n] != n) n = root_of[n] = root_of[root_of[n]];
        return n;
    };
    for (std::uint32_t n = 0; n < edges.size(); ++n) {
        for (std::size_t e = edges.first(n); e != edges.last(n); ++e) {
            const std::uint32_t here = find(n);
            const std::uint32_t there = find(edges.to(e));
            root_of[std::max(here, there)] = std::min(here, there);
        }
    }
    for (std::uint32_t n = 0; n < edges.size(); ++n) root_of[n] = find(n);
    return true;
}

/// Tarjan's algorithm, with the recursion on a stack of its own.
class tarjan_search {
    static constexpr std::uint32_t none = numbered_edges::none;

    struct frame {
        std::uint32_t node;
        std::size_t next;
    };

public:
    tarjan_search(const numbered_edges& edges, memory_budget& budget)
        : edges_(&edges), found_(budget), lowest_(budget), pending_(budget), trail_(budget) {}

    /// Writes the first node of each node's component; false if there is no room for it.
    [[nodiscard]] bool run(buffer<std::uint32_t>& component) {
        const std::uint32_t size = edges_->size();
        for (buffer<std::uint32_t>* numbers : {&found_, &lowest_, &component}) {
            if (!numbers->assign_zeros(size)) return false;
            std::fill(numbers->begin(), numbers->end(), none);
        }
        // A node is entered once, so that the stacks need no more room than this.
        if (!pending_.reserve(size) || !trail_.reserve(size)) return false;
        for (std::uint32_t root = 0; root < size; ++root) {
            if (found_[root] == none) visit(root, component);
        }
        return true;
    }

private:
    void visit(std::uint32_t root, buffer<std::uint32_t>& component) {
        enter(root);
        while (!trail_.empty()) {
            const std::uint32_t n = trail_.back().node;
            if (trail_.back().next == edges_->last(n)) {
                leave(n, component);
                continue;
            }
            const std::uint32_t to = edges_->to(trail_.back().next++);
            if (found_[to] == none) {
                enter(to);
            } else if (component[to] == none) {
                lowest_[n] = std::min(lowest_[n], found_[to]);
            }
        }
    }

    void enter(std::uint32_t n) {
        found_[n] = lowest_[n] = clock_++;
        (void)pending_.push(n);
        (void)trail_.push(frame{n, edges_->first(n)});
    }

    void leave(std::uint32_t n, buffer<std::uint32_t>& component) {
        trail_.truncate(trail_.size() - 1);
        if (!trail_.empty()) {
            std::uint32_t& above = lowest_[trail_.back().node];
            above = std::min(above, lowest_[n]);
        }
        if (lowest_[n] != found_[n]) return;
        std::uint32_t member = none;
        do {
            member = pending_.pop();
            component[member] = n;
        } while (member != n);
    }

    const numbered_edges* edges_;
    buffer<std::uint32_t> found_;   // when each node was entered
    buffer<std::uint32_t> lowest_;  // the first of those that it leads back to
    buffer<std::uint32_t> pending_;
    buffer<frame> trail_;
    std::uint32_t clock_ = 0;
};

/// Sorts nodes by `sort(edges, component)`, which may run out of memory.
template <class G, class Nodes, class Sort>
[[nodiscard]] component_map sort_nodes(G& g, const Nodes& nodes, const options& o, Sort sort) {
    component_map map;
    search_control control(o);
    numbered_edges edges(control);
    if (edges.template take_in<node_of<G, element_of<Nodes>>>(g, nodes)) {
        buffer<std::uint32_t> component(control.budget());
        if (sort(edges, component, control.budget())) {
            edges.name_in_order(component, map);
        } else {
            control.end(status::memory_limit);
        }
    }
    map.status = control.status();
    map.statistics = control.statistics();
    return map;
}

}  // namespace detail

/// Sorts `nodes` into connected components, whichever way the edges between them point. Edges to
/// nodes that were not given do not count.
///
/// `g`      the graph.
/// `nodes`  what to sort: anything that can be iterated over.
/// `o`      limits, a stop token.
template <class G, class Nodes>
    requires detail::Iterable<const Nodes&> &&
             SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] component_map components(G&& g, const Nodes& nodes, const options& o = {}) {
    return detail::sort_nodes(g, nodes, o, [](const auto& edges, auto& component, auto&) {
        return detail::find_roots(edges, component);
    });
}

/// Sorts `nodes` into strongly connected components: from each node of one, each other can be
/// reached. Edges to nodes that were not given do not count.
///
/// `g`      the graph.
/// `nodes`  what to sort: anything that can be iterated over.
/// `o`      limits, a stop token.
template <class G, class Nodes>
    requires detail::Iterable<const Nodes&> &&
             SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] component_map strong_components(G&& g, const Nodes& nodes, const options& o = {}) {
    return detail::sort_nodes(g, nodes, o, [](const auto& edges, auto& component, auto& budget) {
        return detail::tarjan_search(edges, budget).run(component);
    });
}

}  // namespace senda
