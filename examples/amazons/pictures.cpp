// SPDX-License-Identifier: MIT
#include "pictures.hpp"

#include <senda/amazons/picture.hpp>
#include <senda/draw/text_grid.hpp>

#include <unistd.h>

namespace amazons = senda::amazons;

namespace {

/// There is no page of a position: nothing asks for one.
struct no_page {
    template <class Sink>
    void write(Sink&) const {}
};

}  // namespace

bool write_pictures(const program::picture_files& files, const amazons::board& b,
                    const std::string& title, const program::console& out) {
    return program::write_pictures(
        files, title, out, [&] { return amazons::to_picture(b); }, [] { return no_page{}; });
}

void print_picture(const amazons::board& b, program::console& out,
                   const amazons::board_marks& marks) {
    const program::window room = program::window_of(STDOUT_FILENO).value_or(program::window{});
    const senda::draw::text_grid picture =
        amazons::to_text_grid(b, out.style(), room.rows - 1, room.cols, marks);
    out.print(senda::draw::to_text(picture, out.style()));
}
