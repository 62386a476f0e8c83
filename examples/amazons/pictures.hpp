// SPDX-License-Identifier: MIT
// Pictures of a position: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <amazons/board.hpp>
#include <amazons/picture.hpp>
#include <amazons/terminal_picture.hpp>
#include <common/text_grid.hpp>

#include <algorithm>
#include <string>

namespace amazons = senda::amazons;
namespace draw = senda::draw;

/// Writes the pictures that were asked for; false if one could not be written.
inline bool write_pictures(const program::picture_files& files, const amazons::board& b,
                           const std::string& title, const program::console& out) {
    return program::write_pictures(files, title, out, [&] { return amazons::to_picture(b); });
}

/// Prints a position as large as the terminal allows, and what its characters mean.
inline void print_picture(const amazons::board& b, program::console& out, const std::string& legend,
                          const amazons::board_marks& marks = {}) {
    const program::window room = out.room();
    // What is too high is scrolled, so only crowns ask for the height.
    const amazons::board_size cells = b.size();
    const draw::text_room needed = room_of(amazons::text_size::small, cells.columns, cells.rows);
    const amazons::text_size size = amazons::size_for(
        out.style(), {std::max(room.rows - 1, needed.rows), room.cols}, cells.columns, cells.rows);
    out.print(amazons::to_text_grid(b, out.style(), size, marks));
    if (size != amazons::text_size::large) out.print(legend + '\n');
}
