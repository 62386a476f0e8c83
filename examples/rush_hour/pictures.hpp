// SPDX-License-Identifier: MIT
// Pictures of a board: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <rush_hour/board.hpp>
#include <rush_hour/picture.hpp>
#include <rush_hour/rate.hpp>
#include <rush_hour/replay_picture.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/terminal_picture.hpp>

#include <optional>
#include <span>
#include <string>

namespace rush_hour = senda::rush_hour;

/// Writes the pictures that were asked for; false if one could not be written. The page plays the
/// moves.
inline bool write_pictures(const program::picture_files& files, const rush_hour::board& b,
                           std::span<const rush_hour::move> moves, const std::string& title,
                           const std::optional<rush_hour::difficulty>& rated,
                           const program::console& out) {
    return program::write_pictures(
        files, title, out, [&] { return rush_hour::to_picture(b); },
        [&] { return rush_hour::to_replay_page(b, moves, title, rated); });
}

/// Prints the board as large as the terminal allows.
inline void print_picture(const rush_hour::board& b, program::console& out) {
    const program::window room = out.room();
    out.print(rush_hour::to_text_grid(b, out.style(), room.rows, room.cols));
}
