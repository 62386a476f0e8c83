// SPDX-License-Identifier: MIT
// maze solve: a route with the fewest steps, and all that is known beside it.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <senda/maze/exhaustive.hpp>
#include <senda/maze/report.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace maze = senda::maze;
using program::named_line;

namespace {

maze::answer run(const maze::board& b, const solve_arguments& args) {
    program::progress shown("solving");
    maze::question question = args.question;
    question.progress = &shown.known();
    switch (args.method) {
        case engine::bfs: return solve_exhaustively(b, maze::method::bfs, question);
        case engine::astar: return solve_exhaustively(b, maze::method::astar_manhattan, question);
        case engine::astar_exact: return solve_exhaustively(b, maze::method::astar_exact, question);
        case engine::fast:
        case engine::unset: break;
    }
    return maze::solve(b, question);
}

/// The best route that is known.
const maze::route* best_route(const maze::answer& a) {
    return a.optimal ? &*a.optimal : a.feasible ? &*a.feasible : nullptr;
}

/// The cells of a route. In a terminal a long one is cut in the middle.
std::string route_text(const maze::board& b, std::span<const maze::place> cells, bool in_full) {
    constexpr std::size_t most = 60;
    if (in_full || cells.size() <= most) return to_text(b, cells);
    constexpr std::size_t half = most / 3;
    return to_text(b, cells.first(half)) + " ... " + std::to_string(cells.size() - 2 * half) +
           " more ... " + to_text(b, cells.last(half));
}

std::string about_route(const maze::board& b, const maze::route& r, bool in_full) {
    const maze::replayed walk = maze::replay(b, r.cells);
    const maze::life_points lowest = *std::min_element(walk.life.begin(), walk.life.end());
    std::string text =
        named_line("life", std::to_string(b.life()) + " at the start, " + std::to_string(r.life) +
                               " at the end, never below " + std::to_string(lowest));
    if (!b.treasures().empty())
        text += named_line("treasures", std::to_string(walk.taken_at.size()) + " taken of " +
                                            std::to_string(b.treasures().size()));
    return text + named_line("route", route_text(b, r.cells, in_full));
}

std::string solve_text(const maze::board& b, const maze::answer& a, const maze::question& question,
                       bool in_full) {
    std::string text;
    if (a.connectivity.connected) {
        const std::string shortest =
            std::to_string(a.connectivity.steps) + " if life did not matter";
        if (a.optimal) {
            const bool is_shortest = a.optimal->steps() == a.connectivity.steps;
            text += named_line("steps", std::to_string(a.optimal->steps()) +
                                            (is_shortest ? ", no more than if life did not matter"
                                                         : "; " + shortest));
        } else if (a.outcome == maze::outcome::limit) {
            text += named_line(
                "steps", "at least " + std::to_string(a.lower_bound) +
                             (a.feasible ? "; a route with " + std::to_string(a.feasible->steps()) +
                                               " is known"
                                         : "; no route is known"));
        } else {
            text += named_line("steps", shortest);
        }
    }
    if (const maze::route* r = best_route(a)) text += about_route(b, *r, in_full);
    if (question.count && a.outcome == maze::outcome::solved)
        text += named_line("optimal", a.count ? program::count_text(a.count->to_string()) +
                                                    (*a.count == 1 ? " route" : " routes")
                                              : "not counted: stopped by " +
                                                    std::string{maze::stopped_by(a.ended)});
    for (std::size_t i = 0; i < a.routes.size(); ++i)
        text +=
            named_line("route " + std::to_string(i + 1), route_text(b, a.routes[i].cells, in_full));
    return text + named_line("search", program::search_text(a.statistics));
}

/// An answer can be proven, and the count of its routes still be missing.
int code_of(const maze::answer& a) {
    if (a.ended == senda::status::cancelled) return program::interrupted;
    if (!maze::stopped_by(a.ended).empty()) return program::limit_reached;
    return a.outcome == maze::outcome::solved ? program::answered : program::no_solution;
}

}  // namespace

int solve(const solve_arguments& args, program::console& out) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;

    const maze::answer a = run(b, args);
    const maze::route* const best = best_route(a);
    const std::span<const maze::place> cells =
        best == nullptr ? std::span<const maze::place>{} : std::span{best->cells};
    const bool on_terminal = program::console::output_is_terminal();
    if (args.json) {
        out.print(solve_document(b, file.warnings, a, args.question));
    } else {
        out.print(out.with(program::accent_of(a.outcome), headline(a)) + '\n' +
                  solve_text(b, a, args.question, !on_terminal));
        if (args.show || on_terminal) {
            out.print("\n");
            print_picture(b, cells, out);
        }
    }
    const std::string title = program::shown_name(args.file) + ": " + headline(a);
    const bool written = write_pictures(args.pictures, b, cells, title, out);
    return written ? code_of(a) : program::wrong_usage;
}
