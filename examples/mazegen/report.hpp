// SPDX-License-Identifier: MIT
// What mazegen says about a maze: for people, and as JSON.
#pragma once

#include "made.hpp"
#include "outputs.hpp"

#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/json.hpp"
#include "../common/quantity.hpp"

#include <common/format.hpp>
#include <senda/text/diagnostic.hpp>

#include <span>
#include <string>
#include <string_view>

namespace mazegen = senda::mazegen;
using program::count_text;
using program::json;
using program::named_line;

/// The exit code for what went wrong.
inline int code_of(const senda::diagnostic& fault) {
    const std::string_view code = fault.code;
    if (code == "cancelled") return program::interrupted;
    if (code.ends_with("limit") || code == "no_memory") return program::limit_reached;
    if (code == "no_route") return program::no_solution;
    if (code == "bad_mask") return program::bad_input;
    return program::wrong_usage;
}

/// What a document says of an exit code.
inline std::string_view status_of(int code) {
    return code == program::interrupted     ? "cancelled"
           : code == program::limit_reached ? "limit"
           : code == program::no_solution   ? "no_route"
                                            : "invalid";
}

inline std::string decimal(double value) { return program::decimal_text(value, 1); }

/// A room by row and column, both from 0.
inline std::string place(senda::cell c) {
    return '(' + std::to_string(c.y) + ", " + std::to_string(c.x) + ')';
}

inline json row_column(senda::cell c) { return json::array({c.y, c.x}); }

inline std::string diameter_text(const mazegen::diameter_bounds& known) {
    const auto& path = known.longest.path;
    const std::string between =
        path.empty() ? "" : ", from " + place(path.front()) + " to " + place(path.back());
    if (known.is_exact()) return count_text(known.longest.steps) + " steps" + between;
    return "at least " + count_text(known.longest.steps) + " steps" + between + ", and at most " +
           count_text(known.most);
}

inline std::string measurements_text(const measurements& a) {
    const auto some = [&a](std::uint64_t count) {
        return count_text(count) + " (" + decimal(100 * a.rooms.share(count)) + " %)";
    };
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
           (a.diameter ? named_line("diameter", diameter_text(*a.diameter)) : "");
}

inline json measurements_json(const measurements& a) {
    json ends = json::array();
    json bounds;
    if (a.diameter) {
        const auto& path = a.diameter->longest.path;
        if (!path.empty()) ends = {row_column(path.front()), row_column(path.back())};
        bounds = {a.diameter->longest.steps, a.diameter->most};
    }
    const bool is_exact = a.diameter && a.diameter->is_exact();
    return {{"rooms", a.rooms.rooms},
            {"passages", a.connection.passages},
            {"dead_ends", a.rooms.dead_ends()},
            {"corridors", a.rooms.corridors()},
            {"junctions", a.rooms.junctions()},
            {"crossroads", a.rooms.crossroads()},
            {"dead_end_mean", a.dead_ends.mean()},
            {"dead_end_longest", a.dead_ends.longest},
            {"diameter", is_exact ? json(a.diameter->most) : json()},
            {"diameter_bounds", bounds},
            {"diameter_ends", ends},
            {"components", a.connection.components},
            {"cycles", a.connection.cycles}};
}

/// What there is to say about the MAZE text, if anything about it was found out.
inline std::string maze_text_lines(const maze_text& t) {
    if (!t.board) return {};
    std::uint64_t digits = 0;
    for (std::uint32_t row = 0; row < t.board->rows(); ++row)
        for (std::uint32_t col = 0; col < t.board->cols(); ++col) {
            const char c = (*t.board)[t.board->at(row, col)];
            digits += c >= '1' && c <= '9' ? 1 : 0;
        }
    std::string life = std::to_string(t.life);
    if (t.least && t.life >= *t.least)
        life += ": the least that wins is " + std::to_string(*t.least) + ", " +
                std::to_string(t.life - *t.least) + " to spare";
    if (t.least && t.life < *t.least)
        life += ": deadly, the least that wins is " + std::to_string(*t.least);
    std::string text =
        named_line("floor", senda::pluralize(t.board->treasures().size(), "treasure") + ", " +
                                senda::pluralize(digits, "cell") + " that cost life") +
        named_line("life", life);
    if (t.rating) {
        const senda::maze::difficulty& d = *t.rating;
        text += named_line("difficulty", decimal(d.score()) + ", " + to_string(d.level()) + ": " +
                                             decimal(d.choices) + " bits of choice, " +
                                             decimal(d.detour()) + " times as long, " +
                                             decimal(100 * d.tightness()) + " % of life needed") +
                named_line("route", count_text(d.steps) + " steps; " + count_text(d.direct_steps) +
                                        " if life did not matter; " +
                                        senda::pluralize(d.treasures, "treasure") + " taken");
    }
    return text;
}

