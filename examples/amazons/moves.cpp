// SPDX-License-Identifier: MIT
// amazons moves: all legal plays of a position.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include <string>

int moves(const arguments& told) {
    program::console out(told.color);
    const position_file file = read_position(told, out);
    if (!file.board) return program::finished(out, file.code);
    if (told.json) {
        out.print(moves_document(*file.board, file.warnings));
    } else {
        file.board->for_each_play(
            [&](const senda::amazons::play& p) { out.print(to_string(p) + '\n'); });
    }
    return program::finished(out, program::answered);
}
