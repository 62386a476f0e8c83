// SPDX-License-Identifier: MIT
// Estimates between two nodes, for a search whose end moves.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/heuristics.hpp>

#include <concepts>
#include <type_traits>

namespace senda {

namespace detail {

template <class H, class Node, class Cost>
concept EstimatesBetween = requires(std::remove_reference_t<H>& h, const Node& n) {
    { h(n, n) } -> NumberFor<Cost>;
};

/// An estimate that can be aimed at another node, and is the same both ways.
template <class H, class Node>
inline constexpr bool can_be_aimed = false;
template <class Node, class Scale>
inline constexpr bool can_be_aimed<manhattan<Node, Scale>, Node> = true;
template <class Node, class Scale>
inline constexpr bool can_be_aimed<chebyshev<Node, Scale>, Node> = true;
template <class Node>
inline constexpr bool can_be_aimed<octile<Node>, Node> = true;
template <class Node>
inline constexpr bool can_be_aimed<zero_heuristic, Node> = true;

}  // namespace detail

/// An estimate of the cost from one node to another: `h(from, to)`, a number; or `manhattan`,
/// `chebyshev`, `octile` or `zero_heuristic`, whose goal may be any. It must be consistent: never
/// more than the cost of an edge, and `h(a, c) <= h(a, b) + h(b, c)`.
template <class H, class Node, class Cost>
concept HeuristicBetween = detail::EstimatesBetween<H, Node, Cost> ||
                           detail::can_be_aimed<std::remove_cvref_t<H>, Node>;

namespace detail {

/// `h(from, to)`, however the estimate is spelled.
template <class H>
struct estimate_between {
    H h;

    template <class Node>
    [[nodiscard]] auto operator()(const Node& from, const Node& to) {
        using heuristic = std::remove_cvref_t<H>;
        if constexpr (std::same_as<heuristic, zero_heuristic>) {
            return h(to);
        } else if constexpr (can_be_aimed<heuristic, Node>) {
            auto aimed = h;
            aimed.goal = from;
            return aimed(to);
        } else {
            return h(from, to);
        }
    }
};

/// An estimate of the cost to a goal that stays where it is.
template <class H>
struct estimate_to_goal {
    H h;

    template <class Node>
    [[nodiscard]] auto operator()(const Node&, const Node& from) {
        return h(from);
    }
};

}  // namespace detail

}  // namespace senda
