// SPDX-License-Identifier: MIT
// Containers that are graphs as they stand: lists by number, maps from a node, rows of a drawn map.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>

#include <array>  // also for std::begin and std::size: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

/// How to search a type that is no graph by itself and cannot be changed. A specialisation has
/// `node_type`, `cost_type` if edges have costs, `action_type` if they have actions, and static
/// functions, of which only the first is needed:
///   `successors(g, n, emit)`      calls `emit(node)`, `emit(node, cost)`, `emit(node, action)` or
///                                 `emit(node, cost, action)` for each edge out of `n`;
///   `predecessors(g, n, emit)`    the same for each edge that leads to `n`;
///   `index(g, n)`, `index_bound(g)`, `node(g, i)`, `contains(g, n)`: as the members of a graph;
///   `for_each_node(g, take)`      calls `take(node)` for each node that has edges.
/// Standard containers have one; `<senda/graph/boost.hpp>` has one for Boost.Graph.
template <class G>
struct graph_adapter {};

namespace detail {

template <class G>
using adapter_of = graph_adapter<std::remove_cvref_t<G>>;

template <class G>
concept Adapted = requires { typename adapter_of<G>::node_type; };

/// Where the types of a graph are declared: in itself, or in its adapter.
template <class G>
using declarations = std::conditional_t<Adapted<G>, adapter_of<G>, std::remove_cvref_t<G>>;

template <class Declared>
using node_type_in = typename Declared::node_type;
template <class Declared>
using cost_type_in = typename Declared::cost_type;
template <class Declared>
using action_type_in = typename Declared::action_type;

/// A type that a graph declares, such as its `node_type_in`, or another if it does not.
template <class G, template <class> class TypeIn, class Else>
struct declared_or {
    using type = Else;
    static constexpr bool is_declared = false;
};
template <class G, template <class> class TypeIn, class Else>
    requires requires { typename TypeIn<declarations<G>>; }
struct declared_or<G, TypeIn, Else> {
    using type = TypeIn<declarations<G>>;
    static constexpr bool is_declared = true;
};
/// The node that a graph declares, which the braces of `bfs(g, {1, 2}, {3, 4})` stand for; or void.
template <class G>
using declared_node_t = typename declared_or<G, node_type_in, void>::type;

}  // namespace detail

}  // namespace senda

namespace senda::detail {

/// Stands for a value of any type when the members of a struct are counted.
struct any_member {
    template <class T>
    constexpr operator T() const noexcept;
};

template <class T, class... Members>
concept MadeOf = requires { T{Members{}...}; };

/// Into how many parts a value comes apart, if these are 2 or 3; otherwise 0.
template <class T>
constexpr int count_parts() {
    using any = any_member;
    if constexpr (requires { std::tuple_size<T>::value; }) {
        constexpr auto size = std::tuple_size<T>::value;
        return size == 2 || size == 3 ? static_cast<int>(size) : 0;
    } else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>) {
        if (!MadeOf<T, any, any> || MadeOf<T, any, any, any, any>) return 0;
        return MadeOf<T, any, any, any> ? 3 : 2;
    } else {
        return 0;
    }
}
template <class T>
inline constexpr int part_count = count_parts<T>();

/// Calls `take` with the parts of a value, which are moved out of a temporary.
template <class T, class Take>
constexpr decltype(auto) take_apart(T&& value, Take&& take) {
    const auto pass = [](auto& part) -> decltype(auto) {
        if constexpr (std::is_lvalue_reference_v<T>) {
            return (part);
        } else {
            return std::move(part);
        }
    };
    using kept = std::conditional_t<std::is_lvalue_reference_v<T>, const std::remove_cvref_t<T>, T>;
    kept& whole = value;
    if constexpr (part_count<std::remove_cvref_t<T>> == 2) {
        auto& [first, second] = whole;
        return take(pass(first), second);
    } else {
        auto& [first, second, third] = whole;
        return take(pass(first), second, pass(third));
    }
}

/// The types of the parts, as a function's type: a struct may have parts that cannot be copied.
struct to_types {
    template <class... Parts>
    constexpr auto operator()(Parts&&...) const -> void (*)(std::remove_cvref_t<Parts>...) {
        return nullptr;
    }
};
template <class T>
using part_types = decltype(take_apart(std::declval<T&>(), to_types{}));

/// What an edge says, by its types.
template <class Node, class C, class Action, bool Weighted = true>
struct edge_types {
    using node = Node;
    using cost = C;
    using action = Action;
    static constexpr bool weighted = Weighted;
};

