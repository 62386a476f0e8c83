// SPDX-License-Identifier: MIT
// amazons best: a good play, how likely it wins, and what is expected to follow.
#include "commands.hpp"
#include "computer.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <senda/amazons/words.hpp>

#include <algorithm>
#include <string>

namespace amazons = senda::amazons;

namespace {

/// How to think, by the options of this command and by the limits that all searches have.
thinking within_limits(const best_arguments& told) {
    thinking how = told.how;
    const senda::limits none;
    if (told.limits.time.seconds() < none.time.seconds())
        how.seconds =
            std::min(told.limits.time.seconds(), how.seconds.value_or(none.time.seconds()));
    if (told.limits.expansions < none.expansions)
        how.nodes = std::min(told.limits.expansions, how.nodes.value_or(none.expansions));
    how.bytes = told.limits.bytes;
    return how;
}

std::string best_text(const amazons::chosen& c) {
    std::string line;
    for (const amazons::play& p : c.principal_variation)
        line += (line.empty() ? "" : " ") + to_string(p);
    const std::string chance = std::to_string(amazons::percent(c.win_probability)) + " %";
    return program::named_line("wins", c.outcome ? chance + ", which is certain" : chance) +
           program::named_line("line", line) +
           program::named_line("search", program::count_text(c.nodes) + " nodes, " +
                                             program::seconds_text(c.seconds));
}

}  // namespace

int best(const best_arguments& told) {
    program::console out(told.color);
    const position_file file = read_position(told, out);
    if (!file.board) return program::finished(out, file.code);
    computer c(within_limits(told));
    const amazons::chosen found = [&] {
        const program::progress shown("thinking");
        return c.choose(*file.board, program::interruption::flag());
    }();
    using program::accent;
    if (told.json) {
        out.print(best_document(found, file.warnings));
    } else if (!found.best) {
        out.print(out.with(accent::bad, "no play") + ": " + amazons::about(*file.board) + '\n');
    } else {
        out.print(out.with(accent::good, to_string(*found.best)) + '\n' + best_text(found));
    }
    return program::finished(out, program::interruption::requested() ? program::interrupted
                                  : found.best                       ? program::answered
                                                                     : program::no_solution);
}
