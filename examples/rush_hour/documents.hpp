// SPDX-License-Identifier: MIT
// What rush_hour prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"

#include "../common/json.hpp"
#include "../common/refuse.hpp"

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/examine.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/hardest.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/share.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rush_hour = senda::rush_hour;
using program::diagnostics;
using program::json;
using program::json_object;
using program::or_null;
using program::value_if;

/// A board and what was found out about it.
struct board_report {
    senda::rush_hour::board board;
    std::string share;  // its code
    diagnostics warnings;
    senda::rush_hour::findings found;
    senda::rush_hour::metric metric;
    std::size_t line = 0;  // where a batch has it; 0 outside of one
};

inline json difficulty_json(const std::optional<rush_hour::difficulty>& d) {
    if (!d) return {};
    const std::optional<double>& seconds = d->people_seconds;
    return {
        {"score", d->score},
        {"level", to_string(d->rated)},
        {"moved_percent", d->moved_percent},
        {"symmetry_percent", d->symmetry_percent},
        {"moves_level", to_string(d->moves_level)},
        {"people_seconds", or_null(seconds)},
        {"people_level", value_if(seconds.has_value(),
                                  to_string(rush_hour::level_of_seconds(seconds.value_or(0))))}};
}

/// What is said about every board that was read.
inline json_object begin_document(const char* status, const rush_hour::board& b,
                                  const std::string& code, const diagnostics& warnings,
                                  std::size_t line = 0) {
    json_object document;
    document.add("status", status);
    if (line > 0) document.add("line", line);
    document.add("board", to_text(b)).add("share", code);
    document.add_warnings(warnings);
    return document;
}

inline void add_component(json_object& document, const rush_hour::component_numbers& n) {
    document.add("states", n.states)
        .add("goals", n.goals)
        .add("deepest_moves", or_null(n.deepest_moves))
        .add("deepest_steps", or_null(n.deepest_steps))
        .add("optimal_count", n.optimal_count.to_string());
}

inline void add_end(json_object& document, const rush_hour::findings& all) {
    const rush_hour::statistics& used = all.found.statistics;
    document.add("statistics", {{"expanded", used.expanded},
                                {"states", used.states},
                                {"bytes", used.bytes},
                                {"seconds", used.seconds}});
    if (all.found.outcome == rush_hour::outcome::limit)
        document.add("lower_bound", all.found.lower_bound);
    if (!senda::stopped_by(all.ended).empty()) document.add("stopped", to_string(all.ended));
}

inline std::string solve_document(const board_report& about) {
    const rush_hour::findings& all = about.found;
    json_object document = begin_document(to_string(all.found.outcome), about.board, about.share,
                                          about.warnings, about.line);
    document.add("metric", about.metric == rush_hour::metric::slide ? "slide" : "step")
        .add("moves", or_null(all.moves))
        .add("steps", or_null(all.steps))
        .add("solution", value_if(static_cast<bool>(all.found), to_string(all.found.solution)))
        .add("difficulty", difficulty_json(all.rated));
    if (all.component) add_component(document, *all.component);
    add_end(document, all);
    return document.finish_document();
}

inline std::string rate_document(const board_report& about) {
    json_object document = begin_document(to_string(about.found.found.outcome), about.board,
                                          about.share, about.warnings);
    document.add("moves", or_null(about.found.moves))
        .add("difficulty", difficulty_json(about.found.rated));
    add_end(document, about.found);
    return document.finish_document();
}

inline std::string share_document(const rush_hour::board& b, const diagnostics& warnings) {
    return begin_document("valid", b, rush_hour::share_code(b), warnings).finish_document();
}

inline std::string show_document(const rush_hour::board& b, const diagnostics& warnings) {
    json vehicles = json::array();
    for (const rush_hour::vehicle& v : b.vehicles())
        vehicles.push_back(
            {{"id", std::string(1, v.id)},
             {"row", v.row + 1},
             {"column", v.column + 1},
             {"length", v.length},
             {"direction",
              v.direction == rush_hour::axis::horizontal ? "horizontal" : "vertical"}});
    json walls = json::array();
    const rush_hour::board_shape& shape = b.shape();
    for (int row = 0; row < shape.rows; ++row)
        for (int column = 0; column < shape.columns; ++column)
            if (b.at(row, column) == 'x') walls.push_back(json::array({row + 1, column + 1}));
    return begin_document("valid", b, rush_hour::share_code(b), warnings)
        .add("rows", shape.rows)
        .add("cols", shape.columns)
        .add("exit", {{"edge", to_string(shape.exit)}, {"line", shape.exit_line + 1}})
        .add("solved", b.solved())
        .add("vehicles", vehicles)
        .add("walls", walls)
        .finish_document();
}

inline std::string verify_document(const rush_hour::board& b, const diagnostics& warnings,
                                   std::span<const rush_hour::move> moves,
                                   const rush_hour::replayed& played, std::string_view message) {
    const bool fails = played.verdict == rush_hour::verdict::bad_move;
    return begin_document(played ? "valid" : "fails", b, rush_hour::share_code(b), warnings)
        .add("reason", value_if(!played, to_string(played.verdict)))
        .add("message", message)
        .add("moves", moves.size())
        .add("steps", count_steps(moves))
        .add("failed_at", value_if(fails, played.failed_at + 1))
        .add("last", to_text(played.last))
        .finish_document();
}

/// Boards with their moves, in a list.
inline json boards_json(std::span<const rush_hour::hard_board> boards) {
    json list = json::array();
    for (const rush_hour::hard_board& b : boards)
        list.push_back({{"board", to_text(b.board)},
                        {"share", rush_hour::share_code(b.board)},
                        {"moves", b.moves}});
    return list;
}

inline std::string hardest_document(const generate_arguments& args,
                                    std::span<const rush_hour::hard_board> boards,
                                    const rush_hour::campaigning& took, senda::status ended) {
    return json_object{}
        .add("status", boards.empty() ? "limit" : "generated")
        .add("seed", *args.seed)
        .add("walls", args.walls)
        .add("boards", boards_json(boards))
        .add("statistics",
             {{"rounds", took.rounds}, {"tried", took.tried}, {"expanded", took.expanded}})
        .add("stopped", to_string(ended))
        .finish_document();
}

inline std::string generate_document(const generate_arguments& args,
                                     std::span<const rush_hour::hard_board> boards,
                                     std::uint64_t car_parks, senda::status ended) {
    const bool stopped = boards.size() < args.count;
    json_object document;
    document.add("status", stopped ? "limit" : "generated")
        .add("moves", or_null(args.moves))
        .add("seed", *args.seed)
        .add("walls", args.walls)
        .add("boards", boards_json(boards))
        .add("car_parks", car_parks);
    if (stopped) document.add("stopped", to_string(ended));
    return document.finish_document();
}
