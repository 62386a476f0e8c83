// SPDX-License-Identifier: MIT
// The size of a board, and where the amazons stand at the start on boards of every size.
#pragma once

#include <amazons/cell.hpp>
#include <amazons/play.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace senda::amazons {

/// The size of a board.
struct board_size {
    int rows = 10;     ///< from the bottom to the top
    int columns = 10;  ///< from the left to the right

    friend constexpr bool operator==(const board_size&, const board_size&) = default;
};

/// The size as text, rows first: `10x10`.
[[nodiscard]] inline std::string to_string(const board_size& s) {
    return std::to_string(s.rows) + 'x' + std::to_string(s.columns);
}

namespace detail {

/// Whether a text is two numbers with a cross between them, of a board that is there or not.
[[nodiscard]] constexpr bool looks_like_size(std::string_view text) noexcept {
    const auto is_number = [](std::string_view digits) {
        return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::size_t cross = text.find('x');
    return cross != std::string_view::npos && is_number(text.substr(0, cross)) &&
           is_number(text.substr(cross + 1));
}

}  // namespace detail

/// The size that a text such as `10x10` names, rows first; nothing if no board has it.
[[nodiscard]] constexpr std::optional<board_size> parse_size(std::string_view text) noexcept {
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos) return std::nullopt;
    const auto rows = parse_integer<int>(text.substr(0, cross));
    const auto columns = parse_integer<int>(text.substr(cross + 1));
    if (!rows || rows.value < 1 || rows.value > most_rows) return std::nullopt;
    if (!columns || columns.value < 1 || columns.value > most_columns) return std::nullopt;
    return board_size{rows.value, columns.value};
}

/// The most amazons that a player has.
inline constexpr int most_amazons = 4;

/// How many amazons each player has: four, or one if a side is shorter than four.
[[nodiscard]] constexpr int amazons_each(int columns, int rows) noexcept {
    return std::min(columns, rows) >= 4 ? most_amazons : 1;
}

/// The amazons of a player at the start: white's on a4, d1, g1 and j4 of 10 x 10, black's opposite.
/// On other boards they stand round the corners too, as far from them as the shorter side allows:
/// a2, b1, d1 and e2 of 5 x 5. If there is one, it stands in a corner.
[[nodiscard]] constexpr cell_set start_of(player p, int columns, int rows) noexcept {
    cell_set amazons;
    const auto place = [&](int column, int row) {
        amazons.insert(p == player::white ? cell_at(column, row)
                                          : cell_at(columns - 1 - column, rows - 1 - row));
    };
    if (amazons_each(columns, rows) == most_amazons) {
        const int from_corner = std::min(columns, rows) * 3 / 10;
        place(0, from_corner);
        place(from_corner, 0);
        place(columns - 1 - from_corner, 0);
        place(columns - 1, from_corner);
    } else if (p == player::white || columns * rows > 1) {
        // Both would stand on the one cell of the smallest board: black then has none.
        place(0, 0);
    }
    return amazons;
}

}  // namespace senda::amazons
