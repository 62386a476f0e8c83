// SPDX-License-Identifier: MIT
// pacman solve: the shortest or the richest route, and what is known about it.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <pacman/moves.hpp>
#include <pacman/report.hpp>
#include <pacman/rules.hpp>
#include <pacman/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pacman = senda::pacman;
using program::named_line;
using senda::substitute;

namespace {

pacman::answer run(const pacman::board& b, const solve_arguments& args) {
    program::progress shown("solving");
    pacman::question question = args.question;
    question.progress = &shown.known();
    return pacman::solve(b, args.goal, question);
}

/// A number with what is proven about it: `7, the fewest possible` or `9, and at least 7`.
std::string moves_text(const pacman::answer& a, pacman::goal_kind goal, const program_words& w) {
    const std::string moves = std::to_string(a.best->moves.size());
    if (a.best->moves.size() == a.lower_bound) return substitute(w.fewest, {moves});
    if (a.energy_proven && !a.optimal)
        return substitute(w.none_fewer_so_rich, {moves, std::to_string(a.fewest_moves)});
    if (goal == pacman::goal_kind::richest)
        return a.optimal ? substitute(w.fewest_so_rich, {moves}) : moves;
    return substitute(w.none_fewer, {moves, std::to_string(a.lower_bound)});
}

/// The same about energy.
std::string energy_text(const pacman::board& b, const pacman::answer& a, pacman::goal_kind goal,
                        const program_words& w) {
    const pacman::energy left = a.best->left;
    const std::string text =
        substitute(w.energies, {std::to_string(b.start_energy()), std::to_string(left)});
    if (goal == pacman::goal_kind::shortest)
        return a.optimal ? substitute(w.most_so_short, {text}) : text;
    if (a.energy_proven) return substitute(w.most, {text});
    if (!a.upper_bound) return text;
    return substitute(
        w.none_more, {text, std::to_string(*a.upper_bound), std::to_string(*a.upper_bound - left)});
}

std::string route_text(const pacman::board& b, const pacman::answer& a, pacman::goal_kind goal,
                       const language_words& words) {
    const program_words& w = words.program;
    const pacman::meetings met = pacman::meetings_of(b, pacman::replay(b, a.best->moves));
    const auto part = [&](std::size_t taken, std::size_t all) {
        return substitute(words.library.part, {std::to_string(taken), std::to_string(all)});
    };
    return named_line(w.moves, moves_text(a, goal, w)) +
           named_line(w.energy, energy_text(b, a, goal, w)) +
           named_line(w.on_the_way, substitute(w.meetings, {part(met.foods, b.foods().size()),
                                                            part(met.bombs, b.bombs().size()),
                                                            std::to_string(met.walls)})) +
           named_line(w.path, a.best->moves.empty() ? w.no_moves : pacman::to_text(a.best->moves));
}

std::string search_text(const pacman::statistics& s, const program_words& w) {
    return substitute(w.effort, {program::count_text(s.expanded), program::count_text(s.labels),
                                 program::bytes_text(s.bytes), program::seconds_text(s.seconds)});
}

std::string solve_text(const pacman::board& b, const pacman::answer& a, pacman::goal_kind goal,
                       const language_words& words) {
    const program_words& w = words.program;
    std::string text;
    if (a.best) {
        text += route_text(b, a, goal, words);
    } else if (a.outcome == pacman::outcome::limit) {
        text += named_line(w.moves, substitute(w.at_least, {std::to_string(a.lower_bound)}));
        if (a.upper_bound)
            text += named_line(w.energy, substitute(w.at_most, {std::to_string(*a.upper_bound)}));
    }
    return text + named_line(w.search, search_text(a.statistics, w));
}

int code_of(const pacman::answer& a) {
    if (a.outcome == pacman::outcome::solved) return program::answered;
    if (a.outcome == pacman::outcome::no_route) return program::no_solution;
    return a.statistics.ended == senda::status::cancelled ? program::interrupted
                                                          : program::limit_reached;
}

}  // namespace

int solve(const solve_arguments& args, program::console& out) {
    if (args.is_batch()) return solve_batch(args, out);
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    const pacman::board& b = *file.board;

    const pacman::answer a = run(b, args);
    const pacman::route best = a.best.value_or(pacman::route{});
    const std::string said = headline(a, args.words().library);
    if (args.json) {
        out.print(solve_document(b, file.warnings, args.goal, a));
    } else {
        out.print(out.with(program::accent_of(a.outcome), said) + '\n' +
                  solve_text(b, a, args.goal, args.words()));
        if (args.show || program::console::output_is_terminal())
            print_picture(pacman::game(b), best.cells, out);
    }
    const std::string title = program::shown_name(args.file) + ": " + said;
    const bool written = write_pictures(args.pictures, b, best.moves, title, args.language, out);
    return written ? code_of(a) : program::wrong_usage;
}