template <class Types>
struct parts_as_edge;
template <class Node, class Action>
struct parts_as_edge<void (*)(Node, Action)> : edge_types<Node, steps, Action, false> {};
template <class Node, Cost C>
struct parts_as_edge<void (*)(Node, C)> : edge_types<Node, C, no_action> {};
template <class Node, Cost C, class Action>
struct parts_as_edge<void (*)(Node, C, Action)> : edge_types<Node, C, Action> {};

/// What a value says that comes apart into node and cost, node and action, or all three.
template <class T>
    requires(part_count<T> != 0)
using decomposed = parts_as_edge<part_types<T>>;

/// A value that says more than a node, where nodes are of a known type; nodes may come apart, too.
template <class Element, class Node>
concept DecomposedEdge =
    std::is_class_v<Element> && !std::convertible_to<Node, Element> &&
    !std::convertible_to<Element, Node> && part_count<Element> != 0 &&
    requires { requires std::convertible_to<Node, typename decomposed<Element>::node>; };

template <class T>
inline constexpr bool is_edge = false;
template <class Node, class C, class Action>
inline constexpr bool is_edge<edge<Node, C, Action>> = true;

/// What an element of a successor range says, given the type of node that was expanded.
template <class Element, class Queried>
struct element_parts : edge_types<Element, steps, no_action, false> {};
template <class Node, class C, class Action, class Queried>
struct element_parts<edge<Node, C, Action>, Queried> : edge_types<Node, C, Action> {};
template <class Element, class Queried>
    requires DecomposedEdge<Element, Queried>
struct element_parts<Element, Queried> : decomposed<Element> {};

/// Emits an element of a range of successors.
template <class Queried, class Element, class Emit>
constexpr void emit_element(Element&& element, Emit& emit) {
    using type = std::remove_cvref_t<Element>;
    if constexpr (is_edge<type>) {
        if constexpr (std::same_as<typename element_parts<type, Queried>::action, no_action>) {
            emit(std::forward<Element>(element).to, element.cost);
        } else {
            emit(std::forward<Element>(element).to, element.cost,
                 std::forward<Element>(element).action);
        }
    } else if constexpr (DecomposedEdge<type, Queried>) {
        take_apart(std::forward<Element>(element),
                   [&emit](auto&&... parts) { emit(std::forward<decltype(parts)>(parts)...); });
    } else {
        emit(std::forward<Element>(element));
    }
}

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

/// A type that is a graph by itself.
template <class G, class Node>
concept SpelledGraph =
    MemberSink<G, Node> || MemberRange<G, Node> || CallSink<G, Node> || CallRange<G, Node>;

}  // namespace senda::detail

