// SPDX-License-Identifier: MIT
// A position read from a saved game.
#pragma once

#include "commands.hpp"

#include "../common/board_file.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/format.hpp>
#include <senda/amazons/queries.hpp>
#include <senda/amazons/record.hpp>

#include <string_view>
#include <utility>

using position_file = program::board_file<senda::amazons::board>;

/// Reads the position that the command line names: of a record, the last one.
inline position_file read_position(const arguments& args, program::console& out) {
    if (args.file == start_word) return {senda::amazons::new_board(args.size), {}};
    using senda::amazons::reading;
    return program::read_board_file<senda::amazons::board>(
        args, program::short_input, out, [&](std::string_view text) {
            const reading how = args.strict ? reading::strict : reading::lenient;
            if (!senda::amazons::looks_like_record(text))
                return senda::amazons::parse_board(text, how, args.size);
            auto read = senda::amazons::parse_record(text, how);
            senda::amazons::parsed_board<senda::amazons::board> last;
            if (read) last.board = read.record->last_position();
            last.errors = std::move(read.errors);
            last.warnings = std::move(read.warnings);
            return last;
        });
}
