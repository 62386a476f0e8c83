// SPDX-License-Identifier: MIT
// Which nodes hang together.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/successors.hpp>
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
/// Components are numbered from 0 in the order of their first nodes.
struct component_map {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> of = {};
};

namespace detail {

/// The edges among given nodes, as numbers: what the algorithms on components work on.
class numbered_edges {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    template <class Node, class G, class Nodes>
    static numbered_edges among(G& g, const Nodes& nodes) {
        using graph = std::remove_cv_t<G>;
        using types = graph_types<G, Node>;
        struct record {
            std::uint32_t unused = 0;
        };
        numbered_edges edges;
        memory_budget budget;
        node_store<graph, Node, record> store(budget);
        if (!store.prepare(g)) return edges;
        for (const auto& n : nodes) {
            const auto node = static_cast<Node>(n);
            edges.number_.push_back(
                store.intern(store.key_of(g, node), node, [] { return record{}; }).id);
        }
        for (std::uint32_t i = 0; i < store.size(); ++i) {
            for_each_successor<types>(g, store.node(i), [&](const Node& to, auto, const auto&) {
                const auto there = store.find(g, to);
                if (there != none) edges.to_.push_back(there);
            });
            edges.first_.push_back(edges.to_.size());
        }
        return edges;
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(first_.size() - 1);
    }
    [[nodiscard]] std::size_t first(std::uint32_t n) const noexcept { return first_[n]; }
    [[nodiscard]] std::size_t last(std::uint32_t n) const noexcept { return first_[n + 1]; }
    [[nodiscard]] std::uint32_t to(std::size_t edge) const noexcept { return to_[edge]; }

    /// Renames components in the order of their first nodes, for the nodes as they were given.
    [[nodiscard]] component_map in_order(const std::vector<std::uint32_t>& component) const {
        component_map map;
        std::vector<std::uint32_t> name(component.size(), none);
        for (const std::uint32_t n : number_) {
            std::uint32_t& called = name[component[n]];
            if (called == none) called = map.count++;
            map.of.push_back(called);
        }
        return map;
    }

private:
    std::vector<std::uint32_t> number_;  // of each node as it was given; a node may come twice
    std::vector<std::size_t> first_{0};
    std::vector<std::uint32_t> to_;
};

template <class Nodes>
using element_of = std::remove_cvref_t<decltype(*std::begin(
    std::declval<const std::remove_reference_t<Nodes>&>()))>;

}  // namespace detail

/// Sorts `nodes` into connected components, whichever way the edges between them point. Edges to
/// nodes that were not given do not count.
template <class G, class Nodes>
    requires detail::Iterable<const Nodes&> &&
             SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] component_map components(G&& g, const Nodes& nodes) {
    const auto edges =
        detail::numbered_edges::among<node_of<G, detail::element_of<Nodes>>>(g, nodes);
    // Union by the smaller number, with path halving.
    std::vector<std::uint32_t> leader(edges.size());
    for (std::uint32_t n = 0; n < edges.size(); ++n) leader[n] = n;
    const auto find = [&](std::uint32_t n) {
        while (leader[n] != n) n = leader[n] = leader[leader[n]];
        return n;
    };
    for (std::uint32_t n = 0; n < edges.size(); ++n) {
        for (std::size_t e = edges.first(n); e != edges.last(n); ++e) {
            const std::uint32_t here = find(n);
            const std::uint32_t there = find(edges.to(e));
            leader[std::max(here, there)] = std::min(here, there);
        }
    }
    for (std::uint32_t n = 0; n < edges.size(); ++n) leader[n] = find(n);
    return edges.in_order(leader);
}

/// Sorts `nodes` into strongly connected components: from each node of one, each other can be
/// reached. Edges to nodes that were not given do not count.
template <class G, class Nodes>
    requires detail::Iterable<const Nodes&> &&
             SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] component_map strong_components(G&& g, const Nodes& nodes) {
    const auto edges =
        detail::numbered_edges::among<node_of<G, detail::element_of<Nodes>>>(g, nodes);
    // Tarjan's algorithm, with the recursion on a stack of its own.
    constexpr std::uint32_t none = detail::numbered_edges::none;
    struct frame {
        std::uint32_t node;
        std::size_t next;
    };
    std::vector<std::uint32_t> found(edges.size(), none);
    std::vector<std::uint32_t> lowest(edges.size(), none);
    std::vector<std::uint32_t> component(edges.size(), none);
    std::vector<std::uint32_t> pending;
    std::vector<frame> trail;
    std::uint32_t clock = 0;
    const auto enter = [&](std::uint32_t n) {
        found[n] = lowest[n] = clock++;
        pending.push_back(n);
        trail.push_back({n, edges.first(n)});
    };
    const auto leave = [&](std::uint32_t n) {
        trail.pop_back();
        if (!trail.empty()) {
            std::uint32_t& above = lowest[trail.back().node];
            above = std::min(above, lowest[n]);
        }
        if (lowest[n] != found[n]) return;
        std::uint32_t member = none;
        do {
            member = pending.back();
            pending.pop_back();
            component[member] = n;
        } while (member != n);
    };
    for (std::uint32_t root = 0; root < edges.size(); ++root) {
        if (found[root] != none) continue;
        enter(root);
        while (!trail.empty()) {
            const std::uint32_t n = trail.back().node;
            if (trail.back().next == edges.last(n)) {
                leave(n);
                continue;
            }
            const std::uint32_t to = edges.to(trail.back().next++);
            if (found[to] == none) {
                enter(to);
            } else if (component[to] == none) {
                lowest[n] = std::min(lowest[n], found[to]);
            }
        }
    }
    return edges.in_order(component);
}

}  // namespace senda
