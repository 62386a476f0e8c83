// SPDX-License-Identifier: MIT
// A cell of an Amazons board and its name.
#pragma once

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

}  // namespace senda::amazons
