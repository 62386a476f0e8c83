// SPDX-License-Identifier: MIT
// rush_hour generate: boards whose shortest solutions have exactly so many moves.
#include "commands.hpp"
#include "documents.hpp"
#include "words.hpp"

#include "../common/exit_code.hpp"
#include "../common/interrupt.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"

#include <rush_hour/generate.hpp>
#include <rush_hour/hardest.hpp>
#include <rush_hour/solve.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <string_view>
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

unsigned threads_of(const generate_arguments& args) {
    return static_cast<unsigned>(args.threads > 0 ? args.threads : program::all_cores());
}

int search_hardest(const generate_arguments& args, program::console& out) {
    rush_hour::hardest_search search({.seed = *args.seed,
                                      .walls = args.walls,
                                      .threads = threads_of(args),
                                      .limits = args.limits,
                                      .stop = program::interruption::flag()});
    {
        program::progress shown("looking for hard boards");
        while (search.run_round()) {
            shown.known().set_best(search.so_far().hardest);
            shown.advance(search.so_far().tried, 0);
        }
    }
    const std::vector<rush_hour::hard_board> found =
        search.boards(args.moves.value_or(0), static_cast<std::size_t>(args.count));
    if (args.json) {
        out.print(hardest_document(args, found, search.so_far(), search.status()));
    } else {
        for (const rush_hour::hard_board& b : found) out.print(generated_line(b.board, b.moves));
    }
    if (search.status() == senda::status::cancelled) return program::interrupted;
    return found.empty() ? program::limit_reached : program::answered;
}

/// What the command line leaves open is drawn and said, so that the boards can be made again.
generate_arguments drawn(generate_arguments args, const program::console& out) {
    std::string said;
    if (!args.seed) {
        args.seed = std::random_device{}();
        said = "seed " + std::to_string(*args.seed);
    }
    if (!args.moves && !args.level && !args.score && !args.hardest) {
        // What people like to solve: neither at a glance nor for hours.
        constexpr std::uint32_t least = 8;
        constexpr std::uint32_t most = 24;
        senda::random_source random(*args.seed);
        args.moves = least + static_cast<std::uint32_t>(random.below(most - least + 1));
        said += (said.empty() ? "" : ", ") + senda::pluralize(*args.moves, "move");
    }
    if (!said.empty() && !args.json) out.note(said);
    return args;
}

}  // namespace

int generate(const generate_arguments& typed, program::console& out) {
    const generate_arguments args = drawn(typed, out);
    if (args.hardest) return search_hardest(args, out);
    const rush_hour::wanted wanted{.moves = args.moves,
                                   .seed = *args.seed,
                                   .walls = args.walls,
                                   .rated = args.level,
                                   .score = args.score,
                                   .minimal = args.minimal,
                                   .threads = threads_of(args),
                                   .limits = args.limits,
                                   .stop = program::interruption::flag()};
    if (const std::optional<senda::diagnostic> fault = rush_hour::fault_of(wanted))
        return program::refuse_option(out, args.json, *fault);

    rush_hour::generator boards(wanted);
    std::vector<rush_hour::hard_board> made;
    std::optional<program::progress> shown("generating");
    while (made.size() < args.count) {
        const std::optional<rush_hour::board> b = next_board(boards, made.size(), args, *shown);
        if (!b) break;
        made.push_back({args.moves ? *args.moves : *rush_hour::solve(*b).cost, *b});
        if (args.json) continue;
        out.print(generated_line(*b, made.back().moves));
        std::fflush(stdout);
    }
    shown->advance(made.size(), args.count);
    shown.reset();
    if (args.json) {
        out.print(generate_document(args, made, boards.so_far().car_parks, boards.status()));
    } else if (made.size() < args.count) {
        const std::string_view stopped = senda::stopped_by(boards.status());
        out.note((stopped.empty() ? "no other board as it is wanted came up"
                                  : "stopped by " + std::string{stopped}) +
                 " after " + senda::pluralize(made.size(), "board") + " of " +
                 std::to_string(args.count));
    }
    if (!args.json && boards.so_far().car_parks < made.size())
        out.note("these boards are of " + senda::pluralize(boards.so_far().car_parks, "car park") +
                 ": no other came up");
    if (boards.status() == senda::status::cancelled) return program::interrupted;
    return made.size() < args.count ? program::limit_reached : program::answered;
}
