// SPDX-License-Identifier: MIT
// The board that a command line names: its characters, a share code, a file, or the standard input.
#pragma once

#include "commands.hpp"

#include "../common/board_file.hpp"
#include "../common/platform.hpp"

#include <rush_hour/board.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/share.hpp>

#include <string>
#include <string_view>

/// What a board that stands on the command line is called in messages.
inline constexpr const char* board_name = "<board>";

using board_file = program::board_file<senda::rush_hour::board>;

/// Whether a word on the command line is a file to read. What is there is one, whatever its name
/// looks like; of what is not there, only what no board is like.
inline bool names_file(const std::string& word) {
    using namespace program;
    if (word == "-" || platform::status_of(word).kind != platform::file_kind::missing) return true;
    constexpr std::string_view cells = ".ox/<>^vABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (word.find_first_of("<>^v") != word.npos && word.find_first_not_of(cells) == word.npos)
        return false;
    const bool is_short_line =
        word.size() != senda::rush_hour::cell_count && word.find('\n') == word.npos;
    return is_short_line && (word.find('/') != word.npos || word.ends_with(".txt"));
}

inline senda::rush_hour::reading reading_of(const board_arguments& args) {
    return args.strict ? senda::rush_hour::reading::strict : senda::rush_hour::reading::lenient;
}

/// Reads the board that the command line names.
inline board_file read_board(const board_arguments& args, program::console& out) {
    const bool is_file = names_file(args.board);
    const std::string name = is_file ? program::shown_name(args.board) : board_name;
    const program::input input = is_file ? program::read_input(args.board, program::short_input)
                                         : program::input{args.board};
    bool has_bad_length = false;
    const board_file read = program::parse_board_file<senda::rush_hour::board>(
        input, name, args.json, out, [&](std::string_view text) {
            auto parsed = senda::rush_hour::parse(text, reading_of(args));
            has_bad_length = !parsed && parsed.error().code == "bad_length";
            return parsed;
        });
    if (has_bad_length && !args.json)
        out.note(is_file ? "a board of another size than 6 x 6 marks its exit with < > ^ or v"
                         : "there is no file of that name either");
    return read;
}

/// What reads a list of moves for a board.
inline auto parser_of_moves(const senda::rush_hour::board& b) {
    return [shape = b.shape()](std::string_view text) {
        return senda::rush_hour::parse_moves(text, shape);
    };
}

/// Whether a command takes a board of that shape; if not, it has been said.
inline bool takes_shape(const senda::rush_hour::board& b, const char* what, bool as_json,
                        program::console& out) {
    if (b.shape().is_classic()) return true;
    program::refuse(out, as_json, board_name, {},
                    {{"bad_size", std::string{what} +
                                      " takes boards of 6 x 6 cells with the exit on the right of "
                                      "the third row"}});
    return false;
}
