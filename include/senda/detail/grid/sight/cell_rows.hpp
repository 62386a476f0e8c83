// SPDX-License-Identifier: MIT
// The rows of a grid as bytes: where runs of open cells begin and end, eight cells at a time.
#pragma once

#include <senda/graph/grid.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace senda::detail {

/// Reads the cells of a grid, which outlives it, and the ring of closed ones around them.
template <grid_moves Moves>
class cell_rows {
public:
    /// Whether a walker may pass between two closed cells that touch at a corner.
    static constexpr bool passes_diagonally = Moves == grid_moves::octile_cutting;

    explicit cell_rows(const basic_grid<Moves>& g) noexcept
        : first_(g.data()),
          last_(g.data() + g.index_bound()),
          stride_(static_cast<std::ptrdiff_t>(g.width()) + 1) {}

    /// Where a cell is, which may lie just outside the grid; not 0 if it is open.
    [[nodiscard]] const unsigned char* at(int x, int y) const noexcept {
        return first_ + (static_cast<std::ptrdiff_t>(y) + 1) * stride_ + x + 1;
    }
    /// How far it is from a cell to the one below.
    [[nodiscard]] std::ptrdiff_t stride() const noexcept { return stride_; }

    /// Whether a cell is open.
    [[nodiscard]] bool open(int x, int y) const noexcept { return *at(x, y) != 0; }

    /// The end of the run of open cells in which `x` is: the first column behind it.
    [[nodiscard]] int end_of_run(int x, int y) const noexcept {
        const unsigned char* const from = at(x, y);
        return x + static_cast<int>(find_other(from, last_, all_open) - from);
    }

    /// The first column from `x` on that is open, or `end` if there is none before it.
    [[nodiscard]] int next_open(int x, int end, int y) const noexcept {
        const unsigned char* const from = at(x, y);
        return x + static_cast<int>(find_other(from, from + (end - x), 0) - from);
    }

    /// The first column of the run of open cells in which `x` is.
    [[nodiscard]] int begin_of_run(int x, int y) const noexcept {
        const unsigned char* const from = at(x, y);
        const unsigned char* p = from;
        for (; p - first_ >= 8; p -= 8) {
            const std::uint64_t closed = eight(p - 7) ^ all_open;
            if (closed != 0) {
                p -= std::countl_zero(closed) / 8;
                return x - static_cast<int>(from - p) + 1;
            }
        }
        while (*p != 0) --p;
        return x - static_cast<int>(from - p) + 1;
    }

private:
    static constexpr std::uint64_t all_open = 0x0101'0101'0101'0101U;

    /// The first cell from `p` up to `end` that is not as those of `same`, which are all alike.
    [[nodiscard]] const unsigned char* find_other(const unsigned char* p, const unsigned char* end,
                                                  std::uint64_t same) const noexcept {
        for (; p < end && last_ - p >= 8; p += 8) {
            const std::uint64_t other = eight(p) ^ same;
            if (other != 0) return std::min(p + std::countr_zero(other) / 8, end);
        }
        while (p < end && *p == (same & 1)) ++p;
        return std::min(p, end);
    }

    /// Eight cells, the first in the lowest byte.
    [[nodiscard]] static std::uint64_t eight(const unsigned char* p) noexcept {
        std::uint64_t cells = 0;
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(&cells, p, sizeof cells);
            return cells;
        }
        for (unsigned i = 0; i < 8; ++i) cells |= std::uint64_t{p[i]} << 8 * i;
        return cells;
    }

    const unsigned char* first_;
    const unsigned char* last_;
    std::ptrdiff_t stride_;
};

}  // namespace senda::detail
