// SPDX-License-Identifier: MIT
// Where rooms in rows and columns are in a picture.
#pragma once

#include <senda/draw/canvas.hpp>

#include <algorithm>
#include <cstdint>

namespace senda::draw {

/// Where rooms in rows and columns are in a picture, in pixels; without walls, `wall` is 0.
struct room_layout {
    int room = 15;    ///< the side of a room
    int wall = 1;     ///< the thickness of walls, at the same distance whether there is one or not
    int margin = 10;  ///< around all

    /// From one room to the next.
    [[nodiscard]] constexpr int pitch() const noexcept { return room + wall; }

    /// The side of a picture with `rooms` in a row, or the longest there can be.
    [[nodiscard]] constexpr int length(std::int64_t rooms) const noexcept {
        const std::int64_t needed = 2 * std::int64_t{margin} + rooms * pitch() + wall;
        return static_cast<int>(std::clamp<std::int64_t>(needed, 1, coordinate::reach));
    }

    /// The middle of the walls at a corner.
    [[nodiscard]] constexpr point corner(std::int64_t row, std::int64_t col) const noexcept {
        return {margin + wall / 2.0 + double(col) * pitch(),
                margin + wall / 2.0 + double(row) * pitch()};
    }

    /// The inside of a room.
    [[nodiscard]] constexpr box inside(std::int64_t row, std::int64_t col) const noexcept {
        return {margin + wall + double(col) * pitch(), margin + wall + double(row) * pitch(), room,
                room};
    }

    /// The middle of a room.
    [[nodiscard]] constexpr point middle(std::int64_t row, std::int64_t col) const noexcept {
        const box b = inside(row, col);
        return {b.x + room / 2.0, b.y + room / 2.0};
    }
};

}  // namespace senda::draw
