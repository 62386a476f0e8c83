// SPDX-License-Identifier: MIT
// What a flow field keeps of each cell, and the steps between cells.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/grid/flow/flow_metric.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// A step from a cell to a neighbour, in the order in which a grid gives them.
inline constexpr std::array<cell, 8> flow_steps{
    {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}};

/// The number of a step; a set of steps has a bit for each.
using flow_step = unsigned;
using flow_step_set = unsigned;

[[nodiscard]] constexpr bool is_diagonal(flow_step s) noexcept { return s >= 4; }
[[nodiscard]] constexpr flow_step opposite(flow_step s) noexcept { return s ^ 2; }

/// What the byte of a cell says. From `first_step` to `goal` it has a label, too.
namespace flow_byte {
inline constexpr std::uint8_t none = 0;        ///< not reached
inline constexpr std::uint8_t beyond = 1;      ///< met, but beyond the limit on costs
inline constexpr std::uint8_t first_step = 2;  ///< the first of the eight steps
inline constexpr std::uint8_t goal = 10;       ///< stay
inline constexpr std::uint8_t wall = 11;       ///< closed: some searches mark these cells
}  // namespace flow_byte

/// The steps that a grid allows out of a cell, and into it, by its open neighbours.
template <grid_moves Moves>
[[nodiscard]] constexpr flow_step_set allowed_steps(flow_step_set open) noexcept {
    if constexpr (Moves == grid_moves::straight) {
        return open & 15;
    } else if constexpr (Moves == grid_moves::octile_cutting) {
        return open;
    } else {
        // NE, SE, SW and NW: between N and E, S and E, S and W, N and W.
        const flow_step_set straight = open & 15;
        const flow_step_set beside = ((open & 3) == 3 ? 16u : 0u) | ((open & 6) == 6 ? 32u : 0u) |
                                     ((open & 12) == 12 ? 64u : 0u) | ((open & 9) == 9 ? 128u : 0u);
        return straight | (open & beside);
    }
}

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
        for (flow_step s = 0; s < 8; ++s) {
            offsets_[s] =
                static_cast<id>(flow_steps[s].y) * stride + static_cast<id>(flow_steps[s].x);
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
    [[nodiscard]] bool leads(id c, flow_step s) const noexcept {
        return bytes_[c] == flow_byte::first_step + s;
    }
    /// The cell a step away; in ids steps may wrap around, as differences of unsigned numbers do.
    [[nodiscard]] id after(id c, flow_step s) const noexcept { return c + offsets_[s]; }
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

    /// The steps out of a cell, or into it; none if it is closed.
    [[nodiscard]] flow_step_set steps_of(id c) const noexcept {
        if (!is_open(c)) return 0;
        flow_step_set open = 0;
        if constexpr (Moves == grid_moves::straight && !metric::has_weights) {
            const cell at = graph_->node(c);
            for (flow_step s = 0; s < 4; ++s) {
                open |= flow_step_set{graph_->tiles().get(at.x + flow_steps[s].x,
                                                          at.y + flow_steps[s].y)}
                        << s;
            }
        } else {
            for (flow_step s = 0; s < 8; ++s) open |= flow_step_set{is_open(after(c, s))} << s;
        }
        return allowed_steps<Moves>(open);
    }

    /// The label of a cell from which a step leads to a reached one.
    [[nodiscard]] label label_before(id to, flow_step s) const noexcept {
        return metric::before(labels_[to], is_diagonal(s), weight(to));
    }

private:
    const graph* graph_;
    std::array<id, 8> offsets_{};
    buffer<std::uint8_t> bytes_;
    buffer<label> labels_;
};

}  // namespace senda::detail
