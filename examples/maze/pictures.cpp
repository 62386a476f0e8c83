// SPDX-License-Identifier: MIT
#include "pictures.hpp"

#include "maze_file.hpp"

#include <senda/draw/png.hpp>
#include <senda/draw/svg.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/maze/picture.hpp>
#include <senda/maze/replay_picture.hpp>
#include <senda/maze/terminal_picture.hpp>

#include <cstring>
#include <unistd.h>

namespace maze = senda::maze;

namespace {

std::string cannot_write(const std::string& name, int error) {
    return "cannot write '" + name + "': " + std::strerror(error);
}

/// Writes a file with a function that is given the sink; false if that is not possible.
template <class Write>
bool write_file(const std::string& name, const program::console& out, Write write) {
    program::output_file file(name);
    if (file.error() == 0) write(file);
    const int error = file.finish();
    if (error != 0) out.error(cannot_write(name, error));
    return error == 0;
}

}  // namespace

bool can_write(const picture_files& files, const arguments& told, program::console& out) {
    for (const std::string* name : {&files.svg, &files.png, &files.html}) {
        if (name->empty()) continue;
        const int error = program::error_of_writing(*name);
        if (error == 0) continue;
        if (told.json) {
            out.print(invalid_document({{"unwritable", cannot_write(*name, error)}}, {}));
        } else {
            out.error(cannot_write(*name, error));
        }
        return false;
    }
    return true;
}

bool write_pictures(const picture_files& files, const maze::board& b,
                    std::span<const maze::place> route, const std::string& title,
                    const program::console& out) {
    bool good = true;
    if (!files.svg.empty() || !files.png.empty()) {
        const senda::draw::canvas picture = maze::to_picture(b, route);
        if (!files.svg.empty())
            good &= write_file(files.svg, out,
                               [&](auto& file) { senda::draw::write_svg(picture, file, title); });
        if (!files.png.empty())
            good &= write_file(files.png, out,
                               [&](auto& file) { senda::draw::write_png(picture, file); });
    }
    if (!files.html.empty())
        good &= write_file(files.html, out,
                           [&](auto& file) { maze::to_replay_page(b, route, title).write(file); });
    return good;
}

void print_picture(const maze::board& b, std::span<const maze::place> route,
                   program::console& out) {
    // Where there is no window, a line may be long, but a picture of some size says it all.
    constexpr program::window of_a_file{400, 160};
    const program::window room = program::window_of(STDOUT_FILENO).value_or(of_a_file);
    const senda::draw::text_grid picture =
        maze::to_text_grid(b, route, out.style(), {room.rows, room.cols});
    out.print(senda::draw::to_text(picture, out.style()));
}
