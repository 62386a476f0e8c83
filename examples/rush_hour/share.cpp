// SPDX-License-Identifier: MIT
// rush_hour share: the code of a board, and the board of a code.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"

namespace rush_hour = senda::rush_hour;

int share(const board_arguments& told) {
    program::console out(told.color);
    const board_input input = read_board(told, out);
    if (!input.board) return program::finished(out, input.code);
    const rush_hour::board& b = *input.board;
    out.print(told.json ? share_document(b, input.warnings)
                        : rush_hour::share_code(b) + '\n' + rush_hour::to_text(b) + '\n');
    return program::finished(out, program::answered);
}
