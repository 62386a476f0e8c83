// SPDX-License-Identifier: MIT
// amazons best: a good play, how likely it wins, and what is expected to follow.
#include "commands.hpp"
#include "computer.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <amazons/win_chance.hpp>
#include <amazons/words.hpp>

#include <string>

namespace amazons = senda::amazons;
using program::named_line;

namespace {

std::string best_text(const amazons::chosen& c, double win_chance) {
    std::string line;
    for (const amazons::play& p : c.principal_variation)
        line += (line.empty() ? "" : " ") + to_string(p);
    const std::string chance = std::to_string(amazons::percent(win_chance)) + " %";
    return named_line("wins", c.outcome ? chance + ", which is certain" : chance) +
           named_line("line", line) +
           named_line("search",
                      program::count_text(c.nodes) + " nodes, " + program::seconds_text(c.seconds));
}

}  // namespace

int best(const best_arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    computer c(args.engine);
    const amazons::chosen found = [&] {
        const program::progress shown("thinking");
        return c.choose(*file.board, program::interruption::flag());
    }();
    const double chance = win_chance(*file.board, found, c.options().method);
    using program::accent;
    if (args.json) {
        out.print(best_document(found, chance, file.warnings));
    } else if (!found.best) {
        out.print(out.with(accent::bad, "no play") + ": " + amazons::about(*file.board) + '\n');
    } else {
        out.print(out.with(accent::good, to_string(*found.best)) + '\n' + best_text(found, chance));
    }
    return program::interruption::requested() ? program::interrupted
           : found.best                       ? program::answered
                                              : program::no_solution;
}
