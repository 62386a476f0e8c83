// SPDX-License-Identifier: MIT
// What a graph is: anything that answers "where can I go from here?".
#pragma once

#include <senda/detail/graph/spelling/adapter.hpp>
#include <senda/detail/graph/spelling/containers.hpp>
#include <senda/detail/graph/spelling/elements.hpp>
#include <senda/detail/graph/spelling/spellings.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>

#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace senda {

template <class Node>
class any_of;

/// A type that can name a place: it can be copied. (A `char*` would be compared by its address.)
template <class T>
concept GraphNode = std::copy_constructible<T> && std::same_as<T, std::remove_cvref_t<T>> &&
                    !std::same_as<T, const char*> && !std::same_as<T, char*>;

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

/// A type of somebody else, with an adapter; containers are such types.
template <class G, class Node>
concept AdapterSink =
    Adapted<G> && !SpelledGraph<G, Node> &&
    requires(G& g, const Node& n, any_sink& emit) { adapter_of<G>::successors(g, n, emit); };
/// A graph that says where its nodes lead by what can be done in them, at one step each.
template <class G, class Node>
concept ActionSink = !Adapted<G> && !SpelledGraph<G, Node> && ActionGraph<G, Node> &&
                     !requires { typename G::cost_type; };

template <class G, class Node>
concept SinkGraph =
    MemberSink<G, Node> || CallSink<G, Node> || AdapterSink<G, Node> || ActionSink<G, Node>;
template <class G, class Node>
concept RangeGraph = !SinkGraph<G, Node> && (MemberRange<G, Node> || CallRange<G, Node>);

template <class G, class Node>
concept PredecessorSink =
    requires(G& g, const Node& n, any_sink& emit) { g.predecessors(n, emit); } ||
    (AdapterSink<G, Node> &&
     requires(G& g, const Node& n, any_sink& emit) { adapter_of<G>::predecessors(g, n, emit); });
template <class G, class Node>
concept PredecessorRange = requires(G& g, const Node& n) {
    { g.predecessors(n) } -> Iterable;
};

template <class G, class Node>
concept AdapterIndex = requires(const std::remove_reference_t<G>& g, const Node& n) {
    { adapter_of<G>::index(g, n) } -> std::convertible_to<std::size_t>;
    { adapter_of<G>::index_bound(g) } -> std::convertible_to<std::size_t>;
};

template <class G, class Node>
concept AdapterEnumeration = requires(const std::remove_reference_t<G>& g, std::size_t i) {
    { adapter_of<G>::node(g, i) } -> std::convertible_to<Node>;
};

/// Whether a graph names edges walked backwards by those that lead back, as `symmetric` does.
template <class G>
inline constexpr bool names_edges_back = false;
template <class G>
    requires requires { requires G::names_edges_back; }
inline constexpr bool names_edges_back<G> = true;

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

template <class T>
concept Text =
    std::same_as<T, std::string_view> || std::same_as<T, const char*> || std::same_as<T, char*>;

/// What can be given for a node: anything that converts, and a `string_view` for a string.
template <class From, class Node>
concept NodeFrom = std::convertible_to<From, Node> ||
                   (Text<std::decay_t<From>> && std::same_as<Node, std::string>);

/// Whether a graph takes a type for its nodes.
template <class G, class Node>
concept TakesNode = SinkGraph<G, Node> || RangeGraph<G, Node>;

/// What a search asks a graph about that declares no nodes. Text is a string where the graph wants
/// one, so that its nodes own what they say.
template <class G, class Given>
struct undeclared_node {
    using type = Given;
};
template <class G, Text Given>
    requires(!RangeGraph<G, Given> && TakesNode<G, std::string> &&
             !(std::same_as<Given, std::string_view> && SinkGraph<G, Given>))
struct undeclared_node<G, Given> {
    using type = std::string;
};

