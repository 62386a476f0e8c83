// SPDX-License-Identifier: MIT
#include "pictures.hpp"

#include <senda/rush_hour/picture.hpp>
#include <senda/rush_hour/replay_picture.hpp>
#include <senda/rush_hour/terminal_picture.hpp>

namespace rush_hour = senda::rush_hour;

bool write_pictures(const program::picture_files& files, const rush_hour::board& b,
                    std::span<const rush_hour::move> moves, const std::string& title,
                    const std::optional<rush_hour::difficulty>& rated,
                    const program::console& out) {
    return program::write_pictures(
        files, title, out, [&] { return rush_hour::to_picture(b); },
        [&] { return rush_hour::to_replay_page(b, moves, title, rated); });
}

void print_picture(const rush_hour::board& b, program::console& out) {
    const program::window room = out.room();
    out.print(rush_hour::to_text_grid(b, out.style(), room.rows, room.cols));
}
