// SPDX-License-Identifier: MIT
// rush_hour verify: makes the moves of a list by the rules, and says whether they solve the board.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"

#include "../common/given_list.hpp"

#include <senda/rush_hour/report.hpp>
#include <senda/rush_hour/rules.hpp>

namespace rush_hour = senda::rush_hour;

int verify(const verify_arguments& told) {
    program::console out(told.color);
    if (told.board == "-" && program::is_standard_input(told.moves)) {
        out.error("BOARD and MOVES cannot both be the standard input");
        return program::wrong_usage;
    }
    const board_input input = read_board(told, out);
    if (!input.board) return program::finished(out, input.code);
    const rush_hour::board& b = *input.board;

    const program::given_list given =
        program::read_list("<moves>", told.moves, program::short_input);
    if (program::interruption::requested()) return program::interrupted;
    const auto moves = rush_hour::parse_moves(given.read.text);
    if (!given.read || !moves)
        return program::finished(
            out,
            program::refuse(out, told.json, given.name, given.read.text,
                            {given.read ? moves.error() : program::unreadable(given.read.error)}));

    const rush_hour::replayed played = rush_hour::replay(b, *moves);
    const std::string message = rush_hour::explain(*moves, played);
    if (told.json) {
        out.print(verify_document(b, input.warnings, *moves, played, message));
    } else {
        out.print(out.with(played ? program::accent::good : program::accent::bad, message) + '\n');
        if (told.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(played.last, out);
        }
    }
    return program::finished(out, played ? program::answered : program::no_solution);
}
