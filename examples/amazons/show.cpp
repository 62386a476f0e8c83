// SPDX-License-Identifier: MIT
// amazons show: a picture of a position.
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"
#include "position_file.hpp"

#include <senda/amazons/picture.hpp>
#include <senda/amazons/words.hpp>

#include <string>

namespace amazons = senda::amazons;

int show(const show_arguments& told) {
    program::console out(told.color);
    if (!program::can_write(told.pictures, told.json, out))
        return program::finished(out, program::wrong_usage);
    const position_file file = read_position(told, out);
    if (!file.board) return program::finished(out, file.code);
    const amazons::board& b = *file.board;
    if (told.json) {
        out.print(show_document(b, file.warnings));
    } else {
        print_picture(b, out);
        out.print(amazons::about(b) + '\n');
    }
    const bool written = write_pictures(told.pictures, b, "Amazons: " + amazons::about(b), out);
    return program::finished(out, written ? program::answered : program::wrong_usage);
}
