// SPDX-License-Identifier: MIT
// What rush_hour says about a board to people, below the headline.
#pragma once

#include "documents.hpp"

#include "../common/console.hpp"
#include "../common/quantity.hpp"

#include <rush_hour/format.hpp>
#include <rush_hour/rate.hpp>
#include <rush_hour/report.hpp>
#include <rush_hour/share.hpp>
#include <senda/text/diagnostic.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace rush_hour = senda::rush_hour;
using program::count_text;
using program::decimal_text;
using program::named_line;

inline std::string percent(double value) { return std::to_string(std::lround(value)) + " %"; }

inline std::string known(const std::optional<std::uint32_t>& cost) {
    return cost ? std::to_string(*cost) : "not known";
}

inline std::string component_text(const rush_hour::component_numbers& n) {
    std::string text = named_line("positions", count_text(n.states) + " can be reached, " +
                                                   count_text(n.goals) + " of them solved");
    if (!n.deepest_moves) return text;
    text += named_line("deepest", senda::pluralize(*n.deepest_moves, "move") + ", " +
                                      senda::pluralize(*n.deepest_steps, "step") +
                                      " from the position that needs most");
    return text + named_line("optimal", count_text(n.optimal_count.to_string()) +
                                            (n.optimal_count == 1 ? " solution" : " solutions"));
}

inline std::string table_row(const std::string& line, const std::string& answer,
                             const std::string& moves, const std::string& steps,
                             const std::string& level, const std::string& share,
                             const std::string& board) {
    char text[256];
    std::snprintf(text, sizeof text, "%6s  %-8s %5s %5s  %-12s  %-16s  %s\n", line.c_str(),
                  answer.c_str(), moves.c_str(), steps.c_str(), level.c_str(), share.c_str(),
                  board.c_str());
    return text;
}

/// How long people take, and so how hard the board is for them.
inline std::string people_text(double seconds) {
    return "people take " + rush_hour::people_time(seconds) + ": " +
           to_string(rush_hour::level_of_seconds(seconds));
}

/// The lines with what the difficulty is made of.
inline std::string rate_text(const rush_hour::difficulty& d) {
    return named_line("score", decimal_text(d.score, 3) + ", " + to_string(d.rated)) +
           named_line("moves", std::to_string(d.moves) + ", by which alone it is " +
                                   to_string(d.moves_level)) +
           named_line("moved", percent(d.moved_percent) + " of the vehicles move") +
           named_line("symmetry", percent(d.symmetry_percent) + " of them mirror another");
}

/// The same in one line.
inline std::string difficulty_text(const rush_hour::difficulty& d) {
    const std::string by_score = decimal_text(d.score, 1) + ": " + to_string(d.rated);
    return d.people_seconds ? people_text(*d.people_seconds) + " (score " + by_score + ')'
                            : "score " + by_score;
}

/// The lines with the counts, the solution, the difficulty and what the search took.
inline std::string solve_text(const board_report& r) {
    const rush_hour::findings& all = r.found;
    std::string text;
    if (all.found) {
        text += named_line("moves", known(all.moves));
        text += named_line("steps", known(all.steps));
        text += named_line("solution", all.found.solution.empty() ? "the red car is at the exit"
                                                                  : to_string(all.found.solution));
    } else if (all.found.outcome == rush_hour::outcome::limit) {
        text += named_line(r.metric == rush_hour::metric::slide ? "moves" : "steps",
                           "at least " + std::to_string(all.found.lower_bound));
    }
    if (all.rated) text += named_line("difficulty", difficulty_text(*all.rated));
    if (all.component) text += component_text(*all.component);
    if (all.found && !senda::stopped_by(all.ended).empty())
        text += named_line(
            "stopped", "by " + std::string{senda::stopped_by(all.ended)} + " before all was known");
    return text + named_line("share", r.share) +
           named_line("search", program::search_text(all.found.statistics));
}

/// A table of boards: what its columns are, and how a board came out, or why it is none.
inline std::string table_head() {
    return table_row("line", "answer", "moves", "steps", "level", "share", "board");
}

inline std::string table_line(const board_report& r) {
    const rush_hour::findings& all = r.found;
    const auto number = [](const std::optional<std::uint32_t>& cost) {
        return cost ? std::to_string(*cost) : std::string{"-"};
    };
    return table_row(std::to_string(r.line), to_string(all.found.outcome), number(all.moves),
                     number(all.steps), all.rated ? to_string(all.rated->rated) : "-", r.share,
                     to_text(r.board));
}

inline std::string table_line(std::size_t line, const senda::diagnostic& fault) {
    return table_row(std::to_string(line), "invalid", "-", "-", "-", "-", fault.code);
}

/// A board that was made, in one line: its moves, its code and its cells.
inline std::string generated_line(const rush_hour::board& b, std::uint32_t moves) {
    return std::to_string(moves) + "  " + rush_hour::share_code(b) + "  " + to_text(b) + '\n';
}
