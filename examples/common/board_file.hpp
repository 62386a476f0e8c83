// SPDX-License-Identifier: MIT
// A board of any puzzle, read from a file, and what is said about it.
#pragma once

#include "arguments.hpp"
#include "console.hpp"
#include "files.hpp"
#include "refuse.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace program {

/// A board, or the exit code if there is none; what is wrong has been said then.
template <class Board>
struct board_file {
    std::optional<Board> board;
    diagnostics warnings;
    int code = answered;
};

/// The board of a text that was read; `parse(text)` gives it, or its errors, and warnings.
template <class Board, class Parse>
board_file<Board> parse_board_file(const input& read, const std::string& name, bool as_json,
                                   console& out, Parse parse) {
    if (const auto code = code_of_reading(out, as_json, name, read)) return {{}, {}, *code};
    senda::parsed<Board> parsed = parse(std::string_view{read.text});
    if (!parsed)
        return {{}, {}, refuse(out, as_json, name, read.text, parsed.errors(), parsed.warnings)};
    if (!as_json)
        for (const senda::diagnostic& d : parsed.warnings) out.warn(d, name);
    diagnostics warnings = std::move(parsed.warnings);
    return {*std::move(parsed), std::move(warnings)};
}

/// The board of the file that a command line names.
template <class Board, class LimitOf, class Parse>
board_file<Board> read_board_file(const file_arguments& args, const LimitOf& limit_of, console& out,
                                  Parse parse) {
    return parse_board_file<Board>(read_input(args.file, limit_of), shown_name(args.file),
                                   args.json, out, parse);
}

}  // namespace program