/// The node of a start. Among several an edge or a pair, unless such are nodes themselves, says
/// what it costs to begin there.
template <class G, class Start>
struct start_node {
    using type = std::decay_t<const Start&>;
};
template <class G, class Element>
struct start_node<G, any_of<Element>> {
    using type = Element;
};
template <class G, class Node, class C, class Action>
    requires(!TakesNode<G, edge<Node, C, Action>>)
struct start_node<G, any_of<edge<Node, C, Action>>> {
    using type = Node;
};
template <class G, class Node, Cost C>
    requires(!TakesNode<G, std::pair<Node, C>>)
struct start_node<G, any_of<std::pair<Node, C>>> {
    using type = Node;
};
template <class G, class Start>
using start_node_t = typename start_node<G, std::remove_cvref_t<Start>>::type;

template <class G, class Start>
struct queried_node : undeclared_node<G, start_node_t<G, Start>> {};
// A start that is no node of the graph stays what it is, for the message.
template <class G, class Start>
    requires NodeFrom<start_node_t<G, Start>, typename declarations<G>::node_type>
struct queried_node<G, Start> {
    using type = typename declarations<G>::node_type;
};

template <class T, class Cost>
concept NumberFor = std::is_arithmetic_v<std::remove_cvref_t<T>> && std::convertible_to<T, Cost>;

/// Types of a graph that has no successors: enough to name them in the message of a failed concept.
template <class G, class Queried>
struct edge_parts : element_parts<Queried, Queried> {};
template <class G, class Queried>
    requires RangeGraph<G, Queried>
struct edge_parts<G, Queried> : element_parts<successor_element<G, Queried>, Queried> {};

// What a graph must do, one by one and not as concepts: a message ends with the name of what fails,
// and does not list every spelling that was tried.
template <class G, class Node>
inline constexpr bool can_expand =
    SinkGraph<G, Node> || RangeGraph<G, Node> ||
    requires(G& g, const Node& n) { g.successors(n); } || requires(G& g, const Node& n) { g(n); };
template <class G, class Node>
inline constexpr bool returns_a_range = SinkGraph<G, Node> || RangeGraph<G, Node>;
template <class G, class Node>
inline constexpr bool returns_nodes =
    SinkGraph<G, Node> || std::convertible_to<typename edge_parts<G, Node>::node, Node>;
// Of a sink they are known only when it is called.
template <class G, class Node>
inline constexpr bool costs_fit_cost_type = true;
template <class G, class Node>
    requires RangeGraph<G, Node> && edge_parts<G, Node>::weighted &&
                 (!KeepsCost<typename edge_parts<G, Node>::cost,
                             path_cost<typename declarations<G>::cost_type>>)
inline constexpr bool costs_fit_cost_type<G, Node> = false;
template <class G, class Node>
inline constexpr bool actions_fit_action_type = true;
template <class G, class Node>
    requires RangeGraph<G, Node> &&
                 (!std::same_as<typename edge_parts<G, Node>::action, no_action>) &&
                 (!std::convertible_to<typename edge_parts<G, Node>::action,
                                       typename declarations<G>::action_type>)
inline constexpr bool actions_fit_action_type<G, Node> = false;
template <class G, class Node>
inline constexpr bool has_predecessors = PredecessorSink<G, Node> || PredecessorRange<G, Node>;

template <class G, class Parts>
struct declared_cost {
    using type = typename Parts::cost;
    static constexpr bool weighted = Parts::weighted;
};
template <class G, class Parts>
    requires requires { typename declarations<G>::cost_type; }
struct declared_cost<G, Parts> {
    using type = typename declarations<G>::cost_type;
    static constexpr bool weighted = true;
};

template <class G, class Parts>
struct declared_action {
    using type = typename Parts::action;
};
template <class G, class Parts>
    requires requires { typename declarations<G>::action_type; }
struct declared_action<G, Parts> {
    using type = typename declarations<G>::action_type;
};

