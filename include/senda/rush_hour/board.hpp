// SPDX-License-Identifier: MIT
#pragma once

#include <senda/graph/hash.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace senda::rush_hour {

/// The cells in a row and in a column.
inline constexpr int side = 6;

/// All cells of a car park.
inline constexpr int cell_count = side * side;

/// The row of the red car, from 0 at the top; the exit is at its right end.
inline constexpr int exit_row = 2;

/// The letter of the red car.
inline constexpr char red_id = 'A';

/// The shortest vehicle, in cells.
inline constexpr int shortest_vehicle = 2;
/// The longest vehicle, in cells.
inline constexpr int longest_vehicle = 3;

/// The most vehicles that a car park has room for.
inline constexpr int most_vehicles = cell_count / shortest_vehicle;

/// Which way a vehicle stands, and so which way it can move.
enum class axis : std::uint8_t { horizontal, vertical };

/// A vehicle; rows and columns count from 0 at the top left.
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
/// The same, to be changed.
[[nodiscard]] constexpr std::uint8_t& offset_of(vehicle& v) noexcept {
    return v.direction == axis::horizontal ? v.column : v.row;
}

/// A cell as people name it: `row 3, column 5`, both from 1.
[[nodiscard]] inline std::string cell_name(int row, int column) {
    return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

/// A valid car park: vehicles of two or three cells that do not overlap, and among them the red
/// car 'A', which has two cells and is horizontal in the third row.
class board {
public:
    /// The board with these vehicles, in any order, and walls; otherwise what is wrong with them.
    /// Errors, none with a place in a text: `bad_character bad_vehicle_length bad_vehicle_shape
    /// overlap outside no_red_car bad_red_car duplicate_vehicle`.
    [[nodiscard]] static parsed<board> make(std::span<const vehicle> vehicles, cell_set walls = 0) {
        if (walls > every_cell)
            return diagnostic{"outside", "a wall lies outside the car park of 6 x 6 cells"};
        board made(walls);
        for (const vehicle& v : vehicles)
            if (std::optional<diagnostic> fault = made.add(v)) return *std::move(fault);
        if (std::optional<diagnostic> fault = made.fault_of_red()) return *std::move(fault);
        return made;
    }

    /// The vehicles in the order of their letters; the red car is the first.
    [[nodiscard]] std::span<const vehicle> vehicles() const noexcept {
        return {vehicles_.data(), count_};
    }
    /// The cells that nothing can stand on.
    [[nodiscard]] cell_set walls() const noexcept { return walls_; }
    /// The cells of all vehicles and walls.
    [[nodiscard]] cell_set occupied() const noexcept { return occupied_; }
    /// The red car.
    [[nodiscard]] const vehicle& red() const noexcept { return vehicles_[0]; }

    /// The number in `vehicles()` of the vehicle with that letter; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> index_of(char id) const noexcept {
        for (std::size_t i = 0; i < count_; ++i)
            if (vehicles_[i].id == id) return i;
        return std::nullopt;
    }
    /// The vehicle with that letter; null if there is none.
    [[nodiscard]] const vehicle* find(char id) const noexcept {
        const std::optional<std::size_t> index = index_of(id);
        return index ? &vehicles_[*index] : nullptr;
    }

    /// What a cell shows: the letter of a vehicle, 'x' for a wall, '.' if it is empty.
    [[nodiscard]] char at(int row, int column) const noexcept {
        const cell_set cell = cell_at(row, column);
        if ((walls_ & cell) != 0) return 'x';
        for (const vehicle& v : vehicles())
            if ((cells_of(v) & cell) != 0) return v.id;
        return '.';
    }

    /// Whether the red car touches the right edge.
    [[nodiscard]] bool solved() const noexcept { return red().column + red().length == side; }

    /// The board after a vehicle went so many cells, which is possible; `after` for what may not
    /// be.
    [[nodiscard]] board with_shifted(std::size_t index, int by) const noexcept {
        assert(index < count_);
        board shifted = *this;
        vehicle& v = shifted.vehicles_[index];
        shifted.occupied_ &= ~cells_of(v);
        std::uint8_t& offset = offset_of(v);
        assert(offset + by >= 0 && offset + by + v.length <= side);
        offset = static_cast<std::uint8_t>(offset + by);
        assert((shifted.occupied_ & cells_of(v)) == 0);
        shifted.occupied_ |= cells_of(v);
        return shifted;
    }

    /// Whether two boards have the same vehicles, with their letters, and the same walls.
    [[nodiscard]] friend bool operator==(const board&, const board&) = default;

    [[nodiscard]] std::uint64_t hash() const noexcept {
        return senda::detail::combine(
            senda::detail::hash_bytes(vehicles_.data(), count_ * sizeof(vehicle)), walls_);
    }

private:
    explicit board(cell_set walls) noexcept : walls_(walls), occupied_(walls) {}

    static std::string name_of(char id) { return std::string{"vehicle "} + id; }

    static diagnostic fault(const char* code, const vehicle& v, const std::string& what) {
        return {code, name_of(v.id) + " at " + cell_name(v.row, v.column) + ' ' + what};
    }

    /// Puts a vehicle in its place by the order of letters, or says why it cannot be there.
    std::optional<diagnostic> add(const vehicle& v) {
        if (std::optional<diagnostic> wrong = fault_alone(v)) return wrong;
        if (find(v.id) != nullptr)
            return fault("duplicate_vehicle", v, "is the second with that letter");
        if (const cell_set shared = occupied_ & cells_of(v); shared != 0)
            return fault("overlap", v, "overlaps " + what_is_at(shared));

        // Vehicles that do not overlap and have two cells or more are never more than fit.
        std::size_t into = count_;
        for (; into > 0 && vehicles_[into - 1].id > v.id; --into)
            vehicles_[into] = vehicles_[into - 1];
        vehicles_[into] = v;
        ++count_;
        occupied_ |= cells_of(v);
        return std::nullopt;
    }

    /// What is wrong with a vehicle whatever else is on the board.
    static std::optional<diagnostic> fault_alone(const vehicle& v) {
        if (!is_vehicle_id(v.id))
            return diagnostic{"bad_character", "no vehicle can be called " +
                                                   quoted(std::string_view{&v.id, 1}) +
                                                   ": expected a letter from A to Z"};
        if (v.direction != axis::horizontal && v.direction != axis::vertical)
            return fault("bad_vehicle_shape", v, "is neither horizontal nor vertical");
        if (v.length < shortest_vehicle || v.length > longest_vehicle)
            return fault("bad_vehicle_length", v,
                         "has " + std::to_string(v.length) + (v.length == 1 ? " cell" : " cells") +
                             ": expected 2 or 3");
        if (!is_inside(v)) return fault("outside", v, "leaves the car park of 6 x 6 cells");
        return std::nullopt;
    }

    std::optional<diagnostic> fault_of_red() const {
        if (count_ == 0 || vehicles_[0].id != red_id)
            return diagnostic{"no_red_car",
                              "there is no red car: expected 'AA' somewhere in the third row"};
        const char* wrong = red().length != 2                   ? "has 3 cells: expected 2"
                            : red().direction == axis::vertical ? "is vertical: expected 'AA'"
                            : red().row != exit_row ? "is not in the third row, where the exit is"
                                                    : nullptr;
        if (wrong == nullptr) return std::nullopt;
        return diagnostic{"bad_red_car",
                          "the red car A at " + cell_name(red().row, red().column) + ' ' + wrong};
    }

    /// The first of some occupied cells, with what stands there.
    std::string what_is_at(cell_set cells) const {
        const int cell = std::countr_zero(cells);
        const char c = at(cell / side, cell % side);
        return (c == 'x' ? std::string{"the wall"} : name_of(c)) + " in " +
               cell_name(cell / side, cell % side);
    }

    std::array<vehicle, most_vehicles> vehicles_{};
    std::size_t count_ = 0;
    cell_set walls_;
    cell_set occupied_;
};

}  // namespace senda::rush_hour

/// Boards can be kept in the hash tables of the standard library.
template <>
struct std::hash<senda::rush_hour::board> {
    [[nodiscard]] std::size_t operator()(const senda::rush_hour::board& b) const noexcept {
        return static_cast<std::size_t>(b.hash());
    }
};
