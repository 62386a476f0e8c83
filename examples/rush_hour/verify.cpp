// SPDX-License-Identifier: MIT
// rush_hour verify: makes the moves of a list by the rules, and says whether they solve the board.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"

#include "../common/list_argument.hpp"

#include <rush_hour/report.hpp>
#include <rush_hour/rules.hpp>

namespace rush_hour = senda::rush_hour;

int verify(const verify_arguments& args, program::console& out) {
    if (args.board == "-" && args.moves == program::from_standard_input) {
        out.error("BOARD and MOVES cannot both be the standard input");
        return program::wrong_usage;
    }
    const board_file input = read_board(args, out);
    if (!input.board) return input.code;
    const rush_hour::board& b = *input.board;

    const auto moves = program::read_list("<moves>", args.moves, program::short_input,
                                          parser_of_moves(b), args.json, out);
    if (!moves) return moves.code;

    const rush_hour::replayed played = rush_hour::replay(b, *moves);
    const std::string message = rush_hour::explain(*moves, played);
    if (args.json) {
        out.print(verify_document(b, input.warnings, *moves, played, message));
    } else {
        out.print(out.with(played ? program::accent::good : program::accent::bad, message) + '\n');
        if (args.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(played.last, out);
        }
    }
    return played ? program::answered : program::no_solution;
}
