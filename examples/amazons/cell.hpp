// SPDX-License-Identifier: MIT
// A cell of an Amazons board and its name; and bitboards, sets of cells in two words.
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::amazons {

/// The widest board.
inline constexpr int most_columns = 10;
/// The tallest board.
inline constexpr int most_rows = 11;
/// From a cell to the one above it, on boards of every size. The number left over after the widest
/// row belongs to no cell: it keeps what is shifted out of one row from entering the next.
inline constexpr int stride = most_columns + 1;

/// A cell: its column from 0 (`a`) at the left and its row from 0 (`1`) at the bottom. Its number
/// is below 128, the same on boards of every size, and grows by rows, then by columns.
struct cell {
    std::uint8_t number = 0;  ///< `row() * stride + column()`

    /// The row from 0 at the bottom.
    [[nodiscard]] constexpr int row() const noexcept { return number / stride; }
    /// The column from 0 at the left.
    [[nodiscard]] constexpr int column() const noexcept { return number % stride; }

    friend constexpr auto operator<=>(const cell&, const cell&) = default;
};

/// The cell in a column and a row, both from 0.
[[nodiscard]] constexpr cell cell_at(int column, int row) noexcept {
    assert(column >= 0 && column < most_columns && row >= 0 && row < most_rows);
    return {static_cast<std::uint8_t>(row * stride + column)};
}

/// The name of a cell, such as `a4` or `j10`.
[[nodiscard]] inline std::string cell_name(cell c) {
    return static_cast<char>('a' + c.column()) + std::to_string(c.row() + 1);
}

/// The cell with that name on a board of so many columns and rows; nothing if there is none. The
/// letter is lower case, and the number has no zero before it.
[[nodiscard]] constexpr std::optional<cell> parse_cell(std::string_view name,
                                                       int columns = most_columns,
                                                       int rows = most_columns) noexcept {
    if (name.size() < 2 || name.size() > 3) return std::nullopt;
    int row = 0;
    for (const char digit : name.substr(1)) {
        if (digit < '0' || digit > '9') return std::nullopt;
        row = row * 10 + (digit - '0');
    }
    const int column = name[0] - 'a';
    if (name[1] == '0' || column < 0 || column >= columns || row < 1 || row > rows)
        return std::nullopt;
    return cell_at(column, row - 1);
}

/// What a cell looks like, for messages about what is none.
[[nodiscard]] inline std::string cells_expected(int columns, int rows) {
    return "a column from a to " + std::string(1, static_cast<char>('a' + columns - 1)) +
           " and a row from 1 to " + std::to_string(rows);
}

namespace detail {

/// The bits set in a word. Without the instruction for it, g++ would call a function.
[[nodiscard]] constexpr int count_bits(std::uint64_t word) noexcept {
#if defined(__x86_64__) && !defined(__POPCNT__)
    word -= (word >> 1) & 0x5555'5555'5555'5555U;
    word = (word & 0x3333'3333'3333'3333U) + ((word >> 2) & 0x3333'3333'3333'3333U);
    word = (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0FU;
    return static_cast<int>((word * 0x0101'0101'0101'0101U) >> 56);
#else
    return std::popcount(word);
#endif
}

}  // namespace detail

/// A set of cells as a bitboard: bit n of the 128 is the cell with number n.
struct cell_set {
    std::uint64_t low = 0;   ///< the cells numbered 0 to 63
    std::uint64_t high = 0;  ///< the cells numbered 64 to 127

    constexpr cell_set() = default;
    /// The set of these bits.
    constexpr cell_set(std::uint64_t low_word, std::uint64_t high_word) noexcept
        : low(low_word), high(high_word) {}
    /// The set of one cell.
    constexpr explicit cell_set(cell c) noexcept
        : low(c.number < 64 ? std::uint64_t{1} << c.number : 0),
          high(c.number < 64 ? 0 : std::uint64_t{1} << (c.number & 63U)) {}

    /// Whether no cell is in it.
    [[nodiscard]] constexpr bool empty() const noexcept { return (low | high) == 0; }
    /// How many cells are in it.
    [[nodiscard]] constexpr int count() const noexcept {
        return detail::count_bits(low) + detail::count_bits(high);
    }
    /// Whether a cell is in it.
    [[nodiscard]] constexpr bool contains(cell c) const noexcept {
        return (((c.number < 64 ? low : high) >> (c.number & 63U)) & 1U) != 0;
    }

    /// The cell with the least number of a set that is not empty.
    [[nodiscard]] constexpr cell first() const noexcept {
        assert(!empty());
        return {static_cast<std::uint8_t>(low != 0 ? std::countr_zero(low)
                                                   : 64 + std::countr_zero(high))};
    }

    /// Puts a cell in.
    constexpr void insert(cell c) noexcept { *this |= cell_set{c}; }
    /// Takes a cell out.
    constexpr void erase(cell c) noexcept { *this &= ~cell_set{c}; }

    friend constexpr bool operator==(const cell_set&, const cell_set&) = default;
    /// All 128 cells but those of a set.
    friend constexpr cell_set operator~(cell_set a) noexcept { return {~a.low, ~a.high}; }
    /// The cells that are in both sets.
    friend constexpr cell_set operator&(cell_set a, cell_set b) noexcept {
        return {a.low & b.low, a.high & b.high};
    }
    /// The cells that are in either set.
    friend constexpr cell_set operator|(cell_set a, cell_set b) noexcept {
        return {a.low | b.low, a.high | b.high};
    }
    /// The cells that are in one of the sets but not in both.
    friend constexpr cell_set operator^(cell_set a, cell_set b) noexcept {
        return {a.low ^ b.low, a.high ^ b.high};
    }
    /// Keeps the cells that are in `b` too.
    constexpr cell_set& operator&=(cell_set b) noexcept { return *this = *this & b; }
    /// Adds the cells of `b`.
    constexpr cell_set& operator|=(cell_set b) noexcept { return *this = *this | b; }
    /// Adds the cells of `b`, and takes out those that are in both.
    constexpr cell_set& operator^=(cell_set b) noexcept { return *this = *this ^ b; }
};

/// Calls `visit(cell)` for each cell of a set, in the order of their numbers.
template <class Visit>
constexpr void for_each_cell(cell_set cells, Visit&& visit) {
    for (; cells.low != 0; cells.low &= cells.low - 1)
        visit(cell{static_cast<std::uint8_t>(std::countr_zero(cells.low))});
    for (; cells.high != 0; cells.high &= cells.high - 1)
        visit(cell{static_cast<std::uint8_t>(64 + std::countr_zero(cells.high))});
}

/// All cells of a set moved by so many numbers: by `stride` is one row up, by 1 one column right.
/// What leaves the board enters numbers that are no cells of it.
template <int By, class Set>
[[nodiscard]] constexpr Set shifted(Set a) noexcept {
    static_assert(By > -64 * 2 && By < 64 * 2 && By != 0);
    using word = decltype(a.low);
    if constexpr (By >= 64) {
        return {word{}, a.low << (By - 64)};
    } else if constexpr (By > 0) {
        return {a.low << By, a.high << By | a.low >> (64 - By)};
    } else if constexpr (By > -64) {
        return {a.low >> -By | a.high << (64 + By), a.high >> -By};
    } else {
        return {a.high >> (-By - 64), word{}};
    }
}

/// A set and every cell beside it, corners too; also what is no cell, to be masked out.
template <class Set>
[[nodiscard]] constexpr Set with_neighbours(Set a) noexcept {
    const Set wide = a | shifted<1>(a) | shifted<-1>(a);
    return wide | shifted<stride>(wide) | shifted<-stride>(wide);
}

/// The cells of a board of so many columns and rows.
[[nodiscard]] constexpr cell_set all_cells(int columns, int rows) noexcept {
    cell_set all;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) all.insert(cell_at(column, row));
    return all;
}

}  // namespace senda::amazons
