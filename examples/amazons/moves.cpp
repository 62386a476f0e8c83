// SPDX-License-Identifier: MIT
// amazons moves: all legal plays of a position.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include <string>

int moves(const arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    if (args.json) {
        out.print(moves_document(*file.board, file.warnings));
    } else {
        file.board->for_each_play(
            [&](const senda::amazons::play& p) { out.print(to_string(p) + '\n'); });
    }
    return program::answered;
}
