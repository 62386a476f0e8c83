// SPDX-License-Identifier: MIT
// Pictures of a map: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <pacman/board.hpp>
#include <pacman/game.hpp>
#include <pacman/picture.hpp>
#include <pacman/replay_picture.hpp>
#include <pacman/terminal_picture.hpp>
#include <pacman/words.hpp>

#include <algorithm>
#include <span>
#include <string>

namespace pacman = senda::pacman;

/// Writes the pictures that were asked for; false if one could not be written. The page plays the
/// moves.
inline bool write_pictures(const program::picture_files& files, const pacman::board& b,
                           std::span<const pacman::direction> moves, const std::string& title,
                           pacman::language language, const program::console& out) {
    const pacman::words& w = pacman::words_in(language);
    return program::write_pictures(
        files, title, out, [&] { return pacman::to_picture(b, moves, {}, w); },
        [&] { return pacman::to_replay_page(b, moves, title, w); });
}

/// Prints a game, and a line through some cells, as large as the terminal allows.
inline void print_picture(const pacman::game& g, std::span<const pacman::place> route,
                          program::console& out) {
    constexpr program::window of_a_file{64, 80};
    const program::window room = out.room(of_a_file);
    // A picture that is too high can be scrolled.
    const int rows = std::max(room.rows, static_cast<int>(g.board().height()) + 2);
    out.print(pacman::to_text_grid(g, route, out.style(), {rows, room.cols}));
}
