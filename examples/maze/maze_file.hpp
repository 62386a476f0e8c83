// SPDX-License-Identifier: MIT
// A maze read from a file, and what is said about it.
#pragma once

#include "commands.hpp"
#include "documents.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/refuse.hpp"

#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/format.hpp>
#include <senda/maze/report.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A maze, or the exit code if there is none; what is wrong has been said then.
struct maze_file {
    std::optional<senda::maze::board> board;
    diagnostics warnings;
    int code = program::answered;
};

/// How long a maze file may be, by its beginning.
inline std::optional<program::input_limit> limit_of_maze(std::string_view beginning) {
    const std::optional<std::uint64_t> most = senda::maze::most_bytes(beginning);
    if (!most) return std::nullopt;
    return program::input_limit{static_cast<std::size_t>(*most)};
}

/// Reads the maze that the command line names.
inline maze_file read_maze(const arguments& told, program::console& out) {
    maze_file read;
    const std::string name = program::shown_name(told.file);
    const program::input input = program::read_input(told.file, limit_of_maze);
    if (const auto code = program::code_of_reading(out, told.json, name, input)) {
        read.code = *code;
        return read;
    }
    senda::maze::parsed parsed = senda::maze::parse(
        input.text, told.strict ? senda::maze::reading::strict : senda::maze::reading::lenient);
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

/// The numbers of a maze in words.
inline std::string maze_text(const senda::maze::board& b) {
    using senda::maze::counted;
    return counted(b.rows(), "row") + ", " + counted(b.cols(), "column") + ", life " +
           std::to_string(b.life()) + ", " + counted(b.treasures().size(), "treasure");
}
