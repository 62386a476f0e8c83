// SPDX-License-Identifier: MIT
// Pictures of a maze: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <maze/picture.hpp>
#include <maze/replay_picture.hpp>
#include <maze/terminal_picture.hpp>
#include <senda/maze/board.hpp>

#include <span>
#include <string>

namespace maze = senda::maze;

/// Writes the pictures that were asked for; false if one could not be written. A moving picture is
/// smaller than a page, unless the size of its cells was asked for.
inline bool write_pictures(const program::picture_files& files, const maze::board& b,
                           std::span<const maze::place> route, const std::string& title,
                           const maze::words& w, const program::console& out,
                           const maze::picture_note& note = {}) {
    using layout = maze::picture_layout;
    if (const int most = layout::largest_for(b); files.cell > most) {
        out.error("cells of " + std::to_string(files.cell) + " pixels make a picture of " +
                  std::to_string(b.rows()) + " x " + std::to_string(b.cols()) +
                  " cells too large: expected 1 to " + std::to_string(most));
        return false;
    }
    const auto layout_of = [&](int longest) {
        return files.cell > 0 ? layout::with_cells(b, files.cell) : layout::for_board(b, longest);
    };
    return program::write_pictures(
        files, title, out,
        [&] { return maze::to_picture(b, route, layout_of(program::longest_still), w, note); },
        [&](int longest) {
            return maze::to_replay_page(b, route, title, layout_of(longest), w, note);
        });
}

/// Prints the maze as large as the terminal allows, and says so where that is not enough.
inline void print_picture(const maze::board& b, std::span<const maze::place> route,
                          program::console& out, std::span<const maze::place> deadly = {}) {
    // Where there is no window, a line may be long, but a picture of some size says it all.
    constexpr program::window of_a_file{400, 160};
    const program::window window = out.room(of_a_file);
    const maze::text_room room{window.rows, window.cols};
    out.print(maze::to_text_grid(b, route, out.style(), room, deadly));
    if (maze::detail_in(b, route, out.style(), room) == maze::text_detail::coarse)
        out.note("a character stands for several cells here: --png FILE draws them all");
}
