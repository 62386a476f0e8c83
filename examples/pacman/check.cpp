// SPDX-License-Identifier: MIT
// pacman check: whether a file is valid, and whether the goal can be reached if energy did not
// matter.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include <pacman/report.hpp>
#include <senda/search/bfs.hpp>

#include <vector>

namespace pacman = senda::pacman;

namespace {

/// Whether the goal can be reached if energy did not matter.
bool is_reachable(const pacman::board& b) {
    const auto next = [&b](pacman::place p) {
        std::vector<pacman::place> around;
        b.for_each_neighbour(p, [&](pacman::place n, pacman::direction) { around.push_back(n); });
        return around;
    };
    return static_cast<bool>(senda::bfs(next, b.start(), b.goal()));
}

}  // namespace

int check(const check_arguments& args, program::console& out) {
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    const pacman::board& b = *file.board;
    const bool reachable = is_reachable(b);
    if (args.json) {
        out.print(check_document(b, file.warnings, reachable));
        return program::answered;
    }
    using program::accent;
    const language_words w = args.words();
    out.print(out.with(accent::good, w.program.valid) + ": " + pacman::about(b, w.library) + '\n');
    const std::string goal =
        reachable ? w.program.reachable : out.with(accent::doubtful, w.program.parted);
    out.print(senda::substitute(w.program.ends, {pacman::to_text(b.xy(b.start())),
                                                 pacman::to_text(b.xy(b.goal())), goal}) +
              '\n');
    if (args.show) print_picture(pacman::game(b), {}, out);
    return program::answered;
}
