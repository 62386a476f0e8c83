// SPDX-License-Identifier: MIT
// Whether two cells of a grid see each other, and paths pulled straight.
#pragma once

#include <senda/detail/graph/cell_bits.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

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
            const std::uint64_t closed = eight_bytes(p - 7) ^ all_open;
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
            const std::uint64_t other = eight_bytes(p) ^ same;
            if (other != 0) return std::min(p + std::countr_zero(other) / 8, end);
        }
        while (p < end && *p == (same & 1)) ++p;
        return std::min(p, end);
    }

    const unsigned char* first_;
    const unsigned char* last_;
    std::ptrdiff_t stride_;
};

/// Whether the line between the centres of two open cells enters no closed one.
template <grid_moves Moves>
[[nodiscard]] bool sees(const cell_rows<Moves>& cells, cell from, cell to) noexcept {
    const std::int64_t width = std::abs(std::int64_t{to.x} - from.x);
    const std::int64_t height = std::abs(std::int64_t{to.y} - from.y);
    const std::ptrdiff_t aside = to.x < from.x ? -1 : 1;
    const std::ptrdiff_t below = to.y < from.y ? -cells.stride() : cells.stride();
    const unsigned char* at = cells.at(from.x, from.y);
    const unsigned char* const last = cells.at(to.x, to.y);
    // Which side of the cell the line leaves: above 0 the one aside, below 0 that of the next row,
    // and at 0 the corner between them. It is the cross product of the line with the way to that
    // corner.
    for (std::int64_t side = width - height; at != last;) {
        if (side == 0 && !cells.passes_diagonally && at[aside] == 0 && at[below] == 0) return false;
        const bool goes_aside = side >= 0;
        const bool goes_below = side <= 0;
        at += (goes_aside ? aside : 0) + (goes_below ? below : 0);
        side += (goes_below ? 2 * width : 0) - (goes_aside ? 2 * height : 0);
        if (*at == 0) return false;
    }
    return true;
}

}  // namespace senda::detail

namespace senda {

/// A place on a map in units of cells: the cell `{x, y}` is the square from `{x, y}` to
/// `{x + 1, y + 1}`, where y counts from the top.
struct point {
    double x = 0;  ///< from the left edge of the map
    double y = 0;  ///< from its upper edge

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// The middle of a cell.
[[nodiscard]] constexpr point centre(cell c) noexcept { return {c.x + 0.5, c.y + 0.5}; }

/// The length of the straight line between two places.
[[nodiscard]] inline double distance(point a, point b) noexcept {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// Whether the straight line between the centres of two open cells enters no closed cell. It may
/// touch corners; between two closed cells that touch at a corner it passes on
/// `octile_grid_cutting` only. Decided exactly, in time proportional to the cells on the line.
template <grid_moves Moves>
[[nodiscard]] bool line_of_sight(const basic_grid<Moves>& g, cell a, cell b) noexcept {
    static_assert(Moves != grid_moves::straight,
                  "a line of sight needs a grid with diagonal steps: octile_grid or "
                  "octile_grid_cutting");
    return g.open(a) && g.open(b) && detail::sees(detail::cell_rows<Moves>(g), a, b);
}

/// Pulls a path straight like a string: of its cells, those where the pulled one turns, with the
/// first and the last. Each sees the next, and the path is never longer than before; it is not the
/// shortest one, as `any_angle` finds it, since it keeps to the cells of the path. What does not
/// see its next cell in the path, as by a closed cell, is kept.
template <grid_moves Moves>
[[nodiscard]] std::vector<cell> pull_string(const basic_grid<Moves>& g,
                                            const std::vector<cell>& path) {
    std::vector<cell> pulled = path;
    for (std::size_t before = pulled.size() + 1; pulled.size() < before;) {
        before = pulled.size();
        std::size_t kept = 0;  // the last cell that is certain to stay
        for (std::size_t i = 2; i < before; ++i) {
            if (!line_of_sight(g, pulled[kept], pulled[i])) pulled[++kept] = pulled[i - 1];
        }
        if (before > 1) pulled[++kept] = pulled[before - 1];
        if (before != 0) pulled.resize(kept + 1);
    }
    return pulled;
}

}  // namespace senda
