// SPDX-License-Identifier: MIT
// A maze read from a file, and what is said about it.
#pragma once

#include "commands.hpp"
#include "documents.hpp"

#include "../common/board_file.hpp"

#include <common/format.hpp>
#include <maze/connectivity.hpp>
#include <maze/format.hpp>
#include <maze/report.hpp>
#include <maze/words.hpp>
#include <senda/maze/board.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

using maze_file = program::board_file<senda::maze::board>;

/// How long a maze file may be, by its beginning.
inline std::optional<program::input_limit> limit_of_maze(std::string_view beginning) {
    const std::optional<std::uint64_t> most = senda::maze::most_bytes(beginning);
    if (!most) return std::nullopt;
    return program::input_limit{static_cast<std::size_t>(*most)};
}

/// Reads the maze that the command line names.
inline maze_file read_maze(const arguments& args, program::console& out) {
    namespace maze = senda::maze;
    const maze::messages& words = args.words().reading;
    program::input read = program::read_input(args.file, limit_of_maze);
    // Of a file that is longer than its header allows, the beginning mostly says what is wrong.
    const bool is_cut = read.error == EFBIG && !maze::errors_of_beginning(read.text).empty();
    if (is_cut) read.error = 0;
    return program::parse_board_file<maze::board>(
        read, program::shown_name(args.file), args.json, out,
        [&](std::string_view text) -> senda::parsed<maze::board> {
            if (is_cut) return maze::errors_of_beginning(text, words);
            using maze::reading;
            return maze::parse(text, args.strict ? reading::strict : reading::lenient, words);
        });
}

/// The numbers of a maze in words.
inline std::string maze_text(const senda::maze::board& b, const senda::maze::words& w) {
    using senda::pluralize;
    return senda::substitute(
        w.maze, {pluralize(b.rows(), w.row), pluralize(b.cols(), w.column),
                 std::to_string(b.life()), pluralize(b.treasures().size(), w.treasure)});
}
