// SPDX-License-Identifier: MIT
#pragma once

#include <senda/graph/cell.hpp>

#include <array>
#include <cstdint>

namespace senda::mazegen {

/// A way out of a room; north is up, toward smaller rows.
enum class direction : std::uint8_t { north, east, south, west };

/// All directions, in the order in which a graph of rooms names neighbours.
inline constexpr std::array<direction, 4> directions = {direction::north, direction::east,
                                                        direction::south, direction::west};

/// The way back.
[[nodiscard]] constexpr direction opposite(direction d) noexcept {
    return static_cast<direction>(static_cast<unsigned>(d) ^ 2U);
}

/// The bit of a direction in a set of directions.
[[nodiscard]] constexpr std::uint8_t bit_of(direction d) noexcept {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(d));
}

/// The place next to `from` in a direction.
[[nodiscard]] constexpr cell next_to(cell from, direction d) noexcept {
    switch (d) {
        case direction::north: return {from.x, from.y - 1};
        case direction::east: return {from.x + 1, from.y};
        case direction::south: return {from.x, from.y + 1};
        case direction::west: return {from.x - 1, from.y};
    }
    return from;
}

}  // namespace senda::mazegen
