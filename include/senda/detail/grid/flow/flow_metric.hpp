// SPDX-License-Identifier: MIT
// What a path to the goal costs, kept so that lengths are exact: straight and diagonal steps apart.
#pragma once

#include <senda/detail/contract/octile_units.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <numbers>
#include <type_traits>

namespace senda::detail {

/// The weights of the cells that a path enters by straight steps, and by diagonal ones.
struct octile_weights {
    double straight = 0;
    double diagonal = 0;

    [[nodiscard]] constexpr double value() const noexcept {
        return straight + diagonal * std::numbers::sqrt2;
    }
};

/// The label of a cell, and how it changes by a step before. Without weights, lengths of
/// 8-connected paths are whole units, and labels count them down from the most there is: what is
/// not labelled yet, 0, is further than anything.
template <class Grid>
struct flow_metric;

template <grid_moves Moves, class Weight>
struct flow_metric<basic_grid<Moves, Weight>> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    static constexpr bool is_octile = Moves != grid_moves::straight;
    static constexpr bool has_units = is_octile && !has_weights;
    static constexpr bool is_whole = !has_weights || std::integral<Weight>;

    // Paths through all cells that a grid can have are below 2^64 units.
    using units = octile_units<1'311'738'121, 1'855'077'841>;
    using cost = cost_of<basic_grid<Moves, Weight>, cell>;
    /// What is compared: units, or the cost itself.
    using length = std::conditional_t<has_units, std::uint64_t, cost>;
    using label = std::conditional_t<is_octile && has_weights, octile_weights, length>;

    /// The label of a goal.
    static constexpr label at_goal = [] {
        if constexpr (has_units) {
            return ~label{0};
        } else {
            return label{};
        }
    }();

    [[nodiscard]] static constexpr length length_of(const label& l) noexcept {
        if constexpr (has_units) {
            return ~l;
        } else if constexpr (is_octile) {
            return l.value();
        } else {
            return l;
        }
    }
    [[nodiscard]] static constexpr cost value(const label& l) noexcept {
        if constexpr (has_units) {
            return units::length(length_of(l)).value();
        } else {
            return length_of(l);
        }
    }
    /// The whole steps in a length, where weights are whole.
    [[nodiscard]] static constexpr std::uint64_t whole_steps(length l) noexcept
        requires(is_whole)
    {
        if constexpr (has_units) {
            return l / units::straight;
        } else {
            constexpr double most = 1e18;  // behind that, order is by the length alone
            return static_cast<std::uint64_t>(std::min(static_cast<double>(l), most));
        }
    }

    /// The label of a cell from which a step enters one with the label `l`, which weighs `entered`.
    template <class Number>
    [[nodiscard]] static constexpr label before(const label& l, [[maybe_unused]] bool is_diagonal,
                                                [[maybe_unused]] Number entered) noexcept {
        if constexpr (has_units) {
            return l - (is_diagonal ? units::diagonal : units::straight);
        } else if constexpr (is_octile) {
            const auto more = static_cast<double>(entered);
            return is_diagonal ? label{l.straight, l.diagonal + more}
                               : label{l.straight + more, l.diagonal};
        } else {
            return add_costs(l, static_cast<cost>(entered));
        }
    }
};

}  // namespace senda::detail
