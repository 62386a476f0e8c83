// SPDX-License-Identifier: MIT
// Pictures of a position: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/picture.hpp>
#include <senda/amazons/terminal_picture.hpp>

#include <string>

namespace amazons = senda::amazons;

/// Writes the pictures that were asked for; false if one could not be written.
inline bool write_pictures(const program::picture_files& files, const amazons::board& b,
                           const std::string& title, const program::console& out) {
    return program::write_pictures(files, title, out, [&] { return amazons::to_picture(b); });
}

/// Prints a position as large as the terminal allows.
inline void print_picture(const amazons::board& b, program::console& out,
                          const amazons::board_marks& marks = {}) {
    const program::window room = out.room();
    out.print(amazons::to_text_grid(b, out.style(), room.rows - 1, room.cols, marks));
}
