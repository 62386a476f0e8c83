// SPDX-License-Identifier: MIT
// A vehicle of a car park of six by six cells, and the cells it stands on.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>

namespace senda::rush_hour {

/// The cells in a row and in a column.
inline constexpr int side = 6;

/// All cells of a car park.
inline constexpr int cell_count = side * side;

/// The row of the red car, from 0 at the top; the exit is at its right end.
inline constexpr int exit_row = 2;

/// The letter of the red car.
inline constexpr char red_id = 'A';

/// The shortest and the longest vehicle, in cells.
inline constexpr int shortest_vehicle = 2;
/// The longest vehicle, in cells.
inline constexpr int longest_vehicle = 3;

/// The most vehicles that a car park has room for.
inline constexpr int most_vehicles = cell_count / shortest_vehicle;

/// Which way a vehicle stands, and so which way it can move.
enum class axis : std::uint8_t { horizontal, vertical };

/// A vehicle: its letter, its top left cell (rows and columns from 0 at the top left), its length
/// in cells and its direction.
struct vehicle {
    char id = 0;                        ///< its letter
    std::uint8_t row = 0;               ///< of its top left cell
    std::uint8_t column = 0;            ///< of its top left cell
    std::uint8_t length = 0;            ///< in cells
    axis direction = axis::horizontal;  ///< which way it stands

    friend constexpr bool operator==(const vehicle&, const vehicle&) = default;
};

/// A set of cells: bit `row * 6 + column`.
using cell_set = std::uint64_t;

/// All cells.
inline constexpr cell_set every_cell = (cell_set{1} << cell_count) - 1;

/// The set of one cell, which is in the car park.
[[nodiscard]] constexpr cell_set cell_at(int row, int column) noexcept {
    assert(row >= 0 && row < side && column >= 0 && column < side);
    return cell_set{1} << (row * side + column);
}

/// Whether there can be a vehicle with that letter.
[[nodiscard]] constexpr bool is_vehicle_id(char c) noexcept { return c >= 'A' && c <= 'Z'; }

/// From a cell of a vehicle to the next one, in cells of reading order.
[[nodiscard]] constexpr int stride_of(axis direction) noexcept {
    return direction == axis::horizontal ? 1 : side;
}

/// Whether a vehicle of any length has all its cells in the car park.
[[nodiscard]] constexpr bool is_inside(const vehicle& v) noexcept {
    const bool across = v.direction == axis::horizontal;
    return v.row + (across ? 1 : int{v.length}) <= side &&
           v.column + (across ? int{v.length} : 1) <= side;
}

/// The number of the top left cell of a vehicle in reading order, from 0.
[[nodiscard]] constexpr int first_cell_of(const vehicle& v) noexcept {
    return v.row * side + v.column;
}

/// The cells of a vehicle that is in the car park.
[[nodiscard]] constexpr cell_set cells_of(const vehicle& v) noexcept {
    assert(is_inside(v));
    cell_set cells = 0;
    const int first = first_cell_of(v);
    for (int i = 0; i < v.length; ++i) cells |= cell_set{1} << (first + i * stride_of(v.direction));
    return cells;
}

/// How far a vehicle is along its line: its column if it is horizontal, otherwise its row.
[[nodiscard]] constexpr int offset_of(const vehicle& v) noexcept {
    return v.direction == axis::horizontal ? v.column : v.row;
}

/// A cell as people name it: `row 3, column 5`, both from 1.
[[nodiscard]] inline std::string cell_name(int row, int column) {
    return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

}  // namespace senda::rush_hour
