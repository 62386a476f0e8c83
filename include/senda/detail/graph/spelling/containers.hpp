// SPDX-License-Identifier: MIT
// Containers that are graphs as they stand: lists by number, maps from a node, rows of a drawn map.
#pragma once

#include <senda/detail/graph/spelling/adapter.hpp>
#include <senda/detail/graph/spelling/elements.hpp>
#include <senda/detail/graph/spelling/spellings.hpp>
#include <senda/graph/cell.hpp>

#include <array>  // also for std::begin and std::size: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

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
concept DrawnRows = requires(const G& g) {
    std::size(g);
    std::size(g[std::size_t{0}]);
    requires Letter<std::remove_cvref_t<decltype(g[std::size_t{0}][std::size_t{0}])>>;
    requires !SpelledGraph<const G, cell>;
};

/// The same in one piece, like `std::mdspan`: rows are the first dimension.
template <class G>
concept DrawnArray = requires(const G& g, std::array<std::size_t, 2> place) {
    { g.extent(0) } -> std::convertible_to<std::size_t>;
    { g.extent(1) } -> std::convertible_to<std::size_t>;
    requires Letter<std::remove_cvref_t<decltype(g[place])>>;
    requires !SpelledGraph<const G, cell>;
};

template <class G>
concept Drawing = DrawnRows<G> || DrawnArray<G>;

/// The cost and the action that edges declare by what they are; a view of `element_parts`.
template <class Parts, bool Weighted = Parts::weighted>
struct adapted_cost {};
template <class Parts>
struct adapted_cost<Parts, true> {
    using cost_type = typename Parts::cost;
};
template <class Parts, class Action = typename Parts::action>
struct adapted_action {
    using action_type = Action;
};
template <class Parts>
struct adapted_action<Parts, no_action> {};
template <class Element, class Node, class Parts = element_parts<Element, Node>>
struct adapted_edges : adapted_cost<Parts>, adapted_action<Parts> {
    using node_type = Node;
};

/// A node is the number of its place. An edge to a number that has no place leads nowhere.
template <Lists G>
struct list_adapter
    : adapted_edges<element_of<row_of<G>>, typename numbered_node<element_of<row_of<G>>>::type> {
    using place = typename list_adapter::node_type;

    template <class Emit>
    static constexpr void successors(const G& g, place n, Emit&& emit) {
        const std::uint64_t bound = index_bound(g);
        const auto emit_if_there = [&](auto&& to, auto&&... rest) {
            if (static_cast<std::uint64_t>(to) < bound) [[likely]]
                emit(std::forward<decltype(to)>(to), std::forward<decltype(rest)>(rest)...);
        };
        for (auto&& element : g[static_cast<std::size_t>(n)]) {
            emit_element<place>(element, emit_if_there);
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
template <Map G>
struct map_adapter : adapted_edges<element_of<typename G::mapped_type>, typename G::key_type> {
    using node = typename G::key_type;

    template <class Emit>
    static constexpr void successors(const G& g, const node& n, Emit&& emit) {
        const auto found = g.find(n);
        if (found == g.end()) return;
        for (auto&& element : found->second) emit_element<node>(element, emit);
    }

    template <class Take>
    static constexpr void for_each_node(const G& g, Take&& take) {
        for (const auto& entry : g) take(entry.first);
    }
};

/// The same with an entry for each edge.
template <Multimap G>
struct multimap_adapter : adapted_edges<typename G::mapped_type, typename G::key_type> {
    using node = typename G::key_type;

    template <class Emit>
    static constexpr void successors(const G& g, const node& n, Emit&& emit) {
        const auto [first, last] = g.equal_range(n);
        for (auto i = first; i != last; ++i) emit_element<node>(i->second, emit);
    }

    template <class Take>
    static constexpr void for_each_node(const G& g, Take&& take) {
        for (auto i = g.begin(); i != g.end(); i = g.equal_range(i->first).second) take(i->first);
    }
};

/// Cells of the map are nodes, except for walls, '#' and '@'; steps go north, east, south and west.
template <Drawing G>
struct drawing_adapter {
    using node_type = cell;

    [[nodiscard]] static constexpr bool contains(const G& g, cell c) {
        if (c.x < 0 || c.y < 0) return false;
        const auto x = static_cast<std::size_t>(c.x);
        const auto y = static_cast<std::size_t>(c.y);
        if constexpr (DrawnRows<G>) {
            return y < std::size(g) && x < std::size(g[y]) && !is_wall(g[y][x]);
        } else {
            return y < static_cast<std::size_t>(g.extent(0)) &&
                   x < static_cast<std::size_t>(g.extent(1)) && !is_wall(g[std::array{y, x}]);
        }
    }

    template <class Emit>
    static constexpr void successors(const G& g, cell c, Emit&& emit) {
        for (const cell to : four_neighbours(c)) {
            if (contains(g, to)) emit(to);
        }
    }
    template <class Emit>
    static constexpr void predecessors(const G& g, cell c, Emit&& emit) {
        successors(g, c, emit);
    }

private:
    template <Letter L>
    static constexpr bool is_wall(L letter) {
        return letter == L{'#'} || letter == L{'@'};
    }
};

}  // namespace detail

template <detail::Lists G>
struct graph_adapter<G> : detail::list_adapter<G> {};
template <detail::Map G>
struct graph_adapter<G> : detail::map_adapter<G> {};
template <detail::Multimap G>
struct graph_adapter<G> : detail::multimap_adapter<G> {};
template <detail::Drawing G>
struct graph_adapter<G> : detail::drawing_adapter<G> {};

}  // namespace senda
