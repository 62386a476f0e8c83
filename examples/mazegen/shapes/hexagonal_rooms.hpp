// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/shapes/rooms.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/hexagonal.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace senda::mazegen {

/// Rows of hexagonal rooms; odd rows are shifted to the east by half a room. The sides are in the
/// order of `hex_directions`.
class hexagonal_rooms {
public:
    /// A room is known by its place.
    using room_type = hex_cell;
    /// All rooms can be reached from each.
    static constexpr bool hangs_together = true;

    /// Rooms in rows and columns. Error: `bad_size` for too few or too many.
    static parsed<hexagonal_rooms> make(std::int64_t rows, std::int64_t cols) {
        constexpr std::int64_t longest = std::numeric_limits<int>::max() / 2;
        const bool is_positive = rows >= 1 && cols >= 1;
        if (is_positive && rows <= longest && cols <= longest && rows * cols < no_room)
            return hexagonal_rooms(static_cast<int>(rows), static_cast<int>(cols));
        return diagnostic{"bad_size", "a maze of " + std::to_string(rows) + " x " +
                                          std::to_string(cols) + " hexagonal rooms" +
                                          (is_positive ? " is too large: expected fewer than " +
                                                             std::to_string(no_room)
                                                       : ": expected at least 1 row and 1 column")};
    }

    /// The rows of rooms.
    [[nodiscard]] int rows() const noexcept { return rows_; }
    /// The rooms in a row.
    [[nodiscard]] int cols() const noexcept { return cols_; }
    /// How many rooms there are.
    [[nodiscard]] room_number size() const noexcept {
        return static_cast<room_number>(rows_) * static_cast<room_number>(cols_);
    }
    /// How many sides a room has.
    [[nodiscard]] static unsigned sides(room_number) noexcept { return 6; }
    /// The room behind a side, or `no_room`.
    [[nodiscard]] room_number beyond(room_number number, unsigned side) const noexcept {
        const hex_cell to = room(number) + hex_directions[side];
        return contains(to) ? index(to) : no_room;
    }

    /// Whether there is a room at `c`.
    [[nodiscard]] bool contains(hex_cell c) const noexcept {
        if (c.r < 0 || c.r >= rows_) return false;
        const std::int64_t x = std::int64_t{c.q} + (c.r >> 1);
        return x >= 0 && x < cols_;
    }
    /// The number of a room, row by row.
    [[nodiscard]] room_number index(hex_cell c) const noexcept {
        const cell at = to_offset(c);
        return static_cast<room_number>(at.y) * static_cast<room_number>(cols_) +
               static_cast<room_number>(at.x);
    }
    /// The room of that number.
    [[nodiscard]] hex_cell room(room_number number) const noexcept {
        return from_offset(place(number));
    }
    /// The column and row of the room of that number.
    [[nodiscard]] cell place(room_number number) const noexcept {
        const auto cols = static_cast<room_number>(cols_);
        return {static_cast<int>(number % cols), static_cast<int>(number / cols)};
    }

    /// The first room and the last.
    [[nodiscard]] std::pair<room_number, room_number> corners() const noexcept {
        return {0, size() - 1};
    }
    /// A random room of the first column, and one of the last.
    [[nodiscard]] std::pair<room_number, room_number> opposite_sides(
        random_source& random) const noexcept {
        const auto any_row = [&] {
            return static_cast<room_number>(random.below(static_cast<std::uint64_t>(rows_))) *
                   static_cast<room_number>(cols_);
        };
        const room_number first = any_row();
        return {first, any_row() + static_cast<room_number>(cols_) - 1};
    }

private:
    hexagonal_rooms(int rows, int cols) noexcept : rows_(rows), cols_(cols) {}

    int rows_;
    int cols_;
};

static_assert(Rooms<hexagonal_rooms>);

}  // namespace senda::mazegen
