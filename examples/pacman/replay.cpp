// SPDX-License-Identifier: MIT
// pacman replay: makes moves by the rules, and says whether they win or where they fail.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include "../common/given_list.hpp"

#include <senda/pacman/moves.hpp>
#include <senda/pacman/report.hpp>
#include <senda/pacman/rules.hpp>

namespace pacman = senda::pacman;

namespace {

/// The map as it is after a walk.
pacman::game game_after(const pacman::board& b, std::span<const pacman::direction> moves) {
    pacman::game g(b);
    for (const pacman::direction d : moves) g.move(d);
    return g;
}

}  // namespace

int replay(const replay_arguments& told) {
    program::console out(told.color);
    if (told.file == "-" && program::is_standard_input(told.moves)) {
        out.error("FILE and MOVES cannot both be the standard input");
        return program::wrong_usage;
    }
    const map_file file = read_map(told, told.pictures, out);
    if (!file.board) return program::finished(out, file.code);
    const pacman::board& b = *file.board;

    const program::given_list given =
        program::read_list("<moves>", told.moves, program::short_input);
    if (const auto code = program::code_of_reading(out, told.json, given.name, given.read))
        return program::finished(out, *code);
    const auto moves = pacman::parse_moves(given.read.text);
    if (!moves)
        return program::finished(
            out, program::refuse(out, told.json, given.name, given.read.text, {moves.error()}));

    const pacman::replayed walk = pacman::replay(b, *moves);
    const std::string message = pacman::explain(b, *moves, walk);
    if (told.json) {
        out.print(replay_document(b, file.warnings, *moves, walk, message));
    } else {
        out.print(out.with(walk ? program::accent::good : program::accent::bad, message) + '\n');
        std::string energies;
        for (const pacman::energy left : walk.energies) energies += ' ' + std::to_string(left);
        out.print("energy:" + energies + '\n');
        if (told.show || program::console::output_is_terminal())
            print_picture(game_after(b, std::span{*moves}.first(walk.places.size() - 1)), {}, out);
    }
    const std::string title = program::shown_name(told.file) + ": " + message;
    const bool written = write_pictures(told.pictures, b, *moves, title, out);
    return program::finished(out, !written ? program::wrong_usage
                                  : walk   ? program::answered
                                           : program::no_solution);
}
