// SPDX-License-Identifier: MIT
// A path on an 8-connected grid that somebody walks along.
#pragma once

#include <senda/detail/contract/octile_units.hpp>
#include <senda/detail/repair/cell_length.hpp>
#include <senda/detail/repair/cell_moves.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// The cells of a path by their indexes, those behind included, and the exact length of the rest.
template <grid_moves Moves>
class walked_path {
    using index = std::uint32_t;
    using moves = cell_moves<Moves>;

public:
    explicit walked_path(memory_budget& budget) noexcept : cells_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return cells_.empty(); }
    /// Its length from where one stands, as it compares and as it is said.
    [[nodiscard]] cell_length length() const noexcept {
        return static_cast<cell_length>(jump_units::sum(rest_));
    }
    [[nodiscard]] double cost() const noexcept { return rest_.value(); }

    void clear() noexcept {
        cells_.clear();
        walked_ = 0;
        rest_ = {};
    }
    /// Adds a cell that is beside the last one; false if there is no room for it.
    [[nodiscard]] bool push(const moves& m, index at) {
        if (!cells_.empty()) rest_ = rest_ + step(m, cells_.back(), at);
        return cells_.push(at);
    }

    /// Takes one step, to the next cell, or forgets the path.
    void step_to(const moves& m, index to) noexcept {
        if (walked_ + 1 >= cells_.size() || cells_[walked_ + 1] != to) return clear();
        const octile_length gone = step(m, cells_[walked_], to);
        rest_ = {rest_.straight - gone.straight, rest_.diagonal - gone.diagonal};
        ++walked_;
    }
    /// The next cell, or `otherwise` at the end.
    [[nodiscard]] cell next(const moves& m, cell otherwise) const noexcept {
        return walked_ + 1 < cells_.size() ? m.cell_at(cells_[walked_ + 1]) : otherwise;
    }
    /// Whether every step of the rest is possible.
    [[nodiscard]] bool can_be_walked(const moves& m) const noexcept {
        for (std::size_t i = walked_; i + 1 < cells_.size(); ++i)
            if (!m.leads(cells_[i], cells_[i + 1])) return false;
        return true;
    }
    void append_to(std::vector<cell>& path, const moves& m) const {
        path.reserve(cells_.size() - walked_);
        for (std::size_t i = walked_; i < cells_.size(); ++i) path.push_back(m.cell_at(cells_[i]));
    }

private:
    [[nodiscard]] static octile_length step(const moves& m, index from, index to) noexcept {
        const bool is_diagonal = m.is_diagonal(from, to);
        return {is_diagonal ? 0U : 1U, is_diagonal ? 1U : 0U};
    }

    buffer<index> cells_;
    std::size_t walked_ = 0;  // where on it one stands
    octile_length rest_;
};

}  // namespace senda::detail
