// SPDX-License-Identifier: MIT
// amazons solve: whether the player to move wins if both play best, and with which play.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include "../common/default_memory.hpp"
#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <amazons/endgame.hpp>
#include <amazons/words.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace amazons = senda::amazons;

namespace {

amazons::endgame_options options_for_solving(const solve_arguments& args) {
    const senda::limits& limits = args.limits;
    amazons::endgame_options o;
    o.limits = limits;
    o.threads = args.threads;
    o.stop = program::interruption::flag();
    // A table that fills what was allowed, or one that most machines have room for.
    constexpr std::uint64_t usual_table = std::uint64_t{256} << 20U;
    const bool is_said = limits.bytes != program::default_memory_limit();
    o.table_bytes = is_said ? limits.bytes / 8 * 7 : usual_table;
    return o;
}

std::string solve_headline(const amazons::board& b, const amazons::endgame_result& r) {
    const std::string who = color_of(b.to_move(), amazons::english_words);
    if (!r.outcome) return "not known: stopped by " + std::string{senda::stopped_by(r.status)};
    if (*r.outcome == senda::games::outcome::win)
        return "win: " + who + " wins" + (r.best ? " with " + to_string(*r.best) : "");
    return "loss: " + who + (b.has_play() ? " loses, whatever it plays" : " cannot play any more");
}

}  // namespace

int solve(const solve_arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    const amazons::endgame_result found = [&] {
        program::progress shown("solving");
        amazons::endgame_options o = options_for_solving(args);
        o.progress = &shown.known();
        return amazons::solve_endgame(*file.board, o);
    }();
    const bool wins = found.outcome == senda::games::outcome::win;
    using program::accent;
    if (args.json) {
        out.print(solve_document(found, file.warnings));
    } else {
        out.print(out.with(wins            ? accent::good
                           : found.outcome ? accent::bad
                                           : accent::doubtful,
                           solve_headline(*file.board, found)) +
                  '\n' +
                  program::named_line("search", program::count_text(found.nodes) + " positions, " +
                                                    program::seconds_text(found.seconds)));
    }
    return wins                                       ? program::answered
           : found.outcome                            ? program::no_solution
           : found.status == senda::status::cancelled ? program::interrupted
                                                      : program::limit_reached;
}
