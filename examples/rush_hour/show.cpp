// SPDX-License-Identifier: MIT
// rush_hour show: a picture of a board that is not solved.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"

#include <rush_hour/report.hpp>

#include <optional>

namespace rush_hour = senda::rush_hour;

int show(const show_arguments& args, program::console& out) {
    const board_file input = read_board(args, out);
    if (!input.board) return input.code;
    const rush_hour::board& b = *input.board;
    if (args.json) {
        out.print(show_document(b, input.warnings));
    } else {
        print_picture(b, out);
        out.print(rush_hour::about(b) + "\nshare code " + rush_hour::share_code(b) + '\n');
    }
    const bool written = write_pictures(args.pictures, b, {},
                                        "Rush Hour " + rush_hour::share_code(b), std::nullopt, out);
    return written ? program::answered : program::wrong_usage;
}
