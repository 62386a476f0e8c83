// SPDX-License-Identifier: MIT
// rush_hour share: the code of a board, and the board of a code.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"

namespace rush_hour = senda::rush_hour;

int share(const board_arguments& args, program::console& out) {
    const board_file input = read_board(args, out);
    if (!input.board) return input.code;
    const rush_hour::board& b = *input.board;
    out.print(args.json ? share_document(b, input.warnings)
                        : rush_hour::share_code(b) + '\n' + rush_hour::to_text(b) + '\n');
    return program::answered;
}
