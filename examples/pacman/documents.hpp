// SPDX-License-Identifier: MIT
// What pacman prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"

#include "../common/json.hpp"
#include "../common/refuse.hpp"

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/format.hpp>
#include <pacman/generate.hpp>
#include <pacman/json_format.hpp>
#include <pacman/moves.hpp>
#include <pacman/rules.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pacman = senda::pacman;
using program::json;
using program::json_object;

inline json xy(const pacman::board& b, pacman::place p) {
    const pacman::point at = b.xy(p);
    return json::array({at.x, at.y});
}

inline json route_json(const pacman::board& b, std::span<const pacman::place> cells) {
    json list = json::array();
    for (const pacman::place p : cells) list.push_back(xy(b, p));
    return list;
}

inline json map_json(const pacman::board& b) {
    return {{"width", b.width()},        {"height", b.height()},    {"energy", b.start_energy()},
            {"start", xy(b, b.start())}, {"goal", xy(b, b.goal())}, {"foods", b.foods().size()},
            {"bombs", b.bombs().size()}};
}

/// A bound on the energy of any route, also where the search looked for something else: no one can
/// eat more than all food, in fewer than so many moves.
inline json energy_bound(const pacman::board& b, const pacman::answer& a) {
    if (a.outcome == pacman::outcome::no_route) return {};
    if (a.upper_bound) return *a.upper_bound;
    pacman::energy most = b.start_energy() - static_cast<pacman::energy>(a.lower_bound);
    for (const pacman::place p : b.foods()) most += b[p].value;
    return most;
}

/// In a batch, `file` says which of its files it is about.
inline std::string solve_document(const pacman::board& b, const program::diagnostics& warnings,
                                  pacman::goal_kind goal, const pacman::answer& a,
                                  const std::string& file = {}) {
    const bool has_reason = a.obstacle != pacman::obstacle::none;
    json_object document;
    if (!file.empty()) document.add("file", file);
    document.add("status", to_string(a.outcome))
        .add("reason", program::value_if(has_reason, to_string(a.obstacle)))
        .add("goal", to_string(goal))
        .add("moves", a.best ? json(a.best->moves.size()) : json())
        .add("energy", a.best ? json(a.best->left) : json())
        .add("path", a.best ? json(pacman::to_text(a.best->moves)) : json())
        .add("route", a.best ? route_json(b, a.best->cells) : json())
        .add("optimal", a.optimal)
        .add("energy_proven", a.energy_proven)
        .add("fewest_moves", program::value_if(a.energy_proven, a.fewest_moves))
        .add("upper_bound", energy_bound(b, a))
        .add("lower_bound", program::value_if(a.lower_bound != pacman::no_moves, a.lower_bound))
        .add("map", map_json(b))
        .add_warnings(warnings)
        .add("statistics", program::statistics_json(a.statistics));
    if (a.outcome == pacman::outcome::limit) document.add("stopped", to_string(a.statistics.ended));
    return document.finish_document();
}

inline std::string check_document(const pacman::board& b, const program::diagnostics& warnings,
                                  bool reachable) {
    return json_object{}
        .add("status", "valid")
        .add("map", map_json(b))
        .add("reachable", reachable)
        .add_warnings(warnings)
        .finish_document();
}

inline std::string show_document(const pacman::board& b, const program::diagnostics& warnings) {
    json rows = json::array();
    for (std::uint32_t row = 1; row <= b.height(); ++row) {
        std::string tokens;
        for (std::uint32_t column = 1; column <= b.width(); ++column)
            tokens.append(column > 1 ? "," : "").append(pacman::to_token(b[b.at(column, row)]));
        rows.push_back(tokens);
    }
    return json_object{}
        .add("status", "valid")
        .add("map", map_json(b))
        .add("rows", rows)
        .add_warnings(warnings)
        .finish_document();
}

inline std::string replay_document(const pacman::board& b, const program::diagnostics& warnings,
                                   std::span<const pacman::direction> moves,
                                   const pacman::replayed& walk, std::string_view message) {
    const bool has_failed = walk.failed_at < moves.size();
    return json_object{}
        .add("status", walk ? "won" : "fails")
        .add("verdict", to_string(walk.verdict))
        .add("message", message)
        .add("moves", walk.places.size() - 1)
        .add("energy", walk.energies.back())
        .add("path", pacman::to_text(moves))
        .add("route", route_json(b, walk.places))
        .add("energies", walk.energies)
        .add("failed_at", program::value_if(has_failed, walk.failed_at + 1))
        .add_warnings(warnings)
        .finish_document();
}

/// A map that was made, and what is proven about it. `file` is where it was written, if it was.
inline json generated_json(const pacman::generated_map& made, map_format to,
                           const std::string& file) {
    const pacman::rating& r = made.rating;
    const auto route = [](const pacman::answer& a) {
        return json{{"moves", a.best->moves.size()},
                    {"energy", a.best->left},
                    {"path", pacman::to_text(a.best->moves)}};
    };
    json document{{"level", to_string(r.level())},
                  {"difficulty", r.score()},
                  {"straight", r.straight},
                  {"detour", r.detour()},
                  {"traps", r.traps},
                  {"shortest", route(made.shortest)},
                  {"richest", route(made.richest)}};
    if (!file.empty()) document["file"] = file;
    document["map"] = to == map_format::text ? json(pacman::to_text(made.map))
                                             : json::parse(pacman::to_json(made.map));
    return document;
}

inline std::string generate_document(const pacman::wanted_maps& wanted, const json& maps,
                                     senda::status ended) {
    const bool is_done = ended == senda::status::running;
    json_object document;
    document.add("status", is_done ? "generated" : "limit").add("seed", wanted.seed);
    if (!is_done) document.add("stopped", to_string(ended));
    return document.add("maps", maps).finish_document();
}

inline std::string convert_document(const pacman::board& b, const program::diagnostics& warnings,
                                    map_format to) {
    json_object document;
    document.add("status", "converted").add("to", to == map_format::text ? "text" : "json");
    if (to == map_format::text) {
        document.add("map", pacman::to_text(b));
    } else {
        document.add_text("map", program::json_text(json::parse(pacman::to_json(b))));
    }
    return document.add_warnings(warnings).finish_document();
}
