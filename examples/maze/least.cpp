// SPDX-License-Identifier: MIT
// maze least: the least life with which a maze can be won.
#include "commands.hpp"
#include "maze_file.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <senda/maze/answer.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/least_life.hpp>

#include <optional>
#include <string>

namespace maze = senda::maze;

int least(const least_arguments& args, program::console& out) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    const std::optional<maze::life_points> life = [&] {
        program::progress shown("searching");
        senda::options options = args.options;
        options.progress = &shown.known();
        return maze::least_life(b, options);
    }();
    const maze::outcome outcome = life                                 ? maze::outcome::solved
                                  : maze::connectivity_of(b).connected ? maze::outcome::limit
                                                                       : maze::outcome::no_route;
    using program::accent;
    using senda::filled;
    const maze::words& w = args.words();
    if (args.json) {
        out.print(least_document(b, file.warnings, outcome, life));
    } else if (life) {
        out.print(filled(w.gives, {out.with(accent::good, filled(w.least, {std::to_string(*life)})),
                                   std::to_string(b.life())}) +
                  '\n');
    } else if (outcome == maze::outcome::no_route) {
        out.print(out.with(accent::bad, w.unreachable) + '\n');
    } else {
        out.print(out.with(accent::doubtful, w.least_stopped) + '\n');
    }
    const int code = life                                 ? program::answered
                     : outcome == maze::outcome::no_route ? program::no_solution
                     : program::interruption::requested() ? program::interrupted
                                                          : program::limit_reached;
    return code;
}
