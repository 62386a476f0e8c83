// SPDX-License-Identifier: MIT
// pacman solve: the shortest or the richest route, and what is known about it.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <senda/pacman/moves.hpp>
#include <senda/pacman/report.hpp>
#include <senda/pacman/rules.hpp>
#include <senda/pacman/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pacman = senda::pacman;
using program::named_line;

namespace {

pacman::answer run(const pacman::board& b, const solve_arguments& args) {
    program::progress shown("solving");
    pacman::question question = args.question;
    question.progress = &shown.known();
    return pacman::solve(b, args.goal, question);
}

/// A number with what is proven about it: `7, the fewest possible` or `9, and at least 7`.
std::string moves_text(const pacman::answer& a, pacman::goal_kind goal) {
    const std::uint64_t moves = a.best->moves.size();
    std::string text = std::to_string(moves);
    if (moves == a.lower_bound) return text + ", the fewest possible";
    if (goal == pacman::goal_kind::richest)
        return a.optimal ? text + ", the fewest with that energy" : text;
    return text + "; no route has fewer than " + std::to_string(a.lower_bound);
}

std::string bound_text(const pacman::answer& a, pacman::goal_kind goal) {
    if (goal == pacman::goal_kind::shortest) return a.optimal ? ", the most with so few moves" : "";
    const pacman::energy left = a.best->left;
    if (a.optimal) return ", the most possible";
    if (!a.upper_bound) return "";
    return "; no route has more than " + std::to_string(*a.upper_bound) + " (a gap of " +
           std::to_string(*a.upper_bound - left) + ')';
}

std::string route_text(const pacman::board& b, const pacman::answer& a, pacman::goal_kind goal) {
    const pacman::meetings met = pacman::meetings_of(b, pacman::replay(b, a.best->moves));
    const auto part = [](std::size_t taken, std::size_t all) {
        return std::to_string(taken) + " of " + std::to_string(all);
    };
    std::string text = named_line("moves", moves_text(a, goal));
    text += named_line("energy", std::to_string(b.start_energy()) + " at the start, " +
                                     std::to_string(a.best->left) + " at the goal" +
                                     bound_text(a, goal));
    text += named_line("on the way", "food " + part(met.foods, b.foods().size()) + ", bombs " +
                                         part(met.bombs, b.bombs().size()) + ", walls climbed " +
                                         std::to_string(met.walls));
    return text + named_line("path", a.best->moves.empty() ? "none: the start is the goal"
                                                           : pacman::to_text(a.best->moves));
}

std::string solve_text(const pacman::board& b, const pacman::answer& a, pacman::goal_kind goal) {
    std::string text;
    if (a.best) {
        text += route_text(b, a, goal);
    } else if (a.outcome == pacman::outcome::limit) {
        text += named_line("moves", "at least " + std::to_string(a.lower_bound));
        if (a.upper_bound)
            text += named_line("energy", "at most " + std::to_string(*a.upper_bound));
    }
    return text + named_line("search", program::search_text(a.statistics));
}

int code_of(const pacman::answer& a) {
    if (a.outcome == pacman::outcome::solved) return program::answered;
    if (a.outcome == pacman::outcome::no_route) return program::no_solution;
    return a.statistics.ended == senda::status::cancelled ? program::interrupted
                                                          : program::limit_reached;
}

}  // namespace

int solve(const solve_arguments& args, program::console& out) {
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    const pacman::board& b = *file.board;

    const pacman::answer a = run(b, args);
    const pacman::route best = a.best.value_or(pacman::route{});
    if (args.json) {
        out.print(solve_document(b, file.warnings, args.goal, a));
    } else {
        out.print(out.with(program::accent_of(a.outcome), headline(a)) + '\n' +
                  solve_text(b, a, args.goal));
        if (args.show || program::console::output_is_terminal())
            print_picture(pacman::game(b), best.cells, out);
    }
    const std::string title = program::shown_name(args.file) + ": " + headline(a);
    const bool written = write_pictures(args.pictures, b, best.moves, title, out);
    return written ? code_of(a) : program::wrong_usage;
}
