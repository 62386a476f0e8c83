// SPDX-License-Identifier: MIT
// pacman replay: makes moves by the rules, and says whether they win or where they fail.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include "../common/list_argument.hpp"

#include <pacman/moves.hpp>
#include <pacman/report.hpp>
#include <pacman/rules.hpp>

namespace pacman = senda::pacman;

namespace {

/// The map as it is after a walk.
pacman::game game_after(const pacman::board& b, std::span<const pacman::direction> moves) {
    pacman::game g(b);
    for (const pacman::direction d : moves) g.move(d);
    return g;
}

}  // namespace

int replay(const replay_arguments& args, program::console& out) {
    if (args.file == "-" && args.moves == program::from_standard_input) {
        out.error("FILE and MOVES cannot both be the standard input");
        return program::wrong_usage;
    }
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    const pacman::board& b = *file.board;

    const auto moves = program::read_list("<moves>", args.moves, program::short_input,
                                          moves_reader(args), args.json, out);
    if (!moves) return moves.code;

    const pacman::replayed walk = pacman::replay(b, *moves);
    const std::string message = pacman::explain(b, *moves, walk, args.words().library);
    if (args.json) {
        out.print(replay_document(b, file.warnings, *moves, walk, message));
    } else {
        out.print(out.with(walk ? program::accent::good : program::accent::bad, message) + '\n');
        std::string energies;
        for (const pacman::energy left : walk.energies) energies += ' ' + std::to_string(left);
        out.print(senda::substitute(args.words().program.energies_along, {energies}) + '\n');
        if (args.show || program::console::output_is_terminal())
            print_picture(game_after(b, std::span{*moves}.first(walk.places.size() - 1)), {}, out);
    }
    const std::string title = program::shown_name(args.file) + ": " + message;
    const bool written = write_pictures(args.pictures, b, *moves, title, args.language, out);
    return !written ? program::wrong_usage : walk ? program::answered : program::no_solution;
}
