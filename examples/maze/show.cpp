// SPDX-License-Identifier: MIT
// maze show: a picture of a maze that is not solved.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"

namespace maze = senda::maze;

int show(const show_arguments& told) {
    program::console out(told.color);
    if (!program::can_write(told.pictures, told.json, out))
        return program::finished(out, program::wrong_usage);
    const maze_file file = read_maze(told, out);
    if (!file.board) return program::finished(out, file.code);
    const maze::board& b = *file.board;
    if (told.json) {
        out.print(show_document(b, file.warnings));
    } else {
        print_picture(b, {}, out);
        out.print(maze_text(b) + '\n');
    }
    const bool written = write_pictures(told.pictures, b, {}, program::shown_name(told.file), out);
    return program::finished(out, written ? program::answered : program::wrong_usage);
}
