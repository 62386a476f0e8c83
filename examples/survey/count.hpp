// SPDX-License-Identifier: MIT
// Counts the states of a puzzle: by number, in two bits each, or hashed, where there is no number.
#pragma once

#include "any_puzzle.hpp"
#include "commands.hpp"
#include "ranks.hpp"
#include "report.hpp"

#include "../common/interrupt.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"

#include <senda/search/options.hpp>
#include <senda/search/scale/hashed_survey.hpp>
#include <senda/search/scale/survey.hpp>

#if SURVEY_HAS_MPI
#include <senda/mpi/survey.hpp>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

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
counted_states counted(const std::string& puzzle, const char* storage, const Result& r, Text text) {
    counted_states c{.puzzle = puzzle,
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
counted_states count_numbered(const std::string& puzzle, const G& g, const Node& start,
                              const survey_arguments& args, Text text) {
    program::progress shown("counting states");
    const senda::options o = options_of(args, shown);
#if SURVEY_HAS_MPI
    if (ranks::session::count() > 1)
        return counted(
            puzzle, "a bit a state, and the states of two layers",
            senda::mpi::survey(MPI_COMM_WORLD, as_any_puzzle<Node>(g), start, o, most_shown), text);
#endif
    return counted(puzzle, "two bits a state", senda::survey(g, start, o, most_shown), text);
}

/// Whether anybody can wait for the last of the states.
enum class extent : bool { endless, finite };

/// Hashed: every state is kept. The farthest are shown in the order of their texts.
template <class G, class Node, class Text>
counted_states count_hashed(const std::string& puzzle, const G& g, const Node& start,
                            const survey_arguments& args, extent size, Text text) {
    program::progress shown("counting states");
    const senda::options o = options_of(args, shown);
    const std::size_t most = size == extent::finite ? std::numeric_limits<std::size_t>::max() : 0;
    const auto survey = [&] {
#if SURVEY_HAS_MPI
        if (ranks::session::count() > 1)
            return counted(
                puzzle, "states hashed",
                senda::mpi::survey(MPI_COMM_WORLD, as_any_puzzle<Node>(g), start, o, most), text);
#endif
        return counted(puzzle, "states hashed", senda::survey(g, start, o, most), text);
    };
    counted_states c = survey();
    std::sort(c.farthest.begin(), c.farthest.end());
    c.farthest.resize(std::min(c.farthest.size(), most_shown));
    return c;
}
