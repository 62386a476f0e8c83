// SPDX-License-Identifier: MIT
#include "pictures.hpp"

#include <senda/pacman/picture.hpp>
#include <senda/pacman/replay_picture.hpp>
#include <senda/pacman/terminal_picture.hpp>

#include <algorithm>

namespace pacman = senda::pacman;

bool write_pictures(const program::picture_files& files, const pacman::board& b,
                    std::span<const pacman::direction> moves, const std::string& title,
                    const program::console& out) {
    return program::write_pictures(
        files, title, out, [&] { return pacman::to_picture(b, moves); },
        [&] { return pacman::to_replay_page(b, moves, title); });
}

void print_picture(const pacman::game& g, std::span<const pacman::place> route,
                   program::console& out) {
    constexpr program::window of_a_file{64, 80};
    const program::window room = out.room(of_a_file);
    // A picture that is too high can be scrolled.
    const int rows = std::max(room.rows, static_cast<int>(g.board().height()) + 2);
    out.print(pacman::to_text_grid(g, route, out.style(), {rows, room.cols}));
}
