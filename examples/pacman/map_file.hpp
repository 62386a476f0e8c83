// SPDX-License-Identifier: MIT
// A map read from a file, and what is said about it.
#pragma once

#include "commands.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/refuse.hpp"
#include "../common/write_pictures.hpp"

#include <senda/pacman/board.hpp>
#include <senda/pacman/json_format.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// A map, or the exit code if there is none; what is wrong has been said then.
struct map_file {
    std::optional<senda::pacman::board> board;
    program::diagnostics warnings;
    int code = program::answered;
};

/// Reads the text of a map as the command line wants it read.
inline senda::parsed<senda::pacman::board> parse_map(std::string_view text, const arguments& told) {
    using senda::pacman::reading;
    return senda::pacman::parse(text, told.strict ? reading::strict : reading::lenient);
}

/// Reads the map that the command line names.
inline map_file read_map(const arguments& told, program::console& out) {
    const std::string name = program::shown_name(told.file);
    const program::input input = program::read_input(told.file, program::short_input);
    if (const auto code = program::code_of_reading(out, told.json, name, input))
        return {{}, {}, *code};
    senda::parsed<senda::pacman::board> map = parse_map(input.text, told);
    if (!map) {
        const int code =
            program::refuse(out, told.json, name, input.text, {map.error()}, map.warnings);
        return {{}, {}, code};
    }
    if (!told.json)
        for (const senda::diagnostic& d : map.warnings) out.warn(d, name);
    return {*map, std::move(map.warnings)};
}

/// Reads the map for a command that writes pictures, if they can be written.
inline map_file read_map(const arguments& told, const program::picture_files& pictures,
                         program::console& out) {
    if (!program::can_write(pictures, told.json, out)) return {{}, {}, program::wrong_usage};
    return read_map(told, out);
}
