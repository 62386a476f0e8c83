// SPDX-License-Identifier: MIT
// Counts the states of a puzzle: by number, in two bits each, or hashed, where there is no number.
#pragma once

#include "commands.hpp"
#include "report.hpp"

#include "../common/interrupt.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"

#include <senda/search/bfs.hpp>
#include <senda/search/options.hpp>
#include <senda/search/scale/survey.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

inline senda::options options_of(const survey_arguments& args, program::progress& shown) {
    senda::options o{
        .limits = args.limits, .stop = program::interruption::flag(), .progress = &shown.known()};
    if (args.depth) o.limits.cost = *args.depth;
    o.threads = static_cast<unsigned>(
        std::min<std::size_t>(args.threads > 0 ? args.threads : program::all_cores(), 1024));
    return o;
}

/// By number: `text(state)` is what is printed of one.
template <class G, class Node, class Text>
counted_states count_numbered(std::string puzzle, const G& g, const Node& start,
                              const survey_arguments& args, Text text) {
    program::progress shown("counting states");
    const auto r = senda::survey(g, start, options_of(args, shown), most_shown);
    counted_states c{.puzzle = std::move(puzzle),
                     .storage = "two bits a state",
                     .status = r.status,
                     .counts = r.counts,
                     .total = r.total,
                     .statistics = r.statistics};
    if (r)
        for (const auto& state : r.farthest) c.farthest.push_back(text(state));
    return c;
}

/// Hashed: every state is kept, and the depths are counted at the end.
template <class G, class Node, class Text>
counted_states count_hashed(std::string puzzle, const G& g, const Node& start,
                            const survey_arguments& args, Text text) {
    program::progress shown("counting states");
    senda::bfs_search search(g, start, senda::no_goal{}, options_of(args, shown));
    while (search.step(65'536) == senda::status::running) shown.advance(search.reached(), 0);
    const auto r = search.result();
    counted_states c{.puzzle = std::move(puzzle),
                     .storage = "states hashed",
                     .status = r.status,
                     .statistics = r.statistics};
    // A limit can end it in the middle of a layer, and what that leads to is not all known then.
    const bool is_complete = c.status == senda::status::exhausted;
    for (const auto& reached : search.tree()) {
        if (!is_complete && reached.cost >= r.lower_bound) break;
        const auto depth = static_cast<std::size_t>(reached.cost);
        if (depth == c.counts.size()) {
            c.counts.push_back(0);
            c.farthest.clear();
        }
        ++c.counts.back();
        ++c.total;
        if (is_complete && c.farthest.size() < most_shown) c.farthest.push_back(text(reached.node));
    }
    return c;
}
