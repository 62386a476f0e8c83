// SPDX-License-Identifier: MIT
// A position read from a saved game.
#pragma once

#include "commands.hpp"

#include "../common/board_file.hpp"

#include <amazons/board.hpp>
#include <amazons/format.hpp>
#include <amazons/queries.hpp>
#include <amazons/record.hpp>
#include <amazons/size.hpp>
#include <senda/text/diagnostic.hpp>

#include <optional>
#include <string_view>
#include <utility>

using position_file = program::board_file<senda::amazons::board>;

/// What is wrong if the command line says another size than a record.
inline std::optional<senda::diagnostic> fault_of_size(
    const std::optional<senda::amazons::board_size>& said, const senda::amazons::game_record& r,
    const senda::amazons::reading_words& w = {}) {
    const senda::amazons::board_size own = r.start.size();
    if (!said || *said == own) return std::nullopt;
    return senda::diagnostic{
        "bad_size", senda::substitute(w.other_size, {to_string(own), to_string(*said)}), 1, 1};
}

/// Reads the position that the command line names: of a record, the last one.
inline position_file read_position(const arguments& args, program::console& out) {
    const senda::amazons::board_size size = args.size.value_or(senda::amazons::board_size{});
    if (args.file == start_word) return {senda::amazons::new_board(size), {}};
    using senda::amazons::reading;
    return program::read_board_file<senda::amazons::board>(
        args, program::short_input, out,
        [&](std::string_view text) -> senda::parsed<senda::amazons::board> {
            const reading how = args.strict ? reading::strict : reading::lenient;
            if (!senda::amazons::looks_like_record(text))
                return senda::amazons::parse_board(text, how, size);
            const auto read = senda::amazons::parse_record(text, how);
            if (!read) return read.errors();
            if (const auto fault = fault_of_size(args.size, *read)) return {*fault, read.warnings};
            return {read->last_position(), read.warnings};
        });
}
