// SPDX-License-Identifier: MIT
// The board that a command line names: its characters, a share code, a file, or the standard input.
#pragma once

#include "commands.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/refuse.hpp"

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/format.hpp>
#include <senda/rush_hour/share.hpp>

#include <optional>
#include <string>
#include <sys/stat.h>
#include <utility>

/// What a board that stands on the command line is called in messages.
inline constexpr const char* board_name = "<board>";

/// A board, or the exit code if there is none; what is wrong has been said then.
struct board_input {
    std::optional<senda::rush_hour::board> board;
    program::diagnostics warnings;
    int code = program::answered;
};

/// Whether a word on the command line is a file to read. What is there is one, whatever its name
/// looks like; of what is not there, only what no board is like.
inline bool names_file(const std::string& word) {
    struct stat about = {};
    if (word == "-" || stat(word.c_str(), &about) == 0) return true;
    const bool is_short_line =
        word.size() != senda::rush_hour::cell_count && word.find('\n') == word.npos;
    return is_short_line && (word.find('/') != word.npos || word.ends_with(".txt"));
}

inline senda::rush_hour::reading reading_of(const board_arguments& told) {
    return told.strict ? senda::rush_hour::reading::strict : senda::rush_hour::reading::lenient;
}

/// Reads the board that the command line names.
inline board_input read_board(const board_arguments& told, program::console& out) {
    board_input read;
    const bool is_file = names_file(told.board);
    const std::string name = is_file ? program::shown_name(told.board) : board_name;
    const program::input input = is_file ? program::read_input(told.board, program::short_input)
                                         : program::input{told.board};
    if (const auto code = program::code_of_reading(out, told.json, name, input)) {
        read.code = *code;
        return read;
    }
    senda::parsed<senda::rush_hour::board> parsed =
        senda::rush_hour::read_board(input.text, reading_of(told));
    if (!parsed) {
        read.code =
            program::refuse(out, told.json, name, input.text, {parsed.error()}, parsed.warnings);
        if (!is_file && !told.json && parsed.error().code == "bad_length")
            out.note("there is no file of that name either");
        return read;
    }
    if (!told.json)
        for (const senda::diagnostic& d : parsed.warnings) out.warn(d, name);
    read.board = *parsed;
    read.warnings = std::move(parsed.warnings);
    return read;
}
