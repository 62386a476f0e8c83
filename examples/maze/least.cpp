// SPDX-License-Identifier: MIT
// maze least: the least life with which a maze can be won.
#include "commands.hpp"
#include "maze_file.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/least_life.hpp>

#include <optional>
#include <string>

namespace maze = senda::maze;

namespace {

std::string least_text(maze::outcome outcome, const std::optional<maze::life_bracket>& found,
                       const maze::words& w) {
    if (outcome == maze::outcome::no_route) return w.unreachable;
    if (!found) return w.least_stopped;
    const std::string lower = std::to_string(found->lower);
    if (found->is_exact()) return senda::substitute(w.least, {lower});
    return senda::substitute(w.least_is_between, {lower, std::to_string(found->upper)});
}

}  // namespace

int least(const least_arguments& args, program::console& out) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    const std::optional<maze::life_bracket> found = [&] {
        program::progress shown("searching");
        senda::options options = args.options;
        options.progress = &shown.known();
        return maze::bracket_least_life(b, options);
    }();
    const bool is_known = found && found->is_exact();
    const bool is_walled = !found && !maze::connectivity_of(b).connected;
    const maze::outcome outcome = is_known    ? maze::outcome::solved
                                  : is_walled ? maze::outcome::no_route
                                              : maze::outcome::limit;
    if (args.json) {
        out.print(least_document(b, file.warnings, outcome, found));
    } else {
        const std::string text =
            out.with(program::accent_of(outcome), least_text(outcome, found, args.words()));
        out.print((found ? senda::substitute(args.words().gives, {text, std::to_string(b.life())})
                         : text) +
                  '\n');
    }
    return is_known                             ? program::answered
           : is_walled                          ? program::no_solution
           : program::interruption::requested() ? program::interrupted
                                                : program::limit_reached;
}
