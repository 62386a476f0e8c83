// SPDX-License-Identifier: MIT
// The colours of a map.
#pragma once

#include <pacman/board.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <cstdint>

namespace senda::pacman {

/// The colours of a map: empty cells white, food green, walls black, bombs red. A wall that can be
/// climbed is told from an infinite one by its height.
namespace colors {

inline constexpr draw::color empty = draw::palette::paper;  ///< a cell with nothing in it
inline constexpr draw::color food = draw::palette::green;   ///< what gives energy
inline constexpr draw::color wall{0x10, 0x12, 0x14};        ///< a wall that has a height
inline constexpr draw::color solid = draw::palette::ink;    ///< a wall that nobody climbs
inline constexpr draw::color bomb = draw::palette::red;     ///< what takes energy
inline constexpr draw::color lethal{0x8c, 0x17, 0x1f};      ///< a bomb that nobody survives
inline constexpr draw::color goal = draw::palette::blue;    ///< where Pac-Man has to go
inline constexpr draw::color route = draw::palette::blue;   ///< the route of Pac-Man
/// Pac-Man.
inline constexpr draw::color pacman{0xff, 0xcf, 0x1f};
inline constexpr draw::color blast = draw::palette::orange;  ///< a bomb as it explodes

/// A wall where there is no room for its height: the higher, the darker, but never like an infinite
/// one.
[[nodiscard]] constexpr draw::color small_wall(std::uint32_t height) noexcept {
    const std::uint32_t seen = std::min(height, std::uint32_t{9});
    return draw::mix(draw::color{0xd4, 0xd8, 0xdd}, draw::color{0x5c, 0x63, 0x6b}, seen / 9.0);
}

/// The colour of what is in a cell.
[[nodiscard]] constexpr draw::color of(tile t) noexcept {
    switch (t.what) {
        case kind::empty: return empty;
        case kind::food: return food;
        case kind::wall: return wall;
        case kind::solid: return solid;
        case kind::bomb: return bomb;
        case kind::lethal: return lethal;
    }
    return empty;
}

}  // namespace colors

}  // namespace senda::pacman
