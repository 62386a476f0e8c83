// SPDX-License-Identifier: MIT
// What a survey counted, for people and as JSON.
#pragma once

#include "commands.hpp"

#include "../common/exit_code.hpp"
#include "../common/json.hpp"
#include "../common/quantity.hpp"

#include <common/format.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

/// What a rank did in a layer.
struct work_of_rank {
    std::uint64_t expanded = 0;
    std::uint64_t sent = 0;  // bytes
    double waited = 0;       // seconds
    std::uint64_t bytes = 0;
};

/// What ranks did in a layer.
struct layer_of_ranks {
    std::uint64_t depth = 0;
    std::uint64_t reached = 0;  // in the next layer
    std::uint64_t total = 0;    // so far
    double seconds = 0;
    double imbalance = 1;
    std::vector<work_of_rank> ranks = {};
};

/// A layer for people, and each rank in a line. `bound` is how many states there are at most, if
/// that is known, and `passed` the seconds so far.
inline std::string text_of(const layer_of_ranks& l, std::uint64_t bound, double passed) {
    work_of_rank all;
    work_of_rank most;
    for (const work_of_rank& r : l.ranks) {
        all.expanded += r.expanded;
        all.sent += r.sent;
        most.waited = std::max(most.waited, r.waited);
        most.bytes = std::max(most.bytes, r.bytes);
    }
    const double rate = passed > 0 ? static_cast<double>(l.total) / passed : 0;
    std::string text =
        "depth " + std::to_string(l.depth) + ": " + program::count_text(all.expanded) +
        " expanded to " + program::count_text(l.reached) + ", " + program::count_text(l.total) +
        " in all, " + program::seconds_text(l.seconds) + ", imbalance " +
        program::decimal_text(l.imbalance, 2) + ", " + program::bytes_text(all.sent) + " sent, " +
        program::seconds_text(most.waited) + " waited, " + program::bytes_text(most.bytes) +
        " a rank, " + program::count_text(static_cast<std::uint64_t>(rate)) + " states a second";
    if (bound > l.total && rate > 0)
        text += ", at most " + program::seconds_text(static_cast<double>(bound - l.total) / rate) +
                " to go";
    text += '\n';
    for (std::size_t i = 0; i < l.ranks.size(); ++i) {
        const work_of_rank& r = l.ranks[i];
        text += "  rank " + std::to_string(i) + ": " + program::count_text(r.expanded) +
                " expanded, " + program::bytes_text(r.sent) + " sent, " +
                program::seconds_text(r.waited) + " waited, " + program::bytes_text(r.bytes) + '\n';
    }
    return text;
}

/// What was counted of a puzzle.
struct counted_states {
    std::string puzzle;
    const char* storage = "";  // what is kept of a state
    senda::status status = senda::status::running;
    std::vector<std::uint64_t> counts = {};
    std::uint64_t total = 0;
    std::vector<std::string> farthest = {};
    senda::statistics statistics = {};
    unsigned ranks = 1;                       // the bytes are those of the fullest
    std::string message = {};                 // what went wrong, and
    int code = program::wrong_usage;          // how the program ends then
    std::vector<layer_of_ranks> layers = {};  // what each rank did in each
    std::uint64_t disk_bytes = 0;             // of the files, at the most
};

/// How many of the farthest states are printed.
inline constexpr std::size_t most_shown = 20;

inline double per(double what, double of) { return of > 0 ? what / of : 0; }

inline double bytes_per_state(const counted_states& c) {
    return per(static_cast<double>(c.statistics.bytes) * c.ranks, static_cast<double>(c.total));
}

inline std::string table_of(const counted_states& c) {
    std::string text = "  depth           states\n";
    for (std::size_t depth = 0; depth < c.counts.size(); ++depth) {
        char line[64];
        std::snprintf(line, sizeof line, "  %5zu  %15s\n", depth,
                      program::count_text(c.counts[depth]).c_str());
        text += line;
    }
    return text;
}

