// SPDX-License-Identifier: MIT
// maze show: a picture of a maze that is not solved.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"

namespace maze = senda::maze;

int show(const show_arguments& args, program::console& out) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    if (args.json) {
        out.print(show_document(b, file.warnings));
    } else {
        print_picture(b, {}, out);
        out.print(maze_text(b, args.words()) + '\n');
    }
    const bool written =
        write_pictures(args.pictures, b, {}, program::shown_name(args.file), args.words(), out);
    return written ? program::answered : program::wrong_usage;
}
