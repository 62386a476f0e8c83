// SPDX-License-Identifier: MIT
// maze solve: a route with the fewest steps, and all that is known beside it.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"
#include "route_text.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <maze/exhaustive.hpp>
#include <maze/solve.hpp>
#include <maze/starvation.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace maze = senda::maze;
using program::named_line;
using senda::substitute;

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

/// Why a maze is starved, if it is. Unless it is asked for, only where that costs next to nothing.
std::optional<maze::starvation> run_starvation(const maze::board& b, const maze::answer& a,
                                               const solve_arguments& args) {
    constexpr std::uint64_t few = 200'000;
    if (a.obstacle != maze::obstacle::starved) return std::nullopt;
    if (!args.explain && b.bound() > few / 10) return std::nullopt;
    const program::progress shown("explaining");
    senda::options o{.limits = args.question.limits, .stop = args.question.stop};
    o.limits.expansions -= std::min(o.limits.expansions, a.statistics.expanded);
    if (!args.explain) o.limits.expansions = std::min(o.limits.expansions, few);
    o.limits.time = o.limits.time.seconds() - a.statistics.seconds;
    return maze::explain_starvation(b, o);
}

/// The best route that is known.
const maze::route* best_route(const maze::answer& a) {
    return a.optimal ? &*a.optimal : a.feasible ? &*a.feasible : nullptr;
}

std::string steps_text(const maze::answer& a, const maze::words& w) {
    const std::string shortest = substitute(w.without_life, {std::to_string(a.connectivity.steps)});
    if (a.optimal) {
        const std::string steps = std::to_string(a.optimal->steps());
        const bool is_shortest = a.optimal->steps() == a.connectivity.steps;
        return is_shortest ? substitute(w.no_more, {steps}) : steps + "; " + shortest;
    }
    if (a.outcome != maze::outcome::limit) return shortest;
    const std::string least = std::to_string(a.lower_bound);
    return a.feasible ? substitute(w.at_least_known, {least, std::to_string(a.feasible->steps())})
                      : substitute(w.at_least_unknown, {least});
}

/// The first route that was found to win, beside the best one.
std::string feasible_text(const maze::board& b, const maze::answer& a, const maze::words& w) {
    const std::string arrival = arrival_text(*a.feasible, w);
    if (!a.optimal) return substitute(w.best_so_far, {arrival});
    if (a.optimal->cells == a.feasible->cells) return substitute(w.same_route, {arrival});
    return substitute(w.route_along, {arrival, route_text(b, a.feasible->cells, w)});
}

/// The cells of a cut; of many, the first.
std::string cut_text(const maze::board& b, const std::vector<maze::deadly_cell>& cut,
                     const maze::words& w) {
    if (cut.empty()) return w.no_cut;
    constexpr std::size_t most = 12;
    std::string cells;
    for (std::size_t i = 0; i < std::min(cut.size(), most); ++i)
        cells += (i == 0 ? "" : ", ") + substitute(w.cell_life, {maze::to_text(b.xy(cut[i].at)),
                                                                 std::to_string(cut[i].life)});
    if (cut.size() > most) cells = substitute(w.more, {cells, std::to_string(cut.size() - most)});
    return substitute(w.cut, {cells});
}

std::string starvation_text(const maze::board& b, const maze::starvation& s, const maze::words& w) {
    const std::string given = std::to_string(b.life());
    const std::string lower = std::to_string(s.least_life.lower);
    return named_line(w.nearest_line,
                      substitute(s.is_exact ? w.nearest : w.found_nearest,
                                 {maze::to_text(b.xy(s.nearest.back())),
                                  senda::pluralize(s.steps_left, w.step), std::to_string(s.life),
                                  route_text(b, s.nearest, w)})) +
           named_line(w.least_line,
                      s.least_life.is_exact()
                          ? substitute(w.least_life, {lower, given})
                          : substitute(w.least_between,
                                       {lower, std::to_string(s.least_life.upper), given})) +
           named_line(w.cut_line, cut_text(b, s.cut, w));
}

std::string solve_text(const maze::board& b, const maze::answer& a,
                       const std::optional<maze::starvation>& why, const maze::question& question,
                       const maze::words& w) {
    std::string text;
    if (a.connectivity.connected) text += named_line(w.steps_line, steps_text(a, w));
    if (const maze::route* r = best_route(a)) text += about_route(b, *r, w);
    if (a.feasible) text += named_line(w.feasible_line, feasible_text(b, a, w));
    if (why)
        text += starvation_text(b, *why, w);
    else if (a.obstacle == maze::obstacle::starved)
        text += named_line(w.why_line, w.ask_why);
    if (question.count && a.outcome == maze::outcome::solved)
        text += named_line(w.optimal_line,
                           a.count ? program::count_text(a.count->to_string()) + ' ' +
                                         (*a.count == 1 ? w.route.one : w.route.many)
                                   : substitute(w.not_counted, {stopped_by(a.ended, w)}));
    for (std::size_t i = 0; i < a.routes.size(); ++i)
        text += named_line(w.route_line + (' ' + std::to_string(i + 1)),
                           route_text(b, a.routes[i].cells, w));
    return text + about_search(a.statistics, w);
}

/// An answer can be proven, and the count of its routes still be missing.
int code_of(const maze::answer& a) {
    if (a.ended == senda::status::cancelled) return program::interrupted;
    if (!maze::stopped_by(a.ended).empty()) return program::limit_reached;
    return a.outcome == maze::outcome::solved ? program::answered : program::no_solution;
}

}  // namespace

int solve(const solve_arguments& args, program::console& out) {
    if (args.wanted == goal::life) return solve_for_life(args, out);
    if (args.wanted == goal::pareto) return solve_for_pareto(args, out);
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    const maze::words& w = args.words();

    const maze::answer a = run(b, args);
    const std::optional<maze::starvation> why = run_starvation(b, a, args);
    const maze::route* const best = best_route(a);
    // Of a starved maze the picture shows how far one comes.
    const std::span<const maze::place> cells = best != nullptr ? std::span{best->cells}
                                               : why ? std::span<const maze::place>{why->nearest}
                                                     : std::span<const maze::place>{};
    std::vector<maze::place> deadly;
    if (why)
        for (const maze::deadly_cell& c : why->cut) deadly.push_back(c.at);
    if (args.json) {
        out.print(solve_document(b, file.warnings, a, why, args.question));
    } else {
        out.print(out.with(program::accent_of(a.outcome), headline(a, w)) + '\n' +
                  solve_text(b, a, why, args.question, w));
        if (args.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(b, cells, out, deadly);
        }
    }
    const std::string title = program::shown_name(args.file) + ": " + headline(a, w);
    maze::picture_note note;
    if (a.outcome == maze::outcome::no_route) note = {headline(a, w), deadly};
    const bool written = write_pictures(args.pictures, b, cells, title, w, out, note);
    return written ? code_of(a) : program::wrong_usage;
}
