// SPDX-License-Identifier: MIT
// pacman check: whether a file is valid, and whether there is a way if energy did not matter.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include <senda/pacman/report.hpp>
#include <senda/search/bfs.hpp>

#include <vector>

namespace pacman = senda::pacman;

namespace {

/// Whether there is a way to the goal if energy did not matter.
bool is_reachable(const pacman::board& b) {
    const auto next = [&b](pacman::place p) {
        std::vector<pacman::place> around;
        b.for_each_neighbour(p, [&](pacman::place n, pacman::direction) { around.push_back(n); });
        return around;
    };
    return static_cast<bool>(senda::bfs(next, b.start(), b.goal()));
}

}  // namespace

int check(const check_arguments& told) {
    program::console out(told.color);
    const map_file file = read_map(told, out);
    if (!file.board) return program::finished(out, file.code);
    const pacman::board& b = *file.board;
    const bool reachable = is_reachable(b);
    if (told.json) {
        out.print(check_document(b, file.warnings, reachable));
    } else {
        using program::accent;
        out.print(out.with(accent::good, "valid") + ": " + pacman::about(b) + '\n');
        out.print("start " + pacman::to_text(b.xy(b.start())) + ", goal " +
                  pacman::to_text(b.xy(b.goal())) + ", " +
                  (reachable ? "which can be reached if energy did not matter"
                             : out.with(accent::doubtful,
                                        "which walls and lethal bombs part from the start")) +
                  '\n');
        if (told.show) print_picture(pacman::game(b), {}, out);
    }
    return program::finished(out, program::answered);
}
