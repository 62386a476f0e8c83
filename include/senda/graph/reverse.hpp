// SPDX-License-Identifier: MIT
// A graph with every edge reversed.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>

#include <type_traits>
#include <utility>

namespace senda {

/// A graph seen backwards, made by `reverse(g)`: its successors are the predecessors of `g` and the
/// other way round. Each edge keeps its cost and its action; nodes keep their index and their hash.
/// `G` is a reference for a graph that lives elsewhere.
template <class G>
class reversed : public detail::indexed_view<G> {
    using graph = std::remove_reference_t<G>;
    using view = detail::indexed_view<G>;

public:
    using view::view;

    /// Emits what leads to a node.
    template <class Node, class Emit>
        requires detail::PredecessorSink<const graph, Node>
    constexpr void successors(const Node& n, Emit&& emit) const {
        view::predecessors(n, emit);
    }
    /// What leads to a node.
    template <class Node>
        requires detail::PredecessorRange<const graph, Node>
    [[nodiscard]] constexpr decltype(auto) successors(const Node& n) const {
        return view::predecessors(n);
    }

    /// Emits what a node leads to.
    template <class Node, class Emit>
        requires detail::SinkGraph<const graph, Node>
    constexpr void predecessors(const Node& n, Emit&& emit) const {
        view::successors(n, emit);
    }
    /// What a node leads to.
    template <class Node>
        requires detail::RangeGraph<const graph, Node>
    [[nodiscard]] constexpr decltype(auto) predecessors(const Node& n) const {
        return view::successors(n);
    }
};

/// The graph `g`, which has `predecessors`, with every edge reversed. It refers to a `g` that
/// has a name and keeps one that has none; reversed twice, it has the edges of `g` again.
template <class G>
[[nodiscard]] constexpr reversed<G> reverse(G&& g) {
    return reversed<G>(std::forward<G>(g));
}

}  // namespace senda
