// SPDX-License-Identifier: MIT
// amazons check: whether a file is valid, whose turn it is, and which amazons can still move.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include <amazons/queries.hpp>
#include <amazons/words.hpp>

#include <string>

namespace amazons = senda::amazons;

int check(const arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    const amazons::board& b = *file.board;
    if (args.json) {
        out.print(check_document(b, file.warnings));
        return program::answered;
    }
    out.print(out.with(program::accent::good, "valid") + ": " + amazons::about(b) + '\n');
    for (const amazons::player p : {amazons::player::white, amazons::player::black}) {
        std::string cells;
        for_each_cell(b.amazons(p), [&](amazons::cell c) {
            cells += (cells.empty() ? "" : ", ") + cell_name(c) +
                     (can_move(b, c) ? "" : " (cannot move)");
        });
        out.print(program::named_line(color_of(p, amazons::english_words), cells));
    }
    return program::answered;
}
