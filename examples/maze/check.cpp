// SPDX-License-Identifier: MIT
// maze check: whether a file is valid, and whether walls part the start from the end.
#include "commands.hpp"
#include "maze_file.hpp"
#include "route_text.hpp"

#include <vector>

namespace maze = senda::maze;

int check(const arguments& args, program::console& out) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    const std::vector<maze::place> path = maze::shortest_path(b);
    const bool connected = !path.empty();
    if (args.json) {
        out.print(check_document(b, file.warnings, path));
    } else {
        using program::accent;
        using senda::substitute;
        const maze::words& w = args.words();
        const auto line = [&](accent a, const std::string& text) {
            const std::size_t colon = text.find(':');
            out.print(out.with(a, text.substr(0, colon)) + text.substr(colon) + '\n');
        };
        line(accent::good, substitute(w.valid, {maze_text(b, w)}));
        out.print(
            substitute(w.places, {maze::to_text(b.xy(b.start())), maze::to_text(b.xy(b.end()))}) +
            '\n');
        if (connected) {
            const std::string steps = senda::pluralize(path.size() - 1, w.step);
            line(accent::good, substitute(w.connected, {substitute(w.without_life, {steps})}));
            out.print(substitute(w.straight, {route_text(b, path, w)}) + '\n');
        } else {
            line(accent::bad, w.not_connected);
        }
    }
    return connected ? program::answered : program::no_solution;
}
