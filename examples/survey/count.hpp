// SPDX-License-Identifier: MIT
// Counts the states of a puzzle: by number, in two bits each, or hashed, where there is no number.
#pragma once

#include "commands.hpp"
#include "ranks.hpp"
#include "report.hpp"

#include "../common/interrupt.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"

#include <senda/search/bfs.hpp>
#include <senda/search/options.hpp>
#include <senda/search/scale/survey.hpp>

#if SURVEY_HAS_MPI
#include <senda/mpi/survey.hpp>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

inline senda::options options_of(const survey_arguments& args, program::progress& shown) {
    senda::options o{
        .limits = args.limits, .stop = program::interruption::flag(), .progress = &shown.known()};
    if (args.depth) o.limits.cost = *args.depth;
    const std::size_t all = ranks::session::count() > 1 ? 1 : program::all_cores();
    o.threads =
        static_cast<unsigned>(std::min<std::size_t>(args.threads > 0 ? args.threads : all, 1024));
    return o;
}

/// What a survey counted.
template <class Result, class Text>
counted_states counted(std::string puzzle, const char* storage, const Result& r, Text text) {
    counted_states c{.puzzle = std::move(puzzle),
                     .storage = storage,
                     .status = r.status,
                     .counts = r.counts,
                     .total = r.total,
                     .statistics = r.statistics,
                     .ranks = static_cast<unsigned>(ranks::session::count())};
    if (r)
        for (const auto& state : r.farthest) c.farthest.push_back(text(state));
    return c;
}

/// By number: `text(state)` is what is printed of one.
template <class G, class Node, class Text>
counted_states count_numbered(std::string puzzle, const G& g, const Node& start,
                              const survey_arguments& args, Text text) {
    program::progress shown("counting states");
    const senda::options o = options_of(args, shown);
#if SURVEY_HAS_MPI
    if (ranks::session::count() > 1)
        return counted(std::move(puzzle), "a bit a state, and the states of two layers",
                       senda::mpi::survey(MPI_COMM_WORLD, g, start, o, most_shown), text);
#endif
    return counted(std::move(puzzle), "two bits a state", senda::survey(g, start, o, most_shown),
                   text);
}

/// The first of some texts in their order, which does not depend on that of the search.
inline std::vector<std::string> first_shown(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    texts.resize(std::min(texts.size(), most_shown));
    return texts;
}

/// Whether anybody can wait for the last of the states.
enum class extent : bool { endless, finite };

/// Hashed: every state is kept, and the depths are counted at the end.
template <class G, class Node, class Text>
counted_states count_hashed(std::string puzzle, const G& g, const Node& start,
                            const survey_arguments& args, [[maybe_unused]] extent size, Text text) {
    constexpr const char* storage = "states hashed";
    program::progress shown("counting states");
    const senda::options o = options_of(args, shown);
#if SURVEY_HAS_MPI
    if (ranks::session::count() > 1) {
        constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
        counted_states c = counted(
            std::move(puzzle), storage,
            senda::mpi::survey(MPI_COMM_WORLD, g, start, o, size == extent::finite ? all : 0),
            text);
        c.farthest = first_shown(std::move(c.farthest));
        return c;
    }
#endif
    senda::bfs_search search(g, start, senda::no_goal{}, o);
    while (search.step(65'536) == senda::status::running) shown.advance(search.reached(), 0);
    const auto r = search.result();
    counted_states c{.puzzle = std::move(puzzle),
                     .storage = storage,
                     .status = r.status,
                     .statistics = r.statistics};
    // A limit can end it in the middle of a layer, and what that leads to is not all known then.
    const bool is_complete = c.status == senda::status::exhausted;
    for (const auto& reached : search.tree()) {
        if (!is_complete && reached.cost >= r.lower_bound) break;
        const auto depth = static_cast<std::size_t>(reached.cost);
        if (depth == c.counts.size()) c.counts.push_back(0);
        ++c.counts.back();
        ++c.total;
    }
    if (is_complete) {
        for (const auto& reached : search.tree()) {
            if (static_cast<std::size_t>(reached.cost) + 1 == c.counts.size())
                c.farthest.push_back(text(reached.node));
        }
        c.farthest = first_shown(std::move(c.farthest));
    }
    return c;
}
