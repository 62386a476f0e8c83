// SPDX-License-Identifier: MIT
// pacman show: a picture of a map that is not solved.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include <pacman/report.hpp>

int show(const show_arguments& args, program::console& out) {
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    const pacman::board& b = *file.board;
    if (args.json) {
        out.print(show_document(b, file.warnings));
    } else {
        print_picture(pacman::game(b), {}, out);
        out.print(pacman::about(b, args.words().library) + '\n');
    }
    const bool written =
        write_pictures(args.pictures, b, {}, program::shown_name(args.file), args.language, out);
    return written ? program::answered : program::wrong_usage;
}
