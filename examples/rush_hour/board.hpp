// SPDX-License-Identifier: MIT
#pragma once

#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
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

/// The cells in a row and in a column of the classic car park.
inline constexpr int side = 6;

/// All cells of the classic car park.
inline constexpr int cell_count = side * side;

/// The row of the red car in it, from 0 at the top; the exit is at its right end.
inline constexpr int exit_row = 2;

/// The fewest cells in a row or in a column of any car park.
inline constexpr int shortest_side = 3;
/// The most.
inline constexpr int longest_side = 8;

/// The letter of the red car.
inline constexpr char red_id = 'A';

/// The shortest vehicle, in cells.
inline constexpr int shortest_vehicle = 2;
/// The longest vehicle, in cells.
inline constexpr int longest_vehicle = 3;

/// The most vehicles that the classic car park has room for.
inline constexpr int most_vehicles = cell_count / shortest_vehicle;

/// The letters that vehicles can have.
inline constexpr int letter_count = 26;

/// Which way a vehicle stands, and so which way it can move.
enum class axis : std::uint8_t { horizontal, vertical };

/// The edges of a car park.
enum class edge : std::uint8_t { right, left, top, bottom };

/// The name of an edge as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(edge e) noexcept {
    return senda::enum_name(e, {"right", "left", "top", "bottom"});
}

/// How large a car park is, and where its exit is; the classic one if nothing else is said.
struct board_shape {
    std::uint8_t rows = side;           ///< from 3 to 8
    std::uint8_t columns = side;        ///< from 3 to 8
    edge exit = edge::right;            ///< the edge with the exit
    std::uint8_t exit_line = exit_row;  ///< the row or column that it is the end of, from 0

    /// Which way the red car stands.
    [[nodiscard]] constexpr axis red_direction() const noexcept {
        return exit == edge::right || exit == edge::left ? axis::horizontal : axis::vertical;
    }
    /// How many cells there are along a line of that direction.
    [[nodiscard]] constexpr int length_of(axis direction) const noexcept {
        return direction == axis::horizontal ? columns : rows;
    }
    /// How many cells there are.
    [[nodiscard]] constexpr int cells() const noexcept { return rows * columns; }
    /// Whether it is 6 x 6 cells with the exit at the right end of the third row.
    [[nodiscard]] constexpr bool is_classic() const noexcept { return *this == board_shape{}; }

    friend constexpr bool operator==(const board_shape&, const board_shape&) = default;
};

/// The car park of the classic game: 6 x 6 cells, and the exit at the right end of the third row.
inline constexpr board_shape classic{};

/// A vehicle; rows and columns count from 0 at the top left.
struct vehicle {
    char id = 0;                        ///< its letter
    std::uint8_t row = 0;               ///< of its top left cell
    std::uint8_t column = 0;            ///< of its top left cell
    std::uint8_t length = 0;            ///< in cells
    axis direction = axis::horizontal;  ///< which way it stands

    friend constexpr bool operator==(const vehicle&, const vehicle&) = default;
};

/// A set of cells: bit `row * columns + column`, so `row * 6 + column` on the classic board.
using cell_set = std::uint64_t;

/// All cells of the classic car park.
inline constexpr cell_set every_cell = (cell_set{1} << cell_count) - 1;

/// All cells of a car park.
[[nodiscard]] constexpr cell_set every_cell_of(const board_shape& s) noexcept {
    return ~cell_set{0} >> (64 - s.cells());
}

/// The set of one cell, which is in the car park.
[[nodiscard]] constexpr cell_set cell_at(int row, int column,
                                         const board_shape& s = classic) noexcept {
    assert(row >= 0 && row < s.rows && column >= 0 && column < s.columns);
    return cell_set{1} << (row * s.columns + column);
}

/// Whether there can be a vehicle with that letter.
[[nodiscard]] constexpr bool is_vehicle_id(char c) noexcept { return c >= 'A' && c <= 'Z'; }

/// From a cell of a vehicle to the next one, in cells of reading order.
[[nodiscard]] constexpr int stride_of(axis direction, const board_shape& s = classic) noexcept {
    return direction == axis::horizontal ? 1 : s.columns;
}

