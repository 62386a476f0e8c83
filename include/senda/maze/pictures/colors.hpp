// SPDX-License-Identifier: MIT
// The colours of a maze, the same in files and in terminals.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>

namespace senda::maze {

/// The colours of a maze.
namespace colors {

inline constexpr draw::color wall = draw::palette::ink;       ///< a cell that nobody enters
inline constexpr draw::color start = draw::palette::green;    ///< where the runner begins
inline constexpr draw::color end = draw::palette::red;        ///< where the runner has to go
inline constexpr draw::color treasure = draw::palette::gold;  ///< what gives life
inline constexpr draw::color route = draw::palette::blue;     ///< the way of the runner

/// The floor of a cell: the more it costs, the warmer.
[[nodiscard]] constexpr draw::color floor(char cell) noexcept {
    const bool costs = cell >= '1' && cell <= '9';
    return costs ? draw::distance_color((cell - '0') * 0.045) : draw::palette::paper;
}

/// What is seen of a cell where there is room for one colour only.
[[nodiscard]] constexpr draw::color of(char cell) noexcept {
    switch (cell) {
        case '#': return wall;
        case 'S': return start;
        case 'E': return end;
        case 'T': return treasure;
        default: return floor(cell);
    }
}

}  // namespace colors

}  // namespace senda::maze
