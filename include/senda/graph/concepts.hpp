// SPDX-License-Identifier: MIT
// What a graph is: anything that answers "where can I go from here?".
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>

#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace senda {

template <class Node>
class any_of;

namespace detail {

template <class Range>
concept Iterable = requires(Range&& range) {
    { std::begin(range) != std::end(range) } -> std::convertible_to<bool>;
    *std::begin(range);
};

/// Stands for the sink of an algorithm when a graph is tested for taking one.
struct any_sink {
    template <class... Parts>
    constexpr void operator()(Parts&&...) const noexcept {}
};

// The four spellings of successors; `G&`, so that const and mutable graphs are tested apart.
template <class G, class Node>
concept MemberSink = requires(G& g, const Node& n, any_sink& emit) { g.successors(n, emit); };
template <class G, class Node>
concept MemberRange = requires(G& g, const Node& n) {
    { g.successors(n) } -> Iterable;
};
template <class G, class Node>
concept CallSink = !MemberSink<G, Node> && !MemberRange<G, Node> &&
                   requires(G& g, const Node& n, any_sink& emit) { g(n, emit); };
template <class G, class Node>
concept CallRange = !MemberSink<G, Node> && !MemberRange<G, Node> && requires(G& g, const Node& n) {
    { g(n) } -> Iterable;
};

template <class G, class Node>
concept SinkGraph = MemberSink<G, Node> || CallSink<G, Node>;
template <class G, class Node>
concept RangeGraph = !SinkGraph<G, Node> && (MemberRange<G, Node> || CallRange<G, Node>);

template <class G, class Node>
concept PredecessorSink =
    requires(G& g, const Node& n, any_sink& emit) { g.predecessors(n, emit); };
template <class G, class Node>
concept PredecessorRange = requires(G& g, const Node& n) {
    { g.predecessors(n) } -> Iterable;
};

/// Whether a graph names edges walked backwards by those that lead back, as `symmetric` does.
template <class G>
inline constexpr bool names_edges_back = false;
template <class G>
    requires requires { requires G::names_edges_back; }
inline constexpr bool names_edges_back<G> = true;

/// What an element of a successor range says, given the type of node that was expanded.
template <class Element, class Queried>
struct element_parts {
    using node = Element;
    using cost = steps;
    using action = no_action;
    static constexpr bool weighted = false;
};
template <class Node, class C, class Action, class Queried>
struct element_parts<edge<Node, C, Action>, Queried> {
    using node = Node;
    using cost = C;
    using action = Action;
    static constexpr bool weighted = true;
};
// A pair is a node and its cost, unless the nodes are pairs themselves.
template <class Node, Cost C, class Queried>
    requires(std::convertible_to<Queried, Node> &&
             !std::convertible_to<Queried, std::pair<Node, C>>)
struct element_parts<std::pair<Node, C>, Queried> {
    using node = std::remove_cv_t<Node>;  // const in the elements of a std::map
    using cost = C;
    using action = no_action;
    static constexpr bool weighted = true;
};

template <class G, class Node>
constexpr decltype(auto) call_range(G& g, const Node& n) {
    if constexpr (MemberRange<G, Node>) {
        return g.successors(n);
    } else {
        return g(n);
    }
}

template <class G, class Node>
using successor_element = std::remove_cvref_t<decltype(*std::begin(
    std::declval<decltype(call_range(std::declval<G&>(), std::declval<const Node&>()))&>()))>;

template <class Start>
struct start_node {
    using type = std::decay_t<const Start&>;
};
template <class Node>
struct start_node<any_of<Node>> {
    using type = Node;
};

template <class G, class Start>
struct queried_node {
    using type = typename start_node<std::remove_cvref_t<Start>>::type;
};
// A start that is no node of the graph stays what it is, for the message.
template <class G, class Start>
    requires std::convertible_to<typename start_node<std::remove_cvref_t<Start>>::type,
                                 typename G::node_type>
struct queried_node<G, Start> {
    using type = typename G::node_type;
};

/// Types of a graph that has no successors: enough to name them in the message of a failed concept.
template <class G, class Queried>
struct edge_parts : element_parts<Queried, Queried> {};
template <class G, class Queried>
    requires RangeGraph<G, Queried>
struct edge_parts<G, Queried> : element_parts<successor_element<G, Queried>, Queried> {};

// A message about a graph that does neither dwells on the range, which most graphs mean to be.
template <class G, class Node>
inline constexpr bool emits_successors = SinkGraph<G, Node>;
template <class G, class Node>
concept ReturnsSuccessors = (MemberRange<G, Node> || CallRange<G, Node>) &&
                            std::convertible_to<typename edge_parts<G, Node>::node, Node>;

template <class G, class Parts>
struct declared_cost {
    using type = typename Parts::cost;
    static constexpr bool weighted = Parts::weighted;
};
template <class G, class Parts>
    requires requires { typename G::cost_type; }
struct declared_cost<G, Parts> {
    using type = typename G::cost_type;
    static constexpr bool weighted = true;
};

template <class G, class Parts>
struct declared_action {
    using type = typename Parts::action;
};
template <class G, class Parts>
    requires requires { typename G::action_type; }
struct declared_action<G, Parts> {
    using type = typename G::action_type;
};

template <class G, class Start>
struct graph_types {
    using queried = typename queried_node<G, Start>::type;
    using parts = edge_parts<G, queried>;
    using node =
        std::conditional_t<requires { typename G::node_type; }, queried, typename parts::node>;
    using cost = path_cost<typename declared_cost<G, parts>::type>;
    using action = typename declared_action<G, parts>::type;
    static constexpr bool weighted = declared_cost<G, parts>::weighted;
};

/// The braces of `bfs(g, {1, 2}, {3, 4})` take this type: the node that the graph declares.
template <class G>
struct declared_node {
    using type = void;
};
template <class G>
    requires requires { typename std::remove_cvref_t<G>::node_type; }
struct declared_node<G> {
    using type = typename std::remove_cvref_t<G>::node_type;
};
template <class G>
using declared_node_t = typename declared_node<G>::type;

}  // namespace detail

