// SPDX-License-Identifier: MIT
// What amazons prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"

#include "../common/json.hpp"
#include "../common/refuse.hpp"

#include <amazons/board.hpp>
#include <amazons/endgame.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/match.hpp>
#include <amazons/play.hpp>
#include <amazons/queries.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace amazons = senda::amazons;
using program::diagnostics;
using program::json;
using program::json_object;

inline json cells_json(amazons::cell_set cells) {
    json list = json::array();
    for_each_cell(cells, [&](amazons::cell c) { list.push_back(cell_name(c)); });
    return list;
}

inline json play_json(const std::optional<amazons::play>& p) {
    return p ? json(to_string(*p)) : json();
}

inline int number_of(amazons::player p) { return p == amazons::player::white ? 1 : 2; }

inline std::string check_document(const amazons::board& b, const diagnostics& warnings) {
    json all = json::object();
    for (const amazons::player p : {amazons::player::white, amazons::player::black})
        for_each_cell(b.amazons(p),
                      [&](amazons::cell c) { all[cell_name(c)] = {{"can_move", can_move(b, c)}}; });
    return json_object{}
        .add("status", "valid")
        .add("to_move", number_of(b.to_move()))
        .add("legal_plays", b.count_moves())
        .add("loser_to_move", has_lost(b))
        .add("amazons", all)
        .add_warnings(warnings)
        .finish_document();
}

/// `reason` is null if the answer is yes.
inline std::string valid_document(const char* reason, std::string_view message,
                                  const diagnostics& warnings) {
    return json_object{}
        .add("valid", reason == nullptr)
        .add("reason", reason == nullptr ? json() : json(reason))
        .add("message", message)
        .add_warnings(warnings)
        .finish_document();
}

inline std::string moves_document(const amazons::board& b, const diagnostics& warnings) {
    std::string plays = "[";
    b.for_each_play([&](const amazons::play& p) {
        plays += (plays.size() > 1 ? ",\"" : "\"") + to_string(p) + '"';
    });
    return json_object{}.add_text("plays", plays + ']').add_warnings(warnings).finish_document();
}

inline std::string perft_document(std::uint64_t depth, std::uint64_t nodes, senda::status ended,
                                  const diagnostics& warnings) {
    const bool is_whole = ended == senda::status::running;
    json_object document;
    document.add("depth", depth).add("nodes", program::value_if(is_whole, std::to_string(nodes)));
    if (!is_whole)
        document.add("status", "limit")
            .add("stopped", to_string(ended))
            .add("counted", std::to_string(nodes));
    return document.add_warnings(warnings).finish_document();
}

inline std::string best_document(const amazons::chosen& c, double win_chance,
                                 const diagnostics& warnings) {
    json line = json::array();
    for (const amazons::play& p : c.principal_variation) line.push_back(to_string(p));
    return json_object{}
        .add("play", play_json(c.best))
        .add("score", c.score)
        .add("win_probability", win_chance)
        .add("depth", c.depth)
        .add("nodes", c.nodes)
        .add("principal_variation", line)
        .add("outcome", c.outcome ? json(to_string(*c.outcome)) : json())
        .add("seconds", c.seconds)
        .add_warnings(warnings)
        .finish_document();
}

inline std::string solve_document(const amazons::endgame_result& r, const diagnostics& warnings) {
    const bool wins = r.outcome == senda::games::outcome::win;
    json_object document;
    document.add("result", r.outcome ? to_string(*r.outcome) : "limit")
        .add("play", wins ? play_json(r.best) : json());
    if (!r.outcome) document.add("stopped", to_string(r.status));
    return document.add("statistics", {{"positions", r.nodes}, {"seconds", r.seconds}})
        .add_warnings(warnings)
        .finish_document();
}

/// How long a player thought in a match.
struct thinking_time {
    double processor = 0;
    double wall = 0;
};

/// A game that a program gave up.
struct forfeited_game {
    int game = 0;
    std::string reason;
    std::string message;
};

/// What is known of a match besides its games.
struct match_report {
    std::string first;
    std::string second;
    bool is_external = false;  // whether the second is another program
    std::vector<forfeited_game> forfeits;
    thinking_time first_time;
    thinking_time second_time;
    double seconds = 0;
};

/// Whether a match came to its end: all games, or as many as its test wanted.
inline bool is_answered(const match_arguments& args, const amazons::match_result& r) {
    return args.test ? r.verdict != amazons::test_verdict::open : !r.was_stopped;
}

/// The name of the hypothesis that a sequential test accepts, or null.
inline json accepted_hypothesis(amazons::test_verdict v) {
    return program::value_if(v != amazons::test_verdict::open,
                             v == amazons::test_verdict::accepted ? "H1" : "H0");
}

inline std::string match_document(const match_arguments& args, const match_report& m,
                                  const amazons::match_result& r) {
    const amazons::confidence_interval sure = r.interval();
    json_object document;
    document.add("status", is_answered(args, r) ? "finished" : "limit")
        .add("first", m.first)
        .add("second", m.second)
        .add("games", r.games)
        .add("wins", r.wins)
        .add("losses", r.games - r.wins)
        .add("share", program::value_if(r.games > 0, r.share()))
        .add("interval", program::value_if(r.games > 0, json{sure.low, sure.high}))
        .add("wins_as_white", r.wins_as_white)
        .add("illegal_plays", r.illegal_plays);
    if (m.is_external) {
        json forfeits = json::array();
        for (const forfeited_game& f : m.forfeits)
            forfeits.push_back({{"game", f.game}, {"reason", f.reason}, {"message", f.message}});
        document.add("forfeits", forfeits)
            .add("processor_seconds", {m.first_time.processor, m.second_time.processor})
            .add("thinking_seconds", {m.first_time.wall, m.second_time.wall});
    }
    if (args.test)
        document.add("sprt", {{"elo0", args.test->elo_rejected},
                              {"elo1", args.test->elo_accepted},
                              {"alpha", args.test->false_accept},
                              {"beta", args.test->false_reject},
                              {"log_likelihood_ratio", args.test->log_likelihood_ratio(r.tally())},
                              {"bounds", {args.test->reject_bound(), args.test->accept_bound()}},
                              {"accepted", accepted_hypothesis(r.verdict)}});
    return document.add("seed", args.seed).add("seconds", m.seconds).finish_document();
}

inline std::string show_document(const amazons::board& b, const diagnostics& warnings) {
    return json_object{}
        .add("status", "valid")
        .add("to_move", number_of(b.to_move()))
        .add("white", cells_json(b.amazons(amazons::player::white)))
        .add("black", cells_json(b.amazons(amazons::player::black)))
        .add("arrows", cells_json(b.arrows()))
        .add_warnings(warnings)
        .finish_document();
}
