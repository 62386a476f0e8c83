// SPDX-License-Identifier: MIT
#include "pictures.hpp"

#include <senda/amazons/picture.hpp>

namespace amazons = senda::amazons;

bool write_pictures(const program::picture_files& files, const amazons::board& b,
                    const std::string& title, const program::console& out) {
    return program::write_pictures(files, title, out, [&] { return amazons::to_picture(b); });
}

void print_picture(const amazons::board& b, program::console& out,
                   const amazons::board_marks& marks) {
    const program::window room = out.room();
    out.print(amazons::to_text_grid(b, out.style(), room.rows - 1, room.cols, marks));
}
