// SPDX-License-Identifier: MIT
// What an element of a range of successors says: a node, with a cost and an action or without.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

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

}  // namespace senda::detail
