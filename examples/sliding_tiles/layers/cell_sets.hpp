// SPDX-License-Identifier: MIT
// Sets of cells of a board as bits: their numbers, and the parts that the blank cannot leave.
#pragma once

#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::sliding_tiles::detail {

/// Where the cells of a board come to lie if it is turned: mirrored on its main diagonal (bit 0,
/// only of a square), then left to right (bit 1), then top to bottom (bit 2).
template <std::size_t Columns, std::size_t Rows>
class board_symmetry {
public:
    static constexpr std::size_t count = 8;
    static constexpr bool has_mirror = Columns == Rows;

    constexpr board_symmetry() = default;
    constexpr explicit board_symmetry(std::size_t number) noexcept : number_(number) {}

    [[nodiscard]] constexpr bool exists() const noexcept { return has_mirror || number_ % 2 == 0; }
    [[nodiscard]] constexpr std::size_t operator()(std::size_t cell) const noexcept {
        std::size_t x = cell % Columns;
        std::size_t y = cell / Columns;
        if ((number_ & 1) != 0) {
            const std::size_t before = x;
            x = y;
            y = before;
        }
        if ((number_ & 2) != 0) x = Columns - 1 - x;
        if ((number_ & 4) != 0) y = Rows - 1 - y;
        return y * Columns + x;
    }

private:
    std::size_t number_ = 0;
};

/// How many ways there are to choose k of n.
[[nodiscard]] constexpr std::uint64_t ways_to_choose(std::size_t n, std::size_t k) noexcept {
    if (k > n) return 0;
    std::uint64_t ways = 1;
    for (std::size_t i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
    return ways;
}

/// A set of cells: bit c for cell c.
using cell_set = std::uint32_t;

[[nodiscard]] constexpr cell_set only(std::size_t cell) noexcept { return cell_set{1} << cell; }
[[nodiscard]] constexpr std::size_t lowest(cell_set set) noexcept {
    return static_cast<std::size_t>(std::countr_zero(set));
}
/// How many cells of a set come before a cell.
[[nodiscard]] constexpr std::size_t rank_in(cell_set set, std::size_t cell) noexcept {
    return static_cast<std::size_t>(std::popcount(set & (only(cell) - 1)));
}

/// The sets of cells of a board, without a thought of how large they are.
template <std::size_t Columns, std::size_t Rows>
struct board_cells {
    static constexpr std::size_t count = Columns * Rows;
    static constexpr cell_set all = ~cell_set{0} >> (32 - count);
    static constexpr cell_set first_column = [] {
        cell_set column = 0;
        for (std::size_t y = 0; y < Rows; ++y) column |= only(y * Columns);
        return column;
    }();
    /// Those on which a checkered board is dark: a slide leads from one colour to the other.
    static constexpr cell_set dark = [] {
        cell_set set = 0;
        for (std::size_t c = 0; c < count; ++c)
            if ((c / Columns + c % Columns) % 2 != 0) set |= only(c);
        return set;
    }();

    /// The cells beside those of a set.
    [[nodiscard]] static constexpr cell_set beside(cell_set set) noexcept {
        const cell_set right = (set << 1) & ~first_column;
        const cell_set left = (set & ~first_column) >> 1;
        return (right | left | (set << Columns) | (set >> Columns)) & all;
    }
    /// What is reached from a cell without leaving `free`.
    [[nodiscard]] static constexpr cell_set component(cell_set free, std::size_t cell) noexcept {
        cell_set found = only(cell);
        for (cell_set before = 0; before != found;) {
            before = found;
            found |= beside(found) & free;
        }
        return found;
    }
    /// How many components `free` has.
    [[nodiscard]] static constexpr std::size_t components(cell_set free) noexcept {
        std::size_t found = 0;
        for (; free != 0; free &= ~component(free, lowest(free))) ++found;
        return found;
    }
    /// Which of them a cell is in, counted from that of the lowest cell.
    [[nodiscard]] static constexpr std::size_t number_of_component(cell_set free,
                                                                   std::size_t cell) noexcept {
        std::size_t number = 0;
        for (;; ++number) {
            const cell_set found = component(free, lowest(free));
            if ((found & only(cell)) != 0) return number;
            free &= ~found;
        }
    }
};

/// The sets of K of N cells, numbered from 0 on as their bits grow as numbers: the i-th cell c of a
/// set counts for the ways to choose i of those before it. The sums are looked up, for half of the
/// cells at once.
template <std::size_t N, std::size_t K>
class cell_sets {
    static constexpr std::size_t low_bits = N / 2;
    static constexpr std::size_t high_bits = N - low_bits;
    static constexpr std::size_t lows = std::size_t{1} << low_bits;
    static constexpr std::size_t highs = std::size_t{1} << high_bits;

public:
    static constexpr std::uint64_t count = ways_to_choose(N, K);
    static constexpr cell_set first = K == 32 ? ~cell_set{0} : only(K) - 1;

    /// The bytes that it takes.
    [[nodiscard]] static constexpr std::uint64_t bytes() noexcept {
        return buffer<std::uint32_t>::bytes_for(lows + (K + 1) * highs);
    }

    explicit cell_sets(memory_budget& budget) noexcept : sums_(budget) {}

    [[nodiscard]] bool prepare() {
        if (!sums_.assign_zeros(lows + (K + 1) * highs)) return false;
        for (cell_set set = 0; set < lows; ++set) sums_[set] = sum(set, 0, 0);
        for (std::size_t below = 0; below <= K; ++below) {
            for (cell_set set = 0; set < highs; ++set)
                sums_[lows + below * highs + set] = sum(set, low_bits, below);
        }
        return true;
    }

    [[nodiscard]] std::size_t number(cell_set set) const noexcept {
        const cell_set low = set & static_cast<cell_set>(lows - 1);
        const auto below = static_cast<std::size_t>(std::popcount(low));
        return sums_[low] + sums_[lows + below * highs + (set >> low_bits)];
    }

    /// The set after this; the last has none.
    [[nodiscard]] static constexpr cell_set next(cell_set set) noexcept {
        const cell_set carried = set + (set & (~set + 1));
        return carried | (((set ^ carried) >> 2) >> std::countr_zero(set));
    }

private:
    /// What the cells of a set count, whose bit 0 is a cell with `before` of the set before it.
    /// Sets that are too large are never asked for.
    [[nodiscard]] static std::uint32_t sum(cell_set set, std::size_t offset, std::size_t before) {
        std::uint32_t all = 0;
        for (; set != 0; set &= set - 1) {
            if (++before > K) return 0;
            all += static_cast<std::uint32_t>(ways_to_choose(lowest(set) + offset, before));
        }
        return all;
    }

    buffer<std::uint32_t> sums_;
};

}  // namespace senda::sliding_tiles::detail
