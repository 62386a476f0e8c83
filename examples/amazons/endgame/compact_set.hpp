// SPDX-License-Identifier: MIT
// Sets of cells in one word, for what fits on a board of 8 x 8; their symmetries.
#pragma once

#include <amazons/board/queen_moves.hpp>
#include <amazons/cell.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace senda::amazons {

/// A set of cells of a board of 8 x 8 as one word. Its cells are numbered by rows of eight: of a
/// `cell`, only the number means anything here.
struct compact_set {
    std::uint64_t bits = 0;  ///< bit 8 * row + column

    /// How many columns and rows there are.
    static constexpr int side = 8;

    constexpr compact_set() = default;
    /// The set of these bits.
    constexpr explicit compact_set(std::uint64_t word) noexcept : bits(word) {}
    /// The set of one cell.
    constexpr explicit compact_set(cell c) noexcept : bits(std::uint64_t{1} << c.number) {}

    /// Whether no cell is in it.
    [[nodiscard]] constexpr bool empty() const noexcept { return bits == 0; }
    /// How many cells are in it.
    [[nodiscard]] constexpr int count() const noexcept { return detail::count_bits(bits); }
    /// Whether a cell is in it.
    [[nodiscard]] constexpr bool contains(cell c) const noexcept {
        return ((bits >> c.number) & 1U) != 0;
    }
    /// The cell with the least number of a set that is not empty.
    [[nodiscard]] constexpr cell first() const noexcept {
        assert(!empty());
        return {static_cast<std::uint8_t>(std::countr_zero(bits))};
    }
    /// Takes a cell out.
    constexpr void erase(cell c) noexcept { bits &= ~compact_set{c}.bits; }

    friend constexpr bool operator==(const compact_set&, const compact_set&) = default;
    /// All 64 cells but those of a set.
    friend constexpr compact_set operator~(compact_set a) noexcept { return compact_set{~a.bits}; }
    /// The cells that are in both sets.
    friend constexpr compact_set operator&(compact_set a, compact_set b) noexcept {
        return compact_set{a.bits & b.bits};
    }
    /// The cells that are in either set.
    friend constexpr compact_set operator|(compact_set a, compact_set b) noexcept {
        return compact_set{a.bits | b.bits};
    }
    /// The cells that are in one of the sets but not in both.
    friend constexpr compact_set operator^(compact_set a, compact_set b) noexcept {
        return compact_set{a.bits ^ b.bits};
    }
    /// Keeps the cells that are in `b` too.
    constexpr compact_set& operator&=(compact_set b) noexcept { return *this = *this & b; }
    /// Adds the cells of `b`.
    constexpr compact_set& operator|=(compact_set b) noexcept { return *this = *this | b; }
    /// Adds the cells of `b`, and takes out those that are in both.
    constexpr compact_set& operator^=(compact_set b) noexcept { return *this = *this ^ b; }
};

/// Calls `visit(cell)` for each cell of a set, in the order of their numbers.
template <class Visit>
constexpr void for_each_cell(compact_set cells, Visit&& visit) {
    for (; cells.bits != 0; cells.bits &= cells.bits - 1) visit(cells.first());
}

/// A set and every cell beside it, corners too.
[[nodiscard]] constexpr compact_set with_neighbours(compact_set a) noexcept {
    constexpr std::uint64_t first_column = 0x0101'0101'0101'0101U;
    const std::uint64_t wide =
        a.bits | (a.bits << 1U & ~first_column) | (a.bits >> 1U & ~(first_column << 7U));
    return compact_set{wide | wide << 8U | wide >> 8U};
}

namespace detail {

/// The rays from a cell as `ray_star` has them, on the board of 8 x 8.
struct compact_rays {
    std::array<std::uint64_t, 4> up{};
    std::array<std::uint64_t, 4> down{};
};

inline constexpr std::array<compact_rays, 64> rays_of_eight = [] {
    constexpr std::array<int, 4> right{1, -1, 0, 1};
    constexpr std::array<int, 4> up{0, 1, 1, 1};
    constexpr int side = compact_set::side;
    std::array<compact_rays, 64> stars{};
    const auto ray = [](int column, int row, int x, int y) {
        std::uint64_t cells = 0;
        for (column += x, row += y; column >= 0 && column < side && row >= 0 && row < side;
             column += x, row += y)
            cells |= std::uint64_t{1} << (row * side + column);
        return cells;
    };
    for (int number = 0; number < side * side; ++number)
        for (std::size_t d = 0; d < 4; ++d) {
            compact_rays& star = stars[static_cast<std::size_t>(number)];
            star.up[d] = ray(number % side, number / side, right[d], up[d]);
            star.down[d] = ray(number % side, number / side, -right[d], -up[d]);
        }
    return stars;
}();

}  // namespace detail

/// The cells that a queen reaches from a cell in one move over free cells.
[[nodiscard]] constexpr compact_set queen_reach(cell from, compact_set free) noexcept {
    const detail::compact_rays& star = detail::rays_of_eight[from.number];
    std::uint64_t reached = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        const std::uint64_t above = star.up[d] & ~free.bits;
        reached |= star.up[d] & (above ^ (above - 1));
        // From the cell with number 0 no ray goes down, so that it can stand for none.
        const std::uint64_t below = star.down[d] & ~free.bits;
        const auto last = static_cast<std::size_t>(63 - std::countl_zero(below | 1U));
        reached |= star.down[d] ^ detail::rays_of_eight[last].down[d];
    }
    return compact_set{reached & free.bits};
}

