// SPDX-License-Identifier: MIT
// A position read from a saved game.
#pragma once

#include "commands.hpp"

#include "../common/board_file.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/format.hpp>

#include <string_view>

using position_file = program::board_file<senda::amazons::board>;

/// Reads the position that the command line names.
inline position_file read_position(const arguments& args, program::console& out) {
    if (args.file == start_word) return {senda::amazons::board{}, {}};
    using senda::amazons::reading;
    return program::read_board_file<senda::amazons::board>(
        args, program::short_input, out, [&](std::string_view text) {
            return senda::amazons::parse_board(text,
                                               args.strict ? reading::strict : reading::lenient);
        });
}
