// SPDX-License-Identifier: MIT
// What a path to the goal costs, kept so that lengths are exact: straight and diagonal steps apart.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/contract/octile_units.hpp>

#include <concepts>
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

/// The label of a cell, and how it grows by a step before.
template <class Grid>
struct flow_metric;

template <grid_moves Moves, class Weight>
struct flow_metric<basic_grid<Moves, Weight>> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    static constexpr bool is_octile = Moves != grid_moves::straight;
    static constexpr bool is_whole = !has_weights || std::integral<Weight>;

    using cost = cost_of<basic_grid<Moves, Weight>, cell>;
    using label =
        std::conditional_t<is_octile,
                           std::conditional_t<has_weights, octile_weights, octile_length>, cost>;

    [[nodiscard]] static constexpr cost value(const label& l) noexcept {
        if constexpr (is_octile) {
            return l.value();
        } else {
            return l;
        }
    }

    /// The label of a cell from which a step enters one with the label `l`, which weighs `entered`.
    template <class Number>
    [[nodiscard]] static constexpr label before(const label& l, [[maybe_unused]] bool is_diagonal,
                                                [[maybe_unused]] Number entered) noexcept {
        if constexpr (!is_octile) {
            return add_costs(l, static_cast<cost>(entered));
        } else if constexpr (has_weights) {
            const auto more = static_cast<double>(entered);
            return is_diagonal ? label{l.straight, l.diagonal + more}
                               : label{l.straight + more, l.diagonal};
        } else {
            return is_diagonal ? label{l.straight, l.diagonal + 1}
                               : label{l.straight + 1, l.diagonal};
        }
    }
};

}  // namespace senda::detail
