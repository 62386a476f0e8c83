// SPDX-License-Identifier: MIT
// What a flow field keeps of each cell.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
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

    using units = map_units;
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

/// What the byte of a cell says. From `first_step` to `goal` it has a label, too.
namespace flow_byte {
inline constexpr std::uint8_t none = 0;        ///< not reached
inline constexpr std::uint8_t beyond = 1;      ///< met, but beyond the limit on costs
inline constexpr std::uint8_t first_step = 2;  ///< the first of the eight steps
inline constexpr std::uint8_t goal = 10;       ///< stay
inline constexpr std::uint8_t wall = 11;       ///< closed: some searches mark these cells
inline constexpr std::uint8_t tentative = 16;  ///< with a step: the label may still change

/// The byte of a cell from which a step leads on.
[[nodiscard]] constexpr unsigned of(step_number s) noexcept { return first_step + s; }
}  // namespace flow_byte

/// A byte a cell and, while it is needed, a label; cells go by their index in the grid.
template <class Grid>
class flow_cells;

template <grid_moves Moves, class Weight>
class flow_cells<basic_grid<Moves, Weight>> {
    using graph = basic_grid<Moves, Weight>;

public:
    using id = typename graph::index_type;
    using metric = flow_metric<graph>;
    using label = typename metric::label;
    using cost = typename metric::cost;

    flow_cells(const graph& g, memory_budget& budget)
        : graph_(&g), bytes_(budget), labels_(budget) {
        const auto stride = static_cast<id>(g.width()) + 1;
        for (step_number s = 0; s < 8; ++s) {
            offsets_[s] =
                static_cast<id>(eight_steps[s].y) * stride + static_cast<id>(eight_steps[s].x);
        }
    }

    /// Takes memory that is all `none`; false without any.
    [[nodiscard]] bool prepare(bool with_labels) {
        return bytes_.assign_zeros(graph_->index_bound()) &&
               (!with_labels || labels_.assign_zeros(graph_->index_bound()));
    }
    void release_labels() noexcept { labels_.release(); }

    [[nodiscard]] std::uint64_t bytes_held() const noexcept {
        return bytes_.capacity() + labels_.capacity() * sizeof(label);
    }

    [[nodiscard]] const graph& grid() const noexcept { return *graph_; }
    [[nodiscard]] std::uint8_t* bytes() noexcept { return bytes_.data(); }
    [[nodiscard]] label* labels() noexcept { return labels_.data(); }
    [[nodiscard]] std::uint8_t byte(id c) const noexcept { return bytes_[c]; }
    [[nodiscard]] cost value(id c) const noexcept { return metric::value(labels_[c]); }
    [[nodiscard]] auto length(id c) const noexcept { return metric::length_of(labels_[c]); }

    /// Whether there is memory at all.
    [[nodiscard]] bool is_prepared() const noexcept { return !bytes_.empty(); }
    [[nodiscard]] bool is_reached(id c) const noexcept {
        return bytes_[c] >= flow_byte::first_step && bytes_[c] <= flow_byte::goal;
    }
    /// Whether it is reached, and by that step.
    [[nodiscard]] bool leads(id c, step_number s) const noexcept {
        return bytes_[c] == flow_byte::of(s);
    }
    /// The cell a step away; in ids steps may wrap around, as differences of unsigned numbers do.
    [[nodiscard]] id after(id c, step_number s) const noexcept { return c + offsets_[s]; }
    [[nodiscard]] const std::array<id, 8>& offsets() const noexcept { return offsets_; }

    [[nodiscard]] bool is_open(id c) const noexcept {
        if constexpr (Moves == grid_moves::straight && !metric::has_weights) {
            return graph_->open(graph_->node(c));
        } else {
            return graph_->data()[c] != graph::closed;
        }
    }
    /// What entering a cell counts for.
    [[nodiscard]] auto weight(id c) const noexcept {
        if constexpr (metric::has_weights) {
            return graph_->data()[c];
        } else {
            (void)c;
            return steps{1};
        }
    }

    /// The steps out of a cell, which are also those into it; none if it is closed.
    [[nodiscard]] step_set steps_of(id c) const noexcept {
        if (!is_open(c)) return 0;
        step_set open = 0;
        if constexpr (Moves == grid_moves::straight && !metric::has_weights) {
            const cell at = graph_->node(c);
            for (step_number s = 0; s < 4; ++s) {
                open |=
                    step_set{graph_->tiles().get(at.x + eight_steps[s].x, at.y + eight_steps[s].y)}
                    << s;
            }
        } else {
            for (step_number s = 0; s < 8; ++s) open |= step_set{is_open(after(c, s))} << s;
        }
        return steps_out<Moves>(open);
    }

    /// The label of a cell from which a step leads to a reached one.
    [[nodiscard]] label label_before(id to, step_number s) const noexcept {
        return metric::before(labels_[to], is_diagonal(s), weight(to));
    }

private:
    const graph* graph_;
    std::array<id, 8> offsets_{};
    buffer<std::uint8_t> bytes_;
    buffer<label> labels_;
};

}  // namespace senda::detail
