// SPDX-License-Identifier: MIT
// A maze read from a file, and what is said about it.
#pragma once

#include "commands.hpp"
#include "documents.hpp"

#include "../common/board_file.hpp"

#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/format.hpp>
#include <senda/maze/report.hpp>

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
    using senda::maze::reading;
    return program::read_board_file<senda::maze::board>(
        args, limit_of_maze, out, [&](std::string_view text) {
            return senda::maze::parse(text, args.strict ? reading::strict : reading::lenient);
        });
}

/// The numbers of a maze in words.
inline std::string maze_text(const senda::maze::board& b) {
    using senda::maze::counted;
    return counted(b.rows(), "row") + ", " + counted(b.cols(), "column") + ", life " +
           std::to_string(b.life()) + ", " + counted(b.treasures().size(), "treasure");
}
