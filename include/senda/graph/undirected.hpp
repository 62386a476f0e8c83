// SPDX-License-Identifier: MIT
// A graph whose edges are given one way, seen both ways.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/with_reverse.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A graph with `predecessors` in which every edge leads both ways, made by `undirected(g)`: its
/// successors are those of `g`, then the predecessors. An edge has its cost and its action both
/// ways. `G` is a reference for a graph that lives elsewhere.
template <class G>
class undirected_view : public detail::indexed_view<G> {
    using graph = std::remove_reference_t<G>;
    using view = detail::indexed_view<G>;

public:
    using view::view;

    /// Emits the nodes on the other end of the edges of a node.
    template <class Node, class Emit>
        requires detail::SinkGraph<const graph, Node> && ReversibleGraph<const graph, Node>
    constexpr void successors(const Node& n, Emit&& emit) const {
        view::successors(n, emit);
        if constexpr (detail::PredecessorSink<const graph, Node>) {
            view::predecessors(n, emit);
        } else {
            for (auto&& element : view::predecessors(n)) detail::emit_element<Node>(element, emit);
        }
    }
    /// The neighbours of a node as a range, if `g` has ranges.
    template <class Node>
        requires detail::RangeGraph<const graph, Node> &&
                 detail::PredecessorRange<const graph, Node>
    [[nodiscard]] constexpr auto successors(const Node& n) const {
        std::vector<detail::successor_element<const graph, Node>> both;
        for (auto&& element : view::successors(n)) both.push_back(element);
        for (auto&& element : view::predecessors(n)) both.push_back(element);
        return both;
    }

    /// Emits the same as `successors`.
    template <class Node, class Emit>
        requires detail::SinkGraph<const graph, Node> && ReversibleGraph<const graph, Node>
    constexpr void predecessors(const Node& n, Emit&& emit) const {
        successors(n, emit);
    }
    /// The neighbours of a node: those to which it leads are those that lead to it.
    template <class Node>
        requires detail::RangeGraph<const graph, Node> &&
                 detail::PredecessorRange<const graph, Node>
    [[nodiscard]] constexpr auto predecessors(const Node& n) const {
        return successors(n);
    }
};

/// The graph `g` with every edge leading both ways. It needs `predecessors`, or nodes that can be
/// listed: then it stores each edge once more, as `with_reverse(g)`. An edge that `g` lists both
/// ways counts as two that are parallel, which changes no cost and no path. It refers to a `g` that
/// has a name and keeps one that has none.
template <class G>
[[nodiscard]] constexpr auto undirected(G&& g) {
    if constexpr (detail::StoredGraph<G> && !ReversibleGraph<G, detail::declared_node_t<G>>) {
        return undirected_view<with_reverse<G>>(with_reverse<G>(std::forward<G>(g)));
    } else {
        return undirected_view<G>(std::forward<G>(g));
    }
}

}  // namespace senda