namespace senda {

namespace detail {

template <class T>
concept Letter = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
                 std::same_as<T, char16_t> || std::same_as<T, char32_t>;

/// A type that counts the places of a container.
template <class T>
concept Number = (std::integral<T> && !std::same_as<T, bool> && !Letter<T>) || std::is_enum_v<T>;

template <class Range>
using element_of =
    std::remove_cvref_t<decltype(*std::begin(std::declval<const std::remove_cvref_t<Range>&>()))>;

/// The node that an element of a list leads to, if it is a number: the element, or its first part.
template <class Element>
struct numbered_node {};
template <Number Element>
struct numbered_node<Element> {
    using type = Element;
};
template <Number Node, class C, class Action>
struct numbered_node<edge<Node, C, Action>> {
    using type = Node;
};
template <class Element>
    requires(std::is_class_v<Element> && part_count<Element> != 0 && !is_edge<Element> &&
             requires { requires Number<typename decomposed<Element>::node>; })
struct numbered_node<Element> {
    using type = std::remove_cv_t<typename decomposed<Element>::node>;
};

template <class G>
using row_of = decltype(std::declval<const G&>()[std::size_t{0}]);

/// A sequence with a range of edges at each place: `vector<vector<int>>`, `array<set<int>, 9>`.
template <class G>
concept Lists = requires(const G& g) {
    std::size(g);
    g[std::size_t{0}];
    requires !SpelledGraph<const G, typename numbered_node<element_of<row_of<G>>>::type>;
} && !requires { typename G::mapped_type; };

/// A map from a node to a range of edges: `map<string, vector<pair<string, int>>>`.
template <class G>
concept Map = requires(const G& g, const typename G::key_type& n) {
    g.find(n) == g.end();
    *std::begin(g.find(n)->second);
    requires std::convertible_to<
        typename element_parts<element_of<typename G::mapped_type>, typename G::key_type>::node,
        typename G::key_type>;
    requires !SpelledGraph<const G, typename G::key_type>;
};

/// A map that holds one edge an entry: `multimap<string, string>`.
template <class G>
concept Multimap = !Map<G> && requires(const G& g, const typename G::key_type& n) {
    g.equal_range(n).first->second;
    requires std::convertible_to<
        typename element_parts<typename G::mapped_type, typename G::key_type>::node,
        typename G::key_type>;
} && !requires(G& g, const typename G::key_type& n) { g[n]; };

/// A map drawn in letters, in rows that can be of different lengths: `vector<string>`.
template <class G>
concept Drawing = requires(const G& g) {
    std::size(g);
    std::size(g[std::size_t{0}]);
    requires Letter<std::remove_cvref_t<decltype(g[std::size_t{0}][std::size_t{0}])>>;
    requires !SpelledGraph<const G, cell>;
};

/// What a container declares by its edges.
template <class Element, class Node, class Parts = element_parts<Element, Node>>
struct adapted_edges
    : declares_node<Node>,
      declares_cost<std::conditional_t<Parts::weighted, typename Parts::cost, unweighted>>,
      declares_action<typename Parts::action> {};

}  // namespace detail

// Members are those of senda::graph_adapter, which documents them.
/// @cond

/// A node is the number of its place. An edge to a number that has no place leads nowhere.
template <detail::Lists G>
struct graph_adapter<G>
    : detail::adapted_edges<
          detail::element_of<detail::row_of<G>>,
          typename detail::numbered_node<detail::element_of<detail::row_of<G>>>::type> {
    using place = typename graph_adapter::node_type;

    template <class Emit>
    static constexpr void successors(const G& g, place n, Emit&& emit) {
        const std::uint64_t bound = index_bound(g);
        const auto emit_if_there = [&](auto&& to, auto&&... rest) {
            if (static_cast<std::uint64_t>(to) < bound) [[likely]]
                emit(std::forward<decltype(to)>(to), std::forward<decltype(rest)>(rest)...);
        };
        for (auto&& element : g[static_cast<std::size_t>(n)]) {
            detail::emit_element<place>(element, emit_if_there);
        }
    }

    [[nodiscard]] static constexpr std::size_t index(const G&, place n) noexcept {
        return static_cast<std::size_t>(n);
    }
    [[nodiscard]] static constexpr std::size_t index_bound(const G& g) { return std::size(g); }
    [[nodiscard]] static constexpr place node(const G&, std::size_t number) noexcept {
        return static_cast<place>(number);
    }

    /// All nodes, in order.
    template <class Take>
    static constexpr void for_each_node(const G& g, Take&& take) {
        for (std::size_t i = 0; i < std::size(g); ++i) take(static_cast<place>(i));
    }
};

/// A node that is no key leads nowhere.
template <detail::Map G>
struct graph_adapter<G>
    : detail::adapted_edges<detail::element_of<typename G::mapped_type>, typename G::key_type> {
    using node = typename G::key_type;

    template <class Emit>
    static constexpr void successors(const G& g, const node& n, Emit&& emit) {
        const auto found = g.find(n);
        if (found == g.end()) return;
        for (auto&& element : found->second) detail::emit_element<node>(element, emit);
    }

    template <class Take>
    static constexpr void for_each_node(const G& g, Take&& take) {
        for (const auto& entry : g) take(entry.first);
    }
};

/// A multimap as a graph: it has an entry for each edge.
template <detail::Multimap G>
struct graph_adapter<G> : detail::adapted_edges<typename G::mapped_type, typename G::key_type> {
    using node = typename G::key_type;

    template <class Emit>
    static constexpr void successors(const G& g, const node& n, Emit&& emit) {
        const auto [first, last] = g.equal_range(n);
        for (auto i = first; i != last; ++i) detail::emit_element<node>(i->second, emit);
    }

    template <class Take>
    static constexpr void for_each_node(const G& g, Take&& take) {
        for (auto i = g.begin(); i != g.end(); i = g.equal_range(i->first).second) take(i->first);
    }
};

/// Cells of the map are nodes, except for walls, '#' and '@'; steps go north, east, south and west.
template <detail::Drawing G>
struct graph_adapter<G> {
    using node_type = cell;

    [[nodiscard]] static constexpr bool contains(const G& g, cell c) {
        if (c.x < 0 || c.y < 0) return false;
        const auto x = static_cast<std::size_t>(c.x);
        const auto y = static_cast<std::size_t>(c.y);
        return y < std::size(g) && x < std::size(g[y]) && !is_wall(g[y][x]);
    }

    template <class Emit>
    static constexpr void successors(const G& g, cell c, Emit&& emit) {
        for (const cell to : detail::four_neighbours(c)) {
            if (contains(g, to)) emit(to);
        }
    }
    template <class Emit>
    static constexpr void predecessors(const G& g, cell c, Emit&& emit) {
        successors(g, c, emit);
    }

private:
    template <detail::Letter L>
    static constexpr bool is_wall(L letter) {
        return letter == L{'#'} || letter == L{'@'};
    }
};

/// @endcond

}  // namespace senda
