// SPDX-License-Identifier: MIT
// What a graph is: anything that answers "where can I go from here?"; and asking it.
#pragma once

#include <senda/detail/graph/containers.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>

#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <string_view>  // also names std::string: who has nodes of text includes it
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

template <class G, class Start>
struct graph_types {
    using queried = typename queried_node<G, Start>::type;
    using parts = edge_parts<G, queried>;
    using declared_cost = declared_or<G, cost_type_in, typename parts::cost>;
    using node = std::conditional_t<declared_or<G, node_type_in, void>::is_declared, queried,
                                    typename parts::node>;
    using cost = path_cost<typename declared_cost::type>;
    using action = typename declared_or<G, action_type_in, typename parts::action>::type;
    static constexpr bool weighted = declared_cost::is_declared || parts::weighted;
};

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

namespace senda::detail {

/// The number of a node in a graph that numbers its nodes.
template <class G, class Node>
[[nodiscard]] constexpr std::size_t index_in(const G& g, const Node& n) {
    if constexpr (AdapterIndex<G, Node>) {
        return static_cast<std::size_t>(adapter_of<G>::index(g, n));
    } else {
        return static_cast<std::size_t>(g.index(n));
    }
}
/// All numbers of nodes are below this.
template <class G>
[[nodiscard]] constexpr std::size_t index_bound_of(const G& g) {
    if constexpr (requires { adapter_of<G>::index_bound(g); }) {
        return static_cast<std::size_t>(adapter_of<G>::index_bound(g));
    } else {
        return static_cast<std::size_t>(g.index_bound());
    }
}
/// The node of a number that `index_in` gave.
template <class Node, class G>
[[nodiscard]] constexpr Node node_at(const G& g, std::size_t number) {
    if constexpr (AdapterEnumeration<G, Node>) {
        return static_cast<Node>(adapter_of<G>::node(g, number));
    } else {
        using index = std::remove_cvref_t<decltype(g.index(std::declval<const Node&>()))>;
        return static_cast<Node>(g.node(static_cast<index>(number)));
    }
}

/// Whether a start is in the graph: by `g.is_node(n)`, `g.contains(n)`, or a number within bounds.
template <class G, class Node>
[[nodiscard]] constexpr bool is_in([[maybe_unused]] const G& g, [[maybe_unused]] const Node& n) {
    // A std::map contains its keys, which are not all the nodes.
    if constexpr (requires { adapter_of<G>::contains(g, n); }) {
        return adapter_of<G>::contains(g, n);
    } else if constexpr (!Adapted<G> && requires {
                             { g.is_node(n) } -> std::convertible_to<bool>;
                         }) {
        return g.is_node(n);
    } else if constexpr (!Adapted<G> && requires {
                             { g.contains(n) } -> std::convertible_to<bool>;
                         }) {
        return g.contains(n);
    } else if constexpr (IndexedGraph<G, Node>) {
        return index_in(g, n) < index_bound_of(g);
    } else {
        return true;
    }
}

/// Whether two nodes are one: by `==`, or else by their numbers.
template <class G, class Node>
[[nodiscard]] constexpr bool same_node([[maybe_unused]] const G& g, const Node& a, const Node& b) {
    if constexpr (std::equality_comparable<Node>) {
        return a == b;
    } else {
        return index_in(g, a) == index_in(g, b);
    }
}

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

}  // namespace senda::detail

namespace senda {

/// The edges out of `n` as the graph spells them: `g.successors(n)`, else `g(n)`.
template <class G, class Node>
    requires detail::RangeGraph<std::remove_reference_t<G>, Node>
[[nodiscard]] constexpr decltype(auto) successors(G&& g, const Node& n) {
    return detail::call_range(g, n);
}

namespace detail {

/// How a node is passed to a search: plain ones by reference, so that one function serves all.
template <class Node, class From>
using passed = std::conditional_t<std::is_trivially_copyable_v<Node>, const Node&, From&&>;

template <class From, class To>
inline constexpr bool keeps_cost = KeepsCost<From, To>;

// What a graph emits is checked in classes, so that only the first to ask gets the message.
template <class Types, class C>
struct emitted_cost {
    static_assert(Types::weighted, "Graph: a graph that emits costs declares cost_type");
    static_assert(!Types::weighted || keeps_cost<C, typename Types::cost>,
                  "Graph: the cost emitted does not fit cost_type without losing its sign, its "
                  "fraction or its range");
};
template <class Types, class Action>
struct emitted_action {
    using action = typename Types::action;
    static_assert(!std::same_as<action, no_action> ||
                      std::same_as<std::remove_cvref_t<Action>, no_action>,
                  "Graph: a graph that emits actions declares action_type");
    static_assert(std::same_as<action, no_action> || std::convertible_to<Action, action>,
                  "Graph: the action emitted does not convert to action_type");
};

/// What a graph emits its edges into; each that is not closed reaches `take(node, cost, action)`.
template <class Types, class Take>
class edge_sink {
    using node = typename Types::node;
    using cost = typename Types::cost;
    using action = typename Types::action;

public:
    constexpr explicit edge_sink(Take& take) noexcept : take_(&take) {}

    template <std::convertible_to<node> To>
    constexpr void operator()(To&& to) const {
        (*take_)(as_node(std::forward<To>(to)), cost{1}, action{});
    }

