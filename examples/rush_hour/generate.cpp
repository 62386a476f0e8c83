// SPDX-License-Identifier: MIT
// rush_hour generate: boards whose shortest solutions have exactly so many moves.
#include "commands.hpp"
#include "documents.hpp"
#include "words.hpp"

#include "../common/exit_code.hpp"
#include "../common/interrupt.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"

#include <senda/rush_hour/generate.hpp>
#include <senda/rush_hour/hardest.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace rush_hour = senda::rush_hour;

namespace {

/// The next board. Progress tells the most moves that a car park needed so far.
std::optional<rush_hour::board> next_board(rush_hour::generator& boards, std::size_t made,
                                           const generate_arguments& args,
                                           program::progress& shown) {
    shown.advance(made, args.count);
    return boards.next(
        [&](const rush_hour::generating& so_far) { shown.known().set_best(so_far.deepest); });
}

int code_of(senda::status ended) {
    if (ended == senda::status::cancelled) return program::interrupted;
    return senda::stopped_by(ended).empty() ? program::answered : program::limit_reached;
}

int search_hardest(const generate_arguments& args, program::console& out) {
    const std::size_t threads = args.threads > 0 ? args.threads : program::all_cores();
    rush_hour::hardest_search search({.seed = args.seed,
                                      .walls = args.walls,
                                      .threads = static_cast<unsigned>(threads),
                                      .limits = args.limits,
                                      .stop = program::interruption::flag()});
    {
        const program::progress shown("looking for hard boards");
        while (search.run_round()) {
        }
    }
    const std::vector<rush_hour::hard_board> found =
        search.boards(args.moves, static_cast<std::size_t>(args.count));
    if (args.json) {
        out.print(hardest_document(args, found, search.so_far(), search.status()));
    } else {
        for (const rush_hour::hard_board& b : found) out.print(generated_line(b.board, b.moves));
    }
    if (search.status() == senda::status::cancelled) return program::interrupted;
    return found.empty() ? program::limit_reached : program::answered;
}

}  // namespace

int generate(const generate_arguments& args, program::console& out) {
    if (args.hardest) return search_hardest(args, out);
    const rush_hour::wanted wanted{.moves = args.moves,
                                   .seed = args.seed,
                                   .walls = args.walls,
                                   .limits = args.limits,
                                   .stop = program::interruption::flag()};
    if (const std::optional<senda::diagnostic> fault = rush_hour::fault_of(wanted))
        return program::refuse_option(out, args.json, *fault);

    rush_hour::generator boards(wanted);
    std::vector<rush_hour::board> made;
    std::optional<program::progress> shown("generating");
    while (made.size() < args.count) {
        const std::optional<rush_hour::board> b = next_board(boards, made.size(), args, *shown);
        if (!b) break;
        made.push_back(*b);
        if (args.json) continue;
        out.print(generated_line(*b, args.moves));
        std::fflush(stdout);
    }
    shown->advance(made.size(), args.count);
    shown.reset();
    if (args.json) {
        out.print(generate_document(args, made, boards.status()));
    } else if (made.size() < args.count) {
        out.note("stopped by " + std::string{senda::stopped_by(boards.status())} + " after " +
                 senda::counted(made.size(), "board") + " of " + std::to_string(args.count));
    }
    return code_of(boards.status());
}
