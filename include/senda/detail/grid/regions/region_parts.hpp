// SPDX-License-Identifier: MIT
// Which open cells on the rim of a region are connected within it.
#pragma once

#include <senda/detail/grid/regions/region_map.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/disjoint_sets.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// The parts of a region of 64 x 64 cells: runs of open cells in its rows, joined where they touch.
template <grid_moves Moves>
class region_parts {
public:
    void find(const region_bits& open) {
        sets_.clear();
        runs_.clear();
        std::size_t above = 0;  // the first run of the row above that may touch the next
        for (std::size_t y = 0; y < 64; ++y) {
            begins_[y] = runs_.size();
            for (std::uint64_t left = open[y]; left != 0;) {
                // Adding the lowest bit of a run carries through it.
                const std::uint64_t run = left & ~(left + (left & (~left + 1)));
                left ^= run;
                runs_.push_back({run, sets_.add()});
                above = join_above(above, begins_[y]);
            }
            above = begins_[y];
        }
    }

    /// The part of an open cell.
    [[nodiscard]] std::uint32_t part_of(cell c) noexcept {
        std::size_t run = begins_[static_cast<std::size_t>(c.y)];
        while ((runs_[run].cells >> c.x & 1) == 0) ++run;
        return sets_.find(runs_[run].set);
    }

private:
    struct run_of_cells {
        std::uint64_t cells;
        std::uint32_t set;
    };

    /// Joins the last run with those above that touch it, and returns the first that goes on as
    /// far.
    [[nodiscard]] std::size_t join_above(std::size_t above, std::size_t end) noexcept {
        const run_of_cells& run = runs_.back();
        std::uint64_t touched = run.cells;
        if (Moves == grid_moves::octile_cutting) touched |= touched << 1 | touched >> 1;
        for (;; ++above) {
            if (above == end) return above;
            if ((runs_[above].cells & touched) != 0) sets_.unite(runs_[above].set, run.set);
            if (runs_[above].cells >= std::bit_floor(run.cells)) return above;
        }
    }

    growing_sets sets_;
    std::vector<run_of_cells> runs_;
    std::array<std::size_t, 64> begins_{};
};

}  // namespace senda::detail
