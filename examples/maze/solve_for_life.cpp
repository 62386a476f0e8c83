// SPDX-License-Identifier: MIT
// maze solve --goal life and --goal pareto: the most life at the end, and what steps can buy.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"
#include "route_text.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <maze/pareto_front.hpp>
#include <maze/richest_route.hpp>

#include <span>
#include <string>

namespace maze = senda::maze;
using program::named_line;
using senda::substitute;

namespace {

template <class Answer>
int code_of(const Answer& a) {
    if (a.ended == senda::status::cancelled) return program::interrupted;
    return a.outcome == maze::outcome::solved     ? program::answered
           : a.outcome == maze::outcome::no_route ? program::no_solution
                                                  : program::limit_reached;
}

/// The headline if there is no answer.
template <class Answer>
std::string without_answer(const Answer& a, const maze::words& w) {
    maze::answer same;
    same.outcome = a.outcome;
    same.obstacle = a.obstacle;
    same.ended = a.ended;
    return headline(same, w);
}

std::string headline_of(const maze::richest_answer& a, const maze::words& w) {
    return a ? substitute(w.richest, {arrival_text(*a.best, w)}) : without_answer(a, w);
}
std::string headline_of(const maze::pareto_answer& a, const maze::words& w) {
    if (!a) return without_answer(a, w);
    const maze::route& first = a.front.front();
    const maze::route& last = a.front.back();
    if (a.front.size() == 1) return substitute(w.front_of_one, {arrival_text(first, w)});
    return substitute(w.front, {senda::pluralize(a.front.size(), w.route),
                                senda::pluralize(first.steps(), w.step), std::to_string(first.life),
                                senda::pluralize(last.steps(), w.step), std::to_string(last.life)});
}

std::string body_of(const maze::board& b, const maze::richest_answer& a, const maze::words& w) {
    std::string text;
    if (a.best) {
        const std::string steps = std::to_string(a.best->steps());
        if (a)
            text += named_line(w.steps_line, substitute(w.steps_for_life, {steps}));
        else if (a.best->life == a.upper_bound)
            text += named_line(w.steps_line, substitute(w.at_least_for_life,
                                                        {steps, std::to_string(a.lower_bound)}));
        else
            text += named_line(w.steps_line, steps);
        text += about_route(b, *a.best, w);
    }
    if (a.outcome == maze::outcome::limit)
        text +=
            named_line(w.bound_line, substitute(w.at_most_life, {std::to_string(a.upper_bound)}));
    return text;
}

std::string body_of(const maze::board& b, const maze::pareto_answer& a, const maze::words& w) {
    std::string text;
    for (const maze::route& r : a.front)
        text +=
            named_line(w.route_line,
                       substitute(w.route_along, {arrival_text(r, w), route_text(b, r.cells, w)}));
    if (a.outcome == maze::outcome::limit)
        text += named_line(w.bound_line,
                           substitute(w.front_open, {senda::pluralize(a.proven_below, w.step),
                                                     std::to_string(a.upper_bound)}));
    return text;
}

std::string document_of(const maze::board& b, const diagnostics& warnings,
                        const maze::richest_answer& a) {
    return richest_document(b, warnings, a);
}
std::string document_of(const maze::board& b, const diagnostics& warnings,
                        const maze::pareto_answer& a) {
    return pareto_document(b, warnings, a);
}

/// The route that pictures show: the one with the most life.
std::span<const maze::place> cells_of(const maze::richest_answer& a) {
    return a.best ? std::span<const maze::place>{a.best->cells} : std::span<const maze::place>{};
}
std::span<const maze::place> cells_of(const maze::pareto_answer& a) {
    return a.front.empty() ? std::span<const maze::place>{}
                           : std::span<const maze::place>{a.front.back().cells};
}

template <class Solve>
int solve_with(const solve_arguments& args, program::console& out, const Solve& find) {
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    const maze::board& b = *file.board;
    const maze::words& w = args.words();
    const auto a = [&] {
        program::progress shown("solving");
        senda::options o{.limits = args.question.limits, .stop = args.question.stop};
        o.progress = &shown.known();
        return find(b, o);
    }();
    if (args.json) {
        out.print(document_of(b, file.warnings, a));
    } else {
        out.print(out.with(program::accent_of(a.outcome), headline_of(a, w)) + '\n' +
                  body_of(b, a, w) + about_search(a.statistics, w));
        if (args.show || program::console::output_is_terminal()) {
            out.print("\n");
            print_picture(b, cells_of(a), out);
        }
    }
    const std::string title = program::shown_name(args.file) + ": " + headline_of(a, w);
    const bool written = write_pictures(args.pictures, b, cells_of(a), title, w, out);
    return written ? code_of(a) : program::wrong_usage;
}

}  // namespace

int solve_for_life(const solve_arguments& args, program::console& out) {
    return solve_with(args, out, [](const maze::board& b, const senda::options& o) {
        return maze::richest_route(b, o);
    });
}

int solve_for_pareto(const solve_arguments& args, program::console& out) {
    return solve_with(args, out, [](const maze::board& b, const senda::options& o) {
        return maze::pareto_front(b, o);
    });
}