/// Whether a vehicle of any length has all its cells in the car park.
[[nodiscard]] constexpr bool is_inside(const vehicle& v, const board_shape& s = classic) noexcept {
    const bool across = v.direction == axis::horizontal;
    return v.row + (across ? 1 : int{v.length}) <= s.rows &&
           v.column + (across ? int{v.length} : 1) <= s.columns;
}

/// The number of the top left cell of a vehicle in reading order, from 0.
[[nodiscard]] constexpr int first_cell_of(const vehicle& v,
                                          const board_shape& s = classic) noexcept {
    return v.row * s.columns + v.column;
}

/// The cells of a vehicle that is in the car park.
[[nodiscard]] constexpr cell_set cells_of(const vehicle& v,
                                          const board_shape& s = classic) noexcept {
    assert(is_inside(v, s));
    cell_set cells = 0;
    const int first = first_cell_of(v, s);
    for (int i = 0; i < v.length; ++i)
        cells |= cell_set{1} << (first + i * stride_of(v.direction, s));
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
/// car 'A', which has two cells in the line of the exit: the third row, unless another shape is
/// asked for.
class board {
public:
    /// The board with these vehicles, in any order, and walls; otherwise what is wrong with them.
    /// Errors, none with a place in a text: `bad_character bad_vehicle_length bad_vehicle_shape
    /// overlap outside no_red_car bad_red_car duplicate_vehicle bad_size bad_exit`.
    [[nodiscard]] static parsed<board> make(std::span<const vehicle> vehicles, cell_set walls = 0,
                                            const board_shape& shape = classic) {
        if (std::optional<diagnostic> fault = fault_of(shape)) return *std::move(fault);
        board made(walls, shape);
        if ((walls & ~every_cell_of(shape)) != 0)
            return diagnostic{"outside", "a wall lies outside the car park of " + made.size_text()};
        for (const vehicle& v : vehicles)
            if (std::optional<diagnostic> fault = made.add(v)) return *std::move(fault);
        if (std::optional<diagnostic> fault = made.fault_of_red()) return *std::move(fault);
        return made;
    }

    /// The vehicles in the order of their letters; the red car is the first.
    [[nodiscard]] std::span<const vehicle> vehicles() const noexcept {
        return {vehicles_.data(), count_};
    }
    /// How large it is, and where the exit is.
    [[nodiscard]] const board_shape& shape() const noexcept { return shape_; }
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
        const cell_set cell = cell_at(row, column, shape_);
        if ((walls_ & cell) != 0) return 'x';
        for (const vehicle& v : vehicles())
            if ((cells_of(v, shape_) & cell) != 0) return v.id;
        return '.';
    }

    /// How many cells the red car is from the edge with the exit.
    [[nodiscard]] int cells_to_exit() const noexcept {
        const int before = offset_of(red());
        return shape_.exit == edge::left || shape_.exit == edge::top
                   ? before
                   : shape_.length_of(red().direction) - before - red().length;
    }
    /// Whether the red car touches that edge.
    [[nodiscard]] bool solved() const noexcept { return cells_to_exit() == 0; }

    /// The board after a vehicle went so many cells, which is possible; `after` for what may not
    /// be.
    [[nodiscard]] board with_shifted(std::size_t index, int by) const noexcept {
        assert(index < count_);
        board shifted = *this;
        vehicle& v = shifted.vehicles_[index];
        shifted.occupied_ &= ~cells_of(v, shape_);
        std::uint8_t& offset = offset_of(v);
        assert(offset + by >= 0 && offset + by + v.length <= shape_.length_of(v.direction));
        offset = static_cast<std::uint8_t>(offset + by);
        assert((shifted.occupied_ & cells_of(v, shape_)) == 0);
        shifted.occupied_ |= cells_of(v, shape_);
        return shifted;
    }

    /// Whether two boards have the same vehicles, with their letters, walls and shape.
    [[nodiscard]] friend bool operator==(const board&, const board&) = default;

    [[nodiscard]] std::uint64_t hash() const noexcept {
        return senda::hash_combine(senda::hash_bytes(vehicles_.data(), count_ * sizeof(vehicle)),
                                   walls_);
    }

private:
    board(cell_set walls, const board_shape& shape) noexcept
        : shape_(shape), walls_(walls), occupied_(walls) {}

    static std::optional<diagnostic> fault_of(const board_shape& s) {
        const auto is_side = [](int n) { return n >= shortest_side && n <= longest_side; };
        if (!is_side(s.rows) || !is_side(s.columns))
            return diagnostic{"bad_size", "a car park of " + std::to_string(s.rows) + " x " +
                                              std::to_string(s.columns) +
                                              " cells: expected 3 to 8 rows and columns"};
        const bool is_row = s.red_direction() == axis::horizontal;
        if (s.exit > edge::bottom || s.exit_line >= (is_row ? s.rows : s.columns))
            return diagnostic{"bad_exit", "the exit is not at the edge of the car park"};
        return std::nullopt;
    }

    [[nodiscard]] std::string size_text() const {
        return std::to_string(shape_.rows) + " x " + std::to_string(shape_.columns) + " cells";
    }

    static std::string name_of(char id) { return std::string{"vehicle "} + id; }

    static diagnostic fault(const char* code, const vehicle& v, const std::string& what) {
        return {code, name_of(v.id) + " at " + cell_name(v.row, v.column) + ' ' + what};
    }

    /// Puts a vehicle in its place by the order of letters, or says why it cannot be there.
    std::optional<diagnostic> add(const vehicle& v) {
        if (std::optional<diagnostic> wrong = fault_alone(v)) return wrong;
        if (find(v.id) != nullptr)
            return fault("duplicate_vehicle", v, "is the second with that letter");
        if (const cell_set shared = occupied_ & cells_of(v, shape_); shared != 0)
            return fault("overlap", v, "overlaps " + what_is_at(shared));

        // Each has a letter of its own: never more than fit.
        std::size_t into = count_;
        for (; into > 0 && vehicles_[into - 1].id > v.id; --into)
            vehicles_[into] = vehicles_[into - 1];
        vehicles_[into] = v;
        ++count_;
        occupied_ |= cells_of(v, shape_);
        return std::nullopt;
    }

    /// What is wrong with a vehicle whatever else is on the board.
    [[nodiscard]] std::optional<diagnostic> fault_alone(const vehicle& v) const {
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
        if (!is_inside(v, shape_))
            return fault("outside", v, "leaves the car park of " + size_text());
        return std::nullopt;
    }

    std::optional<diagnostic> fault_of_red() const {
        const bool lies = shape_.red_direction() == axis::horizontal;
        const std::string line = shape_ == classic ? std::string{"the third row"}
                                                   : std::string{lies ? "row " : "column "} +
                                                         std::to_string(shape_.exit_line + 1);
        if (count_ == 0 || vehicles_[0].id != red_id)
            return diagnostic{"no_red_car",
                              "there is no red car: expected 'AA' somewhere in " + line};
        const vehicle& a = red();
        const std::string wrong =
            a.length != 2 ? "has 3 cells: expected 2"
            : a.direction != shape_.red_direction()
                ? lies ? "is vertical: expected 'AA'" : "is horizontal: the exit is not"
            : (lies ? a.row : a.column) != shape_.exit_line
                ? "is not in " + line + ", where the exit is"
                : "";
        if (wrong.empty()) return std::nullopt;
        return diagnostic{"bad_red_car",
                          "the red car A at " + cell_name(a.row, a.column) + ' ' + wrong};
    }

    /// The first of some occupied cells, with what stands there.
    std::string what_is_at(cell_set cells) const {
        const int cell = std::countr_zero(cells);
        const int row = cell / shape_.columns;
        const int column = cell % shape_.columns;
        const char c = at(row, column);
        return (c == 'x' ? std::string{"the wall"} : name_of(c)) + " in " + cell_name(row, column);
    }

    std::array<vehicle, letter_count> vehicles_{};
    board_shape shape_;
    std::uint8_t count_ = 0;
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