/// The node type of a graph, as deduced from the graph and a start.
template <class G, class Start>
using node_of = typename detail::graph_types<std::remove_reference_t<G>, Start>::node;

/// The type in which the costs of a graph's paths are added up.
template <class G, class Start>
using cost_of = typename detail::graph_types<std::remove_reference_t<G>, Start>::cost;

/// The action type of a graph's edges; `no_action` where they have none.
template <class G, class Start>
using action_of = typename detail::graph_types<std::remove_reference_t<G>, Start>::action;

/// Whether a graph's edges say what they cost; otherwise each counts one step.
template <class G, class Start>
inline constexpr bool is_weighted =
    detail::graph_types<std::remove_reference_t<G>, Start>::weighted;

/// A type that can name a place: it can be copied. (A `char*` would be compared by its address.)
template <class T>
concept GraphNode = std::copy_constructible<T> && std::same_as<T, std::remove_cvref_t<T>> &&
                    !std::same_as<T, const char*> && !std::same_as<T, char*>;

/// A graph says where its nodes lead. Valid expressions, for `g` and a node `n`, one of:
///   `g.successors(n, emit)`, `g(n, emit)`: calls `emit(node)`, `emit(node, cost)` or
///                                          `emit(node, cost, action)` for each edge out;
///   `g.successors(n)`, `g(n)`:             a range of `node`, `pair<node, cost>` or `edge`.
/// A graph that emits costs declares `cost_type`, one that emits actions `action_type`.
template <class G, class Node>
concept Graph = GraphNode<Node> && (detail::emits_successors<std::remove_reference_t<G>, Node> ||
                                    detail::ReturnsSuccessors<std::remove_reference_t<G>, Node>);

/// A graph that numbers its nodes: `g.index(n)` is below `g.index_bound()`. Searches use arrays.
template <class G, class Node>
concept IndexedGraph =
    Graph<G, Node> && requires(const std::remove_reference_t<G>& g, const Node& n) {
        { g.index(n) } -> std::convertible_to<std::size_t>;
        { g.index_bound() } -> std::convertible_to<std::size_t>;
    };

/// A graph that can be walked backwards. Adds `g.predecessors(n)` or `g.predecessors(n, emit)`:
/// the nodes with an edge to `n`, with the cost and the action of that edge.
template <class G, class Node>
concept ReversibleGraph =
    Graph<G, Node> && (detail::PredecessorSink<std::remove_reference_t<G>, Node> ||
                       detail::PredecessorRange<std::remove_reference_t<G>, Node>);

/// An estimate of the cost from a node to the nearest goal. Valid expression: `h(n)`, a number.
/// It is admissible if it never exceeds the true cost; `infinite<Cost>` says "no goal from here".
template <class H, class Node, class Cost>
concept Heuristic = requires(std::remove_reference_t<H>& h, const Node& n) {
    { h(n) } -> std::convertible_to<Cost>;
    requires std::is_arithmetic_v<std::remove_cvref_t<decltype(h(n))>>;
};

/// A graph that numbers its actions and can undo them. Valid expressions, for a node `n` that may
/// be changed, and an action `a`, an `int` from 0 on:
///   `g.action_count()`  how many actions there are;
///   `g.allows(n, a)`    whether `a` can be done in `n`, which stays as it is;
///   `g.apply(n, a)`     does it, in place, where it is allowed;
///   `g.undo(n, a)`      takes it back, in place: `n` is again what it was before.
/// Each action counts one step; where the graph emits actions too, they have these numbers. A graph
/// may say more, which saves work:
///   `g.inverse(a)`      the action that leads back after `a` wherever that was done, or -1.
template <class G, class Node>
concept ActionGraph = GraphNode<Node> &&
                      requires(const std::remove_reference_t<G>& g, Node& n, const Node& c, int a) {
                          { g.action_count() } -> std::convertible_to<int>;
                          { g.allows(c, a) } -> std::convertible_to<bool>;
                          g.apply(n, a);
                          g.undo(n, a);
                      };

namespace detail {

/// The action that leads back after `a`, or -1 where the graph does not say.
template <class G>
[[nodiscard]] constexpr int inverse_in([[maybe_unused]] const G& g, [[maybe_unused]] int a) {
    if constexpr (requires {
                      { g.inverse(a) } -> std::convertible_to<int>;
                  }) {
        return a < 0 ? -1 : static_cast<int>(g.inverse(a));
    } else {
        return -1;
    }
}

/// The action of a number as the graph calls it; nothing where it has no type for them.
template <class Action>
[[nodiscard]] constexpr Action numbered_action([[maybe_unused]] int a) {
    if constexpr (std::same_as<Action, no_action>) {
        return {};
    } else {
        return static_cast<Action>(a);
    }
}

}  // namespace detail

}  // namespace senda
