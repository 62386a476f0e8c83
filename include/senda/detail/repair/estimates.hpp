// SPDX-License-Identifier: MIT
// Estimates between two nodes, for a search whose end moves.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/grid.hpp>
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
concept HeuristicBetween =
    detail::EstimatesBetween<H, Node, Cost> || detail::can_be_aimed<std::remove_cvref_t<H>, Node>;

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

/// An 8-connected grid without weights that lives elsewhere, and no estimate of one's own: it has
/// an engine that knows a better one.
template <class G>
inline constexpr bool is_adaptive_grid = false;
template <grid_moves Moves>
inline constexpr bool is_adaptive_grid<basic_grid<Moves>> = Moves != grid_moves::straight;
template <class G, class H>
concept AdaptiveGrid = std::is_lvalue_reference_v<G> && is_adaptive_grid<std::remove_cvref_t<G>> &&
                       can_be_aimed<std::remove_cvref_t<H>, cell>;

template <class G>
inline constexpr grid_moves moves_in = grid_moves::straight;
template <grid_moves Moves, class Weight>
inline constexpr grid_moves moves_in<basic_grid<Moves, Weight>> = Moves;
template <class G>
inline constexpr grid_moves moves_of = moves_in<std::remove_cvref_t<G>>;

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