inline std::string text_of(const counted_states& c) {
    const bool is_complete = c.status == senda::status::complete;
    std::string text = c.puzzle + ": ";
    if (!is_complete && c.status != senda::status::cost_limit)
        text += "stopped by " + std::string{senda::stopped_by(c.status)} + " after ";
    text += program::count_text(c.total) + (c.total == 1 ? " state" : " states");
    if (!c.counts.empty())
        text += std::string{is_complete ? ", the farthest at depth " : " to depth "} +
                std::to_string(c.counts.size() - 1);
    text += '\n' + table_of(c);
    if (is_complete && !c.counts.empty()) {
        text += program::named_line("farthest", senda::pluralize(c.counts.back(), "state"));
        for (const std::string& state : c.farthest) text += "    " + state + '\n';
        if (c.farthest.size() < c.counts.back()) text += "    ...\n";
    }
    const auto total = static_cast<double>(c.total);
    const senda::statistics& s = c.statistics;
    const auto whole = [](double number) {
        return program::count_text(static_cast<std::uint64_t>(number));
    };
    char bytes[64];
    std::snprintf(bytes, sizeof bytes, ", %.2f bytes a state: ", bytes_per_state(c));
    text += program::named_line("memory", program::bytes_text(s.bytes) +
                                              (c.ranks > 1 ? " a rank" : "") + bytes + c.storage);
    if (c.disk_bytes != 0)
        text += program::named_line("disk", program::bytes_text(c.disk_bytes) + " at the most");
    const std::string ranks = c.ranks > 1 ? senda::pluralize(c.ranks, "rank") + " of " : "";
    text += program::named_line("time", program::seconds_text(s.seconds) + " with " + ranks +
                                            senda::pluralize(s.threads, "thread") + ", " +
                                            whole(per(total, s.seconds)) + " states a second");
    return text;
}

inline std::string document_of(const counted_states& c) {
    using program::json;
    const bool is_complete = c.status == senda::status::complete;
    const bool is_answered = is_complete || c.status == senda::status::cost_limit;
    const auto total = static_cast<double>(c.total);
    const senda::statistics& s = c.statistics;
    program::json_object document;
    document.add("status", is_answered ? "counted" : "limit")
        .add("puzzle", c.puzzle)
        .add("complete", is_complete)
        .add("states", c.total)
        .add("depth", program::value_if(!c.counts.empty(), c.counts.size() - 1))
        .add("by_depth", c.counts)
        .add("farthest", c.farthest)
        .add("storage", c.storage)
        .add("statistics", {{"expanded", s.expanded},
                            {"generated", s.generated},
                            {"bytes", s.bytes},
                            {"bytes_per_state", bytes_per_state(c)},
                            {"seconds", s.seconds},
                            {"states_per_second", per(total, s.seconds)},
                            {"threads", s.threads},
                            {"ranks", c.ranks}});
    if (!is_answered) document.add("stopped", to_string(c.status));
    if (c.disk_bytes != 0) document.add("disk_bytes", c.disk_bytes);
    if (!c.layers.empty()) {
        json layers = json::array();
        for (const layer_of_ranks& l : c.layers) {
            json ranks = json::array();
            for (const work_of_rank& r : l.ranks)
                ranks.push_back({{"expanded", r.expanded},
                                 {"sent_bytes", r.sent},
                                 {"waited_seconds", r.waited},
                                 {"bytes", r.bytes}});
            layers.push_back({{"depth", l.depth},
                              {"reached", l.reached},
                              {"seconds", l.seconds},
                              {"imbalance", l.imbalance},
                              {"ranks", ranks}});
        }
        document.add("layers", layers);
    }
    return document.finish_document();
}

/// Prints it; the exit code. Who gives a depth gets an answer there.
inline int report(const counted_states& c, const survey_arguments& args, program::console& out) {
    if (!c.message.empty()) out.error(c.message);
    if (c.status == senda::status::aborted || c.status == senda::status::disk_error) return c.code;
    out.print(args.json ? document_of(c) : text_of(c));
    switch (c.status) {
        case senda::status::complete:
        case senda::status::cost_limit: return program::answered;
        case senda::status::cancelled: return program::interrupted;
        default: return program::limit_reached;
    }
}
