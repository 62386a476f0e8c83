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

#include <senda/graph/concepts.hpp>
#include <senda/scale/disk_bfs.hpp>
#include <senda/scale/survey.hpp>
#include <senda/search/options.hpp>

#if SURVEY_HAS_MPI
#include <senda/scale/mpi/survey.hpp>
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
counted_states pluralize(const std::string& puzzle, const char* storage, const Result& r,
                         Text text) {
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

/// How often layers are told without being asked for, in seconds.
inline constexpr double between_layers = 10;

#if SURVEY_HAS_MPI

/// On all ranks: `bound` is how many states there are, where that is known.
template <class G, class Node, class Text>
counted_states count_on_ranks(const std::string& puzzle, const char* storage, const G& g,
                              const Node& start, const survey_arguments& args,
                              const senda::options& o, std::size_t most, std::uint64_t bound,
                              Text text) {
    std::vector<layer_of_ranks> layers;
    double passed = 0;
    double told = 0;
    const auto observe = [&](const senda::mpi::layer_report& report) {
        layer_of_ranks layer{.depth = static_cast<std::uint64_t>(report.depth),
                             .reached = report.reached,
                             .total = report.total,
                             .seconds = report.seconds,
                             .imbalance = report.imbalance()};
        for (const senda::mpi::rank_work& r : report.ranks)
            layer.ranks.push_back({r.expanded, r.sent, r.waited, r.bytes});
        passed += report.seconds;
        if (args.layers || passed - told >= between_layers) {
            program::console::write_message(text_of(layer, bound, passed));
            told = passed;
        }
        layers.push_back(std::move(layer));
    };
    const senda::mpi::checkpoints written{.folder = args.checkpoint,
                                          .every = args.every,
                                          .name = args.name.empty() ? puzzle : args.name};
    const auto r = senda::mpi::survey(MPI_COMM_WORLD, as_any_puzzle<Node>(g), start, o, most,
                                      written, observe);
    counted_states c = pluralize(puzzle, storage, r, text);
    c.message = r.message;
    c.layers = std::move(layers);
    return c;
}

#endif

/// On disk: the edges of all puzzles lead both ways.
template <class G, class Node>
counted_states count_on_disk(const std::string& puzzle, const G& g, const Node& start,
                             const survey_arguments& args, const senda::options& o) {
    if constexpr (senda::DiskGraph<G, Node>) {
        const auto observe = [&](senda::steps depth, std::uint64_t count) {
            if (args.layers)
                program::console::write_message("depth " + std::to_string(depth) + ": " +
                                                senda::pluralize(count, "state") + '\n');
        };
        const auto r = senda::disk_bfs(g, start, senda::no_goal{},
                                       {.folder = args.folder,
                                        .name = args.name.empty() ? puzzle : args.name,
                                        .limits = o.limits,
                                        .stop = o.stop,
                                        .progress = o.progress,
                                        .threads = o.threads,
                                        .edges = senda::disk_edges::undirected},
                                       observe);
        counted_states c{
            .puzzle = puzzle,
            .storage = "states in files",
            .status = r.status == senda::status::exhausted ? senda::status::complete : r.status,
            .counts = r.layers,
            .statistics = r.statistics,
            .message = r.error.message,
            .disk_bytes = r.disk_peak};
        for (const std::uint64_t count : c.counts) c.total += count;
        return c;
    } else {
        return {.puzzle = puzzle,
                .status = senda::status::aborted,
                .message = "--folder: states of this puzzle are too large for files of numbers"};
    }
}

/// What the arguments ask for that cannot be; empty if nothing.
inline std::string refusal(const survey_arguments& args) {
    const bool has_ranks = ranks::session::count() > 1;
    if (!args.checkpoint.empty() && !has_ranks)
        return "--checkpoint is for ranks, under mpirun; --folder keeps the states on disk";
    if (!args.folder.empty() && has_ranks)
        return "--folder is for one machine; --checkpoint is for ranks";
    return {};
}

/// By number: `text(state)` is what is printed of one.
template <class G, class Node, class Text>
counted_states count_numbered(const std::string& puzzle, const G& g, const Node& start,
                              const survey_arguments& args, Text text) {
    if (std::string why = refusal(args); !why.empty())
        return {.puzzle = puzzle, .status = senda::status::aborted, .message = std::move(why)};
    program::progress shown("counting states");
    const senda::options o = options_of(args, shown);
#if SURVEY_HAS_MPI
    if (ranks::session::count() > 1)
        return count_on_ranks(puzzle,
                              args.checkpoint.empty()
                                  ? "a bit a state, and the states of two layers"
                                  : "all states, for the checkpoints",
                              g, start, args, o, most_shown, g.index_bound(), text);
#endif
    if (!args.folder.empty()) return count_on_disk(puzzle, as_any_puzzle<Node>(g), start, args, o);
    return pluralize(puzzle, "two bits a state", senda::survey(g, start, o, most_shown), text);
}

/// Whether anybody can wait for the last of the states.
enum class extent : bool { endless, finite };

/// Hashed: every state is kept. The farthest are shown in the order of their texts.
template <class G, class Node, class Text>
counted_states count_hashed(const std::string& puzzle, const G& g, const Node& start,
                            const survey_arguments& args, extent size, Text text) {
    if (std::string why = refusal(args); !why.empty())
        return {.puzzle = puzzle, .status = senda::status::aborted, .message = std::move(why)};
    program::progress shown("counting states");
    const senda::options o = options_of(args, shown);
    const std::size_t most = size == extent::finite ? std::numeric_limits<std::size_t>::max() : 0;
    const auto survey = [&] {
#if SURVEY_HAS_MPI
        if (ranks::session::count() > 1)
            return count_on_ranks(puzzle, "states hashed", g, start, args, o, most, 0, text);
#endif
        if (!args.folder.empty()) return count_on_disk(puzzle, g, start, args, o);
        return pluralize(puzzle, "states hashed", senda::survey(g, start, o, most), text);
    };
    counted_states c = survey();
    std::sort(c.farthest.begin(), c.farthest.end());
    c.farthest.resize(std::min(c.farthest.size(), most_shown));
    return c;
}
