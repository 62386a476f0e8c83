// SPDX-License-Identifier: MIT
// A game read from its record, and how it is printed.
#pragma once

#include "commands.hpp"
#include "documents.hpp"

#include "../common/board_file.hpp"

#include <amazons/record.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

/// A record, or the exit code if there is none; what is wrong has been said then.
using record_file = program::board_file<senda::amazons::game_record>;

/// Reads the record that the command line names.
inline record_file read_record(const arguments& args, program::console& out) {
    using senda::amazons::reading;
    return program::read_board_file<senda::amazons::game_record>(
        args, program::short_input, out, [&](std::string_view text) {
            return senda::amazons::parse_record(text,
                                                args.strict ? reading::strict : reading::lenient);
        });
}

/// `Ana (white) against Luis (black), 40 plays`.
inline std::string title_of(const senda::amazons::game_record& r) {
    using senda::amazons::player;
    return name_and_color(r, player::white) + " against " + name_and_color(r, player::black) +
           ", " + senda::pluralize(r.plays.size(), "play");
}

/// A text with blanks behind it, up to a width.
inline std::string padded(std::string text, std::size_t width) {
    text.append(width - std::min(width, text.size()), ' ');
    return text;
}

/// The members of a document that say which game it was.
inline json_object& add_game(json_object& document, const senda::amazons::game_record& r) {
    json plays = json::array();
    for (const senda::amazons::play& p : r.plays) plays.push_back(to_string(p));
    const auto winner = r.winner();
    return document.add("white", r.white)
        .add("black", r.black)
        .add("start", to_line(r.start))
        .add("plays", plays)
        .add("end", to_string(r.end))
        .add("winner", winner ? json(number_of(*winner)) : json());
}
