// SPDX-License-Identifier: MIT
// Estimates of the cost to a goal for nodes with coordinates.
#pragma once

#include <senda/graph/edge.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>
#include <utility>

namespace senda {

/// A node with a place in the plane. Valid expressions: `n.x` and `n.y`, integers.
template <class Node>
concept PlanarNode = requires(const Node& n) {
    requires std::integral<std::remove_cvref_t<decltype(n.x)>>;
    requires std::integral<std::remove_cvref_t<decltype(n.y)>>;
};

/// A node with a place among hexagons. Valid expressions: `n.q` and `n.r`, integers, as those of
/// `hex_cell`.
template <class Node>
concept HexagonalNode = requires(const Node& n) {
    requires std::integral<std::remove_cvref_t<decltype(n.q)>>;
    requires std::integral<std::remove_cvref_t<decltype(n.r)>>;
};

namespace detail {

/// |a - b|, which always fits the unsigned type.
template <std::integral Integer, std::integral Other>
[[nodiscard]] constexpr std::uint64_t coordinate_distance(Integer a, Other b) noexcept {
    const auto first = static_cast<std::uint64_t>(a);
    const auto second = static_cast<std::uint64_t>(b);
    return std::cmp_less(+a, +b) ? second - first : first - second;
}

struct planar_offset {
    std::uint64_t x, y;

    [[nodiscard]] constexpr std::uint64_t longer() const noexcept { return x < y ? y : x; }
    [[nodiscard]] constexpr std::uint64_t shorter() const noexcept { return x < y ? x : y; }
};

template <PlanarNode Node, PlanarNode Goal>
[[nodiscard]] constexpr planar_offset offset_between(const Node& n, const Goal& goal) noexcept {
    return {coordinate_distance(n.x, goal.x), coordinate_distance(n.y, goal.y)};
}

/// `count * each`, held at the largest cost: a lower estimate is still admissible and consistent.
template <Cost Scale>
[[nodiscard]] constexpr Scale scaled_moves(std::uint64_t count, Scale each) noexcept {
    if constexpr (std::floating_point<Scale>) {
        return static_cast<Scale>(count) * each;
    } else {
        if (each <= 0) return 0;
        constexpr auto most = static_cast<std::uint64_t>(largest_cost<Scale>);
        const auto factor = static_cast<std::uint64_t>(each);
        return count > most / factor ? largest_cost<Scale> : static_cast<Scale>(count * factor);
    }
}

}  // namespace detail

/// The moves to the goal when each changes x or y by one. Admissible and consistent on 4-connected
/// grids where no move costs less than `scale`; not where diagonal moves are possible.
template <PlanarNode Node, Cost Scale = steps>
struct manhattan {
    Node goal;        ///< where the path ends
    Scale scale = 1;  ///< the cost of the cheapest move

    /// The moves from a node to the goal, times `scale`.
    template <PlanarNode From>
    [[nodiscard]] constexpr Scale operator()(const From& n) const noexcept {
        const auto [x, y] = detail::offset_between(n, goal);
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        return detail::scaled_moves(x > most - y ? most : x + y, scale);
    }
};

template <class Node>
manhattan(Node) -> manhattan<Node>;
template <class Node, class Scale>
manhattan(Node, Scale) -> manhattan<Node, path_cost<Scale>>;

/// The moves to the goal when each changes x, y or both by one. Admissible and consistent on 4- and
/// 8-connected grids where no move, straight or diagonal, costs less than `scale`.
template <PlanarNode Node, Cost Scale = steps>
struct chebyshev {
    Node goal;        ///< where the path ends
    Scale scale = 1;  ///< the cost of the cheapest move

    /// The moves from a node to the goal, times `scale`.
    template <PlanarNode From>
    [[nodiscard]] constexpr Scale operator()(const From& n) const noexcept {
        return detail::scaled_moves(detail::offset_between(n, goal).longer(), scale);
    }
};

template <class Node>
chebyshev(Node) -> chebyshev<Node>;
template <class Node, class Scale>
chebyshev(Node, Scale) -> chebyshev<Node, path_cost<Scale>>;

/// The length of the path to the goal on an empty grid where a diagonal move is sqrt(2) long.
/// Admissible and consistent, but for the rounding of doubles, on 4- and 8-connected grids where a
/// straight move costs at least `scale` and a diagonal one sqrt(2) times that.
template <PlanarNode Node>
struct octile {
    Node goal;         ///< where the path ends
    double scale = 1;  ///< the cost of the cheapest straight move

    /// The length from a node to the goal, times `scale`.
    template <PlanarNode From>
    [[nodiscard]] constexpr double operator()(const From& n) const noexcept {
        const detail::planar_offset to = detail::offset_between(n, goal);
        const auto straight = static_cast<double>(to.longer() - to.shorter());
        const auto diagonal = static_cast<double>(to.shorter());
        return (straight + diagonal * std::numbers::sqrt2) * scale;
    }
};

template <class Node>
octile(Node) -> octile<Node>;
template <class Node>
octile(Node, double) -> octile<Node>;

/// The moves to the goal on a hexagonal map where nothing is in the way. Admissible and consistent
/// where no move costs less than `scale`.
template <HexagonalNode Node, Cost Scale = steps>
struct hexagonal {
    Node goal;        ///< where the path ends
    Scale scale = 1;  ///< the cost of the cheapest move

    /// The moves from a node to the goal, times `scale`.
    template <HexagonalNode From>
    [[nodiscard]] constexpr Scale operator()(const From& n) const noexcept {
        const std::uint64_t q = detail::coordinate_distance(n.q, goal.q);
        const std::uint64_t r = detail::coordinate_distance(n.r, goal.r);
        // A move may change both, but only against each other.
        if (std::cmp_less(+n.q, +goal.q) != std::cmp_less(+n.r, +goal.r))
            return detail::scaled_moves(q < r ? r : q, scale);
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        return detail::scaled_moves(q > most - r ? most : q + r, scale);
    }
};

template <class Node>
hexagonal(Node) -> hexagonal<Node>;
template <class Node, class Scale>
hexagonal(Node, Scale) -> hexagonal<Node, path_cost<Scale>>;

/// Knows nothing: admissible and consistent on every graph, and makes A* Dijkstra's algorithm.
struct zero_heuristic {
    /// Nothing, wherever the node is.
    template <class Node>
    [[nodiscard]] constexpr steps operator()(const Node&) const noexcept {
        return 0;
    }
};

}  // namespace senda
