// SPDX-License-Identifier: MIT
// maze check: whether a file is valid, and whether walls part the start from the end.
#include "commands.hpp"
#include "maze_file.hpp"

namespace maze = senda::maze;

int check(const arguments& args, program::console& out) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    const maze::connectivity found = maze::connectivity_of(b);
    if (args.json) {
        out.print(check_document(b, file.warnings, found));
    } else {
        using program::accent;
        out.print(out.with(accent::good, "valid") + ": " + maze_text(b) + '\n');
        out.print("S is at " + maze::to_text(b.xy(b.start())) + ", E at " +
                  maze::to_text(b.xy(b.end())) + '\n');
        out.print(found.connected
                      ? out.with(accent::good, "connected") + ": " +
                            maze::counted(found.steps, "step") + " if life did not matter\n"
                      : out.with(accent::bad, "not connected") + ": walls part S from E\n");
    }
    return found.connected ? program::answered : program::no_solution;
}
