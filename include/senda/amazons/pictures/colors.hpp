// SPDX-License-Identifier: MIT
// The colours of an Amazons board, the same in files and in terminals.
#pragma once

#include <senda/amazons/cell.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>

namespace senda::amazons {

/// The colours of a board.
namespace colors {

inline constexpr draw::color light_cell{0xe3, 0xc9, 0x9b};   ///< the lighter of two woods
inline constexpr draw::color dark_cell{0xc9, 0xa4, 0x6c};    ///< the darker one
inline constexpr draw::color frame{0x6b, 0x4a, 0x2b};        ///< around the cells
inline constexpr draw::color white = draw::palette::paper;   ///< the amazons of white
inline constexpr draw::color black = draw::palette::ink;     ///< the amazons of black
inline constexpr draw::color arrow = draw::palette::slate;   ///< a cell that an arrow burnt
inline constexpr draw::color choice = draw::palette::green;  ///< cells that can be chosen
inline constexpr draw::color chosen = draw::palette::blue;   ///< the cell that was chosen
/// The cell that the player is looking at.
inline constexpr draw::color cursor = draw::palette::gold;
inline constexpr draw::color last_play = draw::palette::red;  ///< the cells of the play before

/// The wood of a cell: a1 is dark.
[[nodiscard]] constexpr draw::color wood(cell c) noexcept {
    return (c.row() + c.column()) % 2 == 0 ? dark_cell : light_cell;
}

}  // namespace colors

}  // namespace senda::amazons
