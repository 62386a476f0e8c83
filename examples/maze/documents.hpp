// SPDX-License-Identifier: MIT
// What maze prints with --json: one document a command, each with its end of line.
#pragma once

#include "../common/json.hpp"

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/game.hpp>
#include <maze/pareto_front.hpp>
#include <maze/report.hpp>
#include <maze/richest_route.hpp>
#include <maze/starvation.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace maze = senda::maze;
using program::diagnostics;
using program::json;
using program::json_object;
using program::value_if;

inline json xy(maze::point p) { return json::array({p.x, p.y}); }

inline json maze_json(const maze::board& b) {
    return {{"rows", b.rows()},
            {"cols", b.cols()},
            {"life", b.life()},
            {"treasures", b.treasures().size()},
            {"start", xy(b.xy(b.start()))},
            {"end", xy(b.xy(b.end()))}};
}

inline json connectivity_json(const maze::connectivity& c) {
    return {{"connected", c.connected}, {"steps", value_if(c.connected, c.steps)}};
}

/// What is said about every maze that was read.
inline json_object begin_document(const char* status, const json& reason, const maze::board& b,
                                  const diagnostics& warnings) {
    json_object document;
    document.add("status", status)
        .add("reason", reason)
        .add("maze", maze_json(b))
        .add_warnings(warnings);
    return document;
}

/// What is said about every route.
inline json_object route_json(const maze::board& b, const maze::route& r) {
    std::string cells;
    maze::append_json(cells, b, r.cells);
    json_object object;
    object.add("steps", r.steps()).add("life", r.life).add_text("route", cells);
    return object;
}

inline std::string optimal_json(const maze::board& b, const maze::answer& a, bool counted) {
    if (!a.optimal) return "null";
    json_object object = route_json(b, *a.optimal);
    object.add("max_life", program::or_null(a.max_life));
    if (counted) object.add("count", a.count ? json(a.count->to_string()) : json());
    return object.finish();
}

inline std::string routes_json(const maze::board& b, const std::vector<maze::route>& routes) {
    std::string list = "[";
    for (const maze::route& r : routes) {
        if (list.size() > 1) list += ',';
        maze::append_json(list, b, r.cells);
    }
    return list + ']';
}

/// Why a maze is starved; null if that could not be found out.
inline std::string starvation_json(const maze::board& b, const std::optional<maze::starvation>& s) {
    if (!s) return "null";
    std::string route;
    maze::append_json(route, b, s->nearest);
    json cut = json::array();
    for (const maze::deadly_cell& c : s->cut)
        cut.push_back({{"cell", xy(b.xy(c.at))}, {"life", c.life}});
    return json_object{}
        .add("exact", s->is_exact)
        .add_text("nearest", json_object{}
                                 .add("cell", xy(b.xy(s->nearest.back())))
                                 .add("steps_to_end", s->steps_left)
                                 .add("life", s->life)
                                 .add_text("route", route)
                                 .finish())
        .add("least_life", {{"lower", s->least_life.lower}, {"upper", s->least_life.upper}})
        .add("cut", cut)
        .finish();
}

/// What all goals begin with.
template <class Answer>
json_object begin_answer(const maze::board& b, const diagnostics& warnings, const Answer& a) {
    const bool has_reason = a.obstacle != maze::obstacle::none;
    json_object document = begin_document(to_string(a.outcome),
                                          value_if(has_reason, to_string(a.obstacle)), b, warnings);
    document.add("connectivity", connectivity_json(a.connectivity));
    return document;
}

/// What all goals end with.
template <class Answer>
std::string end_answer(json_object& document, const Answer& a) {
    document.add("statistics", program::statistics_json(a.statistics));
    if constexpr (requires { a.lower_bound; })
        if (a.outcome == maze::outcome::limit) document.add("lower_bound", a.lower_bound);
    if (!maze::stopped_by(a.ended).empty()) document.add("stopped", to_string(a.ended));
    return document.finish_document();
}