inline json maze_text_json(const maze_text& t) {
    if (!t.board) return {};
    json rating;
    if (t.rating) {
        const senda::maze::difficulty& d = *t.rating;
        rating = {{"score", d.score()},
                  {"level", to_string(d.level())},
                  {"choices", d.choices},
                  {"steps", d.steps},
                  {"direct_steps", d.direct_steps},
                  {"treasures_taken", d.treasures}};
    }
    return {{"rows", t.board->rows()},
            {"cols", t.board->cols()},
            {"treasures", t.board->treasures().size()},
            {"life", t.life},
            {"least_life", program::or_null(t.least)},
            {"winnable", t.least || t.is_deadly ? json(!t.is_deadly) : json()},
            {"difficulty", rating}};
}

inline json solution_json(const solution& found) {
    json about{{"method", name_of(found.method)},
               {"length", found.length()},
               {"expanded", found.expanded}};
    if (found.cost) about["cost"] = *found.cost;
    return about;
}

/// A line for each file that was written.
inline std::string written_text(std::span<const written_file> files) {
    std::string text;
    for (const written_file& file : files)
        if (file.name != "-")
            text += named_line(
                "written", program::shown_name(file.name) + ", " + program::bytes_text(file.bytes));
    return text;
}

/// The report for people, line by line.
inline std::string report_text(const arguments& args, const made_maze& made,
                               std::span<const written_file> files) {
    std::string text = made.title + '\n';
    if (args.braid > 0) text += named_line("braid", count_text(made.braided) + " dead ends opened");
    if (args.open > 0) text += named_line("open", count_text(made.opened) + " walls opened");
    text += named_line("entrance", place(made.at.entrance) + ", exit " + place(made.at.exit) +
                                       ", by row and column from 0");
    for (const solution& found : made.solutions)
        text += named_line("solution",
                           name_of(found.method) + ": " + count_text(found.length()) + " steps, " +
                               (found.cost ? "cost " + count_text(*found.cost) + ", " : "") +
                               count_text(found.expanded) + " rooms expanded");
    text += maze_text_lines(made.text);
    if (args.stats && made.measured) text += measurements_text(*made.measured);
    return text + written_text(files);
}

/// The report as one JSON document; `status` is empty if nothing is missing.
inline std::string report_json(const arguments& args, const made_maze& made,
                               std::string_view status) {
    program::json_object document;
    if (!status.empty())
        document.add("status", status).add("errors", program::errors_json(made.missing));
    document.add("rows", made.rooms.rows()).add("cols", made.rooms.cols());
    if (args.read.empty())
        document.add("algorithm", to_string(args.algorithm))
            .add("seed", args.seed)
            .add("braid", args.braid)
            .add("open", args.open);
    else
        document.add("read", args.read);
    document.add("entrance", row_column(made.at.entrance)).add("exit", row_column(made.at.exit));
    document.add("statistics", made.measured ? measurements_json(*made.measured) : json());
    document.add("solution", made.drawn() ? solution_json(*made.drawn()) : json());
    if (args.solve == solver::all) {
        json all = json::array();
        for (const solution& found : made.solutions) all.push_back(solution_json(found));
        document.add("solutions", all);
    }
    if (made.text.board) document.add("maze", maze_text_json(made.text));
    return document.finish_document();
}

/// The document for what was refused, or stopped before the end.
inline std::string fault_json(const senda::diagnostic& fault, std::string_view status) {
    return program::json_object{}
        .add("status", status)
        .add("errors", program::errors_json({fault}))
        .finish_document();
}
