// SPDX-License-Identifier: MIT
// The edges of a node, however the graph spells them.
#pragma once

#include <senda/detail/graph/access.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/language/extensions.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

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