inline std::string solve_document(const maze::board& b, const diagnostics& warnings,
                                  const maze::answer& a, const std::optional<maze::starvation>& why,
                                  const maze::question& question) {
    json_object document = begin_answer(b, warnings, a);
    document.add_text("feasible", a.feasible ? route_json(b, *a.feasible).finish() : "null")
        .add_text("optimal", optimal_json(b, a, question.count));
    if (question.routes > 0) document.add_text("routes", routes_json(b, a.routes));
    if (a.obstacle == maze::obstacle::starved)
        document.add_text("starvation", starvation_json(b, why));
    return end_answer(document, a);
}

inline std::string richest_document(const maze::board& b, const diagnostics& warnings,
                                    const maze::richest_answer& a) {
    json_object document = begin_answer(b, warnings, a);
    document.add("goal", "life")
        .add_text("best", a.best ? route_json(b, *a.best).finish() : "null");
    if (a.outcome == maze::outcome::limit) document.add("upper_bound", a.upper_bound);
    return end_answer(document, a);
}

inline std::string pareto_document(const maze::board& b, const diagnostics& warnings,
                                   const maze::pareto_answer& a) {
    std::string front = "[";
    for (const maze::route& r : a.front)
        front += (front.size() > 1 ? "," : "") + route_json(b, r).finish();
    json_object document = begin_answer(b, warnings, a);
    document.add("goal", "pareto").add_text("front", front + ']');
    if (a.outcome == maze::outcome::limit)
        document.add("proven_below", a.proven_below).add("upper_bound", a.upper_bound);
    return end_answer(document, a);
}

/// With the path that ignores life, which is empty if there is none.
inline std::string check_document(const maze::board& b, const diagnostics& warnings,
                                  std::span<const maze::place> path) {
    const bool connected = !path.empty();
    std::string cells = "null";
    if (connected) {
        cells.clear();
        maze::append_json(cells, b, path);
    }
    const std::string found = json_object{}
                                  .add("connected", connected)
                                  .add("steps", connected ? json(path.size() - 1) : json())
                                  .add_text("route", cells)
                                  .finish();
    return begin_document("valid", value_if(!connected, "unreachable"), b, warnings)
        .add_text("connectivity", found)
        .finish_document();
}

inline std::string verify_document(const maze::board& b, const diagnostics& warnings,
                                   std::span<const maze::point> route, const maze::replayed& walk,
                                   std::string_view message) {
    const bool wins = static_cast<bool>(walk);
    json treasures = json::array();
    for (const std::size_t step : walk.taken_at) treasures.push_back(xy(route[step]));
    json failed_at;
    if (!wins && walk.failed_at < route.size())
        failed_at = {{"step", walk.failed_at}, {"cell", xy(route[walk.failed_at])}};
    return begin_document(wins ? "valid" : "fails", value_if(!wins, to_string(walk.verdict)), b,
                          warnings)
        .add("message", message)
        .add("steps", route.empty() ? 0 : route.size() - 1)
        .add("life", walk.life.empty() ? json() : json(walk.life.back()))
        .add("lives", walk.life)
        .add("treasures", treasures)
        .add("failed_at", failed_at)
        .finish_document();
}

inline std::string show_document(const maze::board& b, const diagnostics& warnings) {
    json rows = json::array();
    for (std::uint32_t row = 0; row < b.rows(); ++row)
        rows.push_back(std::string(b.cells() + b.at(row, 0), b.cols()));
    return begin_document("valid", json(), b, warnings).add("cells", rows).finish_document();
}

inline std::string least_document(const maze::board& b, const diagnostics& warnings,
                                  maze::outcome outcome,
                                  const std::optional<maze::life_bracket>& found) {
    const bool is_walled = outcome == maze::outcome::no_route;
    json_object document =
        begin_document(to_string(outcome), value_if(is_walled, "unreachable"), b, warnings);
    document.add("least_life", found && found->is_exact() ? json(found->lower) : json());
    if (outcome == maze::outcome::limit)
        document.add("lower", found ? found->lower : 1)
            .add("upper", found ? json(found->upper) : json());
    return document.finish_document();
}
