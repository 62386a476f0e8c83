// SPDX-License-Identifier: MIT
// Pictures of a maze: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <senda/maze/board.hpp>
#include <senda/maze/picture.hpp>
#include <senda/maze/replay_picture.hpp>
#include <senda/maze/terminal_picture.hpp>

#include <span>
#include <string>

namespace maze = senda::maze;

/// Writes the pictures that were asked for; false if one could not be written.
inline bool write_pictures(const program::picture_files& files, const maze::board& b,
                           std::span<const maze::place> route, const std::string& title,
                           const program::console& out) {
    return program::write_pictures(
        files, title, out, [&] { return maze::to_picture(b, route); },
        [&] { return maze::to_replay_page(b, route, title); });
}

/// Prints the maze as large as the terminal allows.
inline void print_picture(const maze::board& b, std::span<const maze::place> route,
                          program::console& out) {
    // Where there is no window, a line may be long, but a picture of some size says it all.
    constexpr program::window of_a_file{400, 160};
    const program::window room = out.room(of_a_file);
    out.print(maze::to_text_grid(b, route, out.style(), {room.rows, room.cols}));
}
