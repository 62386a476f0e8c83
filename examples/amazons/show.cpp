// SPDX-License-Identifier: MIT
// amazons show: a picture of a position.
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"
#include "position_file.hpp"

#include <amazons/picture.hpp>
#include <amazons/words.hpp>

#include <string>

namespace amazons = senda::amazons;

int show(const show_arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    const amazons::board& b = *file.board;
    if (args.json) {
        out.print(show_document(b, file.warnings));
    } else {
        print_picture(b, out, legend(amazons::english_words));
        out.print(amazons::about(b) + '\n');
    }
    const bool written = write_pictures(args.pictures, b, "Amazons: " + amazons::about(b), out);
    return written ? program::answered : program::wrong_usage;
}
