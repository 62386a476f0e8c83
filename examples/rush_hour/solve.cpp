// SPDX-License-Identifier: MIT
// rush_hour solve and rate: a shortest solution, and how hard it is to find.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"
#include "words.hpp"

#include "../common/progress.hpp"

#include <rush_hour/examine.hpp>
#include <rush_hour/report.hpp>
#include <rush_hour/sized_solve.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace rush_hour = senda::rush_hour;

namespace {

board_report examine(const rush_hour::board& b, const board_file& input,
                     const rush_hour::question& question, rush_hour::depth how_deep,
                     std::size_t threads) {
    const program::progress shown("solving");
    rush_hour::examiner examiner;
    return {b, rush_hour::share_code(b), input.warnings,
            rush_hour::examine_any(examiner, b, question, how_deep, static_cast<unsigned>(threads)),
            question.count};
}

std::string headline_of(const board_report& r, const program::console& out) {
    return out.with(program::accent_of(r.found.found.outcome), headline(r.found.found, r.metric)) +
           '\n';
}

}  // namespace

int code_of(const rush_hour::findings& all) {
    if (all.ended == senda::status::cancelled) return program::interrupted;
    // A solution is an answer, though a limit kept something else about the board from being known.
    if (all.found) return program::answered;
    return all.found.outcome == rush_hour::outcome::no_route ? program::no_solution
                                                             : program::limit_reached;
}

int solve(const solve_arguments& args, program::console& out) {
    if (!args.batch.empty()) return solve_batch(args, out);
    const board_file input = read_board(args, out);
    if (!input.board) return input.code;
    const rush_hour::board& b = *input.board;
    if (args.analyse && !takes_shape(b, "--analyse", args.json, out)) return program::bad_input;

    const board_report r =
        examine(b, input, args.question,
                args.analyse ? rush_hour::depth::analysed : rush_hour::depth::rated,
                std::max<std::size_t>(args.threads, 1));
    if (args.json) {
        out.print(solve_document(r));
    } else {
        out.print(headline_of(r, out) + solve_text(r));
        if (args.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(b, out);
        }
    }
    const std::string title = "Rush Hour " + r.share + ": " +
                              (r.found.found ? cost_text(*r.found.found.cost, r.metric)
                                             : headline(r.found.found, r.metric));
    const bool written =
        write_pictures(args.pictures, b, r.found.found.solution, title, r.found.rated, out);
    return written ? code_of(r.found) : program::wrong_usage;
}

int rate(const rate_arguments& args, program::console& out) {
    const board_file input = read_board(args, out);
    if (!input.board) return input.code;
    if (!takes_shape(*input.board, "rate", args.json, out)) return program::bad_input;
    const board_report r =
        examine(*input.board, input, args.question, rush_hour::depth::rated, args.threads);
    const std::optional<rush_hour::difficulty>& rated = r.found.rated;
    const bool is_cut = r.found.found && !rated;  // it can be solved, but that is not the question
    const std::string_view stopped = senda::stopped_by(r.found.ended);
    out.print(args.json ? rate_document(r)
              : is_cut  ? out.with(program::accent::doubtful,
                                   "not rated: stopped by " + std::string{stopped}) +
                             '\n'
              : rated ? out.with(program::accent::good, rated->people_seconds
                                                            ? people_text(*rated->people_seconds)
                                                            : to_string(rated->rated)) +
                            '\n' + rate_text(*rated)
                      : headline_of(r, out));
    const int code = code_of(r.found);
    return is_cut && code == program::answered ? program::limit_reached : code;
}