template <class G, class Start>
struct graph_types {
    using queried = typename queried_node<G, Start>::type;
    using parts = edge_parts<G, queried>;
    using node = std::conditional_t<requires { typename declarations<G>::node_type; }, queried,
                                    typename parts::node>;
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
    requires requires { typename declarations<G>::node_type; }
struct declared_node<G> {
    using type = typename declarations<G>::node_type;
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

/// A graph says where its nodes lead. Valid expressions, for `g` and a node `n`, one of:
///   `g.successors(n, emit)`, `g(n, emit)`: calls `emit(node)`, `emit(node, cost)`,
///                                          `emit(node, cost, action)` or, where there are no
///                                          costs, `emit(node, action)` for each edge out;
///   `g.successors(n)`, `g(n)`:             a range of `node`, of `edge`, or of what comes apart
///                                          into node, cost and action: pairs, tuples, structs;
///   `g[n]`, `g.find(n)->second`:           the same range, in a sequence or a map;
///   `g.apply(n, a)` and what else an `ActionGraph` has.
/// A graph that emits costs declares `cost_type`, one that emits actions `action_type`. Other types
/// become graphs by a `graph_adapter`. Where a search is asked for several threads, they call this,
/// and the hash, at the same time on a `const` graph.
template <class G, class Node>
concept Graph = GraphNode<Node> &&
                detail::can_expand<std::remove_reference_t<G>, Node> &&  // g(n), g.successors(n)
                detail::returns_a_range<std::remove_reference_t<G>, Node> &&
                detail::returns_nodes<std::remove_reference_t<G>, Node> &&
                detail::costs_fit_cost_type<std::remove_reference_t<G>, Node> &&
                detail::actions_fit_action_type<std::remove_reference_t<G>, Node>;

/// A graph that numbers its nodes: `g.index(n)` is below `g.index_bound()`. Searches use arrays.
template <class G, class Node>
concept IndexedGraph =
    Graph<G, Node> && (requires(const std::remove_reference_t<G>& g, const Node& n) {
        { g.index(n) } -> std::convertible_to<std::size_t>;
        { g.index_bound() } -> std::convertible_to<std::size_t>;
    } || detail::AdapterIndex<G, Node>);

/// A graph that numbers its nodes and finds them by their numbers. Adds `g.node(i)`, the node whose
/// `index` is `i`. It is asked only for numbers that `index` gave: others may belong to no node.
template <class G, class Node>
concept EnumeratedGraph =
    IndexedGraph<G, Node> && (requires(const std::remove_reference_t<G>& g, std::size_t i) {
        { g.node(i) } -> std::convertible_to<Node>;
    } || detail::AdapterEnumeration<G, Node>);

/// A graph that can be walked backwards. Adds `g.predecessors(n)` or `g.predecessors(n, emit)`:
/// the nodes with an edge to `n`, with the cost and the action of that edge.
template <class G, class Node>
concept ReversibleGraph =
    Graph<G, Node> && detail::has_predecessors<std::remove_reference_t<G>, Node>;

/// An estimate of the cost from a node to the nearest goal. Valid expression: `h(n)`, a number.
/// It is admissible if it never exceeds the true cost; `infinite<Cost>` says "no goal from here".
template <class H, class Node, class Cost>
concept Heuristic = requires(std::remove_reference_t<H>& h, const Node& n) {
    { h(n) } -> detail::NumberFor<Cost>;
};

/// An estimate that is brought up to date by an action instead of being made again. Adds
/// `h.parts(n)`, a value that converts to the estimate of `n` and holds what else shall be kept,
/// and `h.after(n, a, before)`: the parts of `n`, to which the action `a` has led from a node whose
/// parts were `before`. `ida_star` uses it where actions are done in place (`ActionGraph`). If it
/// also answers `h.ahead(n, a, before)`, the same before `a` is done in `n`, whose parts are
/// `before`, then most actions need not be done.
template <class H, class Node>
concept IncrementalHeuristic = requires(const std::remove_reference_t<H>& h, const Node& n, int a) {
    { h.after(n, a, h.parts(n)) } -> std::same_as<decltype(h.parts(n))>;
    static_cast<decltype(h(n))>(h.parts(n));
};

}  // namespace senda
