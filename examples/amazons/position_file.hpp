// SPDX-License-Identifier: MIT
// A position read from a file, or the start of a game, and what is said about it.
#pragma once

#include "commands.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/refuse.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/format.hpp>

#include <optional>
#include <string>
#include <utility>

/// The word that takes the place of a file for the start of a game.
inline constexpr const char* start_word = "new";

/// A position, or the exit code if there is none; what is wrong has been said then.
struct position_file {
    std::optional<senda::amazons::board> board;
    program::diagnostics warnings;
    int code = program::answered;
};

/// Reads the position that the command line names.
inline position_file read_position(const arguments& told, program::console& out) {
    position_file read;
    if (told.file == start_word) {
        read.board.emplace();
        return read;
    }
    const std::string name = program::shown_name(told.file);
    const program::input input = program::read_input(told.file, program::short_input);
    if (const auto code = program::code_of_reading(out, told.json, name, input)) {
        read.code = *code;
        return read;
    }
    auto parsed =
        senda::amazons::parse_board(input.text, told.strict ? senda::amazons::reading::strict
                                                            : senda::amazons::reading::lenient);
    if (!parsed) {
        read.code =
            program::refuse(out, told.json, name, input.text, parsed.errors, parsed.warnings);
        return read;
    }
    if (!told.json)
        for (const senda::diagnostic& d : parsed.warnings) out.warn(d, name);
    read.board = std::move(parsed.board);
    read.warnings = std::move(parsed.warnings);
    return read;
}