/// Where a part of a board lies that fits on 8 x 8 cells: the cell in its lower left corner.
struct compact_frame {
    int column = 0;     ///< the column that becomes the first
    int row = 0;        ///< the row that becomes the first
    bool fits = false;  ///< whether it does

    /// The frame round a set that is not empty.
    [[nodiscard]] static constexpr compact_frame round(cell_set cells) noexcept {
        int left = most_columns;
        int right = 0;
        for_each_cell(cells, [&](cell c) {
            left = std::min(left, c.column());
            right = std::max(right, c.column());
        });
        const int bottom = cells.empty() ? 0 : cells.first().row();
        const int last = cells.high != 0 ? 127 - std::countl_zero(cells.high)
                                         : 63 - std::countl_zero(cells.low | 1U);
        constexpr int side = compact_set::side;
        return {left, bottom, right - left < side && last / stride - bottom < side};
    }

    /// A set within the frame, as one word.
    [[nodiscard]] constexpr compact_set compact(cell_set cells) const noexcept {
        compact_set small;
        for_each_cell(cells, [&](cell c) {
            small.bits |= std::uint64_t{1}
                          << ((c.row() - row) * compact_set::side + c.column() - column);
        });
        return small;
    }
    /// The cell of the board that a number within the frame stands for.
    [[nodiscard]] constexpr cell expand(cell c) const noexcept {
        return cell_at(c.number % compact_set::side + column, c.number / compact_set::side + row);
    }
};

namespace detail {

/// A hash with the cells of a set added to it.
[[nodiscard]] constexpr std::uint64_t hash_with(std::uint64_t key, compact_set cells) noexcept {
    return senda::splitmix64((key + senda::splitmix64_step) ^ cells.bits);
}
[[nodiscard]] constexpr std::uint64_t hash_with(std::uint64_t key, cell_set cells) noexcept {
    for (const std::uint64_t word : {cells.low, cells.high})
        key = senda::splitmix64((key + senda::splitmix64_step) ^ word);
    return key;
}

/// Rows in opposite order.
[[nodiscard]] constexpr std::uint64_t upside_down(std::uint64_t x) noexcept {
    x = (x >> 8U & 0x00ff'00ff'00ff'00ffU) | (x & 0x00ff'00ff'00ff'00ffU) << 8U;
    x = (x >> 16U & 0x0000'ffff'0000'ffffU) | (x & 0x0000'ffff'0000'ffffU) << 16U;
    return x >> 32U | x << 32U;
}
/// Columns in opposite order.
[[nodiscard]] constexpr std::uint64_t mirrored(std::uint64_t x) noexcept {
    x = (x >> 1U & 0x5555'5555'5555'5555U) | (x & 0x5555'5555'5555'5555U) << 1U;
    x = (x >> 2U & 0x3333'3333'3333'3333U) | (x & 0x3333'3333'3333'3333U) << 2U;
    return (x >> 4U & 0x0f0f'0f0f'0f0f'0f0fU) | (x & 0x0f0f'0f0f'0f0f'0f0fU) << 4U;
}
/// Rows for columns.
[[nodiscard]] constexpr std::uint64_t transposed(std::uint64_t x) noexcept {
    std::uint64_t swapped = 0x0f0f'0f0f'0000'0000U & (x ^ x << 28U);
    x ^= swapped ^ swapped >> 28U;
    swapped = 0x3333'0000'3333'0000U & (x ^ x << 14U);
    x ^= swapped ^ swapped >> 14U;
    swapped = 0x5500'5500'5500'5500U & (x ^ x << 7U);
    return x ^ swapped ^ swapped >> 7U;
}

/// The same number for a region wherever it lies and however it is turned or mirrored.
[[nodiscard]] constexpr std::uint64_t region_key(compact_set own, compact_set other,
                                                 compact_set empty) noexcept {
    std::array<std::uint64_t, 3> sets{own.bits, other.bits, empty.bits};
    std::array<std::uint64_t, 3> least{};
    for (int turned = 0; turned < 8; ++turned) {
        const std::uint64_t all = sets[0] | sets[1] | sets[2];
        std::uint64_t columns = all | all >> 32U;
        columns |= columns >> 16U;
        columns |= columns >> 8U;
        const int corner =
            (std::countr_zero(all) & ~7) + std::countr_zero((columns & 0xffU) | 0x80U);
        const std::array<std::uint64_t, 3> image{sets[0] >> corner, sets[1] >> corner,
                                                 sets[2] >> corner};
        if (turned == 0 || image < least) least = image;
        for (std::uint64_t& set : sets)
            set = turned == 3       ? transposed(set)
                  : turned % 2 == 0 ? upside_down(set)
                                    : mirrored(set);
    }
    std::uint64_t key = 0;
    for (const std::uint64_t set : least) key = hash_with(key, compact_set{set});
    return key;
}
/// The same for a region that may be larger than 8 x 8; then by its place too.
[[nodiscard]] constexpr std::uint64_t region_key(cell_set own, cell_set other,
                                                 cell_set empty) noexcept {
    if (const auto frame = compact_frame::round(own | other | empty); frame.fits)
        return region_key(frame.compact(own), frame.compact(other), frame.compact(empty));
    return hash_with(hash_with(hash_with(1, own), other), empty);
}

}  // namespace detail

}  // namespace senda::amazons