    // A number is a cost, or an action where the graph has no costs; anything else is an action.
    template <std::convertible_to<node> To, class C>
        requires std::is_arithmetic_v<C>
    constexpr void operator()(To&& to, C c) const {
        if constexpr (!Types::weighted && std::convertible_to<C, action>) {
            (*take_)(as_node(std::forward<To>(to)), cost{1}, static_cast<action>(c));
        } else {
            (*this)(std::forward<To>(to), c, action{});
        }
    }
    template <std::convertible_to<node> To, class Action>
        requires(!std::is_arithmetic_v<std::remove_cvref_t<Action>>)
    constexpr void operator()(To&& to, Action&& a) const {
        static_assert(sizeof(emitted_action<Types, Action>) != 0);
        if constexpr (std::convertible_to<Action, action>) {
            (*take_)(as_node(std::forward<To>(to)), cost{1},
                     static_cast<action>(std::forward<Action>(a)));
        }
    }

    template <std::convertible_to<node> To, class C, class Action>
    constexpr void operator()(To&& to, C c, Action&& a) const {
        static_assert(sizeof(emitted_cost<Types, C>) + sizeof(emitted_action<Types, Action>) != 0);
        if constexpr (std::convertible_to<Action, action>) {
            if (is_closed(static_cast<cost>(c))) [[unlikely]]
                return;
            (*take_)(as_node(std::forward<To>(to)), static_cast<cost>(c),
                     static_cast<action>(std::forward<Action>(a)));
        }
    }

private:
    template <class To>
    static constexpr decltype(auto) as_node(To&& to) {
        if constexpr (std::same_as<std::remove_cvref_t<To>, node>) {
            return static_cast<passed<node, To>>(to);
        } else {
            return static_cast<node>(std::forward<To>(to));
        }
    }

    Take* take_;
};

/// Calls the sink for each edge out of a node, where the graph does not do it in a function of its
/// own.
template <class G, class Node, class Sink>
constexpr void emit_adapted(G& g, const Node& n, Sink&& sink) {
    if constexpr (AdapterSink<G, Node>) {
        adapter_of<G>::successors(g, n, sink);
    } else {
        using action = typename graph_types<G, Node>::action;
        const int actions = g.action_count();
        for (int a = 0; a < actions; ++a) {
            if (!g.allows(n, a)) continue;
            Node to(n);
            g.apply(to, a);
            if constexpr (std::same_as<action, no_action>) {
                sink(std::move(to));
            } else {
                sink(std::move(to), static_cast<action>(a));
            }
        }
    }
}

/// Asked for its type and never called: lets a search see what a graph emits before it begins, as
/// the message about a fault would be long where edges are met.
template <class Types, class G>
constexpr auto check_emitted(G& g, const typename Types::node& n) {
    any_sink ignore;
    edge_sink<Types, any_sink> sink{ignore};
    if constexpr (MemberSink<G, typename Types::node>) {
        g.successors(n, sink);
    } else if constexpr (CallSink<G, typename Types::node>) {
        g(n, sink);
    }
}

/// Calls `take(node, cost, action)` for each edge out of `n`, in the graph's order.
template <class Types, class G, class Take>
constexpr void for_each_successor(G& g, const typename Types::node& n, Take&& take) {
    using node = typename Types::node;
    if constexpr (SinkGraph<G, node>) {
        edge_sink<Types, std::remove_reference_t<Take>> sink{take};
        // Inlined, what a search keeps from edge to edge stays in registers; clang does it only so.
        if constexpr (MemberSink<G, node>) {
            SENDA_INLINE_CALLS g.successors(n, sink);
        } else if constexpr (CallSink<G, node>) {
            SENDA_INLINE_CALLS g(n, sink);
        } else {
            emit_adapted(g, n, sink);
        }
    } else {
        const edge_sink<Types, std::remove_reference_t<Take>> sink{take};
        for (auto&& element : call_range(g, n)) {
            emit_element<node>(std::forward<decltype(element)>(element), sink);
        }
    }
}

/// What a path costs by its cheapest edges, added up from the start.
template <class Types, class G, class Path>
[[nodiscard]] typename Types::cost cost_of_path(G& g, const Path& path) {
    using cost = typename Types::cost;
    cost all{0};
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        cost least = infinite<cost>;
        for_each_successor<Types>(g, path[i], [&](auto&& to, cost step, const auto&) {
            if (step < least && same_node(g, to, path[i + 1])) least = step;
        });
        all = add_costs(all, least);
    }
    return all;
}

/// Calls `take(node, cost, action)` for each edge that leads to `n`.
template <class Types, class G, class Take>
constexpr void for_each_predecessor(G& g, const typename Types::node& n, Take&& take) {
    if constexpr (PredecessorSink<G, typename Types::node>) {
        edge_sink<Types, std::remove_reference_t<Take>> sink{take};
        if constexpr (AdapterSink<G, typename Types::node>) {
            adapter_of<G>::predecessors(g, n, sink);
        } else {
            g.predecessors(n, sink);
        }
    } else {
        const edge_sink<Types, std::remove_reference_t<Take>> sink{take};
        for (auto&& element : g.predecessors(n)) {
            emit_element<typename Types::node>(std::forward<decltype(element)>(element), sink);
        }
    }
}

}  // namespace detail

/// Calls `take(node, cost, action)` for each edge that leaves `n`, however the graph spells its
/// edges: the cost is 1 and the action a `no_action` where it has none.
template <class Node, Graph<Node> G, class Take>
constexpr void for_each_successor(G& g, const Node& n, Take&& take) {
    detail::for_each_successor<detail::graph_types<G, Node>>(g, n, take);
}

}  // namespace senda
