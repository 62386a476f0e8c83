// SPDX-License-Identifier: MIT
// Saying more about a graph, or less: views that choose its storage or how it is walked backwards.
#pragma once

#include <senda/detail/graph/access.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

template <class G>
struct same_node_type {};
template <class G>
    requires requires { typename declarations<G>::node_type; }
struct same_node_type<G> {
    using node_type = typename declarations<G>::node_type;
};

template <class G>
struct same_cost_type {};
template <class G>
    requires requires { typename declarations<G>::cost_type; }
struct same_cost_type<G> {
    using cost_type = typename declarations<G>::cost_type;
};

template <class G>
struct same_action_type {};
template <class G>
    requires requires { typename declarations<G>::action_type; }
struct same_action_type<G> {
    using action_type = typename declarations<G>::action_type;
};

/// The types that a graph declares, declared again by a view of it.
template <class G>
struct same_types : same_node_type<G>, same_cost_type<G>, same_action_type<G> {};

/// Hands on a graph's edges and hashes; derived views decide on the index.
template <class G>
class graph_view : public same_types<std::remove_cvref_t<G>> {
    using graph = std::remove_reference_t<G>;

public:
    static constexpr bool names_edges_back = detail::names_edges_back<std::remove_cvref_t<G>>;

    constexpr explicit graph_view(G&& g) : graph_(std::forward<G>(g)) {}

    template <class Node, class Emit>
        requires SinkGraph<const graph, Node>
    constexpr void successors(const Node& n, Emit&& emit) const {
        if constexpr (MemberSink<const graph, Node>) {
            graph_.successors(n, emit);
        } else if constexpr (CallSink<const graph, Node>) {
            graph_(n, emit);
        } else {
            emit_adapted(base(), n, emit);
        }
    }
    template <class Node>
        requires RangeGraph<const graph, Node>
    constexpr decltype(auto) successors(const Node& n) const {
        return call_range(base(), n);
    }

    template <class Node, class Emit>
        requires PredecessorSink<const graph, Node>
    constexpr void predecessors(const Node& n, Emit&& emit) const {
        if constexpr (AdapterSink<const graph, Node>) {
            adapter_of<graph>::predecessors(base(), n, emit);
        } else {
            graph_.predecessors(n, emit);
        }
    }
    template <class Node>
        requires PredecessorRange<const graph, Node>
    constexpr decltype(auto) predecessors(const Node& n) const {
        return graph_.predecessors(n);
    }

    template <class Node, class Graph = const graph>
        requires requires(Graph& g, const Node& n) { g.hash(n); }
    constexpr auto hash(const Node& n) const {
        return graph_.hash(n);
    }

    template <class Node, class Graph = const graph>
        requires requires(Graph& g, const Node& n) { g.contains(n); }
    constexpr bool contains(const Node& n) const {
        return graph_.contains(n);
    }
    template <class Node>
    constexpr bool is_node(const Node& n) const {
        return is_in(base(), n);
    }

    /// The graph that is viewed.
    [[nodiscard]] constexpr const graph& base() const noexcept { return graph_; }

private:
    G graph_;
};

/// A view of a graph that hands on its index, too.
template <class G>
class indexed_view : public graph_view<G> {
    using graph = std::remove_reference_t<G>;

public:
    using graph_view<G>::graph_view;

    template <class Node, class Graph = const graph>
        requires IndexedGraph<Graph, Node>
    constexpr std::size_t index(const Node& n) const {
        return index_in(this->base(), n);
    }
    template <class Graph = const graph>
        requires requires(Graph& g) { index_bound_of(g); }
    constexpr std::size_t index_bound() const {
        return index_bound_of(this->base());
    }
    template <class Graph = const graph, class Node = typename declarations<Graph>::node_type>
        requires EnumeratedGraph<Graph, Node>
    constexpr Node node(std::size_t number) const {
        return node_at<Node>(this->base(), number);
    }
};

/// The way back from a number that a graph does not have.
struct no_way_back {};

}  // namespace detail

/// A graph without its index: searches on it use hashed storage, and touch only what they reach.
template <class G>
class hashed : public detail::graph_view<G> {
public:
    using detail::graph_view<G>::graph_view;
};
template <class G>
hashed(G&&) -> hashed<G>;

/// A graph with an index: `indexed(g, bound, number)` uses arrays, with `number(n)` below `bound`.
/// With `indexed(g, bound, number, node)`, where `node(number(n))` is `n`, it is enumerated too.
template <class G, class Number, class ByNumber = detail::no_way_back>
class indexed : public detail::graph_view<G> {
public:
    /// A graph whose nodes `number` numbers below `bound`.
    constexpr indexed(G&& g, std::size_t bound, Number number, ByNumber node = {})
        : detail::graph_view<G>(std::forward<G>(g)),
          bound_(bound),
          number_(std::move(number)),
          node_(std::move(node)) {}

    /// The number of a node.
    template <class Node>
    [[nodiscard]] constexpr std::size_t index(const Node& n) const {
        return static_cast<std::size_t>(number_(n));
    }
    [[nodiscard]] constexpr std::size_t index_bound() const noexcept { return bound_; }

    /// The node of a number.
    [[nodiscard]] constexpr auto node(std::size_t number) const
        requires requires(const ByNumber& find) { find(number); }
    {
        return node_(number);
    }

private:
    std::size_t bound_;
    SENDA_NO_UNIQUE_ADDRESS Number number_;
    SENDA_NO_UNIQUE_ADDRESS ByNumber node_;
};
template <class G, class Number>
indexed(G&&, std::size_t, Number) -> indexed<G, Number>;
template <class G, class Number, class ByNumber>
indexed(G&&, std::size_t, Number, ByNumber) -> indexed<G, Number, ByNumber>;

/// A graph in which every edge can be walked both ways at the same cost: its predecessors are its
/// successors. Actions of edges walked backwards are those of the edge back; `bidirectional` looks
/// up those of the edges ahead for the path that it found.
template <class G>
class symmetric : public detail::indexed_view<G> {
    using graph = std::remove_reference_t<G>;
    using view = detail::indexed_view<G>;

public:
    using view::view;

    /// Emits what the successors of a node are.
    template <class Node, class Emit>
        requires detail::SinkGraph<const graph, Node>
    constexpr void predecessors(const Node& n, Emit&& emit) const {
        view::successors(n, emit);
    }
    /// The successors of a node.
    template <class Node>
        requires detail::RangeGraph<const graph, Node>
    constexpr decltype(auto) predecessors(const Node& n) const {
        return view::successors(n);
    }
};
template <class G>
symmetric(G&&) -> symmetric<G>;

namespace detail {
template <class G>
inline constexpr bool names_edges_back<symmetric<G>> = true;
}

}  // namespace senda
