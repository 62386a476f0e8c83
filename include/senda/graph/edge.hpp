// SPDX-License-Identifier: MIT
// An edge as a graph reports it: where it leads, what it costs, what it is called; and costs that
// cannot overflow unseen.
#pragma once

#include <senda/language/extensions.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace senda {

/// The cost of a path in a graph without costs: one a move.
using steps = std::int32_t;

/// A number that costs can be added up in: any arithmetic type but bool.
template <class T>
concept Cost = std::is_arithmetic_v<T> && !std::same_as<std::remove_cv_t<T>, bool>;

/// The cost of what cannot be reached: infinity where the type has one, else its largest value.
template <Cost C>
inline constexpr C infinite =
    std::numeric_limits<C>::has_infinity ? std::numeric_limits<C>::infinity()
                                         : std::numeric_limits<C>::max();

/// The largest cost a path can have: everything above it counts as `infinite`.
template <Cost C>
inline constexpr C largest_cost =
    std::numeric_limits<C>::has_infinity ? std::numeric_limits<C>::max()
                                         : static_cast<C>(std::numeric_limits<C>::max() - 1);

/// The sum of two costs that are not negative, or `infinite` where it does not fit.
template <Cost C>
[[nodiscard]] constexpr C add_costs(C a, C b) noexcept {
    if constexpr (std::floating_point<C>) {
        return a + b;
    } else {
        C sum{};
        return detail::add_within(a, b, sum) ? sum : infinite<C>;
    }
}

/// An estimate as a cost: nothing below 0, and `infinite` for what the type cannot hold.
template <Cost C, class Number>
[[nodiscard]] constexpr C as_estimate(Number estimate) noexcept {
    if (!(estimate > Number{0})) return C{0};
    if constexpr (std::integral<C> && std::floating_point<Number>) {
        if (!(static_cast<double>(estimate) < static_cast<double>(infinite<C>))) return infinite<C>;
    } else if constexpr (std::integral<C> && std::integral<Number>) {
        if (static_cast<std::uint64_t>(estimate) > static_cast<std::uint64_t>(infinite<C>)) {
            return infinite<C>;
        }
    }
    return static_cast<C>(estimate);
}

/// Whether a cost is one that no search accepts: below zero, or not a number.
template <Cost C>
[[nodiscard]] constexpr bool is_negative([[maybe_unused]] C cost) noexcept {
    if constexpr (std::unsigned_integral<C>) {
        return false;
    } else {
        return !(cost >= C{0});
    }
}

/// Whether an edge of that cost is closed: nothing gets through.
template <Cost C>
[[nodiscard]] constexpr bool is_closed(C cost) noexcept {
    return cost == infinite<C>;
}

/// The type in which costs of type C are added up: small integers become int.
template <Cost C>
using path_cost = std::conditional_t<std::floating_point<C>, C, decltype(C{} + C{})>;

/// Stands in the place of a weight's type: every edge counts one step and nothing is stored.
struct unweighted {};

namespace detail {

/// Types in which a cost may be stated: no fraction and no sign is cut off.
template <class From, class To>
concept KeepsCost =
    Cost<From> && Cost<To> &&
    (std::floating_point<To> ||
     (std::integral<From> && (std::is_signed_v<From> == std::is_signed_v<To>
                                  ? sizeof(From) <= sizeof(To)
                                  : std::unsigned_integral<From> && sizeof(From) < sizeof(To))));

}  // namespace detail

/// The action of graphs whose edges have no name.
struct no_action {
    friend constexpr bool operator==(no_action, no_action) = default;
};

/// An edge out of a node: `to` is where it leads, `cost` what it costs, `action` what it is called.
template <class Node, class Cost = steps, class Action = no_action>
struct edge {
    Node to;                                           ///< where it leads
    Cost cost = Cost(1);                               ///< what it costs
    SENDA_NO_UNIQUE_ADDRESS Action action = Action();  ///< what it is called

    friend bool operator==(const edge&, const edge&) = default;
};

namespace detail {

/// Declares `node_type`, if there is such a type.
template <class Node>
struct declares_node {
    using node_type = Node;
};
template <>
struct declares_node<void> {};

/// Declares `cost_type`, by which a search takes a graph for weighted.
template <class Weight>
struct declares_cost {
    using cost_type = path_cost<Weight>;
};
template <>
struct declares_cost<unweighted> {};

/// Declares `action_type` where edges have a name.
template <class Action>
struct declares_action {
    using action_type = Action;
};
template <>
struct declares_action<no_action> {};

/// Emits an edge with those of its parts that edges of its graph have.
template <class Emit, class Node, class Weight, class Action>
constexpr void emit_edge(Emit& emit, const Node& to, [[maybe_unused]] const Weight& cost,
                         [[maybe_unused]] const Action& action) {
    constexpr bool has_action = !std::same_as<Action, no_action>;
    if constexpr (!std::same_as<Weight, unweighted> && has_action) {
        emit(to, cost, action);
    } else if constexpr (!std::same_as<Weight, unweighted>) {
        emit(to, cost);
    } else if constexpr (has_action) {
        emit(to, action);
    } else {
        emit(to);
    }
}

}  // namespace detail

template <class Node>
edge(Node) -> edge<Node>;
template <class Node, class Cost>
edge(Node, Cost) -> edge<Node, Cost>;
template <class Node, class Cost, class Action>
edge(Node, Cost, Action) -> edge<Node, Cost, Action>;

}  // namespace senda
