// SPDX-License-Identifier: MIT
// A map read from a file.
#pragma once

#include "commands.hpp"

#include "../common/board_file.hpp"

#include <pacman/board.hpp>
#include <pacman/json_format.hpp>
#include <pacman/moves.hpp>

#include <string_view>

using map_file = program::board_file<senda::pacman::board>;

/// Reads the text of a map as the command line wants it read.
inline senda::parsed<senda::pacman::board> parse_map(std::string_view text, const arguments& args) {
    using senda::pacman::reading;
    return senda::pacman::parse(text, args.strict ? reading::strict : reading::lenient,
                                args.words().library);
}

/// What reads moves in the language of the command line.
inline auto moves_reader(const arguments& args) {
    return [&args](std::string_view text) {
        return senda::pacman::parse_moves(text, args.words().library);
    };
}

/// Reads the map that the command line names.
inline map_file read_map(const arguments& args, program::console& out) {
    return program::read_board_file<senda::pacman::board>(
        args, program::short_input, out,
        [&](std::string_view text) { return parse_map(text, args); });
}
