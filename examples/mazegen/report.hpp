// SPDX-License-Identifier: MIT
// What mazegen says about a maze: for people, and as JSON.
#pragma once

#include "made.hpp"
#include "outputs.hpp"

#include "../common/json.hpp"
#include "../common/quantity.hpp"

#include <senda/text/diagnostic.hpp>

#include <span>
#include <string>
#include <string_view>

namespace mazegen = senda::mazegen;
using program::count_text;
using program::json;
using program::named_line;

inline std::string name_of(solver s) {
    switch (s) {
        case solver::dfs: return "dfs";
        case solver::bfs: return "bfs";
        case solver::dijkstra: return "dijkstra";
        case solver::astar: return "astar";
        case solver::none: break;
    }
    return "none";
}

inline std::string decimal(double value) { return program::decimal_text(value, 1); }

/// A room by row and column, both from 0.
inline std::string place(senda::cell c) {
    return '(' + std::to_string(c.y) + ", " + std::to_string(c.x) + ')';
}

inline json row_column(senda::cell c) { return json::array({c.y, c.x}); }

inline std::string analysis_text(const mazegen::analysis& a) {
    const auto some = [&a](std::uint64_t count) {
        return count_text(count) + " (" + decimal(100 * a.rooms.share(count)) + " %)";
    };
    const auto& path = a.longest.path;
    return named_line("rooms", count_text(a.rooms.rooms)) +
           named_line("passages", count_text(a.connection.passages)) +
           named_line("dead ends", some(a.rooms.dead_ends()) + ", mean length " +
                                       decimal(a.dead_ends.mean()) + ", longest " +
                                       count_text(a.dead_ends.longest)) +
           named_line("corridors", some(a.rooms.corridors())) +
           named_line("junctions", some(a.rooms.junctions())) +
           named_line("crossroads", some(a.rooms.crossroads())) +
           named_line("components", count_text(a.connection.components)) +
           named_line("cycles", count_text(a.connection.cycles)) +
           named_line("diameter", count_text(a.longest.steps) +
                                      (path.empty() ? ""
                                                    : " steps, from " + place(path.front()) +
                                                          " to " + place(path.back())));
}

inline json analysis_json(const mazegen::analysis& a) {
    json ends = json::array();
    if (!a.longest.path.empty())
        ends = {row_column(a.longest.path.front()), row_column(a.longest.path.back())};
    return {{"rooms", a.rooms.rooms},
            {"passages", a.connection.passages},
            {"dead_ends", a.rooms.dead_ends()},
            {"corridors", a.rooms.corridors()},
            {"junctions", a.rooms.junctions()},
            {"crossroads", a.rooms.crossroads()},
            {"dead_end_mean", a.dead_ends.mean()},
            {"dead_end_longest", a.dead_ends.longest},
            {"diameter", a.longest.steps},
            {"diameter_ends", ends},
            {"components", a.connection.components},
            {"cycles", a.connection.cycles}};
}

/// The report for people, line by line.
inline std::string report_text(const arguments& args, const made_maze& made,
                               std::span<const written_file> files) {
    std::string text = made.title + '\n';
    if (args.braid > 0) text += named_line("braid", count_text(made.braided) + " dead ends opened");
    if (args.open > 0) text += named_line("open", count_text(made.opened) + " walls opened");
    text += named_line("entrance", place(made.at.entrance) + ", exit " + place(made.at.exit) +
                                       ", by row and column from 0");
    if (made.solution)
        text += named_line("solution", name_of(args.solve) + ": " +
                                           count_text(made.solution->length()) + " steps, " +
                                           count_text(made.solution->expanded) + " rooms expanded");
    if (args.stats && made.analysis) text += analysis_text(*made.analysis);
    for (const written_file& file : files)
        if (file.name != "-")
            text += named_line(
                "written", program::shown_name(file.name) + ", " + program::bytes_text(file.bytes));
    return text;
}

/// The report as one JSON document.
inline std::string report_json(const arguments& args, const made_maze& made) {
    program::json_object document;
    document.add("rows", made.rooms.rows())
        .add("cols", made.rooms.cols())
        .add("algorithm", to_string(args.algorithm))
        .add("seed", args.seed)
        .add("braid", args.braid)
        .add("open", args.open)
        .add("entrance", row_column(made.at.entrance))
        .add("exit", row_column(made.at.exit));
    document.add("statistics", made.analysis ? analysis_json(*made.analysis) : json());
    document.add("solution", made.solution ? json{{"method", name_of(args.solve)},
                                                  {"length", made.solution->length()},
                                                  {"expanded", made.solution->expanded}}
                                           : json());
    return document.finish_document();
}

/// The document for what was refused, or stopped before the end.
inline std::string fault_json(const senda::diagnostic& fault, std::string_view status) {
    return program::json_object{}
        .add("status", status)
        .add("errors", program::errors_json({fault}))
        .finish_document();
}
